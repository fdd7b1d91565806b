"""All formats of puzzle files.

A file is read in the first one that is its own by its name or its contents; the last one is tried
with what no other one reads.
"""

from __future__ import annotations

from puzzles.formats.char_grid import CHAR_GRID
from puzzles.formats.csv_clues import CSV
from puzzles.formats.document import Format
from puzzles.formats.freenono import FREENONO
from puzzles.formats.gnonograms import GNONOGRAMS
from puzzles.formats.json_lines import JSON_LINES
from puzzles.formats.json_puzzle import JSON
from puzzles.formats.lp import LP
from puzzles.formats.mk import CWD, MK, NIN
from puzzles.formats.non import NON
from puzzles.formats.nonograms_org import NONOGRAMS_ORG
from puzzles.formats.nonogrid import NONOGRID
from puzzles.formats.olsak import OLSAK
from puzzles.formats.pattern import PATTERN, PATTERN_SAVE
from puzzles.formats.pbm import PBM
from puzzles.formats.picmi import PICMI, XPM
from puzzles.formats.picross import PICROSS
from puzzles.formats.play_link import PLAY_LINK
from puzzles.formats.png import PNG
from puzzles.formats.puzz_link import PUZZ_LINK
from puzzles.formats.shared_text import TEXT
from puzzles.formats.taai import TAAI
from puzzles.formats.webpbn import WEBPBN

FORMATS: tuple[Format, ...] = (
    NON,
    JSON_LINES,
    JSON,
    WEBPBN,
    OLSAK,
    MK,
    NIN,
    CWD,
    CSV,
    PICROSS,
    PBM,
    PNG,
    PATTERN,
    PATTERN_SAVE,
    PUZZ_LINK,
    PICMI,
    XPM,
    GNONOGRAMS,
    FREENONO,
    NONOGRAMS_ORG,
    NONOGRID,
    PLAY_LINK,
    LP,
    TAAI,
    CHAR_GRID,
    TEXT,
)
