"""The description of the interface, the logs, and what they must not contain."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from network.guard import RefusedError
from network.service import observing
from network.service.actions import ACTIONS
from network.service.interface_pages import docs_page, openapi
from network.service.observing import JsonFormatter, Metrics, route_of
from network.service.service_app import Service


def references(value: Any) -> Iterator[str]:
    """All references in a JSON value."""
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from references(each)


def test_all_references_lead_somewhere() -> None:
    found = {*references(openapi())}
    assert found
    for reference in found:
        at: Any = openapi()
        for part in reference.removeprefix("#/").split("/"):
            at = at[part]


def test_the_description_has_all_actions_with_examples() -> None:
    for action in ACTIONS:
        operation = openapi()["paths"][f"/v1/{action.name}"]["post"]
        content = operation["requestBody"]["content"]
        assert content.get("application/json", {}).get("example", action.example) == action.example
        assert f"POST /v1/{action.name}" in docs_page()
    json.dumps(openapi())


def test_the_page_needs_nothing_from_elsewhere() -> None:
    assert re.findall(r"(?:https?:)?//|<script|<img|@import|url\(", docs_page()) == []
    assert "{" not in re.sub(r"<pre>.*?</pre>|<style>.*?</style>|<code>.*?</code>", "",
                             docs_page(), flags=re.DOTALL)  # fmt: skip


def test_an_exception_is_logged_in_one_line_without_its_text() -> None:
    try:
        raise ValueError("the secret picture")
    except ValueError:
        record = logging.LogRecord("a", 40, "", 1, "broken", None, sys.exc_info())
    line = JsonFormatter().format(record)
    assert "\n" not in line
    assert "secret" not in line
    assert json.loads(line)["exception"] == "ValueError"


@pytest.mark.parametrize("path", ["/v1/solve\n", "/v1/x", "//", "/v1/jobs", "/V1/solve", "/docs/"])
def test_paths_that_clients_make_up_are_not_logged(path: str) -> None:
    assert route_of(path) == "other"


def test_metrics_count_routes_and_are_missing_without_their_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    metrics = Metrics(lambda: 3)
    metrics.count_request("/v1/solve", 200, 0.01)
    text = metrics.text()
    assert text is not None
    assert b'nonogram_requests_total{route="/v1/solve",status="200"} 1.0' in text
    assert b"nonogram_jobs_open 3.0" in text
    monkeypatch.setattr(observing, "METRICS_PACKAGE", "no_such_package")
    metrics = Metrics(lambda: 3)
    metrics.count_request("/v1/solve", 200, 0.01)
    assert metrics.text() is None
    asked = Service._metrics_text(SimpleNamespace(metrics=metrics), None)  # type: ignore[arg-type]
    with pytest.raises(RefusedError, match=r"`.*\bserver\b.*` installs it"):
        asyncio.run(asked)
