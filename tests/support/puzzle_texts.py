"""Texts of puzzle files that several tests read."""

from __future__ import annotations

from puzzles.formats import Format
from puzzles.formats.mk import CWD, MK, NIN
from puzzles.formats.olsak import OLSAK
from puzzles.formats.picross import PICROSS

CHICK = "height 7\nwidth 7\nrows\n3\n2.1\n3.2\n5\n4\n1\n2\ncolumns\n1\n3\n1.3\n5.1\n4\n3\n2\n"
NONNY = "width 3\nheight 2\n{}\nrows\n{}\ncolumns\n{}\n"
FREENONO_TEXT = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<FreeNono>
<Nonograms>
<Nonogram name="Cat &amp; dog" desc="a pet" author="Ann" difficulty="2" level="7" \
height="2" width="3">
<line> x _ x </line>
<line> x x _ </line>
</Nonogram>
</Nonograms>
</FreeNono>
"""
GNONOGRAMS_TEXT = """[Description]
100%25 cat
Ann
2024-12-11T10:36:56+0000
2 // Difficulty
// [License] (unused)
[Dimensions]
2 // Rows
3
[Row clues]
1, 1
2
[Column clues]
2
1
1
[Solution grid]  // 0 = Unknown, 1 = Empty, 2 = Filled (optional)
2 1 2\x20
2 2 1\x20
[Locked] // Whether game is read-only
true
[Working grid]
2 0 0\x20
0 0 1\x20
[State]
GNONOGRAMS_GAME_STATE_SOLVING
[History]
0,0,2,0;
"""
LIST_TEXTS: dict[Format, str] = {
    MK: "3 4\n2\n0\n1 1\n#\n1 1\n1\n0\n1\n",
    NIN: "4 3\n2\n0\n1 1\n1 1\n1\n0\n1\n",
    CWD: "3\n4\n2\n0\n1 1\n\n1 1\n1\n0\n1\n",
    OLSAK: ":rows\n2\n\n1 1\n:columns\n1 1\n1\n\n1\n:end\n",  # it and others refuse 0
    PICROSS: "GRID\nROWS\n[ 2 ]\n[ ]\n[ 1 1 ]\nCOLUMNS\n[ 1 1 ]\n[ 1 ]\n[ ]\n[ 1 ]\n",
}
PATTERN_ID = "4x3:1.1/1//1/2//1.1"
PATTERN_SAVED = """SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :7:Pattern
PARAMS  :5:10x10
CPARAMS :3:4x3
DESC    :15:1.1/1//1/2//1.1
NSTATES :1:5
STATEPOS:1:4
MOVE    :8:F0,0,2,1
MOVE    :8:E2,0,1,3
MOVE    :8:U2,1,1,1
MOVE    :8:F3,0,1,1
"""
PICMI_SET = """<?xml version="1.0"?>
<picmi name="Animals">
    <board name="Cat &amp; dog" author="Ann" difficulty="6">
        <row>11-</row>
        <row>---</row>
        <row>1-1</row>
    </board>
    <board name="Far" author="Ann" difficulty="1"><xpm>default/far.xpm</xpm></board>
    <board name="Dot" author="Ben" difficulty="0"><row>1</row></board>
</picmi>
"""
XPM_TEXT = """/* XPM */
static char * cat_xpm[] = {
"3 3 2 1",
" 	c None",
".	c #000000",
".. ",
"   ",
". ."};
"""
PUZZ_LINK_ADDRESS = "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h"
PZPRV3_TEXT = (
    "pzprv3/nonogram/6/6/. . . . 1 . 1 . . /. . . 2 1 . 1 2 . /. . . 1 1 1 1 1 . /"
    ". 2 1 # # . # . . /. 1 1 # . . . # . /. c1 2 . # . # # . /. . . . . . . . . /"
    ". 1 1 # . . . # . /. . 3 . # # # + . /"
)
WEBPBN_CLUES = (
    '<color name="white" char=".">fff</color><color name="black" char="X">000</color>'
    '<clues type="columns"><line><count>2</count></line><line><count>1</count></line></clues>'
    '<clues type="rows"><line><count>2</count></line><line><count>1</count></line></clues>'
)
WEBPBN_SAVED = '<solution type="saved"><image>|{}|\n|??|</image><note>{}</note></solution>'


def webpbn_puzzle(*parts: str) -> str:
    return f"<puzzle>{''.join(parts)}{WEBPBN_CLUES}</puzzle>"
