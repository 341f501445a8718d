"""The one routine that turns bytes into text.

The order is: byte order mark, strict UTF-8, what the file or its sender declares, then the most plausible of the
encodings that documents are found in (`guessing`). UTF-8 goes before declarations because text that is valid UTF-8
by accident is rare, and wrong declarations are not.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from gangdan_gui.converting.guessing import guess_encoding
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.reasons import Reason

# Longer marks first: the UTF-32 mark begins with the UTF-16 one.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig", "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16-be"),
)
_WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
_SIGNATURES = (
    (b"\x89PNG", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF8", "gif"),
    (b"%PDF-", "pdf"),
    (b"PK\x03\x04", "zip"),
    (b"\x1f\x8b", "gzip"),
    (b"\x7fELF", "elf"),
    (b"MZ\x90", "exe"),
    (b"SQLite format 3\x00", "sqlite"),
    (b"\xd0\xcf\x11\xe0", "ole"),
    (b"7z\xbc\xaf", "7z"),
    (b"Rar!", "rar"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ", "xz"),
    (b"OggS", "ogg"),
    (b"ID3", "mp3"),
    (b"\x00asm", "wasm"),
    (b"wOF", "font"),
)
_PEP263 = re.compile(rb"^[ \t\f]*(?:#|%|//|/\*|\.\.|<!--|;)[^\n\r]*?coding[:=][ \t]*([-\w.]+)")
_HTML = re.compile(rb"""<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([-\w.:]+)""", re.IGNORECASE)
_XML = re.compile(rb"""^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([-\w.:]+)""")
_STATED = re.compile(rb"^(?:@documentencoding|:encoding:)[ \t]+([-\w.]+)", re.MULTILINE)
_HEAD = 8192
# The standard of the web: these labels are used for the larger encodings that hold them.
_LARGER = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_cn": "gb18030",
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    "iso8859-9": "cp1254",
    "tis-620": "cp874",
}
_NOT_OF_FILES = frozenset(
    ["idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "utf-7", "oem", "mbcs"]
)
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_MOST_CONTROLS = 0.02
_MOST_BAD = 0.02
_GOOD_FOR_EACH_BAD = 3


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text with `\\n` line ends and no byte order mark, and the encoding its bytes were read in."""

    text: str
    encoding: str
    warnings: tuple[Reason, ...] = ()


def decode(data: bytes, *, charset: str = "", prefer_chinese: bool = False) -> Decoded:
    """Read bytes as text.

    `charset` is what the sender said (a header); it counts as a declaration. Raises UnreadableFile (`empty`, `blank`,
    `binary`, `encoding-unknown`). A U+FFFD that stands for bytes that could not be read comes with a warning.
    """
    if not data:
        raise UnreadableFile(code="empty", detail="")
    if not data.strip(b"\x00 \t\r\n\f\v"):
        raise UnreadableFile(code="blank", detail="")
    if kind := binary_kind(data):
        raise UnreadableFile(code="binary", detail=kind)
    decoded = (
        _by_mark(data)
        or _wide_without_mark(data)
        or _strict_utf8(data, charset)
        or _declared(data, charset)
        or _damaged_utf8(data)
        or _guessed(data, prefer_chinese)
    )
    if not decoded.text.strip("\x00 \t\n"):
        raise UnreadableFile(code="blank", detail="")
    return _without_nul(decoded)


def binary_kind(data: bytes) -> str:
    """The kind of a file that begins with a known binary signature; empty for all others."""
    return next((kind for signature, kind in _SIGNATURES if data.startswith(signature)), "")


def declared_encodings(data: bytes, charset: str = "") -> tuple[str, ...]:
    """The codecs that a file (coding line, declaration, meta element, command) and its sender name, in order."""
    head = data[:_HEAD]
    found = [match.group(1) for line in head.splitlines()[:2] if (match := _PEP263.match(line))]
    found += [match.group(1) for pattern in (_XML, _HTML, _STATED) if (match := pattern.search(head))]
    names = [*(name.decode("ascii", "replace") for name in found), charset]
    return tuple(dict.fromkeys(codec for name in names if (codec := _codec(name))))


def _codec(label: str) -> str:
    label = label.strip().strip("\"'").lower()
    if not label:
        return ""
    try:
        name = codecs.lookup(label.removesuffix("-unix").removesuffix("-dos").removesuffix("-mac")).name
        b" ".decode(name)  # refuses codecs that are not text encodings, such as base64
    except LookupError:
        return ""
    except UnicodeError:
        pass  # a text encoding that wants more than one byte
    if name in _NOT_OF_FILES:
        return ""
    return _LARGER.get(name, name)


