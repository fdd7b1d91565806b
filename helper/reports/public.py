"""What of an error may be shown to strangers: types, places in the program, its own words.

Nobody can tell a title or a folder from other words, so nothing is *removed* from a private text.
The other way round, only what is known to be public is *kept*: names of the program's files and
functions, of its libraries' modules, types of errors, messages of Python itself, and pieces of
messages that stand in the program's code. The rest becomes ``…`` or ``<path>``.

Public code is all that a person could read on the project's page, so a report holds nothing else.
"""

from __future__ import annotations

import builtins
import errno
import logging
import re
import sys
import time
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from types import CodeType, FrameType, TracebackType

from puzzles.program import PREFIX, short_name

_LIBRARIES = frozenset(
    {"PIL", "PySide6", "click", "constraint", "cv2", "numpy", "platformdirs", "scipy", "shiboken6"}
)
"""Other people's packages, whose modules and functions are named."""
HIDDEN = "…"
"""In place of text that may be the player's."""
HIDDEN_PATH = "<path>"
"""In place of a file that is not the program's."""
_MIN_PIECE = 8
"""The least length of a piece of a message that is kept, in characters: nothing can be spelled from
pieces of this length that also hold a blank between two words."""
_FIRST_FRAMES, _LAST_FRAMES = 15, 35
"""The frames that are shown of a long stack: endless recursion has a thousand."""
_MAX_ERRORS = 8
"""The errors that are shown of a chain or a group."""
_MAX_NUMBER = 10**6
"""A larger number in a log entry may be a number of the player's."""
_FIELD = re.compile(r"\{[^{}]*\}|%[-#0 +.\d]*[a-z]")
"""A field of a template, in both spellings."""
_NAME = r"([A-Za-z_][\w.]*)"
_KNOWN = (
    r"(?:integer |float )?(?:division|floor division|modulo|division or modulo)(?: or modulo)?"
    r" by zero",
    r"maximum recursion depth exceeded(?: in comparison| while calling a Python object)?",
    r"math domain error|cannot unpack non-(?:iterable|sequence) NAME object",
    r"(?:list|tuple|string|bytearray|deque|range object|pop|list assignment|array"
    r"|string index|index) (?:index )?out of range",
    r"pop from (?:an )?empty (?:list|set|deque|dict)|dictionary is empty",
    r"(?:type object )?'NAME' (?:object )?has no attribute 'NAME'",
    r"'NAME' object is not (?:callable|iterable|subscriptable|an iterator|reversible)",
    r"'NAME' object does not support item (?:assignment|deletion)",
    r"'NAME' object cannot be interpreted as an integer",
    r"(?:name|free variable) 'NAME' (?:is not defined|referenced before assignment)",
    r"cannot access local variable 'NAME' where it is not associated with a value",
    r"module 'NAME' has no attribute 'NAME'|No module named 'NAME'",
    r"cannot import name 'NAME' from 'NAME'",
    r"NAME\(\) (?:takes|missing|got) (?:NUMBER |a |an |from |to |at |most |no |but |were |was "
    r"|given|required |positional |keyword-only |argument|arguments|multiple |values |for "
    r"|unexpected |keyword |[s:,() ])+(?:'NAME'(?: and 'NAME')?)?",
    r"unsupported operand type\(s\) for [^\w\s]{1,3}: 'NAME' and 'NAME'",
    r"'[^\w\s]{1,2}' not supported between instances of 'NAME' and 'NAME'",
    r"(?:not enough|too many) values to unpack \(expected NUMBER(?:, got NUMBER)?\)",
    r"can only concatenate (?:str|list|tuple|bytes) \(not \"NAME\"\) to (?:str|list|tuple|bytes)",
    r"unhashable type: 'NAME'|object of type 'NAME' has no len\(\)",
    r"expected str, bytes or os\.PathLike object, not NAME",
    r"(?:dictionary|Set|deque) (?:changed size|mutated|keys changed) during iteration",
    r"(?:I/O operation|operation) on closed file\.?|generator already executing",
    r"operands could not be broadcast together with shapes(?: \((?:\d{1,5},?)*\))+ ?",
    r"(?:index|axis) NUMBER is out of bounds for (?:axis NUMBER with size|array of dimension)"
    r" NUMBER",
    r"cannot reshape array of size NUMBER into shape \((?:\d{1,5},?)*\)",
    r"(?:libshiboken: )?Internal C\+\+ object \(NAME\) already deleted\.",
    r"'NAME' called with wrong argument (?:types|values):",
)
"""Messages of Python and of libraries, with NAME and NUMBER for what differs. Of the names only
those are kept that are public, too."""
_OVERRIDE = re.compile(
    r"Error calling Python override of (Q\w+)::(?:\d+:)?(\w+)\(\): ?(.*)", re.DOTALL
)
"""What PySide puts before the message of an exception."""
_CV2_CODE = re.compile(r"error: \((-\d{1,4}):")


