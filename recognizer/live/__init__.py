"""Live video: track a puzzle in front of a camera, read it, solve it, paint the solution.

::

    camera ── child process ── newest frame ─> LiveView.process ─> Scene ── painted ─> window, film
                                                 │  ▲
                              one task at a time ▼  │ used in a later frame
                                   child process: find, read more, conclude, marks and hint

``LiveView.process(frame)`` is called for one frame after the other and never waits. The ``Scene``
that it returns belongs to that frame, so the overlay does not lag. Only the newest frame counts:
older ones are dropped in the capture (``FrameRing``) and in the window (``helper/camera/feed.py``).

``scene`` has the values. ``live_view`` follows one board first, and decides which task comes next;
``other_boards`` are those beside it on the page. ``board_in_view`` is one board with all that is
known of it: ``tracked_puzzle`` is the grid that is tracked now, ``known_puzzle`` its puzzle.
``recent_frames`` has the frames of which the sharpest is read.
:mod:`.capture` gets the frames, :mod:`.tracking` says where the page is, :mod:`.reading` has the
tasks, :mod:`.painting` draws the solution, :mod:`.command` is ``nonogram ar``.

* **Feature points give the approximate pose; the printed lines refine it**, to a fiftieth of a
  cell (:mod:`.tracking.lattice_tracker`).
* **Tracking does not verify** (:mod:`.tracking.verification`). In case of doubt nothing is painted.
  A page is lost if its numbers are others (``verification``) or it is out of sight
  (``optical_flow``, ``lattice_tracker``); ``live_view`` acts on both.
* **Reading runs in a process of its own**, since it is mostly Python. Tracking runs in the thread
  that also paints, since it is mostly OpenCV and takes 10 ms.
* **Each board of a page has a tracker of its own**, since a page bends and a hand hides one of
  them. They are read one after the other; the others wait until the first one is known.
* **A frame is old when its reading is there.** The points are tracked through the frames since.
* **Frames are not independent**, so each further frame counts for less
  (:mod:`.reading.consensus`). A number that a hand covered returns, since covering is more likely
  than appearing.
"""
