"""The texts of a web page in the language of the program: in its HTML, and for its script."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from html import escape

from puzzles.language import LANGUAGE

_FIELD = re.compile("@([A-Za-z_]+)@")


def with_texts(
    html: str,
    texts: Mapping[str, str],
    for_script: Mapping[str, str | Sequence[str]],
    parts: Mapping[str, str] | None = None,
) -> str:
    """A page with its language and its texts. What is filled in is not looked at again.

    Args:
        html: Has ``@LANGUAGE@``, ``@TEXTS@`` in a script element of JSON, and ``@name@`` for each
            text.
        texts: What stands in the fields, in plain text.
        for_script: What the page's script says, with fields as ``{name}``.
        parts: What stands in other fields, as HTML, style or script.
    """
    data = json.dumps(for_script, ensure_ascii=False).replace("<", "\\u003c")
    fields = {name: escape(text) for name, text in texts.items()}
    fields |= {"LANGUAGE": LANGUAGE, "TEXTS": data, **(parts or {})}
    return _FIELD.sub(lambda field: fields.get(field[1], field[0]), html)
