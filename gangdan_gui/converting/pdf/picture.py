"""Pages of a PDF as pictures, drawn by PDFium, which is not to run in the window's process: it can crash."""

from __future__ import annotations

import math
import struct
import zlib

import pypdfium2

from gangdan_gui.converting.pdf import opened
from gangdan_gui.domain.errors import UnreadableFile

_WIDTHS = 16, 2400
_MOST_PIXELS = 12_000_000
_RGB = 2


def page_count(data: bytes) -> int:
    """How many pages a PDF has. Raises UnreadableFile."""
    document = opened(data)
    try:
        return len(document)
    finally:
        document.close()


def page_picture(data: bytes, number: int, width: int) -> bytes:
    """A page (from 1) as a PNG about `width` pixels wide; very long pages and very wide pictures are made smaller.

    Raises UnreadableFile, also (`no-pages`) where there is no page of that number.
    """
    document = opened(data)
    try:
        if not 1 <= number <= len(document):
            raise UnreadableFile(code="no-pages", detail="")
        page = document[number - 1]
        try:
            across, down = page.get_size()
            bitmap = page.render(scale=_scale(across, down, width), rev_byteorder=True, may_draw_forms=False)
            return _png(bitmap)
        finally:
            page.close()
    except pypdfium2.PdfiumError as error:
        raise UnreadableFile(code="damaged-file", detail="") from error
    finally:
        document.close()


def _scale(across: float, down: float, width: int) -> float:
    wanted = min(max(width, _WIDTHS[0]), _WIDTHS[1]) / max(across, 1.0)
    return min(wanted, math.sqrt(_MOST_PIXELS / max(across * down, 1.0)))


def _png(bitmap: pypdfium2.PdfBitmap) -> bytes:
    """PNG has rows of pixels, each after a byte that says how it is written: 0, as it is."""
    width, height, stride = bitmap.width, bitmap.height, bitmap.stride
    pixels = bytes(bitmap.buffer)
    rows = b"".join(b"\x00" + pixels[row * stride : row * stride + width * 3] for row in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, _RGB, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
