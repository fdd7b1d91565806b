"""Work on untrusted pictures in a child process with limits on memory, time and pixels.

A file of 400 bytes can demand gigabytes or hours, and neither Ctrl+C nor a thread can stop a
compiled decoder. So pictures, drawings and films are decoded in child processes only:

1. **The header.** :func:`~recognizer.sandbox.limits.check_size` refuses too many pixels, too long
   sides and extreme proportions before any work. Pillow opens the kinds that
   :mod:`recognizer.images` names, and no others. ``helper/images/svg.py`` checks drawings.
2. **Memory and time.** :func:`~recognizer.sandbox.limits.limited` sets the limits in the child.
   :func:`~recognizer.sandbox.limits.why_it_ended` makes a sentence from its exit code.
3. **The parent** kills the child at Ctrl+C or Cancel, or when the time by the clock is over.

The command line uses a :class:`~recognizer.sandbox.process.SandboxedObject`: an object in a child,
whose methods are called with limits. ``create`` gets its ``Motif`` from it
(``helper/images/loading.py``), ``scan`` its ``Reading`` (:mod:`recognizer.scanner`), ``ar`` the
frames of films (:mod:`recognizer.live.capture.recorded`). The window's children (``Job``,
``RequestProcess``, ``ChildRunner``, the capture) call ``limited`` themselves, around the decoding
and then around the reading. Each child tells its parent which limits hold
(:func:`~recognizer.sandbox.limits.tell_limits`): so the sentence names the phase in which it died,
and the parent kills it when the time by the clock is over.
Pictures from the clipboard are passed on as bytes and never decoded by Qt.

A test lists all places that decode pictures, and those that read puzzles in them. The one exception
is a PNG with one pixel a cell (:mod:`puzzles.formats.png`): at most 200 x 200 pixels, which Python
decodes with ``zlib`` alone, no further than the header's size.
"""
