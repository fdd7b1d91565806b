"""Pictures and PDF files that need excessive memory or time, and a test of the commands with them.

python tools/picture_bombs.py make FOLDER          writes them, about 500 MB
python tools/picture_bombs.py run FOLDER [NAME]…   runs `create`, `scan` and `ar` on each; prints
                                                   exit code, seconds, and the peak of the memory
                                                   of all processes together

Linux only: memory is read from /proc.
"""

from __future__ import annotations

import base64
import gzip
import io
import os
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.support.pdf_bombs import documents

ROOT = Path(__file__).parents[1]
LIMIT_S = 400
POLL_S = 0.02
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
BLACK, GRAY, RGB, RGBA = (1, 0), (8, 0), (8, 2), (8, 6)
"""Bit depth and colour type of PNG."""


def png(
    width: int, height: int, kind: tuple[int, int] = BLACK, extra: bytes = b"", frames: int = 0
) -> bytes:
    """A black PNG of any size, compressed row by row."""
    bits, color = kind
    samples = {0: 1, 2: 3, 6: 4}[color]
    row = bytes(1 + (width * bits * samples + 7) // 8)
    packer, packed = zlib.compressobj(9), []
    for _ in range(height):
        packed.append(packer.compress(row))
    packed.append(packer.flush())
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, 0))
    if frames:
        head += chunk(b"acTL", struct.pack(">II", frames, 0))
    data = chunk(b"IDAT", b"".join(packed))
    return b"\x89PNG\r\n\x1a\n" + head + extra + data + chunk(b"IEND", b"")


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def svg(inside: str, attributes: str = 'width="2000" height="2000"') -> bytes:
    """An SVG."""
    return f"{HEAD} {attributes}>{inside}</svg>".encode()


def linked(data: bytes, kind: str = "png") -> str:
    """A picture as a data URL."""
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


def image(data: bytes, name: str = "") -> str:
    """The element of a picture in an SVG."""
    return f'<image id="{name}" width="2000" height="2000" xlink:href="{linked(data)}"/>'


def circles(count: int) -> bytes:
    """An SVG of translucent circles as large as the drawing."""
    return svg('<circle cx="1000" cy="1000" r="900" fill="#f00" fill-opacity="0.01"/>' * count)


def billion_laughs(levels: int) -> bytes:
    """An SVG of nested groups, each of which draws the previous one ten times."""
    groups = '<g id="g0"><rect width="9" height="9"/></g>'
    for level in range(1, levels):
        groups += f'<g id="g{level}">' + f'<use xlink:href="#g{level - 1}"/>' * 10 + "</g>"
    return svg(f'<defs>{groups}</defs><use xlink:href="#g{levels - 1}"/>')


def nested_masks(depth: int) -> str:
    """Nested masks of a huge size."""
    box = 'x="-1000000" y="-1000000" width="2000000" height="2000000" maskUnits="userSpaceOnUse"'
    masks = "".join(
        f'<mask id="m{n}" {box}><rect width="2000" height="2000" fill="#fff"'
        + (f' mask="url(#m{n - 1})"' if n else "")
        + "/></mask>"
        for n in range(depth)
    )
    return f'{masks}<rect width="2000" height="2000" mask="url(#m{depth - 1})"/>'


