"""The colours of the open puzzle beside the board.

``ink_choice`` chooses the colour to paint with; ``editing`` changes the colours of a drawing, with
:mod:`puzzles.colors`.
"""
