"""The sentences for deductions and trials, made of reasons and of what becomes of cells."""

from __future__ import annotations

from puzzles.model import Puzzle
from puzzles.words import _, capitalized, either, forms, paragraph, plural, worded
from solver.logic.cell_texts import cell_text, result_text, state_text
from solver.logic.deduction import Deduction, Trial
from solver.logic.reasons import failure_text, reason_text
from solver.logic.techniques import Technique


def sentence(deduction: Deduction, puzzle: Puzzle, most_parts: int | None = None) -> str:
    """Why and what, as one or more sentences.

    Args:
        deduction: What is told.
        puzzle: The puzzle.
        most_parts: Cells that would need more numbers than this are only counted, where a board
            beside the text marks them.

    >>> from solver.logic.steps import Reasoner
    >>> puzzle = Puzzle.from_numbers([[3], [1]], [[1], [1], [2]])
    >>> sentence(Reasoner(puzzle).next(), puzzle)
    'Row 1: The 3 fills the whole line. So cells 1 to 3 must be shaded.'
    """
    if deduction.line is None:
        return _trial_text(deduction, puzzle, most_parts)
    name, reason = deduction.line.title, reason_text(deduction, puzzle)
    states = [*deduction.states, *_joined_states(deduction, puzzle)]
    result = result_text(states, deduction.lost, puzzle, deduction.line, most_parts)
    return worded("{line}: {sentences}", line=name, sentences=paragraph(reason, result))


def _joined_states(deduction: Deduction, puzzle: Puzzle) -> list[tuple[int, int]]:
    """The cells of runs that are joined to one: what becomes of them is told as one run."""
    line, cells = deduction.line, []
    for evidence in deduction.evidence:
        if line is None or evidence.kind != "one block":
            continue
        for at in {at for run in evidence.runs for at in range(*run)}:
            row, column = (at, line.index) if line.is_column else (line.index, at)
            cells.append((row * puzzle.width + column, 1 << evidence.color))
    return list(dict.fromkeys(cells))


def place_text(deduction: Deduction, puzzle: Puzzle) -> str:
    """Where to look, without the reason: the first stage of a hint."""
    if deduction.line is not None:
        return worded("Look at {line}.", line=deduction.line)
    return worded(
        "No line helps by itself. Look at {cell}.", cell=cell_text(deduction.trials[0].cell, puzzle)
    )


def _trial_text(deduction: Deduction, puzzle: Puzzle, most_parts: int | None) -> str:
    result = result_text(deduction.states, deduction.lost, puzzle, None, most_parts)
    if deduction.technique is Technique.TWO_WAY:
        tried = cell_text(deduction.trials[0].cell, puzzle)
        states = [state_text(trial.state, puzzle) for trial in deduction.trials]
        text = (
            _("{cell} is {states}, and both lead to the same.")
            if len(states) == 2
            else _("{cell} is {states}, and each of these leads to the same.")
        )
        return paragraph(capitalized(worded(text, cell=tried, states=either(states))), result)
    (trial,) = deduction.trials
    if trial.contradiction is None:
        one, many = forms(
            "If {cell} were {state}, no way to go on would succeed ({count} further assumption).",
            "If {cell} were {state}, no way to go on would succeed ({count} further assumptions).",
        )
    elif trial.trials:
        one, many = forms(
            "If {cell} were {state}, {line} could not be completed after {count} further"
            " assumption.",
            "If {cell} were {state}, {line} could not be completed after {count} further"
            " assumptions.",
        )
    else:
        one = many = _("If {cell} were {state}, {line} could not be completed.")
    cell, state = cell_text(trial.cell, puzzle), state_text(trial.state, puzzle)
    text = plural(trial.trials, one, many, cell=cell, state=state, line=trial.contradiction)
    return paragraph(text, result)


def trial_sentences(trial: Trial, puzzle: Puzzle) -> list[str]:
    """The steps of a trial, one sentence or more each, with the assumption and the end.

    Empty if it leads nowhere without trials in trials, which are not told.
    """
    if not is_told(trial):
        return []
    texts = [trial_start_text(trial, puzzle)]
    texts += [sentence(step, puzzle) for step in trial.steps]
    if trial.contradiction is not None:
        texts.append(trial_end_text(trial, puzzle))
    return texts


def is_told(trial: Trial) -> bool:
    """Whether it is told how a trial goes on."""
    return bool(trial.steps) or trial.contradiction is not None


def trial_start_text(trial: Trial, puzzle: Puzzle) -> str:
    """The assumption of a trial."""
    return worded(
        "Assume that {cell} is {state}.",
        cell=cell_text(trial.cell, puzzle),
        state=state_text(trial.state, puzzle),
    )


def trial_end_text(trial: Trial, puzzle: Puzzle) -> str:
    """The contradiction of a trial, and why it is one."""
    assert trial.contradiction is not None
    line, reason = trial.contradiction.title, failure_text(trial, puzzle)
    end = _("So this line cannot be completed.")
    return worded("{line}: {sentences}", line=line, sentences=paragraph(reason, end))
