"""The service and a real Chromium: its page, and what pages of others cannot do."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.support.service import RunningService, running_service

webdriver: Any = pytest.importorskip("selenium.webdriver")
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="Chromium is not installed")

ATTACK = """
const [address, mode, type, done] = arguments;
fetch(address + "v1/solve", {
    method: "POST", mode: mode, headers: type ? {"Content-Type": type} : {},
    body: JSON.stringify({rows: [[3]], columns: [[1], [1], [1]]}),
}).then(answer => done(answer.type + answer.status), error => done("error"));
"""
"""A page's script that asks the service."""
FORM = """
document.body.innerHTML = `<form method="post" enctype="text/plain"><input
    name='{"rows": [[3]], "columns": [[1], [1], [1]], "title": "' value='"}'></form>`;
document.forms[0].action = arguments[0] + "v1/solve";
document.forms[0].submit();
"""
"""A form that sends valid JSON as text."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(word)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(str(DRIVER)))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    with running_service("-j 1") as running:
        yield running


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!DOCTYPE html><title>Another site</title>")

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def other_site() -> Iterator[str]:
    """The address of a page of another server."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()
        thread.join()


def statuses(service: RunningService) -> list[int]:
    """What requests to solve were answered with."""
    return [line["status"] for line in service.log() if line.get("route") == "/v1/solve"]


def test_pages_of_other_sites_reach_nothing(
    browser: Any, service: RunningService, other_site: str
) -> None:
    for site in (other_site, other_site.replace("localhost", "127.0.0.1")):
        browser.get(site)
        for mode, kind in (("no-cors", ""), ("no-cors", "text/plain"), ("cors", "text/plain"),
                           ("cors", "application/json")):  # fmt: skip
            answer = browser.execute_async_script(ATTACK, service.address, mode, kind)
            assert answer in ("opaque0", "error")  # nothing to read
        browser.execute_script(FORM, service.address)
    found = statuses(service)
    assert 403 in found
    assert {*found} <= {403, 405, 415}


@pytest.mark.parametrize("width", [360, 1280])
def test_the_description_is_accessible(browser: Any, service: RunningService, width: int) -> None:
    axe = pytest.importorskip("axe_core_python.selenium").Axe()
    browser.set_window_size(width, 800)
    browser.get(service.address)
    assert browser.current_url.endswith("/docs")
    found = axe.run(browser, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa"]})
    assert [f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in found["violations"]] == []
    assert browser.execute_script(
        "return performance.getEntriesByType('resource').map(each => each.name)"
    ) == []  # fmt: skip
