"""The replay of a solve: an animated picture of the board after each move."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from puzzles.board_picture import BoardPicture

ENDINGS = (".gif", ".webp")
"""The endings of its files."""
_MAX_BOARDS, _MAX_PIXELS = 100, 10_000_000
"""Boards that a replay has at most, and the pixels of all of them: they take less than 0.4 s."""
_SIDE_PX = 320
"""The longer side at most, if the cells have room."""
_WHOLE_MS, _SHORTEST_MS, _LONGEST_MS = 8000, 40, 250
"""How long all boards are to be shown, and each of them; programs show less than 20 ms as 100."""
_END_MS = 2500
"""How long the last one is shown before it begins again."""


def most_boards(height: int, width: int) -> int:
    """How many boards of a size a replay has at most; at least 2."""
    cell = _cell_px(height, width)
    return max(2, min(_MAX_BOARDS, _MAX_PIXELS // (height * width * cell * cell)))


def replay_bytes(boards: Sequence[BoardPicture], ending: str) -> bytes:
    """An animated picture.

    Args:
        boards: In their order, of one size and in the same colours; 1 to :func:`most_boards`.
        ending: One of :data:`ENDINGS`.
    """
    from PIL import Image

    count = len(boards)
    width, height = boards[0].width, boards[0].height
    cell = _cell_px(height, width)
    palette = bytes.fromhex("".join(color[1:] for color in boards[0].colors))
    frames = []
    for board in boards:
        frame = Image.frombytes("P", (width, height), board.indices())
        frame.putpalette(palette)
        frame = frame.resize((width * cell, height * cell), Image.Resampling.NEAREST)
        frames.append(frame if ending == ".gif" else frame.convert("RGB"))
    shown_ms = min(max(_WHOLE_MS // count, _SHORTEST_MS), _LONGEST_MS)
    file = BytesIO()
    how = {} if ending == ".gif" else {"lossless": True, "method": 0, "quality": 0}
    frames[0].save(
        file,
        "GIF" if ending == ".gif" else "WEBP",
        save_all=True,
        append_images=frames[1:],
        duration=[*[shown_ms] * (count - 1), _END_MS],
        loop=0,
        **how,
    )
    return file.getvalue()


def _cell_px(height: int, width: int) -> int:
    """The side of a cell."""
    return max(1, _SIDE_PX // max(height, width))
