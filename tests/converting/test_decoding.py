"""Bytes become the text that was meant, or are refused; what is lost is told."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from gangdan_gui.converting.decoding import Decoded, binary_kind, declared_encodings, decode
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.reasons import Reason

CHINESE = (
    "你好",
    "你好，世界",
    "教程",
    "机器学习入门教程",
    "第一章 概述",
    "# 读取文件\nprint(1)\n",
    "// 计算两个数的和\nint add(int a, int b) { return a + b; }\n",
    "中",
    "是的",
    "数据结构与算法（第二版）",
    "# 标题\n\n正文：变量的作用域。\n",
)


@pytest.mark.parametrize("text", CHINESE)
@pytest.mark.parametrize("prefer_chinese", [False, True])
def test_short_chinese_in_a_national_encoding(text: str, prefer_chinese: bool) -> None:
    decoded = decode(text.encode("gb18030"), prefer_chinese=prefer_chinese)
    assert decoded == Decoded(text, "gb18030")


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        ("café", "cp1252"),
        ("résumé naïve, déjà vu", "cp1252"),
        ("Müller grüßt über alle Größen", "cp1252"),
        ("señor, ¿qué año?", "cp1252"),
        ("it’s “good” – really…", "cp1252"),
        ("25°C ± 3", "cp1252"),
        ("été", "cp1252"),
        ("cafés, étés et forêts", "cp1252"),
        ("Привет, мир", "cp1251"),
        ("Привет, мир", "koi8-r"),
        ("こんにちは、世界", "cp932"),
        ("日本語のテキストです", "euc-jp"),
        ("안녕하세요 세계", "cp949"),
        ("역사적 예수 연구자들은 복음서의 이야기를 역사로 읽었다", "cp949"),
        ("你好世界，這是繁體中文的說明", "big5"),
        ("Čeština je žluťoučký kůň", "cp1250"),
    ],
)
@pytest.mark.parametrize("prefer_chinese", [False, True])
def test_other_writing_is_not_taken_for_chinese(text: str, codec: str, prefer_chinese: bool) -> None:
    assert decode(text.encode(codec), prefer_chinese=prefer_chinese).text == text


@pytest.mark.parametrize(
    ("mark", "codec", "name"),
    [
        (codecs.BOM_UTF8, "utf-8", "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le", "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be", "utf-32-be"),
    ],
)
def test_a_mark_names_the_encoding_and_goes(mark: bytes, codec: str, name: str) -> None:
    assert decode(mark + "# 标题\r\ntext\n".encode(codec)) == Decoded("# 标题\ntext\n", name)


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("text", ["plain words\nin two lines\n", "# 标题 one\n\n正文，两行。\n"])
def test_wide_text_without_a_mark(codec: str, text: str) -> None:
    assert decode(text.encode(codec)) == Decoded(text, codec)


def test_valid_utf8_goes_before_a_wrong_declaration() -> None:
    page = '<meta charset="gbk"><p>中文</p>'
    assert decode(page.encode(), charset="iso-8859-1") == Decoded(page, "utf-8")


@pytest.mark.parametrize(
    "head",
    [
        '<meta charset="gbk">',
        "<meta charset=gb2312>",
        '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=gb2312">',
        '<meta content="charset=gbk" http-equiv="content-type">',
        '<?xml version="1.0" encoding="gb2312"?>',
        "# -*- coding: gbk -*-",
        "#!/usr/bin/python\n# vim: set fileencoding=gb2312 :",
        "# coding=gb18030",
    ],
)
def test_a_declaration_in_the_file(head: str) -> None:
    text = f"{head}\n朱镕基 𠮷 한 é\n"
    assert decode(text.encode("gb18030")) == Decoded(text, "gb18030")


@pytest.mark.parametrize("charset", ["gb2312", "GBK", ' "gb18030" ', "x-unknown", ""])
def test_the_sender_s_charset(charset: str) -> None:
    assert decode("朱镕基总理的照片".encode("gbk"), charset=charset) == Decoded("朱镕基总理的照片", "gb18030")


def test_latin_1_by_declaration_is_what_the_web_means_by_it() -> None:
    assert decode("a – b".encode("cp1252"), charset="iso-8859-1") == Decoded("a – b", "cp1252")


def test_a_declaration_that_is_no_text_encoding_counts_for_nothing() -> None:
    assert declared_encodings(b"# coding: base64\n# coding: rot13\n") == ()
    assert declared_encodings(b"x\ny\n# coding: gbk\n") == ()


def test_seven_bit_shifts_are_believed_when_declared() -> None:
    assert decode("日本".encode("iso2022_jp"), charset="iso-2022-jp").text == "日本"
    assert decode("日本".encode("iso2022_jp")).encoding == "utf-8"


def test_text_cut_inside_a_character() -> None:
    data = "线性代数与微积分".encode()[:-1]
    assert decode(data) == Decoded("线性代数与微积", "utf-8", (Reason("cut-short"),))


def test_text_cut_inside_a_character_of_a_national_encoding() -> None:
    data = "线性代数与微积分的教程".encode("gb18030")[:-1]
    assert decode(data) == Decoded("线性代数与微积分的教", "gb18030", (Reason("cut-short"),))


def test_a_few_bad_bytes_are_shown_and_told() -> None:
    data = ("线性代数。" * 40).encode() + b"\xff" + ("微积分。" * 40).encode()
    decoded = decode(data)
    assert decoded.encoding == "utf-8"
    assert decoded.text.count("\ufffd") == 1
    assert decoded.warnings == (Reason("bytes-replaced", "1"),)


def test_a_replacement_character_of_the_writer_s_own_is_no_damage() -> None:
    assert decode("a \ufffd b".encode()).warnings == ()


@pytest.mark.parametrize("data", [b"words \x00 and \x00 more words " * 3 + b"x" * 400, b"x" * 200 + b"\x00"])
def test_stray_zeros_go_with_a_warning(data: bytes) -> None:
    decoded = decode(data)
    assert "\x00" not in decoded.text
    assert decoded.warnings == (Reason("nul-removed", str(data.count(0))),)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r", "\u2028", "\x85", "\f"])
def test_all_line_ends_are_one(ending: str) -> None:
    assert decode(f"one{ending}two{ending}".encode()).text == "one\ntwo\n"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b" \n\t\r\n", "blank"),
        (b"\xef\xbb\xbf \n", "blank"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "binary"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "binary"),
        (b"PK\x03\x04\x14\x00", "binary"),
        (b"\x7fELF\x02\x01\x01" + b"\x00" * 50, "binary"),
        (bytes(range(256)) * 8, "binary"),
        (b"\x00\x01\x02\x03" * 100, "binary"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        decode(data)
    assert refused.value.reason.code == code


@given(st.binary(max_size=300), st.booleans(), st.sampled_from(["", "gbk", "utf-8", "utf-16", "latin-1"]))
@example(b"\xff\xfe\x00", False, "")
@example(b"\xef\xbb\xbf\xff", False, "")
@example(b"+AGE-", False, "utf-7")
def test_any_bytes_are_read_or_refused(data: bytes, prefer_chinese: bool, charset: str) -> None:
    try:
        decoded = decode(data, charset=charset, prefer_chinese=prefer_chinese)
    except UnreadableFile as error:
        decoded = Decoded("", error.reason.code)
    assert decoded.text or decoded.encoding in {"empty", "blank", "binary", "encoding-unknown"}
    assert "\r" not in decoded.text
    assert "\x00" not in decoded.text
    assert not decoded.text.startswith("\ufeff")
    if "\ufffd" in decoded.text and "\ufffd".encode() not in data:
        assert decoded.warnings


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1))
def test_utf8_is_read_as_it_was_written(text: str) -> None:
    expected = text.lstrip("\ufeff").replace("\u2028", "\n").replace("\u2029", "\n")
    assume(expected.strip() and not binary_kind(text.encode()))
    assert decode(text.encode()).text == expected
