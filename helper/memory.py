"""How much memory this process has had at most."""

from __future__ import annotations

import sys
from pathlib import Path


def peak_memory() -> int:
    """The most resident memory of this process until now, in bytes; 0 if it cannot be told.

    On Linux ``ru_maxrss`` survives exec, so a child would begin with its parent's peak; the
    kernel's other count does not.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        return int(status.split("VmHWM:")[1].split()[0]) * 1024
    except (OSError, LookupError, ValueError):
        pass
    try:
        import resource
    except ImportError:
        return _peak_on_windows()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _peak_on_windows() -> int:
    import ctypes

    class Counters(ctypes.Structure):
        """PROCESS_MEMORY_COUNTERS."""

        _fields_ = (
            ("cb", ctypes.c_uint32),
            ("faults", ctypes.c_uint32),
            ("peak", ctypes.c_size_t),
            ("others", ctypes.c_size_t * 7),
        )

    windll = getattr(ctypes, "windll", None)
    if windll is None:
        return 0
    kernel = windll.kernel32
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    counters = Counters(cb=ctypes.sizeof(Counters))
    process = ctypes.c_void_p(kernel.GetCurrentProcess())
    if not kernel.K32GetProcessMemoryInfo(process, ctypes.byref(counters), counters.cb):
        return 0
    return int(counters.peak)