def drawings() -> Iterator[tuple[str, bytes]]:
    """Bombs in SVG."""
    yield "images.svg", svg(image(png(8000, 8000)) * 40)
    yield "image-used.svg", svg(image(png(5000, 5000), "a") + '<use xlink:href="#a"/>' * 1000)
    yield "image-beside.svg", svg(image(png(60_000, 800)))
    yield "circles-20000.svg", circles(20_000)
    yield "circles-199000.svg", circles(199_000)
    yield "uses.svg", billion_laughs(9)
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "ha"}">' for n in range(10))
    yield "entities.svg", f"<!DOCTYPE svg [{entities}]>".encode() + svg("<text>&e9;</text>")
    region = 'x="-1e6" y="-1e6" width="2e6" height="2e6" filterUnits="userSpaceOnUse"'
    blur = f'<filter id="f" {region}><feGaussianBlur stdDeviation="100000"/></filter>'
    yield "filter.svg", svg(f'{blur}<rect width="2000" height="2000" filter="url(#f)"/>')
    many = '<rect width="2000" height="2000" filter="url(#f)"/>' * 2000
    small = blur.replace("100000", "90").replace("-1e6", "0").replace("2e6", "2000")
    yield "filters.svg", svg(small + many)
    yield "masks.svg", svg(nested_masks(100))
    tile = '<pattern id="p" width="1e-3" height="1e-3" patternUnits="userSpaceOnUse">'
    tile += '<rect width="1" height="1"/></pattern>'
    yield "pattern.svg", svg(f'{tile}<rect width="2e9" height="2e9" fill="url(#p)"/>')
    dashes = '<path d="M0 0L2000000 2000000" stroke="#000" stroke-dasharray="1e-3"/>'
    yield "dashes.svg", svg(dashes)
    yield "stroke.svg", svg('<path d="M0 0L9 9" stroke="#000" stroke-width="1e30"/>' * 9999)
    wave = "M0 0" + "".join(f"L{n % 2000} {n * 7919 % 2000}" for n in range(1_500_000))
    yield "path.svg", svg(f'<path d="{wave}" stroke="#000" fill-rule="evenodd"/>')
    yield "spaces.svgz", gzip.compress(HEAD.encode() + b" " * 2**30 + b"/>", 9)
    yield "remote.svg", svg('<image width="9" height="9" xlink:href="http://127.0.0.1:9/a.png"/>')
    yield "file.svg", svg('<image width="9" height="9" xlink:href="file:///etc/passwd"/>')
    inner = linked(svg(image(png(8000, 8000))), "svg+xml")
    yield "nested.svg", svg(f'<image width="9" height="9" xlink:href="{inner}"/>')


def sizes() -> Iterator[tuple[str, bytes]]:
    """Pictures of odd and large sizes, some of them legal."""
    for width, height in [(1_000_000, 3), (1, 100_000), (50_000_000, 1), (60_000, 60_000)]:
        data = png(width, height) if width * height < 1e9 else png(9, 9)
        if width * height >= 1e9:
            head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
            data = data[:8] + chunk(b"IHDR", head) + data[33:]
        yield f"{width}x{height}.png", data
    yield "30000x600-legal.png", png(30_000, 600)
    yield "5000x1-legal.png", png(5000, 1)
    rng = np.random.default_rng(1)
    for width, height in [(20_000, 400), (10_000, 10_000), (7000, 7000)]:
        noise = rng.integers(0, 256, (height, width), np.uint8)
        yield f"noise-{width}x{height}.jpg", encoded(Image.fromarray(noise), "JPEG", quality=50)
    gray = rng.integers(0, 2**16, (7070, 7070)).astype(np.uint16)
    yield "legal-I16.tif", encoded(Image.fromarray(gray), "TIFF", compression="tiff_lzw")
    few = Image.fromarray(rng.integers(0, 256, (70, 70, 4), np.uint8), "RGBA")
    large = few.resize((7070, 7070), Image.Resampling.NEAREST)
    yield "legal-RGBA.png", encoded(large, "PNG")
    yield "legal-LA.png", encoded(large.convert("LA"), "PNG")
    yield "legal-CMYK.jpeg", encoded(large.convert("RGB").convert("CMYK"), "JPEG")
    y, x = np.ogrid[:7000, :7000]
    lines = np.where((y % 20 < 2) | (x % 20 < 2), 0, 255).astype(np.uint8)
    yield "grid-7000x7000.png", encoded(Image.fromarray(lines), "PNG")


