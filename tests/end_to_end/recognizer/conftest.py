"""Fixtures of the tests of ``nonogram scan``."""

from tests.support.scan_command import folder, reader  # noqa: F401 - pytest finds them here
