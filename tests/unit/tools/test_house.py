"""The picture of the packages is that of the imports."""

from __future__ import annotations

import grimp

from tools.house import PICTURE, drawing, rooms_of


def test_the_picture_is_that_of_the_imports() -> None:
    assert PICTURE.read_text(encoding="utf-8") == drawing(), "run python tools/house.py"


def test_a_room_is_above_what_it_imports() -> None:
    graph = grimp.ImportGraph()
    for room in ("a.high", "a.low", "a.beside"):
        graph.add_module(room)
        graph.add_module(f"{room}.one")
    for module in ("a", "a.between"):
        graph.add_module(module)
    graph.add_import(importer="a.high.one", imported="a.between")
    graph.add_import(importer="a.between", imported="a.low.one")
    assert rooms_of(graph, "a") == [["high"], ["beside", "low"]]
