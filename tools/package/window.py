"""The entry of the frozen program ``nonogram-helper``: the window."""

import sys

from nonogram_helper import window

if __name__ == "__main__":
    sys.exit(window())