def animated() -> Iterator[tuple[str, bytes]]:
    """Pictures with many or large frames and pages."""
    few = [Image.new("P", (9, 9), n % 9) for n in range(2)]
    gif = encoded(few[0], "GIF", save_all=True, append_images=few[1:], loop=0)
    frame = b"," + struct.pack("<HHHHB", 0, 0, 9, 9, 0) + b"\x02\x02\x4c\x01\x00"
    yield "frames.gif", gif[:-1] + frame * 2_000_000 + b";"
    vast = b"," + struct.pack("<HHHHB", 0, 0, 65535, 65535, 0) + b"\x02\x02\x4c\x01\x00"
    yield "vast-frame.gif", b"GIF89a" + struct.pack("<HHBBB", 9, 9, 0x80, 0, 0) + bytes(6) + vast
    yield "frames.png", png(9, 9, RGB, frames=2**31 - 1)
    canvas = (16_383 - 1).to_bytes(3, "little") * 2
    still = encoded(Image.new("RGB", (9, 9)), "WEBP", lossless=True)[12:]
    moving = b"ANMF" + struct.pack("<I", 16 + len(still)) + bytes(6) + b"\x08\0\0" * 2
    parts = b"VP8X" + struct.pack("<IB3x", 10, 2) + canvas + b"ANIM" + struct.pack("<I6x", 6)
    parts += moving + b"\x0a\0\0\0" + still
    yield "canvas.webp", b"RIFF" + struct.pack("<I", 4 + len(parts)) + b"WEBP" + parts
    yield "pages.tif", pages(1_000_000)
    yield "strip.tif", tiff(7000, 7000, 2**32 - 1)
    yield "sides.tif", tiff(2**32 - 1, 1, 10)
    yield "samples.tif", tiff(7000, 7000, 10, samples=60_000)
    zipped = zlib.compress(bytes(7000 * 7000), 9)
    yield "unpacks.tif", tiff(7000, 7000, len(zipped), zipped, packing=8)
    yield "unpacks-more.tif", tiff(70, 70, len(zipped), zipped, packing=8)


def pages(count: int) -> bytes:
    """A TIFF of many pages, each of one pixel."""
    data = bytearray(b"II*\0" + struct.pack("<I", 8))
    for n in range(count):
        entries = [(256, 3, 1, 1), (257, 3, 1, 1), (258, 3, 1, 8), (262, 3, 1, 1), (273, 4, 1, 0)]
        page = struct.pack("<H", len(entries))
        page += b"".join(struct.pack("<HHII", *entry) for entry in entries)
        after = len(data) + len(page) + 4 if n < count - 1 else 0
        data += page + struct.pack("<I", after)
    return bytes(data)


def tiff(
    width: int, height: int, strip: int, data: bytes = b"", packing: int = 1, samples: int = 1
) -> bytes:
    """A TIFF whose only strip claims to have ``strip`` bytes."""
    entries = [
        (256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, packing),
        (262, 3, 1, 1), (273, 4, 1, 0), (277, 3, 1, samples), (278, 4, 1, height),
        (279, 4, 1, strip),
    ]  # fmt: skip
    at = 8 + 2 + 12 * len(entries) + 4
    page = struct.pack("<H", len(entries))
    for tag, kind, count, value in entries:
        page += struct.pack("<HHII", tag, kind, count, at if tag == 273 else value)
    return b"II*\0" + struct.pack("<I", 8) + page + bytes(4) + data


