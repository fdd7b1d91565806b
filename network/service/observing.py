"""Logs and metrics of the service, without the puzzles.

A log has one JSON object a line on stderr. Paths are logged by their pattern: what a client makes
up is not repeated.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from network.service.actions import action_called
from network.service.jobs import ServiceJob

LOGGER = logging.getLogger("nonogram.serve")
METRICS_PACKAGE = "prometheus_client"
_JOB_PARTS = {2: "/v1/jobs/{id}", 3: "/v1/jobs/{id}/{part}"}
_PLAIN = ("/", "/healthz", "/metrics", "/openapi.json", "/docs")
_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
)
_POLICY = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; sandbox")


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON; of an exception, only its type and place."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        value: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        value |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[0] is not None:
            frames = traceback.extract_tb(record.exc_info[2])
            place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
            value |= {"exception": record.exc_info[0].__name__, "place": place}
        return json.dumps(value)


def log_to_stderr() -> None:
    """Write the logs of this process to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    LOGGER.setLevel(logging.INFO)


def log(event: str, **fields: object) -> None:
    """Write a line."""
    LOGGER.info(event, extra={"fields": fields})


class Metrics:
    """Counts for Prometheus, if its package is installed.

    Args:
        open_jobs: How many jobs are not done.
    """

    def __init__(self, open_jobs: Callable[[], int]) -> None:
        self._prometheus: Any = None
        if find_spec(METRICS_PACKAGE) is None:
            return
        prometheus = self._prometheus = import_module(METRICS_PACKAGE)
        self._registry = registry = prometheus.CollectorRegistry()
        self._requests = prometheus.Counter(
            "nonogram_requests", "Requests", ["route", "status"], registry=registry
        )
        self._seconds = prometheus.Histogram(
            "nonogram_request_seconds",
            "Until the end of the answer",
            ["route"],
            registry=registry,
            buckets=_BUCKETS,
        )
        self._jobs = prometheus.Counter(
            "nonogram_jobs", "Jobs that are over", ["action", "state"], registry=registry
        )
        self._job_seconds = prometheus.Histogram(
            "nonogram_job_seconds",
            "In the queue and at work",
            ["action"],
            registry=registry,
            buckets=_BUCKETS,
        )
        waiting = prometheus.Gauge(
            "nonogram_jobs_open", "Jobs that are not over", registry=registry
        )
        waiting.set_function(open_jobs)

    def count_request(self, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        if self._prometheus is not None:
            self._requests.labels(route, status).inc()
            self._seconds.labels(route).observe(seconds)

    def count_job(self, job: ServiceJob, seconds: float) -> None:
        """Count a job that is over."""
        if self._prometheus is not None:
            self._jobs.labels(job.action, job.state.value).inc()
            self._job_seconds.labels(job.action).observe(seconds)

    def text(self) -> bytes | None:
        """All metrics as Prometheus reads them; ``None`` without its package."""
        if self._prometheus is None:
            return None
        return bytes(self._prometheus.generate_latest(self._registry))

    @property
    def media_type(self) -> str:
        """Of the text."""
        return str(self._prometheus.CONTENT_TYPE_LATEST)


class Observer:
    """A middleware that logs and counts all requests, and adds headers for browsers.

    Args:
        app: The application.
        metrics: What counts.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status, size = perf_counter(), 0, 0

        async def watched(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", ()), *_HEADERS]
                if not any(name == _POLICY[0] for name, _ in headers):
                    headers.append(_POLICY)
                message = {**message, "headers": headers}
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, watched)
        finally:
            seconds = perf_counter() - started
            route = route_of(scope["path"])
            self._metrics.count_request(route, status, seconds)
            method = scope["method"] if scope["method"] in ("GET", "POST", "DELETE") else "other"
            log(
                "request",
                method=method,
                route=route,
                status=status,
                ms=round(1000 * seconds, 1),
                bytes=size,
            )


def route_of(path: str) -> str:
    """The pattern of a path.

    >>> route_of("/v1/solve"), route_of("/v1/jobs/abc"), route_of("/../etc/passwd")
    ('/v1/solve', '/v1/jobs/{id}', 'other')
    """
    if path in _PLAIN:
        return path
    parts = path.split("/")[1:]
    if parts[:2] == ["v1", "jobs"]:
        return _JOB_PARTS.get(len(parts) - 1, "other")
    if len(parts) == 2 and parts[0] == "v1" and action_called(parts[1]):
        return path
    return "other"
