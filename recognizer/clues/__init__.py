"""Read the clues: from a lattice to the numbers beside it.

In this order: ``clue_areas`` (which part is the board, which are clue boxes), ``rectification``
(the page beside the board made flat; where it bends on, ``outer_bend`` follows its print),
``clue_boxes`` (printed boxes) or ``binarization`` and
``glyphs`` (ink), ``token_search`` (places of numbers), ``segmentation`` (which digits form one
number), ``digit_classifier`` (a network reads each place, see ``docs/maintainers/digits.md``),
``non_clue_filter`` (titles and captions). ``area_reader`` reads the numbers of one clue area;
``clue_reading`` chooses the side of the board and the places that are read best.
For a second reading ``evened`` makes pale, bold, framed and struck numbers alike, ``number_boxes``
takes away the boxes around single numbers, and ``strokes`` what crosses them out.

* **The board has clues on two sides**, without empty boxes between them and the board. So border
  cells full of numbers are clues, and boxes without numbers beside the board belong to it.
* **Numbers are read whole**, so digits that touch do no harm. The network was trained with drawn
  numbers only, so real pictures remain for testing; that for handwriting learned MNIST, too.

A style of clue boxes on paper is added to ``clue_boxes``, and its test picture to
``tools/photographs/prints.py``.
"""
