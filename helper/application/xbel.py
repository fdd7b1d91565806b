"""Entries of ``recently-used.xbel``, the list of recent files of Linux's desktops. No Qt.

Whatever other programs wrote stays: their entries, their notes on the same file, comments and
prefixes of namespaces.

Source: "Desktop Bookmark Specification" of freedesktop.org, and XBEL 1.0.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from xml.dom.minidom import Document, Element
from xml.parsers.expat import ExpatError

from defusedxml.common import DefusedXmlException
from defusedxml.minidom import parseString

PROGRAM = "Nonogram Helper"
EMPTY = b'<?xml version="1.0" encoding="UTF-8"?>\n<xbel version="1.0">\n</xbel>\n'
"""A list without entries."""
_EXEC = "'nonogram-helper %f'"
_OWNER = "http://freedesktop.org"
_NAMESPACES = {
    "xmlns:bookmark": "http://www.freedesktop.org/standards/desktop-bookmarks",
    "xmlns:mime": "http://www.freedesktop.org/standards/shared-mime-info",
}


def with_entry(data: bytes, uri: str, kind: str, now: datetime) -> bytes:
    """A list in which this program has used a file; the file may have an entry already.

    Args:
        data: The list.
        uri: The file.
        kind: Its MIME type.
        now: In UTC.

    Raises:
        ValueError: The list is not XBEL.
    """
    try:
        document: Document = parseString(data)  # type: ignore[arg-type]  # the stubs want text
    except (ExpatError, DefusedXmlException, LookupError, RecursionError) as error:
        raise ValueError("this is not XBEL") from error
    root = document.documentElement
    if root is None or root.tagName != "xbel":
        raise ValueError("this is not XBEL")
    for name, value in _NAMESPACES.items():
        if not root.hasAttribute(name):
            root.setAttribute(name, value)
    time = now.strftime("%Y-%m-%dT%H:%M:%SZ")
    entry = next((e for e in _children(root, "bookmark") if e.getAttribute("href") == uri), None)
    if entry is None:
        entry = _added(root, "bookmark", 1)
        entry.setAttribute("href", uri)
        entry.setAttribute("added", time)
    entry.setAttribute("modified", time)
    entry.setAttribute("visited", time)
    _note_program(entry, kind, time)
    text: bytes = document.toxml(encoding="UTF-8")
    return text + b"\n"


def _note_program(entry: Element, kind: str, time: str) -> None:
    """Note in an entry the type of its file, and that this program used it."""
    info = _only(entry, "info", 2)
    metadata = next(
        (each for each in _children(info, "metadata") if each.getAttribute("owner") == _OWNER), None
    )
    if metadata is None:
        metadata = _added(info, "metadata", 3)
        metadata.setAttribute("owner", _OWNER)
    _only(metadata, "mime:mime-type", 4).setAttribute("type", kind)
    programs = _only(metadata, "bookmark:applications", 4)
    known = _children(programs, "bookmark:application")
    program = next((each for each in known if each.getAttribute("name") == PROGRAM), None)
    if program is None:
        program = _added(programs, "bookmark:application", 5)
        program.setAttribute("name", PROGRAM)
    count = program.getAttribute("count")
    program.setAttribute("exec", _EXEC)
    program.setAttribute("modified", time)
    program.setAttribute("count", str(int(count) + 1 if count.isdecimal() else 1))


def _children(parent: Element, name: str) -> Iterator[Element]:
    return (
        child for child in parent.childNodes if isinstance(child, Element) and child.tagName == name
    )


def _only(parent: Element, name: str, depth: int) -> Element:
    """The first element of a name, which is added if there is none."""
    return next(_children(parent, name), None) or _added(parent, name, depth)


def _added(parent: Element, name: str, depth: int) -> Element:
    """A new element at the end of another one, on a line of its own."""
    document = parent.ownerDocument
    assert document is not None
    child: Element = document.createElement(name)
    indent = "\n" + "  " * (depth - 1)
    last = parent.lastChild
    if last is not None and last.nodeType == last.TEXT_NODE and not last.data.strip():
        parent.removeChild(last)
    parent.appendChild(document.createTextNode(f"{indent}  "))
    parent.appendChild(child)
    parent.appendChild(document.createTextNode(indent))
    return child
