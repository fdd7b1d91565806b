"""The texts of a web page in the language of the program: in its HTML, and for its script."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape

from puzzles.language import LANGUAGE


def with_texts(
    html: str, texts: Mapping[str, str], for_script: Mapping[str, str | Sequence[str]]
) -> str:
    """A page with its language and its texts.

    Args:
        html: Has ``@LANGUAGE@``, ``@TEXTS@`` in a script element of JSON, and ``@name@`` for each
            text.
        texts: What stands in the fields, in plain text.
        for_script: What the page's script says, with fields as ``{name}``.
    """
    data = json.dumps(for_script, ensure_ascii=False).replace("<", "\\u003c")
    page = html.replace("@LANGUAGE@", LANGUAGE).replace("@TEXTS@", data)
    for name, text in texts.items():
        page = page.replace(f"@{name}@", escape(text))
    return page
