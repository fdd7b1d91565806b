"""A line that gets another clue: which tokens stay, and where unseen numbers are."""

from __future__ import annotations

from recognizer.rules.rewriting import clue_of, with_clue
from recognizer.values import Reading, ReadLine, Segmentation
from tests.support.rule_readings import number, placed, row


def test_the_segmentation_that_differs_least_gets_the_clue() -> None:
    read, near, far = ((number(a), number(b)) for a, b in ((5, 1), (2, 3), (6, 6)))
    line = ReadLine(read, (Segmentation(far, 0.3), Segmentation(near, 0.2)), confidence=0.5)
    reading = Reading(rows=(line,), columns=(ReadLine(()),) * 9)
    changed = with_clue(reading, row(0), clue_of((number(2), number(4))))
    assert changed.is_corrected
    assert changed.lengths == (2, 4)
    assert [n.is_corrected for n in changed.numbers] == [False, True]
    assert [(s.numbers, s.probability) for s in changed.others] == [(read, 0.5), (far, 0.3)]


def test_a_number_that_was_not_seen_lies_between_its_neighbours() -> None:
    read = (placed(3, 0), placed(7, 4))
    reading = Reading(rows=(ReadLine(read),), columns=(ReadLine(()),) * 15)
    changed = with_clue(reading, row(0), clue_of((number(3), number(1), number(7))))
    three, unseen, seven = changed.numbers
    assert (three, seven) == read
    assert (unseen.number, unseen.quad, unseen.candidates) == (1, placed(1, 2).quad, ())
