"""The service as a process: what it answers, what it refuses, and what survives what."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from network.service.actions import ACTIONS, Takes
from puzzles.formats.json_puzzle import clue_values
from tests.support.boards import hard_board
from tests.support.commands import run_here
from tests.support.paths import ROOT
from tests.support.processes import is_running
from tests.support.service import RunningService, children, running_service
from tests.support.waiting import wait_until

SMALL = {"rows": [[3]], "columns": [[1], [1], [1]]}
HARD = clue_values(hard_board()) | {"limit": 100}
TOKEN = "0123456789abcdef"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="children are looked up in /proc")


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    with running_service("-j 1") as running:
        yield running


@pytest.fixture(scope="module")
def guarded() -> Iterator[RunningService]:
    """One that needs a token, and whose queue has two places."""
    with running_service(f"-j 1 --queue 2 --token {TOKEN}") as running:
        running.client.headers["Authorization"] = f"Bearer {TOKEN}"
        yield running


def test_a_small_puzzle_is_answered_at_once(service: RunningService) -> None:
    response = service.post("solve", SMALL)
    assert response.status_code == 200
    assert response.json() | {"seconds": 0} == {
        "puzzle": None, "outcome": "unique", "count": 1, "solutions": [["###"]], "seconds": 0,
        "engine": "native", "complete": True, "note": "", "found": [],
        "format": "nonogram", "width": 3, "height": 1, "palette": None, **SMALL,
    }  # fmt: skip


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: str(action.name))
def test_examples_have_the_keys_that_the_documentation_shows(
    service: RunningService, action: object
) -> None:
    assert action in ACTIONS
    wait = {"Prefer": "wait=60"}
    if action.takes is Takes.PICTURE:
        response = service.client.post(
            "/v1/scan?all=true",
            content=(ROOT / "docs/images/page.png").read_bytes(),
            headers={"Content-Type": "image/png", **wait},
        )
    else:
        response = service.post(action.name, action.example, **wait)
    assert response.status_code == 200, response.text
    if not action.answer:
        assert response.headers["content-type"] == action.media_type(action.example)
        return
    answer, expected = response.json(), action.answer
    assert expected.keys() <= answer.keys()
    if action.answer_key:
        (first, *_), (shown, *_) = answer[action.answer_key], expected[action.answer_key]
        assert shown.keys() <= first.keys()


@pytest.mark.parametrize("name", ["explain", "convert", "print"])
def test_what_a_request_leaves_out_fits_every_form_of_the_answer(
    service: RunningService, name: str
) -> None:
    action = next(each for each in ACTIONS if each.name == name)
    (to,) = (each for each in action.options if each.name == "to")
    # Pictures need the goal, taai this size.
    puzzle = {"rows": [[25]] * 25, "columns": [[25]] * 25, "goal": ["#" * 25] * 25}
    requests: list[dict[str, object]] = [{"to": form} for form in to.choices]
    if name == "print":
        requests.append({"to": "html", "playable": True})
    for request in requests:
        response = service.post(name, puzzle | request, Prefer="wait=60")
        assert response.status_code == 200, (request, response.text)


@pytest.mark.parametrize("words", ["solve --json", "rate --json", "check --json"])
def test_the_answer_is_the_json_of_the_command(
    service: RunningService, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(SMALL))
    printed = json.loads(run_here([*words.split(), str(path)]).stdout)
    answer = service.post(words.split()[0], SMALL).json()
    del printed["file"]
    assert answer | {"seconds": 0} == printed | {"seconds": 0}


def test_a_job_has_states_an_answer_and_events(service: RunningService) -> None:
    path = service.begin("explain", SMALL | {"to": "html"})
    with service.client.stream("GET", f"{path}/events") as stream:
        lines = [line for line in stream.iter_lines() if line.startswith("data")]
    assert lines[-1] == 'data: {"state": "done"}'
    job = service.client.get(path).json()
    assert (job["state"], job["status"], job["action"]) == ("done", 200, "explain")
    assert "answer" not in job
    answer = service.client.get(f"{path}/answer")
    assert answer.text.startswith("<!DOCTYPE html>")
    assert "sandbox" in answer.headers["content-security-policy"]


@pytest.mark.clock
def test_a_job_is_cancelled_within_100_ms_and_others_go_on(service: RunningService) -> None:
    assert service.post("solve", SMALL).status_code == 200
    path = service.begin("solve", HARD)
    wait_until(lambda: service.client.get(path).json()["state"] == "running")
    assert service.client.get(f"{path}/answer").status_code == 409
    started = time.monotonic()
    assert service.client.delete(path).json()["state"] == "cancelled"
    assert time.monotonic() - started < 0.1
    assert service.client.get(f"{path}/answer").status_code == 410
    assert service.post("solve", SMALL).status_code == 200


def test_long_work_does_not_delay_short_work(service: RunningService) -> None:
    paths = [service.begin("solve", HARD | {"timeout": 25}) for _ in range(3)]
    for _ in range(3):
        assert service.post("solve", SMALL).status_code == 200
    assert {service.client.get(path).json()["state"] for path in paths} <= {"running", "queued"}
    for path in paths:
        service.client.delete(path)


def test_the_end_of_a_worker_is_the_end_of_one_request(service: RunningService) -> None:
    path = service.begin("generate", {"size": "60x60", "difficulty": "extreme", "count": 20})
    wait_until(lambda: service.client.get(path).json()["state"] == "running")

    def is_killed() -> bool:
        for pid in children(service.process.pid):
            with suppress(ProcessLookupError):  # it has just ended
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.1)
        return bool(service.client.get(path).json()["state"] == "done")

    wait_until(is_killed)
    job = service.client.get(path).json()
    assert (job["status"], list(job["answer"])) == (500, ["error"])
    assert service.post("solve", SMALL, Prefer="wait=60").status_code == 200


def test_workers_have_no_socket(service: RunningService) -> None:
    assert service.post("solve", SMALL).status_code == 200
    links = []
    for pid in children(service.process.pid):
        # Ended meanwhile; a zombie has files that only root may see, and none.
        with suppress(FileNotFoundError, ProcessLookupError, PermissionError):
            for each in Path(f"/proc/{pid}/fd").iterdir():
                with suppress(FileNotFoundError):  # closed meanwhile
                    links.append(str(each.readlink()))
    assert [link for link in links if link.startswith("pipe:")] != []
    assert [link for link in links if link.startswith("socket:")] == []


def test_what_is_wrong_with_a_puzzle_is_a_sentence(service: RunningService) -> None:
    response = service.post("solve", {"rows": [[0, 1]], "columns": [[1], []]})
    assert response.status_code == 422
    assert response.json()["error"]["code"] == "defective"
    assert response.json()["error"]["line"] == {"side": "row", "number": 1}
    assert response.json()["error"]["message"].startswith("row 1: ")
    assert service.post("rate", {"rows": [[2], []], "columns": [[2], []]}).status_code == 422
    response = service.post("solve", {"rows": [[2], []], "columns": [[2], []]})
    assert (response.status_code, response.json()["outcome"]) == (200, "none")
    assert response.headers["nonogram-exit-code"] == "1"


BOMB = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xff\xff\0\0\xff\xff\x08\x02\0\0\0\0\0\0\0"


def test_unknown_actions_are_404_with_and_without_a_body(service: RunningService) -> None:
    for path in ("/v1/hint", "/v1/serve", "/v1/study", "/v1/create", "/nothing"):
        response = service.client.post(path, json=SMALL)
        assert response.status_code == 404
        assert "/docs" in response.json()["error"]["message"]


def test_what_is_wrong_with_a_picture_is_a_sentence(service: RunningService) -> None:
    for data in (b"no picture", BOMB, b"%PDF-1.7\nnothing"):
        response = service.client.post(
            "/v1/scan", content=data, headers={"Content-Type": "image/png", "Prefer": "wait=60"}
        )
        assert response.status_code == 422, response.text
        assert list(response.json()) == ["error"]
        assert response.json()["error"]["message"].startswith(
            ("this file is not", "the PDF file is broken")
        )


@pytest.mark.parametrize(
    "path",
    ["/v1/../../etc/passwd", "/v1/%2e%2e/%2e%2e/etc/passwd", "/v1/solve/", "//v1/solve", "/v1/",
     "/v1/jobs/../solve", "/v1/jobs/%00", "/docs/%2e%2e/main.py", "/v1/solve%00", "/static/x",
     "/v1/jobs/%F0%9F%98%80/answer", "/..%5c..%5cwindows"],
)  # fmt: skip
def test_made_up_paths_lead_nowhere(service: RunningService, path: str) -> None:
    for method in ("GET", "POST", "DELETE", "PUT", "OPTIONS", "TRACE"):
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n"
        answer = raw(service, f"{head}Connection: close\r\n\r\n".encode())
        assert answer.split(b" ")[1] in (b"404", b"405")


def raw(service: RunningService, data: bytes) -> bytes:
    """What comes back for bytes, until the connection is closed."""
    address = urlsplit(service.address)
    with socket.create_connection((address.hostname, address.port), timeout=60) as connection:
        connection.sendall(data)
        return b"".join(iter(lambda: connection.recv(65536), b""))


@pytest.mark.parametrize(
    "data",
    [b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00", b"GET / HTTP/9.9\r\n\r\n",
     b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
     b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n"
     b"Transfer-Encoding: chunked\r\n\r\n-5\r\n"],
)  # fmt: skip
def test_what_is_no_http_is_answered_with_an_error(service: RunningService, data: bytes) -> None:
    head, _, body = raw(service, data).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 4")
    assert "error" in json.loads(body)


def test_other_names_and_other_sites_are_refused(service: RunningService) -> None:
    def status(**headers: str) -> int:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return service.post("solve", SMALL, **named).status_code

    assert status(Host="evil.example") == 403
    assert status(Origin="https://evil.example") == 403
    assert status(Sec_Fetch_Site="cross-site") == 403
    assert status(Origin=service.address.rstrip("/"), Sec_Fetch_Site="same-origin") == 200
    form = service.client.post("/v1/solve", data={"rows": "1"})
    assert form.status_code == 415


def test_large_bodies_are_refused_announced_or_not(service: RunningService) -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(100):
            yield bytes(100_000)

    headers = {"Content-Type": "application/json"}
    for content in (bytes(2_000_000), parts()):
        response = service.client.post("/v1/solve", content=content, headers=headers)
        assert response.status_code == 413
    assert service.post("solve", SMALL).status_code == 200


def test_without_the_token_there_is_nothing_but_the_description(guarded: RunningService) -> None:
    assert guarded.post("solve", SMALL).status_code == 200
    for header in ("", "Bearer x", "Bearer " + TOKEN[:-1], TOKEN, "Basic " + TOKEN):
        refused = guarded.post("solve", SMALL, Authorization=header)
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"] == "Bearer"
        assert guarded.client.get("/metrics", headers={"Authorization": header}).status_code == 401
        assert guarded.client.get("/v1/jobs/x", headers={"Authorization": ""}).status_code == 401
        for path in ("/healthz", "/docs", "/openapi.json"):
            assert guarded.client.get(path, headers={"Authorization": header}).status_code == 200


def test_a_full_queue_is_429_until_there_is_room(guarded: RunningService) -> None:
    paths = [guarded.begin("solve", HARD | {"timeout": 25}) for _ in range(2)]
    full = guarded.post("solve", SMALL)
    assert full.status_code == 429
    assert int(full.headers["retry-after"]) >= 1
    for path in paths:
        guarded.client.delete(path)
    assert guarded.post("solve", SMALL).status_code == 200


def test_metrics_and_the_log_have_no_puzzle() -> None:
    with running_service("-j 1") as running:
        running.post("solve", {"rows": [[3]], "columns": [[1], [1], [1]], "title": "Secret"})
        running.client.get("/Secret?Secret=Secret")
        metrics = running.client.get("/metrics").text
        assert 'nonogram_requests_total{route="/v1/solve",status="200"} 1.0' in metrics
        code, log = running.end()
    assert code == 0
    assert [line["route"] for line in log if line["event"] == "request"] == [
        "/v1/solve", "other", "/metrics",
    ]  # fmt: skip
    assert "Secret" not in json.dumps(log) + metrics


@pytest.mark.clock
def test_running_jobs_end_after_sigterm_and_new_ones_are_refused() -> None:
    with running_service("-j 1") as running:
        path = running.begin("solve", HARD | {"timeout": 1})
        page = running.begin("explain", SMALL | {"to": "html"})
        pids = children(running.process.pid)
        running.process.send_signal(signal.SIGTERM)
        wait_until(lambda: running.client.get("/healthz").status_code == 503)
        assert running.post("solve", SMALL).status_code == 503
        get = running.client.get
        # The page first: the service ends when the answers have been fetched of all jobs that were
        # done after the signal, and it may have been done before.
        wait_until(lambda: get(page).json()["state"] == "done")
        assert get(f"{page}/answer").text.startswith("<!DOCTYPE html>")
        wait_until(lambda: get(path).json()["state"] == "done")
        assert running.process.wait(60) == 0
    wait_until(lambda: not any(map(is_running, pids)))


def test_ctrl_c_ends_with_130() -> None:
    with running_service("-j 1") as running:
        assert running.files != []
        assert running.end(signal.SIGINT)[0] == 130
        assert running.files == []


@pytest.mark.clock
def test_a_second_signal_ends_it_at_once() -> None:
    with running_service("-j 1") as running:
        path = running.begin("solve", HARD | {"timeout": 25})
        wait_until(lambda: running.client.get(path).json()["state"] == "running")
        running.process.send_signal(signal.SIGTERM)
        wait_until(lambda: running.client.get("/healthz").status_code == 503)
        started = time.monotonic()
        assert running.end()[0] == 0
        assert time.monotonic() - started < 8


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("--host 0.0.0.0", "token"),
        ("--host 192.168.0.5 --port 1", "token"),
        ("--token short", "16 characters"),
        (f"--token {TOKEN} --token-file x", "exclude"),
        ("--token-file no-such-file", "no-such-file"),
        (f"--host 192.0.2.1 --token {TOKEN}", "cannot listen"),
    ],
)
def test_it_does_not_start_open_to_others(words: str, part: str) -> None:
    ended = run_here(f"serve {words}")
    assert ended.code == 2
    assert part in ended.stderr.decode()


def test_a_taken_port_is_a_sentence(service: RunningService) -> None:
    ended = run_here(f"serve --port {urlsplit(service.address).port}")
    assert ended.code == 2
    assert "cannot listen" in ended.stderr.decode()
