"""What a soak has written, and how it ended, is in a file whatever becomes of it and its reader."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the soak is for Linux")
KEEP = """
import sys
from pathlib import Path
sys.path.insert(0, "tools/soak")
from keep import kept
command = [sys.executable, "-X", "faulthandler", "-c", sys.argv[1]]
sys.exit(kept(command, Path(sys.argv[2])))
"""


def started(script: str, path: Path) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", KEEP, script, str(path)]
    return subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize(
    ("end", "code", "written"),
    [
        ("sys.exit(1)", 1, ["ended: exit code 1"]),
        (
            "os.abort()",
            134,
            ["Fatal Python error: Aborted", "<module>", "ended: killed by SIGABRT"],
        ),
        ("os.kill(os.getpid(), 9)", 137, ["ended: killed by SIGKILL"]),
        ("raise KeyError('lost')", 1, ["KeyError: 'lost'", "ended: exit code 1"]),
    ],
)
def test_how_it_ended_is_kept(end: str, code: int, written: list[str], tmp_path: Path) -> None:
    script = f"import os, sys; print('step 5656', flush=True); {end}"
    with started(script, tmp_path / "a.out") as running:
        shown, _ = running.communicate()
    assert running.returncode == code
    kept = (tmp_path / "a.out").read_text()
    for each in ["step 5656", *written]:
        assert each in kept
        assert each in shown


def test_it_is_kept_without_a_reader_and_a_signal_reaches_it(tmp_path: Path) -> None:
    script = (
        "import signal, sys, time\n"
        "signal.signal(signal.SIGTERM, lambda *_: sys.exit('asked to end'))\n"
        "print('ready', flush=True)\n"
        "for k in range(1000): print(k, flush=True); time.sleep(0.01)\n"
    )
    running = started(script, tmp_path / "a.out")
    assert running.stdout is not None
    assert running.stdout.readline() == "ready\n"
    running.stdout.close()
    os.kill(running.pid, signal.SIGTERM)
    assert running.wait() == 1
    assert (tmp_path / "a.out").read_text().endswith("asked to end\nended: exit code 1\n")
