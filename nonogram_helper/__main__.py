"""``python -m nonogram_helper`` is the program ``nonogram``."""

import sys

from nonogram_helper import main

if __name__ == "__main__":
    sys.exit(main())
