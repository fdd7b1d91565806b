"""Soak test: uses the program at random for any time, and reports faults and growth.

    python tools/soak/run.py --minutes 60 --seed 1

The actions are those of a user: mouse and keys on the board, menus, dialogs, scanning pictures and
making puzzles of them, watching and comparing methods, films before the camera. Every action is
logged; ``--replay LOG`` repeats them. Now and then all windows are closed, the same puzzle is
opened, and memory and other resources are measured. The test fails (exit code 1) after an
exception, an error dialog or an error in the log, and if after the warm-up memory, file
descriptors, threads, widgets or objects grow more than permitted.

The walk is a process of its own. All that it prints, the stacks of all threads if it crashes, and
its exit code or signal are in a file beside the log, also if the output goes to ``tail``.

It runs without a screen unless QT_QPA_PLATFORM is set. Linux only: it reads /proc. It presses any
button, so the kernel prevents it from writing outside a temporary folder, see confine.py.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from datetime import datetime
from pathlib import Path

os.environ["NONOGRAM_LANGUAGE"] = "en"  # commands that are never used are named in English
sys.path.insert(0, str(Path(__file__).parents[2]))

from puzzles.system import SYSTEM
from tools.soak.confine import confine
from tools.soak.keep import kept

ROOT = Path(__file__).parents[2]
_IS_WALK = "NONOGRAM_SOAK_WALK"
"""The variable that tells the process of the walk from the one that watches it."""


def main() -> int:
    """Run the test; return 1 if something is wrong, 2 if it cannot run."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=int, default=10, help="ms between actions")
    parser.add_argument("--every", type=float, default=30, help="s between measurements")
    parser.add_argument("--warm-up", type=float, default=300, help="s before growth counts")
    parser.add_argument("--growth", type=float, default=10, help="MB of growth permitted then")
    parser.add_argument("--only", action="append", help="only this action; may be repeated")
    parser.add_argument("--log", type=_absolute, help="by default a new file in build/soak")
    parser.add_argument("--replay", type=_absolute, help="repeat the actions of this log")
    options = parser.parse_args()
    if _IS_WALK in os.environ:
        SYSTEM.die_with_parent()
        return _walk(options)
    log = options.log or ROOT / "build/soak" / f"{datetime.now():%Y%m%d-%H%M%S}-{options.seed}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    os.environ[_IS_WALK] = "yes"
    command = [sys.executable, "-X", "faulthandler", __file__, *sys.argv[1:], "--log", str(log)]
    return kept(command, log.with_suffix(".out"))


def _walk(options: argparse.Namespace) -> int:
    folder = Path(tempfile.mkdtemp(prefix="soak-"))
    print(f"seed {options.seed}, files in {folder}, log in {options.log}", flush=True)
    with options.log.open("w", encoding="utf-8", buffering=1) as log:
        _use_folder(folder)
        try:
            confine([folder, Path("/dev")])
        except OSError as error:
            print(f"not started: {error}", file=sys.stderr)
            return 2
        # Imported late: these start threads, and only later threads are confined.
        from tools.soak.stage import Stage
        from tools.soak.walk import Walk

        stage = Stage(folder, options.seed)
        walk = Walk(stage, options, log)
        walk.start()
        stage.application.exec()
    for text, count in sorted(stage.warnings.items(), key=lambda pair: -pair[1])[:20]:
        print(f"Qt message, {count} times: {text}")
    wrong = walk.verdict()
    print(*(wrong or ["nothing is wrong"]), sep="\n", flush=True)
    return 1 if wrong else 0


def _absolute(text: str) -> Path:
    return Path(text).absolute()


def _use_folder(folder: Path) -> None:
    """Redirect all user and temporary folders into a folder, and change to it."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for name in ("tmp", "config", "cache", "runtime"):
        (folder / name).mkdir(mode=0o700)
    os.environ |= {
        "HOME": str(folder),
        "TMPDIR": str(folder / "tmp"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "XDG_RUNTIME_DIR": str(folder / "runtime"),
        "NONOGRAM_HOME": str(folder / "home"),
    }
    sys.path[:] = [str(Path(entry).absolute()) for entry in sys.path]
    os.chdir(folder)
    tempfile.tempdir = None


if __name__ == "__main__":
    sys.exit(main())
