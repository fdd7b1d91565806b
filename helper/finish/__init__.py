"""The finish of a puzzle: its grid dissolves, and its picture becomes a card with what it took.

``finishing`` begins it and does what the card's buttons say; ``stage`` is the sheet over the board,
on which ``dissolve`` paints the way from the board to its picture; ``card`` is where it ends, and
``facts`` what the card says. Nothing moves if the player or the system wants that; a click or a key
ends what moves at once.
"""
