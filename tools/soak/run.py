"""Uses the program at random for as long as you like, and says whether it broke or grew.

    python tools/soak/run.py --minutes 60 --seed 1

Everything that a person can do is done: mouse and keys on the board, menus, dialogs, pictures
scanned and made into puzzles, methods watched and compared, films before the camera. Every action
is logged; ``--replay LOG`` does the same again. Now and then all windows are closed, the same
puzzle is laid on the desk, and what the program holds is measured. It fails (exit code 1) after an
exception, an error dialog or an error in the log, and if after the warm-up the program keeps more
memory, file descriptors, threads, widgets or objects than it may.

It runs without a screen unless QT_QPA_PLATFORM is set. Linux only: it reads /proc, and the kernel
keeps it from writing outside of a folder of its own (see confine.py), for it presses any button.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2])]

from confine import confine


def main() -> int:
    """The exit code: 1 if something is wrong, 2 if it cannot run."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=int, default=10, help="ms between actions")
    parser.add_argument("--every", type=float, default=30, help="s between measurements")
    parser.add_argument("--warm-up", type=float, default=300, help="s that do not count")
    parser.add_argument("--growth", type=float, default=10, help="MB that it may grow then")
    parser.add_argument("--only", action="append", help="just this action; several times for more")
    parser.add_argument("--log", type=Path, default=Path("soak.log"))
    parser.add_argument("--replay", type=_absolute, help="do what this log says")
    wishes = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="soak-"))
    print(f"seed {wishes.seed}, files in {folder}, log in {wishes.log}", flush=True)
    with wishes.log.open("w", encoding="utf-8", buffering=1) as log:
        _go_into(folder)
        try:
            confine([folder, Path("/dev")])
        except OSError as error:
            print(f"not begun: {error}", file=sys.stderr)
            return 2
        # Only now: these start threads, and the rule holds for those that begin later.
        from stage import Stage
        from walk import Walk

        stage = Stage(folder, wishes.seed)
        walk = Walk(stage, wishes, log)
        walk.start()
        stage.application.exec()
    for text, count in sorted(stage.warnings.items(), key=lambda pair: -pair[1])[:20]:
        print(f"Qt said {count} times: {text}")
    wrong = walk.verdict()
    print(*(wrong or ["nothing is wrong"]), sep="\n", flush=True)
    return 1 if wrong else 0


def _absolute(text: str) -> Path:
    return Path(text).absolute()


def _go_into(folder: Path) -> None:
    """What has no place of its own is written here."""
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
