"""What differs between Linux, macOS and Windows, behind one object: :data:`SYSTEM`.

=====================  =======================  ==========================  =======================
what                   Linux                    macOS                       Windows
=====================  =======================  ==========================  =======================
children end with      prctl                    a thread asks for the       a job object of the
the program                                     parent five times a second  program
memory of a child      RLIMIT_DATA              a thread measures it and    a job object of the
                                                ends the process            child
processor time         RLIMIT_CPU               RLIMIT_CPU                  a job object
priority               nice                     nice                        priority class
memory in use          /proc                    proc_pid_rusage             GetProcessMemoryInfo
locks of files         flock                    flock                       an open file cannot be
                                                                            removed
private files          0600, 0700               0600, 0700                  the access list of the
                                                                            user's folder
languages              the environment          AppleLanguages              preferred UI languages
=====================  =======================  ==========================  =======================

:class:`~puzzles.system.common.System` says what each function promises, and is the substitute for
systems that are none of these. The implementations for macOS and Windows get the functions of their
system as an argument, so that tests on Linux run them with others.
"""

from __future__ import annotations

import sys

from puzzles.system.common import OUT_OF_MEMORY, System

__all__ = ["OUT_OF_MEMORY", "SYSTEM", "System", "system_of"]


def system_of(platform: str) -> System:
    """The implementation for a system.

    Args:
        platform: As :data:`sys.platform` names it.
    """
    if platform == "win32":
        from puzzles.system.windows import Windows

        return Windows()
    if platform == "darwin":
        from puzzles.system.macos import MacOS

        return MacOS()
    if platform.startswith("linux"):
        from puzzles.system.linux import Linux

        return Linux()
    try:
        from puzzles.system.posix import Posix
    except ImportError:  # not a POSIX system, or half of one
        return System()
    return Posix()


SYSTEM = system_of(sys.platform)
"""The system on which this program runs."""
