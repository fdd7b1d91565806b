"""The routes of the service."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from time import monotonic

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.responses import StreamingResponse as Stream
from starlette.routing import Route

from network.guard import RefusedError, RequestGuard
from network.service.actions import JSON, MAX_JSON_BYTES, action_called
from network.service.interface_pages import DOCS_POLICY, docs_page, openapi
from network.service.jobs import MAX_QUEUE, Jobs, ServiceJob, State
from network.service.lanes import Lanes
from network.service.observing import METRICS_PACKAGE, Metrics, Observer
from network.service.tasks import TaskAnswer, task_of
from puzzles.json_output import error_value
from puzzles.packages import reason_without
from puzzles.words import _, worded

ANSWER_S = 1.0
"""Seconds that a request waits for the answer of a job that has begun; then it gets its address."""
START_S = 5.0
"""Seconds that it waits before that for the beginning."""
MAX_WAIT_S = 60.0
"""The longest wait that a client can ask for, s."""
STOP_S = 10.0
"""Seconds that jobs have at the end of the service."""
FETCH_S = 2.0
"""Seconds after the last of them in which clients can still fetch the answer."""
LARGE_BODY = 20_000
"""Bytes of JSON that are parsed in a thread: the event loop goes on meanwhile."""
_EVENT, _SIGN_OF_LIFE = "event: {name}\ndata: {data}\n\n", ": it goes on\n\n"
OPEN_PATHS = ("/healthz", "/docs", "/openapi.json", "/")
"""What needs no token: it is the same for everybody."""


@dataclass(frozen=True, slots=True)
class Access:
    """Who may use the service."""

    hosts: Collection[str]
    """Names in the Host header."""
    token: str | None = None
    allows_addresses: bool = False
    """Whether numeric addresses are allowed in the Host header."""


class Service:
    """The application and what it consists of.

    Args:
        lanes: Do the work.
        workers: How much of it at a time.
        access: Who may use it.
        max_queue: Jobs that are not done, at most.
    """

    def __init__(
        self, lanes: Lanes, workers: int, access: Access, max_queue: int = MAX_QUEUE
    ) -> None:
        self._lanes = lanes
        self.metrics = Metrics(lambda: self.jobs.open_count)
        self.jobs = Jobs(lanes, workers, max_queue, self.metrics.count_job)
        guard = Middleware(
            RequestGuard,
            hosts=access.hosts,
            token=access.token,
            max_bytes=_max_bytes,
            open_paths=OPEN_PATHS,
            allows_addresses=access.allows_addresses,
        )
        self.app = Starlette(
            routes=[
                Route("/", _to_docs),
                Route("/healthz", self._health),
                Route("/metrics", self._metrics_text),
                Route("/openapi.json", _openapi),
                Route("/docs", _docs),
                Route("/v1/jobs/{job}", self._job, methods=["GET"]),
                Route("/v1/jobs/{job}", self._cancel, methods=["DELETE"]),
                Route("/v1/jobs/{job}/answer", self._answer),
                Route("/v1/jobs/{job}/events", self._events),
                Route("/v1/{action}", self._act, methods=["POST"]),
            ],
            middleware=[Middleware(Observer, metrics=self.metrics), guard],
            exception_handlers={
                RefusedError: _refused,
                HTTPException: _http_error,
                Exception: _broken,
            },
            lifespan=self._lifespan,
        )
        self.app.router.redirect_slashes = False

    async def stop(self) -> None:
        """Take no new jobs; return when the others are done and fetched, or the time is over."""
        started = monotonic()
        await self.jobs.drain(STOP_S)
        end = min(monotonic() + FETCH_S, started + STOP_S)
        while monotonic() < end and self.jobs.has_unfetched(started):
            await asyncio.sleep(0.05)

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        await self._lanes.start()
        yield

    async def _act(self, request: Request) -> Response:
        """Do an action, or put it into the queue."""
        action = action_called(request.path_params["action"])
        if action is None:
            raise RefusedError(404, _("there is no such action; /docs lists them"))
        body = await request.body()
        facts = action, request.headers.get("content-type", ""), body
        query = request.query_params.multi_items()
        if LARGE_BODY < len(body) <= MAX_JSON_BYTES:
            task = await asyncio.to_thread(task_of, *facts, query)
        else:
            task = task_of(*facts, query)
        wait_s = _preferred_wait(request.headers.get("prefer", ""))
        job = self.jobs.submit(task)
        if wait_s is None:
            await job.wait_for_start(START_S)
            wait_s = ANSWER_S
        if await job.wait(wait_s) and job.answer is not None:
            self.jobs.forget(job)
            return _response(job.answer)
        return _job_response(job, 202)

    async def _job(self, request: Request) -> Response:
        """The state of a job."""
        return _job_response(self.jobs.find(request.path_params["job"]), 200)

    async def _cancel(self, request: Request) -> Response:
        """Stop a job."""
        job = self.jobs.find(request.path_params["job"])
        await self.jobs.cancel(job)
        return _job_response(job, 200)

    async def _answer(self, request: Request) -> Response:
        """The answer of a job as a quick one would have got it."""
        job = self.jobs.find(request.path_params["job"])
        if job.answer is None:
            raise RefusedError(409, _("the job is not done yet"), ((b"retry-after", b"1"),))
        job.is_fetched = True
        return _response(job.answer)

    async def _events(self, request: Request) -> Response:
        """The states and the progress of a job as server-sent events."""
        job = self.jobs.find(request.path_params["job"])

        async def lines() -> AsyncIterator[str]:
            async for told in job.events():
                if told is None:
                    yield _SIGN_OF_LIFE
                elif isinstance(told, State):
                    yield _EVENT.format(name="state", data=json.dumps({"state": told.value}))
                else:
                    yield _EVENT.format(name="progress", data=json.dumps({"share": told}))

        return Stream(lines(), media_type="text/event-stream")

    async def _health(self, _: Request) -> Response:
        """Whether it works."""
        if self.jobs.is_stopping:
            return JSONResponse({"status": "stopping"}, 503)
        return JSONResponse({"status": "ok"})

    async def _metrics_text(self, _: Request) -> Response:
        """What Prometheus asks for."""
        text = self.metrics.text()
        if text is None:
            reason = reason_without(METRICS_PACKAGE, extra="server")
            raise RefusedError(501, worded("there are no metrics: {reason}", reason=reason))
        return Response(text, media_type=self.metrics.media_type)


def _max_bytes(path: str) -> int:
    action = action_called(path.removeprefix("/v1/"))
    return MAX_JSON_BYTES if action is None else action.max_bytes


def _preferred_wait(prefer: str) -> float | None:
    """The wait that the header Prefer of RFC 7240 asks for, s; ``None`` if it does not.

    >>> _preferred_wait("wait=5"), _preferred_wait("respond-async"), _preferred_wait("")
    (5.0, 0.0, None)
    """
    if "respond-async" in prefer:
        return 0.0
    found = re.search(r"\bwait=(\d{1,4})\b", prefer)
    return min(MAX_WAIT_S, float(found[1])) if found else None


def _response(answer: TaskAnswer) -> Response:
    headers = {}
    if answer.exit_code is not None:
        headers["Nonogram-Exit-Code"] = str(answer.exit_code)
    if not answer.media_type.startswith("application/json"):
        headers["Content-Disposition"] = "attachment"
    return Response(answer.body, answer.status, headers, answer.media_type)


def _job_response(job: ServiceJob, status: int) -> Response:
    answer = job.answer
    job.is_fetched |= job.state is State.CANCELLED or (
        answer is not None and answer.media_type == JSON
    )
    headers = {"Location": f"/v1/jobs/{job.id}", "Retry-After": "1"} if status == 202 else {}
    return Response(job.text(), status, headers, "application/json")


async def _to_docs(_: Request) -> Response:
    return RedirectResponse("/docs")


async def _openapi(_: Request) -> Response:
    return JSONResponse(openapi())


async def _docs(_: Request) -> Response:
    return HTMLResponse(docs_page(), headers={"Content-Security-Policy": DOCS_POLICY})


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    headers = {name.decode(): value.decode() for name, value in error.headers}
    return JSONResponse({"error": error_value(error.sentence, "refused")}, error.status, headers)


async def _http_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentence = {
        HTTPStatus.NOT_FOUND: _("there is nothing at this address; /docs lists what there is"),
        HTTPStatus.METHOD_NOT_ALLOWED: _("this address has other methods; /docs lists them"),
    }.get(HTTPStatus(error.status_code), _("the request is wrong"))
    return JSONResponse(
        {"error": error_value(sentence, "refused")}, error.status_code, error.headers
    )


async def _broken(_request: Request, _error: Exception) -> Response:
    return JSONResponse(
        {"error": error_value(_("there is an error in this program"), "failed")}, 500
    )
