"""Clues as people share them: each text of the table is the same puzzle."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import FormatError, Puzzle
from puzzles.formats import IncompletePuzzleError, read_all_bytes, read_bytes
from puzzles.formats.shared_text import puzzles_in, understood

Lists = Sequence[Sequence[object]]
ROWS = [[3], [2, 1], [3, 2], [2, 2], [6], [1, 5], [6], [1], [2]]
COLUMNS = [[1, 2], [3, 1], [1, 5], [7, 1], [5], [3], [4], [3]]
CHICK = Puzzle.from_numbers(ROWS, COLUMNS)
FULL_WIDTH = {48 + k: 0xFF10 + k for k in range(10)}


def text(line: Sequence[object], sign: str = " ") -> str:
    return sign.join(map(str, line))


def lines(of: Lists, begin: str = "", sign: str = " ", end: str = "\n") -> str:
    return end.join(f"{begin}{text(line, sign)}" for line in of)


def numbered(of: list[list[int]], begin: str, end: str = ": ") -> str:
    return "\n".join(f"{begin}{k}{end}{text(line)}" for k, line in enumerate(of, 1))


def lettered(of: list[list[int]]) -> str:
    return "\n".join(f"{chr(97 + k)}) {text(line)}" for k, line in enumerate(of))


def letters(of: list[list[int]], sign: str = " ") -> str:
    return sign.join("".join(chr(64 + number) for number in line) for line in of)


def said(of: list[list[int]], begin: str) -> str:
    return "\n".join(f"{begin}{text(line)}" for line in of)


def braces(of: list[list[int]]) -> str:
    return "{" + ", ".join("{" + text(line, ",") + "}" for line in of) + "}"


SHARED = {
    "Python": f"rows = {ROWS}\ncols = {COLUMNS}\n",
    "Python, a call": f">>> print(solve({ROWS}, {COLUMNS}))",
    "numpy": f"row_clues = np.array({ROWS}, dtype=object)\ncolumn_clues = np.array({COLUMNS})",
    "Python with types": f"rows: list[list[int]] = {ROWS}\ncols: list[list[int]] = {COLUMNS}",
    "Python with comments": f"puzzle = (\n  # rows\n  {ROWS},\n  # columns\n  {COLUMNS},\n)",
    "Python, texts": f"rows = {[text(r) for r in ROWS]}\ncols = {[text(c) for c in COLUMNS]}",
    "JavaScript": f"const rowClues = {ROWS};\nlet colClues = {COLUMNS}; // done",
    "TypeScript": f"const rows: number[][] = {ROWS}\nconst cols: number[][] = {COLUMNS}",
    "JavaScript, an object": f"{{\n  rows: {ROWS},\n  cols: {COLUMNS},\n}}",
    "JSON": f'{{"horizontal": {ROWS}, "vertical": {COLUMNS}, "solution": [[0, 1]], "id": 7}}',
    "JSON, nested": f'{{"name": "x", "clues": {{"left": {ROWS}, "top": {COLUMNS}}}}}',
    "JSON, long texts": f'{{"rowHints": "{lines(ROWS, end=chr(92) + "n")}", "columnHints": '
    f'"{lines(COLUMNS, end=chr(92) + "n")}"}}',
    "a pair": f"[{ROWS}, {COLUMNS}]",
    "Java": f"int[][] rows = {braces(ROWS)};\nint[][] cols = {braces(COLUMNS)};",
    "Prolog": f"nonogram({ROWS}, {COLUMNS}, Solution).",
    "YAML": f"rows:\n{lines(ROWS, '  - [', ', ', ']' + chr(10))}]\n"
    f"cols:\n{lines(COLUMNS, '  - [', ', ', ']' + chr(10))}]",
    "lists on lines": f"{lines(ROWS, '[', ', ', ']' + chr(10))}]\n\n"
    f"{lines(COLUMNS, '[', ', ', ']' + chr(10))}]",
    "headings": f"Rows:\n{lines(ROWS)}\n\nColumns:\n{lines(COLUMNS)}",
    "Windows": f"Rows:\r\n{lines(ROWS, end=chr(13) + chr(10))}\r\nColumns:\r\n"
    f"{lines(COLUMNS, end=chr(13) + chr(10))}",
    "no headings": f"{lines(ROWS)}\n\n{lines(COLUMNS)}",
    "nothing between": f"{lines(ROWS)}\n{lines(COLUMNS)}",
    "double spaced": f"{lines(ROWS, end=chr(10) * 2)}\n\n{lines(COLUMNS, end=chr(10) * 2)}",
    "in groups": "\n\n".join(map(lines, (ROWS[:5], ROWS[5:], COLUMNS[:5], COLUMNS[5:]))),
    "a size": f"9 8\n{lines(ROWS)}\n{lines(COLUMNS)}",
    "commas": f"Rows: {lines(ROWS, end=', ')}\nColumns: {lines(COLUMNS, end=', ')}",
    "commas in lines": f"Rows: {lines(ROWS, sign=',', end=' ')}\n"
    f"Cols: {lines(COLUMNS, sign=',', end=' ')}",
    "dots": f"Rows: {lines(ROWS, sign='.', end=' ')}\nCols: {lines(COLUMNS, sign='.', end=' ')}",
    "dashes": f"Rows: {lines(ROWS, sign=chr(0x2013), end=' ')}\n"
    f"Cols: {lines(COLUMNS, sign=chr(0x2013), end=' ')}",
    "slashes": f"{lines(ROWS, end=' / ')}\n{lines(COLUMNS, end=' / ')}",
    "one line": f"{lines(ROWS, end='|')} & {lines(COLUMNS, end='|')}",
    "one line, doubled": f"{lines(ROWS, end=';')}//{lines(COLUMNS, end=';')}",
    "one line, headings": f"rows {lines(ROWS, end='; ')} columns: {lines(COLUMNS, end='; ')}",
    "LaTeX": f"{lines(ROWS, end=' & ')} \\\\\n{lines(COLUMNS, end=' & ')} \\\\",
    "letters": f"{letters(ROWS)}\n{letters(COLUMNS)}",
    "letters in a list": f'["{letters(ROWS)}", "{letters(COLUMNS)}"]',
    "letters on lines": f"Across\n{letters(ROWS, chr(10))}\nDown\n{letters(COLUMNS, chr(10))}",
    "German": f"Waagerecht:\n{lines(ROWS)}\nSenkrecht:\n{lines(COLUMNS)}",
    "German, a sentence": f"Wer kann das? Zeilen von oben: {lines(ROWS, end=', ')}. "
    f"Spalten von links: {lines(COLUMNS, end=', ')}. Danke!",
    "Spanish": f"Filas (de arriba a abajo)\n{lines(ROWS)}\n"
    f"Columnas (de izquierda a derecha)\n{lines(COLUMNS)}",
    "French": f"Lignes :\n{lines(ROWS, '- ')}\nColonnes :\n{lines(COLUMNS, '- ')}",
    "Japanese": f"横のヒント：\n{lines(ROWS, '・', '、')}\n"
    f"縦のヒント：\n{lines(COLUMNS, '・', '、')}",
    "Japanese, brackets": f"【行】\n{lines(ROWS, sign='，')}\n【列】\n{lines(COLUMNS)}",
    "Lithuanian": f"Eilutės: {lines(ROWS, end='; ')}\nStulpeliai: {lines(COLUMNS, end='; ')}",
    "Polish": f"Wiersze\n{lines(ROWS)}\nKolumny\n{lines(COLUMNS)}",
    "Polish, across": f"Poziomo: {lines(ROWS, end='; ')}\nPionowo: {lines(COLUMNS, end='; ')}",
    "named lines": f"{numbered(ROWS, 'Row ')}\n{numbered(COLUMNS, 'Column ')}",
    "named lines, dashes": f"{numbered(ROWS, 'Row ', ' - ')}\n{numbered(COLUMNS, 'Col ', ' - ')}",
    "R1": f"{numbered(ROWS, 'R')}\n{numbered(COLUMNS, 'C')}",
    "numbered": f"{numbered(ROWS, '', ') ')}\n\n{numbered(COLUMNS, '', ') ')}",
    "numbered, dots": f"Rows\n{numbered(ROWS, '', '. ')}\nCols\n{numbered(COLUMNS, '', '. ')}",
    "numbered, tabs": f"Rows\n{numbered(ROWS, '', chr(9))}\nCols\n{numbered(COLUMNS, '', chr(9))}",
    "ordinals": f"{numbered(ROWS, '', '. row: ')}\n{numbered(COLUMNS, '', '. column: ')}",
    "German ordinals": f"{numbered(ROWS, '', '. Zeile: ')}\n{numbered(COLUMNS, '', '. Spalte: ')}",
    "Japanese ordinals": f"{numbered(ROWS, '', '行目：')}\n{numbered(COLUMNS, '', '列目：')}",
    "numbers of lines": f"Rows (9):\n{lines(ROWS)}\nColumns (8):\n{lines(COLUMNS)}",
    "numbers before": f"9 rows:\n{lines(ROWS)}\n8 columns:\n{lines(COLUMNS)}",
    "and": f"Rows:\n{lines(ROWS, sign=' and ')}\nColumnas:\n{lines(COLUMNS, sign=' y ')}",
    "one letter": f"H: {lines(ROWS, end=', ')}\nV: {lines(COLUMNS, end=', ')}",
    "sentence ends": f"rows: {lines(ROWS, end='. ')}.\ncols: {lines(COLUMNS, end='. ')}.",
    "letters before": f"Rows:\n{lettered(ROWS)}\nCols:\n{lettered(COLUMNS)}",
    "as code": f"*Rows:* `{lines(ROWS, end='` `')}`\n*Columns:* `{lines(COLUMNS, end='` `')}`",
    "Rust": f"let rows = vec!{ROWS};\nlet cols = vec!{COLUMNS};".replace("[[", "[vec!["),
    "Go": f"rows := [][]int{braces(ROWS)}\ncols := [][]int{braces(COLUMNS)}",
    "a solution below": f"Rows:\n{lines(ROWS)}\nColumns:\n{lines(COLUMNS)}\n\n"
    "Solution:\n.###....\n",
    "quoted": f"> **Rows**\n{lines(ROWS, '> ')}\n> **Columns**\n{lines(COLUMNS, '> ')}\nHave fun!",
    "code fences": f"My 8x9 puzzle!\n```\n{lines(ROWS)}\n```\n```\n{lines(COLUMNS)}\n```\nEnjoy.",
    "a chat": f"[12:03] Ann: Rows\n{said(ROWS, '[12:04] Ann: ')}\n[12:05] Ann: Columns\n"
    f"{said(COLUMNS, '[12:06] Ann: ')}",
    "another chat": "30/11/2026, 12:03 - Ann: Rows are:\n"
    f"{said(ROWS, '30/11/2026, 12:03 - Ann: ')}\n"
    f"30/11/2026, 12:05 - Ann: Columns\n{said(COLUMNS, '30/11/2026, 12:06 - Ann: ')}",
    "two who talk": f"Ann — Today at 12:03\nRows: {lines(ROWS, end=', ')}\n"
    f"Bob — Today at 12:04\nColumns: {lines(COLUMNS, end=', ')}",
    "tables": f"| Row | Clue |\n|---|---|\n{numbered(ROWS, '| ', ' | ')}\n\n"
    f"| Column | Clue |\n|---|---|\n{numbered(COLUMNS, '| ', ' | ')}",
    "side by side": "Rows\tColumns\n" + "\n".join(
        f"{text(r)}\t{text(c)}".rstrip() for r, c in zip(ROWS, [*COLUMNS, []], strict=True)
    ),
    "a spreadsheet": "\n".join([
        *("\t\t" + "\t".join(text(c[k - 2 :][:1]) if len(c) >= 2 - k else "" for c in COLUMNS)
          for k in range(2)),
        *("\t".join(["", *map(str, r)][-2:] + [""] * len(COLUMNS)) for r in ROWS),
    ]),
    "a page": f"<p>Rows:</p><ul><li>{lines(ROWS, end='</li><li>')}</li></ul><p>Columns:</p>"
    f"<ul><li>{lines(COLUMNS, end='</li><li>')}</li></ul>",
    "a forum": f"[b]Rows[/b][code]\n{lines(ROWS)}[/code]\n"
    f"[b]Columns[/b][code]\n{lines(COLUMNS)}[/code]",
    "spaces of a page": f"Rows:\n{lines(ROWS, sign=chr(0xA0))}\nCols:\n"
    f"{lines(COLUMNS, sign=chr(0x2009))}",
    "wide digits": f"Rows:\n{lines(ROWS).translate(FULL_WIDTH)}\nColumns:\n{lines(COLUMNS)}",
    "a count": f"A puzzle with 9 rows and 8 columns:\nRows - {lines(ROWS, end=', ')}\n"
    f"Columns - {lines(COLUMNS, end=', ')}",
    "sizes of a program": f"numRows = 9\nnumCols = 8\nrows = {ROWS}\ncols = {COLUMNS}",
    "the columns first": f"Columns: {lines(COLUMNS, end=', ')}\nRows: {lines(ROWS, end=', ')}",
    "sentences": f"Here are the rows, from top to bottom\n{lines(ROWS)}\nand the columns, from left"
    f" to right\n{lines(COLUMNS)}",
}  # fmt: skip


SMALL = {
    "lines": f"{letters(ROWS, chr(10))}\n\n{letters(COLUMNS, chr(10))}",
    "two lines": f"{letters(ROWS)}\n{letters(COLUMNS)}",
    "headings": f"rows: {letters(ROWS, ', ')}\ncolumns: {letters(COLUMNS, ', ')}",
    "a list": f"rows = {letters(ROWS).split()}\ncols = {letters(COLUMNS).split()}",
}


@pytest.mark.parametrize("name", SMALL)
def test_small_letters_are_numbers_if_that_makes_a_puzzle(name: str) -> None:
    found = understood(SMALL[name].lower())
    assert found.rows == tuple(text(line, ".") for line in ROWS)
    assert found.columns == tuple(text(line, ".") for line in COLUMNS)


@pytest.mark.parametrize("words", ["the cat sat\non a mat", "rows: to be or not, columns: to be"])
def test_words_are_no_numbers(words: str) -> None:
    assert not understood(words).is_puzzle


UNCLEAR = (
    *("nothing between", "double spaced", "in groups", "a size", "slashes", "one line"),
    *("one line, doubled", "letters in a list", "a spreadsheet"),
)
"""Texts that do not tell where another puzzle begins."""


@pytest.mark.parametrize("name", [name for name in SHARED if name not in UNCLEAR])
def test_another_puzzle_begins_where_its_lists_do(name: str) -> None:
    shared = SHARED[name]
    assert len(puzzles_in(shared)) == 1
    found = read_all_bytes(f"{shared}\n\n{shared}".encode(), "the text")
    assert [(each.puzzle.rows, each.puzzle.columns) for each in found] == [
        (CHICK.rows, CHICK.columns)
    ] * 2


def test_each_puzzle_of_a_text_has_its_title() -> None:
    shared = "Title: Dot\nRows: 1\nColumns: 1\n\nTitle: Line\nRows: 2\nColumns: 1, 1\n"
    found = read_all_bytes(shared.encode(), "the text")
    assert [(each.puzzle.title, each.puzzle.shape) for each in found] == [
        ("Dot", (1, 1)), ("Line", (1, 2)),
    ]  # fmt: skip


def test_lines_named_in_turn_are_one_puzzle() -> None:
    shared = "Row 1: 1 1\nCol 1: 2\nRow 2: 3\nCol 2: 1\nRow 3: 1\nCol 3: 3\n"
    (found,) = puzzles_in(shared)
    assert (found.rows, found.columns) == (("1.1", "3", "1"), ("2", "1", "3"))


HEART = [[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]]
UNKNOWN = [["?", 2], [1], ["?"], [2, 1]], [[2], ["?"], [1], [1, 1]]
WRONG = [[4], [1, 1], [1]], [[1], [2], [1]]


def table(of: Lists, number: str = "{}", head: str = "", begin: int = 1) -> str:
    """A Markdown table whose first column has the numbers of the lines."""
    rows = [f"| {number.format(k)} | {text(line)} |" for k, line in enumerate(of, begin)]
    return "\n".join(([f"| # | {head} |", "|---|---|"] if head else []) + rows) + "\n"


TABLES: dict[str, Callable[[Lists, Lists], str]] = {
    "headings above": lambda rows, columns: f"Rows\n{table(rows)}\nColumns\n{table(columns)}",
    "headings in the table": lambda rows, columns: (
        table(rows, head="Row clues") + "\n" + table(columns, head="Column clues")
    ),
    "no headings": lambda rows, columns: f"{table(rows)}\n{table(columns)}",
    "a dot": lambda rows, columns: f"Rows\n{table(rows, '{}.')}\nColumns\n{table(columns, '{}.')}",
    "bold": lambda rows, columns: (
        f"Rows\n{table(rows, '**{}**')}\nCols\n{table(columns, '**{}**')}"
    ),
    "letters": lambda rows, columns: f"{table(rows, 'R{}')}\n{table(columns, 'C{}')}",
    "words": lambda rows, columns: f"{table(rows, 'Row {}')}{table(columns, 'Column {}')}",
    "from 0": lambda rows, columns: (
        f"Rows\n{table(rows, begin=0)}\nCols\n{table(columns, begin=0)}"
    ),
    "going on": lambda rows, columns: (
        f"Rows\n{table(rows)}\nColumns\n" + table(columns, begin=len(rows) + 1)
    ),
    "no bars outside": lambda rows, columns: "\n".join(
        f"{name}\n" + "\n".join(f"{k}. | {text(line)}" for k, line in enumerate(of, 1))
        for name, of in (("Rows", rows), ("Columns", columns))
    ),
    "lines in columns": lambda rows, columns: "\n\n".join(
        f"| {name} | {' | '.join(str(k) for k in range(1, len(of) + 1))} |\n"
        f"|{'---|' * (len(of) + 1)}\n| Clue | {' | '.join(map(text, of))} |"
        for name, of in (("Row", rows), ("Column", columns))
    ),
}


@pytest.mark.parametrize("puzzle", [HEART, UNKNOWN, WRONG], ids=["whole", "unknown", "wrong"])
@pytest.mark.parametrize("name", TABLES)
def test_numbers_of_lines_in_a_table_are_no_clues(name: str, puzzle: tuple[Lists, Lists]) -> None:
    found = understood(TABLES[name](*puzzle))
    rows, columns = (tuple(text(line, ".") for line in side) for side in puzzle)
    assert (found.rows, found.columns) == (rows, columns)


@pytest.mark.parametrize("name", SHARED)
def test_what_people_share_is_read(name: str) -> None:
    document = read_bytes(SHARED[name].encode(), "the text")
    assert (document.puzzle.rows, document.puzzle.columns) == (CHICK.rows, CHICK.columns)


@pytest.mark.parametrize(
    ("shared", "rows", "columns"),
    [
        ("Rows: 1, 0, 2\nColumns: 1, 0, 1, 1", "1 0 2", "1 0 1 1"),
        ("5x3\nRows\n1\n\n2\nColumns\n1\n\n1\n1\n0", "1 0 2", "1 0 1 1 0"),
        ("Rows:\n- 1\n- \n- 2\nCols:\n- 1\n- 1\n- 1", "1 0 2", "1 1 1"),
        ("Zeilen:\n1\nleer\n2\nSpalten:\n1\n1\n1", "1 0 2", "1 1 1"),
        ("rows=[[1],[],[2]]\ncols=[[1],[1],[1]]", "1 0 2", "1 1 1"),
        ("Row 1: 1\nRow 3: 2\nColumn 1: 1\nColumn 2: 1\nColumn 3: 1", "1 0 2", "1 1 1"),
        ("rows = [1, (1, 1), 1]\ncols = [1, [1, 1], 1]", "1 1.1 1", "1 1.1 1"),
        ("rows = (1), (1,1), (1)\ncols = (1), (1,1), (1)", "1 1.1 1", "1 1.1 1"),
        ("[1, 2, 1], [1, 2, 1]", "1 2 1", "1 2 1"),
        ("1\n1 1\n1\n---\n1\n1 1\n1", "1 1.1 1", "1 1.1 1"),
        ("Rows\n1\n1 1\n1\n\n1\n1 1\n1", "1 1.1 1", "1 1.1 1"),
        ("1\n1 1\n1\nColumns\n1\n1 1\n1", "1 1.1 1", "1 1.1 1"),
        ("rows:\n- - 1\n- - 1\n  - 1\n- - 1\ncols:\n- - 2\n- []\n- - 2", "1 1.1 1", "2 0 2"),
        ("Rows:\n* 1\n* 2\n* 1\nCols:\n* 1\n* 2\n* 1", "1 2 1", "1 2 1"),
        ("Rows:\n1\n*\n2 ?\nCols:\n1\n1\n*", "1 * 2.?", "1 1 *"),
        ('{"rows": [[1], null, [null, 1]], "x": 3, "cols": [[1], [1], 1],}', "1 * ?.1", "1 1 1"),
        ("Rows: 1 1,3,2 1\nColumns: 2,2,2,2", "1.1 3 2.1", "2 2 2 2"),
        ("Rows: 1,1 3 2,1\nColumns: 2,2,2,2", "1.1 3 2.1", "2 2 2 2"),
        ("Rows: 1a, 1a 1b\nColumns: 2a, 1b", "1a 1a.1b", "2a 1b"),
    ],
)  # fmt: skip
def test_lines_that_may_be_read_in_several_ways(shared: str, rows: str, columns: str) -> None:
    found = understood(shared)
    assert (found.rows, found.columns) == (tuple(rows.split()), tuple(columns.split()))


def test_a_title_is_kept_and_what_is_not_certain_is_said() -> None:
    certain = read_bytes(b"Title: Dot\nRows: 1\nColumns: 1", "text")
    assert (certain.puzzle.title, certain.notes) == ("Dot", ())
    (note,) = read_bytes(SHARED["no headings"].encode(), "text").notes
    assert note == "The text does not say which lines are the rows: the first ones are."
    (note,) = read_bytes(b"Rows: 1\nColumns: 1\nI have 3 cats and 12 dogs\n", "text").notes
    assert note == "1 line of the text is not understood: “I have 3 cats and 12 dogs”."


@pytest.mark.parametrize(
    ("shared", "said"),
    [
        ("Rows: 1, 1 1, 1", "3 rows are understood, and no columns: write 'Columns' above them"),
        ("cols = [[1], [1, 1], [1", "3 columns are understood, and no rows: write 'Rows' above"),
        ("1 2 3", "3 lines of clues are understood, but not where the columns begin"),
        ("0664 1234567\n0664 7654321", "not a puzzle file of a known format"),
        ("Lorem ipsum dolor sit amet", "not a puzzle file of a known format"),
        ("I have 3 cats and 2 dogs.\nCall me at 555 1234.", "not a puzzle file of a known format"),
        ("In this row, 3 people sat; in that column, 4.", "not a puzzle file of a known format"),
        ("2 milk\n3 eggs\n\n1 bread", "not a puzzle file of a known format"),
        ("for i in range(10):\n    for j in range(20):\n        x[i][j] = (1, 2)", "of clues"),
    ],
)
def test_no_puzzle_is_said_with_what_is_understood(shared: str, said: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_bytes(shared.encode(), "the text")
    assert said in str(caught.value)


def test_a_text_file_without_clues_says_what_is_needed() -> None:
    with pytest.raises(FormatError, match="no clues are found in it: write 'Rows'"):
        read_bytes(b"hello", "a.txt")


def test_an_error_of_a_named_format_stays() -> None:
    shared = b"Rows, 1 1, 3\nCols, 2, 1 1"
    assert read_all_bytes(shared, "the text")
    with pytest.raises(FormatError, match="expected a number, found 'x'"):
        read_all_bytes(b"Rows, 1 x, 3\nCols, 2, 1 1", "a.csv")


def test_a_puzzle_with_unknown_clues_is_incomplete() -> None:
    with pytest.raises(IncompletePuzzleError) as caught:
        read_bytes(b"Rows: ?, 2\nColumns: 1, 2", "text")
    assert len(caught.value.documents[0].puzzle.unknown_lines) == 1


@given(st.text(max_size=200) | st.text("rows: col[](),;/|&0123?*\n\t-ABx", max_size=200))
def test_any_text_is_understood_or_not(shared: str) -> None:
    found = understood(shared)
    assert all(line for line in (*found.rows, *found.columns))
