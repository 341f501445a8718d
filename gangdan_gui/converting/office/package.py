"""A file that is a zip of XML parts (Word, slides, sheets, OpenDocument, EPUB), opened without trusting it.

Only the parts that hold text are unpacked, and no more of them than a document can have: pictures, films and macros
stay packed. What a part says of itself is checked against what comes out of it. Nothing is written to disk.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import PurePosixPath

from gangdan_gui.domain.errors import UnreadableFile

_MOST_PARTS = 20_000
_MOST_BYTES = 150_000_000
_STEP = 1 << 20
_TEXT_PARTS = frozenset({".xml", ".rels", ".opf", ".ncx", ".xhtml", ".html", ".htm", ".mht", ".mhtml", ""})
_OLE = b"\xd0\xcf\x11\xe0"
# The names of streams, as an OLE file's directory holds them, and what such a file is to be saved as.
_OLE_STREAMS = (
    ("WordDocument", ".docx"),
    ("PowerPoint Document", ".pptx"),
    ("Workbook", ".xlsx"),
    ("Book", ".xlsx"),
)
_ENTITY = tuple("<!ENTITY".encode(codec) for codec in ("ascii", "utf-16-le", "utf-16-be"))
_FONT_LOCKS = (b"http://www.idpf.org/2008/embedding", b"http://ns.adobe.com/pdf/enc#RC")
_ALGORITHM = re.compile(rb"<(?:\w+:)?EncryptionMethod[^>]*\bAlgorithm\s*=\s*[\"']([^\"']*)")
_TITLE = re.compile(rb"<dc:title\b[^>]*>([^<]*)</dc:title>")
_TITLE_PARTS = ("docProps/core.xml", "meta.xml")
# What programs call a document that nobody named.
_NO_TITLE = re.compile(
    r"(?:microsoft |wps )?(?:word|powerpoint|excel|office|wps)\b.*|(?:演示文稿|文档|工作簿|幻灯片)\s*\d*"
    r"|(?:presentation|document|slide|book|untitled)\s*\d*|.*\.(?:docx?|pptx?|xlsx?|wps|dps|et)",
    re.IGNORECASE,
)


def unpacked(data: bytes, *holds: str) -> dict[str, bytes]:
    """The text parts of a package by their names, in its order; a part must begin with one of `holds`.

    Raises UnreadableFile (`password-protected`, `old-office`, `other-format`, `damaged-file`, `unpacked-too-large`,
    `unsafe-file`).
    """
    if not is_package(data):
        raise refusal(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            parts = _parts(package)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError) as error:
        raise UnreadableFile(code="damaged-file", detail="") from error
    _refuse_locked(parts)
    if not any(name.startswith(holds) for name in parts):
        raise UnreadableFile(code="other-format", detail="")
    return parts


def packed(parts: Mapping[str, bytes]) -> bytes:
    """The parts as a package again, without what was left out."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return whole.getvalue()


def stated_title(parts: Mapping[str, bytes]) -> str:
    """The title in a package's own description; empty where it is only what a program puts there."""
    names = (*_TITLE_PARTS, *(name for name in parts if name.endswith(".opf")))
    for name in names:
        if found := _TITLE.search(parts.get(name, b"")):
            title = " ".join(html.unescape(found[1].decode("utf-8", "replace")).split())
            return "" if _NO_TITLE.fullmatch(title) else title
    return ""


def is_package(data: bytes) -> bool:
    """Whether this may be a package at all, by its first bytes."""
    return data.startswith(b"PK\x03\x04")


def is_ole(data: bytes) -> bool:
    """Whether this is an older Office file, or a newer one behind a password."""
    return data.startswith(_OLE)


def is_locked(data: bytes) -> bool:
    """Whether an OLE file is a newer Office file behind a password."""
    return is_ole(data) and "EncryptedPackage".encode("utf-16-le") in data


def refusal(data: bytes) -> UnreadableFile:
    """What to say of bytes that are no package."""
    if not is_ole(data):
        return UnreadableFile(code="other-format", detail="")
    if is_locked(data):
        return UnreadableFile(code="password-protected", detail="")
    for stream, better in _OLE_STREAMS:
        if stream.encode("utf-16-le") in data:
            return UnreadableFile(code="old-office", detail=better)
    return UnreadableFile(code="other-format", detail="")


def _parts(package: zipfile.ZipFile) -> dict[str, bytes]:
    members = package.infolist()
    if len(members) > _MOST_PARTS:
        raise UnreadableFile(code="unpacked-too-large", detail="")
    parts: dict[str, bytes] = {}
    left = _MOST_BYTES
    for member in members:
        if member.is_dir() or PurePosixPath(member.filename).suffix.lower() not in _TEXT_PARTS:
            continue
        if member.flag_bits & 1:
            raise UnreadableFile(code="password-protected", detail="")
        content = _content(package, member, left)
        left -= len(content)
        if any(mark in content for mark in _ENTITY):
            raise UnreadableFile(code="unsafe-file", detail=member.filename)
        parts[member.filename] = content
    return parts


def _content(package: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytes:
    """What is in a member, told by unpacking it: the size that it states may be a lie."""
    pieces: list[bytes] = []
    with package.open(member) as stream:
        while piece := stream.read(_STEP):
            most -= len(piece)
            if most < 0:
                raise UnreadableFile(code="unpacked-too-large", detail="")
            pieces.append(piece)
    return b"".join(pieces)


def _refuse_locked(parts: Mapping[str, bytes]) -> None:
    """OpenDocument and EPUB encrypt their parts one by one; hidden fonts alone do not lock a book."""
    book = _ALGORITHM.findall(parts.get("META-INF/encryption.xml", b""))
    if any(algorithm not in _FONT_LOCKS for algorithm in book) or b"encryption-data" in parts.get(
        "META-INF/manifest.xml", b""
    ):
        raise UnreadableFile(code="password-protected", detail="")
