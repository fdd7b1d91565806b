"""The techniques by which people solve, the simplest first, and their tiers."""

from __future__ import annotations

import enum

from puzzles.words import in_context


class Tier(enum.IntEnum):
    """How hard a technique is for a person; the order counts, not the distance."""

    FORCED_LINE = 1
    """The line has only one placement, or all of its blocks are there."""
    OVERLAP = 2
    """Counting cells from both ends of a line."""
    EDGE_AND_GLUE = 3
    """A block at a wall or near it."""
    GAP_AND_SPLIT = 4
    """Which block a run belongs to, and where blocks cannot be."""
    WHOLE_LINE = 5
    """All placements of a line at once."""
    COLOUR = 6
    """What colour a cell cannot have, before it is known what it is."""
    LOOKAHEAD = 7
    """A trial of one cell whose consequences are followed line by line."""
    DEEP_CONTRADICTION = 8
    """Trials within trials."""

    @property
    def title(self) -> str:
        """The name for people, where it stands alone."""
        return _TIERS[self]


_TIERS = {
    Tier.FORCED_LINE: in_context("how hard a technique is", "Forced line"),
    Tier.OVERLAP: in_context("how hard a technique is", "Overlap"),
    Tier.EDGE_AND_GLUE: in_context("how hard a technique is", "Edge and glue"),
    Tier.GAP_AND_SPLIT: in_context("how hard a technique is", "Gap and split"),
    Tier.WHOLE_LINE: in_context("how hard a technique is", "Whole line"),
    Tier.COLOUR: in_context("how hard a technique is", "Colour"),
    Tier.LOOKAHEAD: in_context("how hard a technique is", "Lookahead"),
    Tier.DEEP_CONTRADICTION: in_context("how hard a technique is", "Deep contradiction"),
}


class Technique(enum.Enum):
    """A way to deduce cells. The order is that in which they are tried: simplest first."""

    COMPLETE_LINE = ("complete line", Tier.FORCED_LINE)
    SIMPLE_BOXES = ("simple boxes", Tier.OVERLAP)
    COMPLETE_BLOCK = ("complete block", Tier.OVERLAP)
    EDGE = ("edge", Tier.EDGE_AND_GLUE)
    GLUE = ("glue", Tier.EDGE_AND_GLUE)
    END_BLOCK = ("end block", Tier.EDGE_AND_GLUE)
    GAP_TOO_SMALL = ("gap too small", Tier.GAP_AND_SPLIT)
    FORCING = ("forcing", Tier.GAP_AND_SPLIT)
    SPLITTING = ("splitting", Tier.GAP_AND_SPLIT)
    JOINING = ("joining", Tier.GAP_AND_SPLIT)
    SIMPLE_SPACES = ("simple spaces", Tier.GAP_AND_SPLIT)
    BLOCK_RANGES = ("block ranges", Tier.GAP_AND_SPLIT)
    WHOLE_LINE = ("whole line", Tier.WHOLE_LINE)
    COLOUR_GAPS = ("one-colour gaps", Tier.COLOUR)
    EDGE_LOGIC = ("edge logic", Tier.LOOKAHEAD)
    TWO_WAY = ("two-way lookahead", Tier.LOOKAHEAD)
    CONTRADICTION = ("contradiction", Tier.LOOKAHEAD)
    DEEP_CONTRADICTION = ("deep contradiction", Tier.DEEP_CONTRADICTION)

    def __init__(self, word: str, tier: Tier) -> None:
        self.id = word
        """In JSON, in the library and in files; the same in every language."""
        self.tier = tier
        self.rank = len(type(self).__members__)
        """0 for the simplest."""

    @property
    def word(self) -> str:
        """The word of options: the id with hyphens."""
        return self.id.replace(" ", "-")

    @property
    def is_of_one_line(self) -> bool:
        """Whether it needs no more than one line."""
        return self.tier < Tier.LOOKAHEAD

    @property
    def label(self) -> str:
        """The name for people within a sentence."""
        return _LABELS[self]

    @property
    def title(self) -> str:
        """The name for people where it stands alone."""
        return _TITLES[self]