def public_traceback(error: BaseException) -> str:
    """An exception with its causes, as Python prints it, without what may be the player's.

    Args:
        error: Any exception, with its traceback.

    Returns:
        Lines; the most recent call last, as in a traceback.
    """
    lines: list[str] = []
    for joint, each in _chain(error):
        if joint:
            lines.append(joint)
        frames = list(_frames(each.__traceback__))
        lines += _shortened([f"  {_place_of(frame, line)}" for frame, line in frames])
        lines.append(_summary(each, [frame for frame, _line in frames]))
    return "\n".join(lines)


def place_of(error: BaseException) -> str:
    """The type of an exception and the innermost line of the program: the same bug has the same.

    >>> place_of(ValueError("secret"))
    'ValueError'
    """
    places = [_place_of(frame, line) for frame, line in _frames(error.__traceback__)]
    own = [place for place in places if ".py:" in place]  # of a library it is the module
    return " in ".join([_type_name(type(error)), *(each.partition(" ")[0] for each in own[-1:])])


def public_stack(text: str) -> str:
    """The places of a stack that is known as text only.

    Args:
        text: What ``faulthandler`` or ``traceback`` wrote.
    """
    lines = [line for raw in text.splitlines() if (line := _public_stack_line(raw))]
    return "\n".join(_shortened(lines))


def public_record(record: logging.LogRecord) -> str:
    """An entry of the log with its template, and of its arguments only what is public.

    Args:
        record: Of the program itself or of a library.
    """
    is_qt = record.name == QT_LOG
    own = short_name(record.name)
    name = own or (record.name if is_qt or _is_public_module(record.name) else HIDDEN)
    moment = time.strftime("%H:%M:%S", time.localtime(record.created))
    if is_qt:
        text = public_qt_message(record.getMessage())
    elif own:
        text = _public_message(record)
    else:
        text = HIDDEN
    line = f"{moment} {record.levelname} {name}: {text}"
    if record.exc_info and record.exc_info[1] is not None:
        line = f"{line}\n{public_traceback(record.exc_info[1])}"
    return line


QT_LOG = "Qt"
"""The logger of Qt's own messages."""
_QT_FUNCTION = re.compile(r"(?:\w+ )?(Q\w+(?:::~?\w+)*)(?:\(\))?:")


def public_qt_message(text: str) -> str:
    """The function at the beginning of a message of Qt; the rest may name files.

    >>> public_qt_message("QPainter::begin: Paint device returned engine == 0, type: 2")
    'QPainter::begin: …'
    """
    found = _QT_FUNCTION.match(text)
    return f"{found[1]}: {HIDDEN}" if found else HIDDEN


# Exceptions


def _chain(error: BaseException) -> Iterator[tuple[str, BaseException]]:
    """The exceptions to show, the first cause first, and how each is joined to the one before."""
    chain: list[tuple[str, BaseException]] = []
    each: BaseException | None = error
    while each is not None and len(chain) < _MAX_ERRORS and each not in (e for _j, e in chain):
        if each.__cause__ is not None:
            chain.append(("which caused:", each))
            each = each.__cause__
        else:
            chain.append(("while that was handled:", each))
            each = None if each.__suppress_context__ else each.__context__
    chain.reverse()
    for k, (joint, each) in enumerate(chain):
        yield joint if k else "", each
        if isinstance(each, BaseExceptionGroup):
            for part in each.exceptions[:_MAX_ERRORS]:
                yield "one of the group:", part


