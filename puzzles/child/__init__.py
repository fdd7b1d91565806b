"""Child processes: work that must not stop the program, must be stoppable, or is not trusted.

There is one kind. A child makes an object and calls functions with it, one after the other, within
limits of memory and time if there are any. Nothing is shared with it but the memory for a camera's
frames (:mod:`recognizer.live.capture.shared_frames`), of which only the newest is wanted.

* :mod:`~puzzles.child.child`: a :class:`~puzzles.child.child.Child` is the parent's side. A stop is
  a message; a child that does not stop in time is killed, and its end is one sentence.
* :mod:`~puzzles.child.pool`: several, each with one call at a time;
  :mod:`~puzzles.child.newest`: one that answers the newest request.
* :mod:`~puzzles.child.serving`: what runs in the child, with ``report`` and ``should_stop``.
* :mod:`~puzzles.child.limits`: the limits that work in a child sets for itself.
* :mod:`~puzzles.child.process` and :mod:`~puzzles.child.channel`: the process, and what goes
  between.

What uses them: ``Job`` and ``RequestProcess`` of the window are bridges to its thread
(:mod:`helper.workers`); :func:`puzzles.many.run_many` works on items; the service and ``scan`` have
pools. The machines of a cluster (:mod:`puzzles.cluster`) stay apart: Dask starts their processes.
"""