def odd(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Other kinds of files, long comments, and incomplete files."""
    long = zlib.compress(bytes(2**28), 9)
    yield "profile.png", png(99, 99, RGB, chunk(b"iCCP", b"a\0\0" + long))
    yield "comment.png", png(99, 99, RGB, chunk(b"zTXt", b"a\0\0" + long))
    yield "comments.png", png(99, 99, RGB, chunk(b"zTXt", b"a\0\0" + long[:200_000]) * 200)
    small = Image.effect_mandelbrot((300, 300), (-3, -2.5, 2, 2.5), 100)
    for kind in ("ICO", "ICNS", "JPEG2000", "AVIF", "TGA", "PPM", "PCX"):
        try:
            yield f"{kind.lower()}.png", encoded(small, kind)
        except (KeyError, OSError, ValueError):
            print(f"this Pillow writes no {kind}", file=sys.stderr)
    psd = b"8BPS" + struct.pack(">H6xHIIHH", 1, 3, 30_000, 30_000, 8, 3) + bytes(12)
    yield "psd.png", psd + bytes(99)
    program = f"({folder}/eps-was-run) (w) file closefile showpage"
    yield "eps.png", f"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n{program}\n".encode()
    jpeg = encoded(small, "JPEG")
    yield "mpo.jpg", encoded(small, "MPO", save_all=True, append_images=[small] * 50)
    exif = (
        b"Exif\0\0II*\0\x08\0\0\0" + struct.pack("<H", 65535) + b"\x12\x01\x03\0" + b"\xff" * 60_000
    )
    yield "exif.jpg", jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]
    scans = encoded(small.resize((7000, 7000)), "JPEG", progressive=True)
    at = scans.rindex(b"\xff\xda")
    yield "scans.jpg", scans[:at] + scans[at:-2] * 300 + scans[-2:]
    yield "cut.jpg", jpeg[: len(jpeg) // 2]
    yield "cut.png", encoded(small, "PNG")[:5000]
    yield "cut.webp", encoded(small, "WEBP")[:3000]
    row = b"\x01\x00" * 7000 + b"\0\0"
    body = row * 7000 + b"\0\1"
    info = struct.pack("<IiiHHIIiiII", 40, 7000, 7000, 1, 8, 1, len(body), 0, 0, 2, 2) + bytes(8)
    yield "runs.bmp", b"BM" + struct.pack("<IHHI", 62 + len(body), 0, 0, 62) + info + body


def films(folder: Path) -> None:
    """Videos with large frames."""
    import cv2

    for side in (2000, 8000, 16_000):
        path = folder / f"film-{side}.avi"
        code = cv2.VideoWriter.fourcc(*"MJPG")
        film = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, code, 10, (side, side))
        for _ in range(3):
            film.write(np.full((side, side, 3), 200, np.uint8))
        film.release()


def encoded(picture: Image.Image, kind: str, **options: object) -> bytes:
    """A picture as the bytes of a file."""
    stream = io.BytesIO()
    picture.save(stream, kind, **options)
    return stream.getvalue()


def make(folder: Path) -> None:
    """Write all files."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind in (drawings, sizes, animated, lambda: odd(folder), lambda: documents(folder)):
        for name, data in kind():
            (folder / name).write_bytes(data)
            print(f"{name}: {len(data):,} bytes")
    films(folder)


def commands(path: Path, folder: Path) -> Iterator[tuple[str, list[str]]]:
    """The commands to run with a file, with their names."""
    if not path.name.startswith("film") and path.suffix != ".pdf":
        yield "create", ["create", str(path), "-o", str(folder / "out.non"), "--timeout", "5"]
    if path.suffix not in (".svg", ".svgz") and not path.name.startswith("film"):
        yield "scan", ["scan", str(path)]
    if path.suffix not in (".svg", ".svgz", ".pdf"):
        yield "ar", ["ar", "--no-window", "--seconds", "1", "--source", str(path)]


def tree(root: int) -> list[int]:
    """The ids of a process and all its descendants."""
    found, at = [root], 0
    while at < len(found):
        tasks = Path(f"/proc/{found[at]}/task")
        at += 1
        try:
            for task in tasks.iterdir():
                found += map(int, (task / "children").read_text().split())
        except OSError:
            continue
    return found


def resident_mb(pid: int) -> float:
    """The resident memory of a process without shared and mapped files."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0


def tried(words: Sequence[str]) -> tuple[int | None, float, float, str]:
    """Run a command.

    Returns:
        Exit code, seconds, peak in MB, first line of stderr.
    """
    start, peak = time.monotonic(), 0.0
    command = [sys.executable, str(ROOT / "main.py"), *words]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        while process.poll() is None:
            if time.monotonic() - start > LIMIT_S:
                process.kill()
            peak = max(peak, sum(map(resident_mb, tree(process.pid))))
            time.sleep(POLL_S)
        seconds = time.monotonic() - start
        assert process.stderr is not None
        said = process.stderr.read().strip().partition("\n")[0]
    return process.returncode, seconds, peak, said


def run(folder: Path, names: Sequence[str]) -> None:
    """Try every command with every file, and print a table."""
    print("| picture | command | exit | seconds | peak MB | says |\n|---|---|---|---|---|---|")
    for path in sorted(p for p in folder.iterdir() if p.name != "out.non"):
        if names and path.name not in names:
            continue
        for name, words in commands(path, folder):
            code, seconds, peak, said = tried(words)
            said = said.replace(f"{path}: ", "").replace("|", "/")[:120]
            row = f"| {path.name} | {name} | {code} | {seconds:.1f} | {peak:.0f} | {said} |"
            print(row, flush=True)
    for kind in ("eps", "pdf"):
        if (folder / f"{kind}-was-run").exists():
            print(f"**The program in {'eps.png' if kind == 'eps' else 'script.pdf'} was run.**")


def main(words: Sequence[str]) -> int:
    """The command line."""
    if len(words) < 2 or words[0] not in ("make", "run"):
        print(__doc__)
        return 2
    os.environ["PYTHONWARNINGS"] = "ignore"
    if words[0] == "make":
        make(Path(words[1]))
    else:
        run(Path(words[1]), words[2:])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