def _frames(trace: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _place_of(frame: FrameType, line: int) -> str:
    """File and line in the program, or module and line in a library, with the function."""
    module = _module_of(frame)
    if module is None:
        return f"{HIDDEN_PATH}:{line}"
    name = frame.f_code.co_qualname
    if own := short_name(module):
        return f"{_file_of(own, '__path__' in frame.f_globals)}:{line} ({name})"
    return f"{module}:{line} ({name})"


def _module_of(frame: FrameType) -> str | None:
    """The module of a frame if it is public."""
    name = frame.f_globals.get("__name__")
    if not isinstance(name, str):
        return None
    if name == "__main__":
        return "main" if _own_file(frame.f_code.co_filename) == "main.py" else None
    module = sys.modules.get(name)
    is_real = module is not None and vars(module) is frame.f_globals
    return name if is_real and _is_public_module(name) else None


def _is_public_module(name: str) -> bool:
    top = name.partition(".")[0]
    return top in _LIBRARIES or top in sys.stdlib_module_names or bool(short_name(name))


def _file_of(module: str, is_package: bool) -> str:
    return module.replace(".", "/") + ("/__init__.py" if is_package else ".py")


def _type_name(kind: type[BaseException]) -> str:
    """The name of a type, with its module unless it is Python's own."""
    module, name = kind.__module__, kind.__qualname__
    is_real = getattr(sys.modules.get(module), name, None) is kind
    if not is_real or not _is_public_module(module):
        return "exception"
    return name if module == "builtins" else f"{short_name(module) or module}.{name}"


def _summary(error: BaseException, frames: Sequence[FrameType] = ()) -> str:
    """The type of an exception and what is public of its message."""
    name, text = _type_name(type(error)), _public_text(error, frames)
    return f"{name}: {text}" if text else name


def _public_text(error: BaseException, frames: Sequence[FrameType]) -> str:
    if isinstance(error, OSError):  # its text has the file
        return errno.errorcode.get(error.errno or 0, "")
    if isinstance(code := getattr(error, "sqlite_errorname", None), str):
        return code
    try:
        text = str(error)
    except Exception:
        return HIDDEN
    if found := _OVERRIDE.fullmatch(text):
        where = f"{found[1]}::{found[2]}" if _is_of_qt(found[1], found[2]) else HIDDEN
        return ": ".join(filter(None, (where, _of_program(found[3], frames))))
    if type(error).__module__ == "cv2" and (found := _CV2_CODE.search(text)):
        return f"({found[1]})"
    return _of_program(text, frames)


def _of_program(text: str, frames: Sequence[FrameType]) -> str:
    """What of a message is a message of Python, or stands in the code of the frames."""
    codes = [frame.f_code for frame in frames if _is_own(frame)]
    first, break_, _rest = text.partition("\n")
    for pattern in _known():
        if found := pattern.fullmatch(first):
            return _with_known_names(found, codes) + (f" {HIDDEN}" if break_ else "")
    pieces = sorted({piece for code in codes for piece in _pieces(code)}, key=len, reverse=True)
    if not text or not pieces:
        return HIDDEN if text else ""
    shared = re.compile("|".join(map(re.escape, pieces)))
    kept, end = "", 0
    for found in shared.finditer(text):
        kept += (HIDDEN if found.start() > end else "") + found[0]
        end = found.end()
    return kept + (HIDDEN if end < len(text) else "")


def _is_of_qt(kind: str, method: str) -> bool:
    """Whether Qt has a class with a method."""
    modules = [sys.modules.get(f"PySide6.{name}") for name in ("QtCore", "QtGui", "QtWidgets")]
    return any(hasattr(getattr(module, kind, None), method) for module in modules)


@cache
def _known() -> tuple[re.Pattern[str], ...]:
    """The patterns of the messages; compiled for the first error, not at the start."""
    fields = (each.replace("NAME", _NAME).replace("NUMBER", r"-?\d{1,6}") for each in _KNOWN)
    return tuple(map(re.compile, fields))


def _is_own(frame: FrameType) -> bool:
    module = _module_of(frame)
    return module is not None and bool(short_name(module))


def _pieces(code: CodeType) -> Iterator[str]:
    """The texts of a function that are long enough, without their fields."""
    for constant in code.co_consts:
        if isinstance(constant, str):
            for piece in _FIELD.split(constant):
                if len(piece) >= _MIN_PIECE and " " in piece.strip():
                    yield piece


def _with_known_names(found: re.Match[str], codes: Sequence[CodeType]) -> str:
    text = found[0]
    for k in reversed(range(1, len(found.groups()) + 1)):
        if found[k] is not None and not _are_public(found[k], codes):
            text = text[: found.start(k)] + HIDDEN + text[found.end(k) :]
    return text


def _are_public(dotted: str, codes: Sequence[CodeType]) -> bool:
    """Whether each part of a name stands in the code of the program, or is Python's or Qt's."""
    names = set(vars(builtins)) | {"NoneType", "function", "method", "generator", "module"}
    for code in codes:
        names.update(code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        names.update(code.co_qualname.split("."))
    for name, module in list(sys.modules.items()):
        if name.startswith("PySide6") or short_name(name):
            names.update(name.split("."), vars(module))
    return all(part in names for part in dotted.split("."))


def _shortened(lines: list[str]) -> list[str]:
    left_out = len(lines) - _FIRST_FRAMES - _LAST_FRAMES
    if left_out <= 1:
        return lines
    return [*lines[:_FIRST_FRAMES], f"  {HIDDEN} × {left_out}", *lines[-_LAST_FRAMES:]]


# Stacks that are text

_STACK_FRAME = re.compile(r'\s*File "(.*)", line (\d{1,6}),? in .*')
_THREAD = re.compile(r"(Current thread|Thread) 0x[0-9a-f]+(?: \[.*\])? \(most recent call first\):")
_KEPT_LINE = re.compile(
    r"Fatal Python error: (?:Segmentation fault|Aborted|Bus error|Illegal instruction"
    r"|Floating-point exception|Floating point exception|Cannot recover from stack overflow)\.?"
    r"|Windows fatal exception: (?:access violation|float divide by zero|float overflow"
    r"|int divide by zero|integer overflow|page error|stack overflow|code 0x[0-9a-f]{1,8})"
    r"|Traceback \(most recent call last\):"
    r"|During handling of the above exception, another exception occurred:"
    r"|The above exception was the direct cause of the following exception:"
    r"|  (?:Garbage-collecting|<no Python frame>|\.\.\.)"
)
_BEGINNINGS = ("Fatal Python error: ", "Windows fatal exception: ")
_RELATIVE_FILE = re.compile(r"(\w+(?:[/\\]\w+)*)\.py", re.ASCII)
"""A file as the code of a frozen program names it: from its package on."""
_ERROR_TYPE = re.compile(r"((?:\w+\.)*\w+)(?::.*)?")


def _public_stack_line(raw: str) -> str:
    """A line of a stack without what may be the player's; empty if nothing is left."""
    if found := _STACK_FRAME.fullmatch(raw):
        return f"  {_public_file(found[1])}:{found[2]}"
    if _KEPT_LINE.fullmatch(raw):
        return raw
    if found := _THREAD.fullmatch(raw):
        return f"{found[1]}:"
    for beginning in _BEGINNINGS:
        if raw.startswith(beginning):
            return beginning + HIDDEN
    found = _ERROR_TYPE.fullmatch(raw)
    return found[1] if found and _is_known_error(found[1]) else ""


def _is_known_error(name: str) -> bool:
    module, _dot, last = name.rpartition(".")
    found = getattr(sys.modules.get(module or "builtins"), last, None)
    return (
        isinstance(found, type)
        and issubclass(found, BaseException)
        and _is_public_module(module or "builtins")
    )


def _public_file(path: str) -> str:
    """A file of the program, a module of a library, or nothing that can be read."""
    if own := _own_file(path):
        return own
    for folder in (r"Lib", r"site-packages", r"dist-packages", r"python3\.\d+"):
        if found := re.search(rf"[/\\]{folder}[/\\]([\w/\\]+)\.pyw?$", path):
            module = re.sub(r"[/\\]", ".", found[1]).removesuffix(".__init__")
            if module in sys.modules and _is_public_module(module):
                return module
    if getattr(sys, "frozen", False) and (found := _RELATIVE_FILE.fullmatch(path)):
        module = re.sub(r"[/\\]", ".", found[1]).removesuffix(".__init__")
        if _is_public_module(module) and _is_installed(module):
            return module
    return HIDDEN_PATH


@cache
def _is_installed(module: str) -> bool:
    """Whether there is such a module. Its package is not imported: that may take a second."""
    names, folders = module.split("."), None
    for k in range(len(names)):
        name = ".".join(names[: k + 1])
        found = (finder.find_spec(name, folders) for finder in sys.meta_path)
        spec = next((each for each in found if each is not None), None)
        if spec is None or (spec.submodule_search_locations is None and k < len(names) - 1):
            return False
        folders = spec.submodule_search_locations
    return True


@cache
def _own_file(path: str) -> str:
    """A file of the program, from its package on; empty for another one."""
    parts = re.split(r"[/\\]", path)
    if parts[-1] == "main.py" and short_name("main"):  # a script: no module has this name
        return "main.py"
    for k in reversed(range(len(parts) if parts[-1].endswith(".py") else 0)):
        dotted = ".".join(parts[k:]).removesuffix(".py").removesuffix(".__init__")
        for module in {dotted, PREFIX + dotted}:
            if (own := short_name(module)) and _exists(module):
                return _file_of(own, parts[-1] == "__init__.py")
    return ""


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError, AttributeError):
        return False


# Entries of the log


class _Hidden:
    """An argument that is not shown, however it is formatted."""

    def __str__(self) -> str:
        return HIDDEN

    __repr__ = __str__


def _public_message(record: logging.LogRecord) -> str:
    if not isinstance(record.msg, str):
        return HIDDEN
    arguments = record.args if isinstance(record.args, tuple) else ()
    try:
        return record.msg % tuple(map(_public_argument, arguments)) if arguments else record.msg
    except (TypeError, ValueError):  # a hidden number
        return _FIELD.sub(HIDDEN, record.msg)


def _public_argument(value: object) -> object:
    if isinstance(value, bool | int | float):
        return value if abs(value) < _MAX_NUMBER else _Hidden()
    if isinstance(value, BaseException):
        return _summary(value)
    if isinstance(value, str) and ("Traceback (most" in value or "Fatal Python error" in value):
        return public_stack(value) or HIDDEN
    return _Hidden()
