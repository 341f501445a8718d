"""RTF: letters in the bytes of any code page, numbers of Unicode, and what else pandoc needs put right."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.converting.conversion import convert
from gangdan_gui.converting.office.word_rtf import readable
from gangdan_gui.domain.errors import UnreadableFile


def hexed(text: str, codec: str) -> str:
    return "".join(f"\\'{byte:02x}" for byte in text.encode(codec))


def rtf(body: str, head: str = "\\ansicpg936") -> bytes:
    return f"{{\\rtf1\\ansi{head}{body}\\par}}".encode("latin-1")


def read(body: str, head: str = "\\ansicpg936") -> str:
    return convert(rtf(body, head), "a.rtf").text.removesuffix("\n")


@pytest.mark.parametrize(
    ("charset", "codec", "text"),
    [
        (134, "gb18030", "排序算法的稳定性"),
        (136, "big5", "排序演算法"),
        (128, "cp932", "並べ替え"),
        (129, "cp949", "정렬"),
        (204, "cp1251", "Привет"),
        (238, "cp1250", "Žluťoučký"),
    ],
)
def test_letters_are_read_in_the_code_page_of_their_font(charset: int, codec: str, text: str) -> None:
    fonts = f"{{\\fonttbl{{\\f0\\fnil\\fcharset0 Arial;}}{{\\f1\\fnil\\fprq2\\fcharset{charset} Other;}}}}"
    assert read(f"{fonts}\\f0 Words {{\\f1 {hexed(text, codec)}}} caf{hexed('é', 'cp1252')}", "\\ansicpg1252") == (
        f"Words {text} café"
    )


def test_without_fonts_the_code_page_of_the_document_counts() -> None:
    assert read(hexed("雨落在山上", "gbk")) == "雨落在山上"


def test_the_second_byte_of_a_letter_may_be_written_as_itself() -> None:
    assert "丂".encode("gbk") == b"\x81@"
    assert read("\\'81@ next") == "丂 next"


@pytest.mark.parametrize("skipped", [0, 1, 2])
def test_numbers_of_unicode_leave_out_what_stands_there_for_older_programs(skipped: int) -> None:
    rest = "\\'c5" * skipped
    assert read(f"\\uc{skipped} \\u25490 {rest}\\u24207 {rest}end") == "排序end"


def test_letters_beyond_four_digits_and_signs_of_rtf() -> None:
    assert read("A \\u-10179?\\u-8704? \\{x\\} \\\\ z") == "A 😀 {x} \\\\ z"


def test_bytes_of_a_code_page_that_are_written_as_they_are() -> None:
    given = b"{\\rtf1\\ansi\\ansicpg936 " + "雨落在山上 words".encode("gbk") + b"\\par}"
    assert convert(given, "a.rtf").text == "雨落在山上 words\n"


def test_pictures_are_left_out() -> None:
    picture = "{\\pict\\pngblip " + "89504e47" * 1000 + "}"
    assert read(f"Before {picture}after.") == "Before after."
    assert len(readable(rtf(picture))) < 200


def test_a_text_that_is_no_rtf() -> None:
    with pytest.raises(UnreadableFile) as refused:
        convert(b"Just words.", "a.rtf")
    assert refused.value.reason.code == "other-format"


def test_rtf_under_the_name_of_word_is_read_as_what_it_is() -> None:
    assert convert(rtf(hexed("水循环", "gbk")), "a.doc").text == "水循环\n"


@given(st.binary(max_size=400))
def test_any_bytes_are_gone_through_to_their_end(data: bytes) -> None:
    readable(b"{\\rtf1\\ansicpg936 " + data).decode()
