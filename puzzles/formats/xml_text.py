"""Reads XML from anybody: without entities, and not more elements than puzzles need."""

from __future__ import annotations

from xml.etree.ElementTree import Element, ParseError
from xml.parsers.expat import ErrorString

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from puzzles.errors import FormatError
from puzzles.words import _, worded

_MAX_TAGS = 1_000_000


def xml_root(data: bytes, path: str) -> Element:
    """The outermost element.

    Raises:
        FormatError: It is not well-formed, declares entities, or has too many elements.
    """
    if max(data.count(b"<"), data.count(b"=")) > _MAX_TAGS:
        raise FormatError(
            worded("more than {limit:,} tags or attributes; divide the file", limit=_MAX_TAGS), path
        )
    try:
        root: Element = fromstring(data)
    except ParseError as error:
        raise FormatError(
            worded(
                "this is not well-formed XML ({errorstring})", errorstring=ErrorString(error.code)
            ),
            path,
            error.position[0],
        ) from None
    except DefusedXmlException:
        raise FormatError(_("the XML declares entities, which puzzles do not need"), path) from None
    except (ValueError, LookupError):
        raise FormatError(_("the XML is in an unknown encoding; save it as UTF-8"), path) from None
    return root
