"""Runs first in the frozen program: Ctrl+C ends it while it loads.

Python would raise an exception in PyInstaller's own modules, which print it. ``main.py`` goes back
to exceptions.
"""

import signal

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
