"""A PDF's pages become pictures of a bounded size."""

from __future__ import annotations

import struct
import zlib

import pytest

from gangdan_gui.converting.pdf.picture import page_count, page_picture
from gangdan_gui.domain.errors import UnreadableFile
from tests.pdf_writer import Sheet, pdf

PAGE = Sheet().words(72, 700, "Rain falls on hills.", 40)


def read(picture: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and rows of a PNG in RGB; fails where it is none."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    place, data, size = 8, b"", (0, 0)
    while place < len(picture):
        length, name = struct.unpack(">I4s", picture[place : place + 8])
        body = picture[place + 8 : place + 8 + length]
        assert struct.unpack(">I", picture[place + 8 + length : place + 12 + length])[0] == zlib.crc32(name + body)
        if name == b"IHDR":
            size = struct.unpack(">II", body[:8])
            assert body[8:] == b"\x08\x02\x00\x00\x00"
        data += body if name == b"IDAT" else b""
        place += 12 + length
    raw = zlib.decompress(data)
    width, height = size
    assert len(raw) == height * (width * 3 + 1)
    return width, height, [raw[row * (width * 3 + 1) + 1 : (row + 1) * (width * 3 + 1)] for row in range(height)]


def test_a_page_is_drawn_as_wide_as_wanted_with_its_words_on_white() -> None:
    width, height, rows = read(page_picture(pdf(PAGE), 1, 595))
    assert (width, height) == (595, 842)
    dark = [number for number, row in enumerate(rows) if min(row) < 100]
    assert dark
    assert 842 - 740 < dark[0] < dark[-1] < 842 - 680
    assert set(rows[0]) == {255}


@pytest.mark.parametrize("wanted", [-5, 0, 10**6])
def test_sizes_are_bounded(wanted: int) -> None:
    width, height, _ = read(page_picture(pdf(PAGE), 1, wanted))
    assert 16 <= width <= 2401
    assert width * height < 13_000_000


@pytest.mark.parametrize("box", ["0 0 20 14000", "0 0 14000 20"])
def test_a_page_of_odd_form_stays_within_bounds(box: str) -> None:
    width, height, _ = read(page_picture(pdf(PAGE, box=box), 1, 2400))
    assert 0 < width * height < 13_000_000


def test_what_cant_be_drawn_is_refused() -> None:
    assert page_count(pdf(PAGE, PAGE)) == 2
    for data, page in [(pdf(PAGE), 0), (pdf(PAGE), 2), (b"%PDF-1.4 broken", 1), (b"", 1)]:
        with pytest.raises(UnreadableFile):
            page_picture(data, page, 100)
    with pytest.raises(UnreadableFile) as locked:
        page_count(pdf(PAGE, user_password="x"))
    assert locked.value.reason.code == "password-protected"
