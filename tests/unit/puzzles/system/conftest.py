"""On Windows the implementations for POSIX cannot be imported: it has no fcntl."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("fcntl") else ["test_macos.py", "test_seam.py"]