def _by_mark(data: bytes) -> Decoded | None:
    for mark, name, codec in _MARKS:
        if data.startswith(mark):
            return _lenient(data[len(mark) :], codec, name)
    return None


def _wide_without_mark(data: bytes) -> Decoded | None:
    """UTF-16 or UTF-32 that says nothing of itself: Latin text in it is half zeros, and only one reading has blanks."""
    if b"\x00" not in data:
        return None
    best, most = None, 0
    for codec in _WIDE:
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        blanks = sum(text.count(blank) for blank in " \n\r\t。，")
        if blanks > most and not _CONTROLS.search(text) and blanks * 400 >= len(text):
            best, most = Decoded(_line_ends(text), codec), blanks
    return best


def _strict_utf8(data: bytes, charset: str) -> Decoded | None:
    if data.isascii():
        # Seven-bit encodings with shifts look like ASCII; they are believed only when declared.
        for codec in declared_encodings(data, charset):
            if codec.startswith(("iso2022", "hz")):
                return _lenient(data, codec, codec)
    try:
        return Decoded(_line_ends(data.decode("utf-8")), "utf-8")
    except UnicodeDecodeError:
        return None


def _declared(data: bytes, charset: str) -> Decoded | None:
    for codec in declared_encodings(data, charset):
        if codec in ("utf-8", "utf-8-sig", *_WIDE, "utf-16", "utf-32"):
            continue
        decoded = _lenient(data, codec, codec)
        if _few(decoded.text.count("\ufffd"), decoded.text) and not _binary_text(decoded.text):
            return decoded
    return None


def _damaged_utf8(data: bytes) -> Decoded | None:
    decoded = _lenient(data, "utf-8", "utf-8")
    bad = decoded.text.count("\ufffd")
    good = sum(1 for character in decoded.text if character > "\x7f") - bad
    if good < max(1, _GOOD_FOR_EACH_BAD * bad) or not _few(bad, decoded.text):
        return None
    return decoded


def _guessed(data: bytes, prefer_chinese: bool) -> Decoded:
    if sum(data.count(byte) for byte in b"\x00\x01\x02\x03\x04\x05\x06\x07\x0e\x0f\x10") > _MOST_CONTROLS * len(data):
        raise UnreadableFile(code="binary", detail="")
    codec = guess_encoding(data, prefer_chinese=prefer_chinese)
    if not codec:
        raise UnreadableFile(code="encoding-unknown", detail="")
    return _lenient(data, codec, codec)


def _lenient(data: bytes, codec: str, name: str) -> Decoded:
    """Decode with replacements, counted in a warning; half a character at the very end is dropped with its own."""
    decoder = codecs.getincrementaldecoder(codec)(errors="replace")
    text = decoder.decode(data)
    whole = text + decoder.decode(b"", final=True)
    written = "\ufffd".encode(codec, "ignore")
    bad = text.count("\ufffd") - (data.count(written) if written else 0)
    warnings = [Reason("bytes-replaced", str(bad))] if bad > 0 else []
    if len(whole) > len(text) and whole[len(text) :].strip("\ufffd") == "":
        warnings.append(Reason("cut-short"))
    else:
        text = whole
    return Decoded(_line_ends(text), name, tuple(warnings))


def _few(bad: int, text: str) -> bool:
    return bad == 0 or bad <= _MOST_BAD * len(text)


def _binary_text(text: str) -> bool:
    return len(_CONTROLS.findall(text)) > _MOST_CONTROLS * len(text)


def _without_nul(decoded: Decoded) -> Decoded:
    if _binary_text(decoded.text):
        raise UnreadableFile(code="binary", detail="")
    count = decoded.text.count("\x00")
    if not count:
        return decoded
    warnings = (*decoded.warnings, Reason("nul-removed", str(count)))
    return Decoded(decoded.text.replace("\x00", ""), decoded.encoding, warnings)


def _line_ends(text: str) -> str:
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    # One that has a line for itself ends no other: the numbers of the lines stay as editors count them.
    text = re.sub("(?:(?<=\n)|\\A)[\v\f]+(?=\n)", "", text)
    return re.sub("[\v\f\x85\u2028\u2029]", "\n", text)