def technique_of(word: str) -> Technique:
    """The technique with a word.

    Raises:
        ValueError: There is none.

    >>> technique_of("gap-too-small")
    <Technique.GAP_TOO_SMALL: ('gap too small', <Tier.GAP_AND_SPLIT: 4>)>
    """
    try:
        return _BY_WORD[word]
    except KeyError:
        raise ValueError(word) from None


_BY_WORD = {technique.word: technique for technique in Technique}


def technique_label(technique_id: str) -> str:
    """The name for people of a technique by its id; an unknown id is its own name.

    >>> technique_label("glue"), technique_label("of a later version")
    ('glue', 'of a later version')
    """
    return _LABELS_BY_ID.get(technique_id, technique_id)


def technique_title(technique_id: str) -> str:
    """As :func:`technique_label`, where it stands alone.

    >>> technique_title("glue")
    'Glue'
    """
    return _TITLES_BY_ID.get(technique_id, technique_id)


_LABELS = {
    Technique.COMPLETE_LINE: in_context("a technique", "complete line"),
    Technique.SIMPLE_BOXES: in_context("a technique", "simple boxes"),
    Technique.COMPLETE_BLOCK: in_context("a technique", "complete block"),
    Technique.EDGE: in_context("a technique", "edge"),
    Technique.GLUE: in_context("a technique", "glue"),
    Technique.END_BLOCK: in_context("a technique", "end block"),
    Technique.GAP_TOO_SMALL: in_context("a technique", "gap too small"),
    Technique.FORCING: in_context("a technique", "forcing"),
    Technique.SPLITTING: in_context("a technique", "splitting"),
    Technique.JOINING: in_context("a technique", "joining"),
    Technique.SIMPLE_SPACES: in_context("a technique", "simple spaces"),
    Technique.BLOCK_RANGES: in_context("a technique", "block ranges"),
    Technique.WHOLE_LINE: in_context("a technique", "whole line"),
    Technique.COLOUR_GAPS: in_context("a technique", "one-colour gaps"),
    Technique.EDGE_LOGIC: in_context("a technique", "edge logic"),
    Technique.TWO_WAY: in_context("a technique", "two-way lookahead"),
    Technique.CONTRADICTION: in_context("a technique", "contradiction"),
    Technique.DEEP_CONTRADICTION: in_context("a technique", "deep contradiction"),
}
_TITLES = {
    Technique.COMPLETE_LINE: in_context("a technique", "Complete line"),
    Technique.SIMPLE_BOXES: in_context("a technique", "Simple boxes"),
    Technique.COMPLETE_BLOCK: in_context("a technique", "Complete block"),
    Technique.EDGE: in_context("a technique", "Edge"),
    Technique.GLUE: in_context("a technique", "Glue"),
    Technique.END_BLOCK: in_context("a technique", "End block"),
    Technique.GAP_TOO_SMALL: in_context("a technique", "Gap too small"),
    Technique.FORCING: in_context("a technique", "Forcing"),
    Technique.SPLITTING: in_context("a technique", "Splitting"),
    Technique.JOINING: in_context("a technique", "Joining"),
    Technique.SIMPLE_SPACES: in_context("a technique", "Simple spaces"),
    Technique.BLOCK_RANGES: in_context("a technique", "Block ranges"),
    Technique.WHOLE_LINE: in_context("a technique", "Whole line"),
    Technique.COLOUR_GAPS: in_context("a technique", "One-colour gaps"),
    Technique.EDGE_LOGIC: in_context("a technique", "Edge logic"),
    Technique.TWO_WAY: in_context("a technique", "Two-way lookahead"),
    Technique.CONTRADICTION: in_context("a technique", "Contradiction"),
    Technique.DEEP_CONTRADICTION: in_context("a technique", "Deep contradiction"),
}
_LABELS_BY_ID = {technique.id: label for technique, label in _LABELS.items()}
_TITLES_BY_ID = {technique.id: title for technique, title in _TITLES.items()}
