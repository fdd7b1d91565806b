"""Where the program is."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
