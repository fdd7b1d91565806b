"""What the library uses of sqlite_utils.

sqlite_utils imports pandas and numpy if they are installed, to store values of their types. The
library has none of them, and the imports take a third of the program's start and 50 MB. So both are
hidden meanwhile.
"""

from __future__ import annotations

import sys

__all__ = ["Database", "Migrations"]

_hidden = {"pandas", "numpy"} - sys.modules.keys()
for _name in _hidden:
    sys.modules[_name] = None  # type: ignore[assignment]
try:
    from sqlite_utils import Database, Migrations
finally:
    for _name in _hidden:
        del sys.modules[_name]
