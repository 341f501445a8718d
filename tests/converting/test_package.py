"""Packed files that are not what they seem, or are made to harm: each gets its reason, none gets further."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gangdan_gui.converting.conversion import convert
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.reasons import Reason
from tests.converting.office_files import cell, edited, made, pack, parts_of, xlsx_of

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
PACKED = ("a.docx", "a.pptx", "a.odt", "a.epub", "a.xlsx")


def refusal(data: bytes, path: str) -> Reason:
    with pytest.raises(UnreadableFile) as caught:
        convert(data, path)
    return caught.value.reason


def ole(stream: str) -> bytes:
    return OLE + stream.encode("utf-16-le") + bytes(512)


@pytest.fixture(scope="module")
def documents() -> dict[str, bytes]:
    text = "# Rain\n\nRain falls on hills and runs into rivers.\n"
    written = {f"a.{form}": made(form, text) for form in ("docx", "pptx", "odt", "epub")}
    return {**written, "a.xlsx": xlsx_of({"Rain": f"<row>{cell('A1', 'Rain falls')}</row>"})}


@pytest.mark.parametrize("path", PACKED)
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", Reason("empty")),
        (bytes(300), Reason("blank")),
        (b"<!DOCTYPE html><html><body>Please log in</body></html>", Reason("html-page")),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", Reason("lfs-pointer")),
        (b"Just words.", Reason("other-format")),
        (b"PK\x03\x04", Reason("damaged-file")),
        (ole("EncryptedPackage"), Reason("password-protected")),
        (pack({"readme.xml": "<a/>"}), Reason("other-format")),
    ],
)
def test_what_is_no_such_document(path: str, data: bytes, reason: Reason) -> None:
    assert refusal(data, path) == reason


@pytest.fixture
def no_libreoffice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gangdan_gui.converting.libreoffice.program", lambda: "")


@pytest.mark.usefixtures("no_libreoffice")
@pytest.mark.parametrize(
    ("stream", "better"), [("WordDocument", ".docx"), ("PowerPoint Document", ".pptx"), ("Workbook", ".xlsx")]
)
def test_an_older_file_under_a_newer_name(stream: str, better: str) -> None:
    assert refusal(ole(stream), "a.docx") == Reason("old-office", better)


@pytest.mark.usefixtures("no_libreoffice")
@pytest.mark.parametrize(
    ("path", "stream", "better"),
    [
        ("a.doc", "WordDocument", ".docx"),
        ("A.DOC", "WordDocument", ".docx"),
        ("a.ppt", "PowerPoint Document", ".pptx"),
        ("a.wps", "WordDocument", ".docx"),
        ("a.dps", "PowerPoint Document", ".pptx"),
    ],
)
def test_without_libreoffice_older_formats_are_named_with_what_to_save_them_as(
    path: str, stream: str, better: str
) -> None:
    assert refusal(ole(stream), path) == Reason("old-office", better)
    assert refusal(b"", path) == Reason("empty")
    assert refusal(b"Just words.", path) == Reason("other-format")


@pytest.mark.parametrize("path", PACKED)
def test_a_file_cut_anywhere_is_damaged(documents: dict[str, bytes], path: str) -> None:
    whole = documents[path]
    assert "Rain" in convert(whole, path).text
    for share in (0.1, 0.5, 0.9, 0.99):
        assert refusal(whole[: int(len(whole) * share)], path) == Reason("damaged-file")


@pytest.mark.parametrize("path", PACKED)
def test_broken_xml_is_a_reason(documents: dict[str, bytes], path: str) -> None:
    main = {
        "docx": "word/document.xml",
        "pptx": "ppt/slides/slide1.xml",
        "odt": "content.xml",
        "xlsx": "xl/workbook.xml",
    }
    part = main.get(path.removeprefix("a."), "EPUB/content.opf")
    broken = edited(documents[path], part, lambda xml: xml[: len(xml) // 2])
    assert refusal(broken, path).code in ("damaged-file", "conversion-failed", "blank")


@pytest.mark.parametrize("codec", ["utf-8", "utf-16"])
@pytest.mark.parametrize("path", PACKED)
def test_entities_are_refused(documents: dict[str, bytes], path: str, codec: str) -> None:
    bomb = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>'
    data = pack({**parts_of(documents[path]), "extra/part.xml": bomb.encode(codec)})
    assert refusal(data, path) == Reason("unsafe-file", "extra/part.xml")


@pytest.mark.parametrize("path", PACKED)
def test_a_bomb_is_not_unpacked(documents: dict[str, bytes], path: str) -> None:
    data = pack({**parts_of(documents[path]), "extra/part.xml": b" " * 160_000_000})
    assert len(data) < 1_000_000
    assert refusal(data, path) == Reason("unpacked-too-large")


def test_a_bomb_that_lies_about_its_size_is_a_reason(documents: dict[str, bytes]) -> None:
    data = pack({**parts_of(documents["a.docx"]), "extra/part.xml": b" " * 5_000_000})
    lie = data.replace((5_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert lie != data
    assert refusal(lie, "a.docx") == Reason("damaged-file")


def test_more_parts_than_a_document_has() -> None:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as package:
        for number in range(20_001):
            package.writestr(f"word/{number}.xml", b"")
    assert refusal(whole.getvalue(), "a.docx") == Reason("unpacked-too-large")


def test_locked_parts_need_a_password(documents: dict[str, bytes]) -> None:
    locked = bytearray(documents["a.docx"])
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = locked.find(mark)
        while at >= 0:
            locked[at + offset] |= 1
            at = locked.find(mark, at + 4)
    assert refusal(bytes(locked), "a.docx") == Reason("password-protected")


def test_books_and_texts_behind_a_password(documents: dict[str, bytes]) -> None:
    book = '<encryption xmlns:e="x"><e:EncryptionMethod Algorithm="{}"/></encryption>'
    drm, font = (
        book.format("http://www.w3.org/2001/04/xmlenc#aes128-cbc"),
        book.format("http://www.idpf.org/2008/embedding"),
    )
    parts = parts_of(documents["a.epub"])
    assert refusal(pack({**parts, "META-INF/encryption.xml": drm}), "a.epub") == Reason("password-protected")
    assert "Rain" in convert(pack({**parts, "META-INF/encryption.xml": font}), "a.epub").text
    listed = "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>"
    text = {**parts_of(documents["a.odt"]), "META-INF/manifest.xml": listed}
    assert refusal(pack(text), "a.odt") == Reason("password-protected")


def test_fifty_megabytes_of_pictures_cost_nothing(documents: dict[str, bytes]) -> None:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as package:
        for name, content in parts_of(documents["a.docx"]).items():
            package.writestr(name, content)
        package.writestr("word/media/film.mp4", bytes(50_000_000))
    assert "Rain falls" in convert(whole.getvalue(), "a.docx").text


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_damaged_byte_never_breaks_the_reader(documents: dict[str, bytes], data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(["a.pptx", "a.xlsx"]))
    damaged = bytearray(documents[path])
    damaged[data.draw(st.integers(0, len(damaged) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        assert convert(bytes(damaged), path).text.endswith("\n")
    except UnreadableFile as error:
        assert error.reason.code  # noqa: PT017
