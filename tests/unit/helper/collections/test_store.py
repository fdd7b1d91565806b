"""Collections in the library: numbers, tags, deletions and their undo."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from helper.application.collection_store import (
    CollectionStore,
    KnownPlace,
    Marks,
    NewGame,
    NewPuzzle,
)
from helper.application.deletion_store import Deletion, DeletionStore, ToDelete
from helper.application.library import Library
from helper.application.library_records import Game, GameFacts, GameKey, GameProgress, GameState
from helper.collections.import_work import new_puzzle
from puzzles import LibraryError, Puzzle
from puzzles.errors import LibraryBusyError
from puzzles.formats import Document
from puzzles.formats.non import NON
from tests.support.imports import numbered
from tests.support.languages import speak_another_language


@pytest.fixture
def store(tmp_path: Path) -> CollectionStore:
    made = CollectionStore(Library(tmp_path / "library.sqlite3"))
    add(made, "Birds", *map(numbered, range(4)))
    add(made, "Ships", numbered(10))
    return made


def add(store: CollectionStore, title: str, *puzzles: Puzzle) -> list[bool]:
    new = [new_puzzle(Document(puzzle)) for puzzle in puzzles]
    return [addition.is_added for addition in store.add(title, new)]


def deletions(store: CollectionStore) -> DeletionStore:
    return DeletionStore(store._library)


def shelves(store: CollectionStore) -> dict[str, list[int]]:
    return {
        title: [puzzle.number for puzzle in store.puzzles() if puzzle.collection == name]
        for name, title in store.collections()
    }


def ids(store: CollectionStore) -> list[int]:
    return [puzzle.id for puzzle in store.puzzles()]


def test_puzzles_are_numbered_in_their_order_and_kept_whole(store: CollectionStore) -> None:
    assert shelves(store) == {"Birds": [1, 2, 3, 4], "Ships": [1]}
    first = store.puzzles()[0]
    assert NON.read(store.document(first.id).encode(), "").puzzle == numbered(0)
    assert (first.height, first.width, first.colors, first.tags) == (5, 6, 1, ())


def test_the_same_clues_are_added_once_even_within_one_batch(store: CollectionStore) -> None:
    assert add(store, "Birds", numbered(1)) == [False]
    assert add(store, "Others", numbered(1), numbered(10)) == [False, False]
    assert "Others" not in shelves(store), "nothing to add makes no collection"
    assert add(store, "Others", numbered(20), numbered(20)) == [True, False]
    (found,) = store.add("New", [new_puzzle(Document(numbered(10)))])
    assert found.like == KnownPlace("Ships", 1)


def test_undo_of_a_deletion_restores_everything(store: CollectionStore) -> None:
    store.tag(ids(store)[:2], ["calm"], [])
    store.rename(ids(store)[0], "Robin")
    before = store.puzzles(), store.collections()
    deletion = deletions(store).delete(ToDelete(tuple(ids(store)[:3])))
    assert len(deletion.puzzles) == 3
    assert shelves(store) == {"Birds": [4], "Ships": [1]}
    deletions(store).restore(deletion)
    assert (store.puzzles(), store.collections()) == before
    birds = store.collections()[0].id
    deletion = deletions(store).delete_collection(birds)
    assert shelves(store) == {"Ships": [1]}
    deletions(store).restore(deletion)
    assert (store.puzzles(), store.collections()) == before


def test_deletions_are_undone_in_any_order(store: CollectionStore) -> None:
    before = store.puzzles()
    one = deletions(store).delete(ToDelete(tuple(ids(store)[:1])))
    other = deletions(store).delete_collection(store.collections()[0].id)
    assert len(other.puzzles) == 3, "what was deleted before is not deleted again"
    deletions(store).restore(one)
    assert shelves(store) == {"Birds": [1], "Ships": [1]}
    deletions(store).restore(other)
    assert store.puzzles() == before


def test_a_deleted_puzzle_can_be_imported_again_and_is_not_doubled_by_undo(
    store: CollectionStore,
) -> None:
    deletion = deletions(store).delete(ToDelete(tuple(ids(store)[:2])))
    assert add(store, "Birds", numbered(0)) == [True]
    assert shelves(store)["Birds"] == [3, 4, 5], "numbers are not used again"
    deletions(store).restore(deletion)
    assert shelves(store)["Birds"] == [2, 3, 4, 5]
    clues = [puzzle.clues for puzzle in store.puzzles()]
    assert len(set(clues)) == len(clues)


def test_tags_are_added_and_removed(store: CollectionStore) -> None:
    first, second, *_ = ids(store)
    store.tag([first, second], ["hard", "calm"], [])
    store.tag([first], ["calm"], ["hard", "none"])
    assert [puzzle.tags for puzzle in store.puzzles()[:2]] == [("calm",), ("calm", "hard")]


def test_moved_puzzles_come_last(store: CollectionStore) -> None:
    store.move(ids(store)[:2], "Ships")
    assert shelves(store) == {"Birds": [3, 4], "Ships": [1, 2, 3]}
    before = store.puzzles()
    store.move([puzzle.id for puzzle in before if puzzle.number == 2], "Ships")
    assert store.puzzles() == before, "they are there already"
    store.move(ids(store)[:1], "New")
    assert "New" in shelves(store)


def test_two_collections_have_two_titles(store: CollectionStore) -> None:
    birds, ships = store.collections()
    store.rename_collection(birds.id, "Owls")
    store.rename_collection(birds.id, "Owls")
    with pytest.raises(LibraryError, match="“Owls” already"):
        store.rename_collection(ships.id, "Owls")
    assert set(shelves(store)) == {"Owls", "Ships"}


def test_while_another_program_writes_everything_can_be_read(store: CollectionStore) -> None:
    before = store.puzzles()
    other = Library(store._library.path)
    with other.writing():
        assert store.puzzles() == before
        with pytest.raises(LibraryBusyError):
            deletions(store).delete(ToDelete(tuple(ids(store))))
    deletions(store).restore(Deletion())
    assert store.puzzles() == before


@pytest.mark.parametrize("is_solved", [False, True])
def test_the_marks_of_a_file_are_a_whole_game(store: CollectionStore, is_solved: bool) -> None:
    marks = NewGame("base", "files", 0.5, is_solved)
    puzzle = NewPuzzle("clues", "turned", "Owl", 5, 6, 2, "document", marks)
    (addition,) = store.add("Birds", [puzzle])
    assert addition.marks is Marks.KEPT
    (game,) = store._library.games()
    state = GameState.SOLVED if is_solved else GameState.STARTED
    progress = GameProgress(0, True, state, 0, GameFacts(5, 6, 2, 0.5), is_noted=is_solved)
    expected = Game(game.id, "", "Owl", "base", "files", (), progress, game.changed_at)
    assert game == replace(expected, key=GameKey("clues"))


def test_a_puzzle_that_is_gone_is_said(store: CollectionStore) -> None:
    with pytest.raises(LibraryError, match="has been deleted"):
        store.document(10**6)


def test_the_collection_of_scanned_puzzles_is_one_in_all_languages(
    store: CollectionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(store, "Scanned Puzzles", numbered(20))
    speak_another_language(monkeypatch)
    (place,) = [addition.like for addition in store.add("Ships", [new_puzzle(untouched(20))])]
    assert place == KnownPlace("«Scanned Puzzles»", 1)
    add(store, "«Scanned Puzzles»", numbered(21))
    assert list(shelves(store)) == ["Birds", "Ships", "«Scanned Puzzles»"]
    monkeypatch.undo()
    assert shelves(store)["Scanned Puzzles"] == [1, 2]


def untouched(number: int) -> Document:
    return Document(numbered(number))
