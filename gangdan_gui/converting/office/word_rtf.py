"""RTF as pandoc can read it: letters that stand there as bytes of a code page become numbers of Unicode.

Pandoc takes each such byte for a Western letter; programs in China write whole texts so. Pictures, which are most of
such a file, are left out.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

SIGNATURE = b"{\\rtf"
_TOKEN = re.compile(
    rb"\\'(?P<byte>[0-9a-fA-F]{2})|\\(?P<word>[a-zA-Z]+)(?P<number>-?\d+)? ?|\\(?P<sign>[^a-zA-Z'])|(?P<brace>[{}])"
    rb"|(?P<text>[^\\{}\r\n]+)|[\r\n]+|.",
    re.DOTALL,
)
_FONT = re.compile(rb"\\f(\d+)(?:\\[a-eg-z][a-z]*-?\d* ?|\\f[a-bd-z][a-z]*-?\d* ?)*\\fcharset(\d+)")
_SIGNS = re.compile(r"[\\{}]")
_CODE_PAGE = re.compile(rb"\\ansicpg(\d+)")
_CHARSETS = {
    128: "cp932", 129: "cp949", 134: "gb18030", 136: "big5hkscs", 161: "cp1253", 162: "cp1254", 163: "cp1258",
    177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250",
}  # fmt: skip
_PAGES = {936: "gb18030", 54936: "gb18030", 950: "big5hkscs", 65001: "utf-8", 10000: "mac_roman"}


@dataclass(frozen=True, slots=True)
class _State:
    """What holds inside a group. `skipped` letters stand behind each number for programs that know no Unicode."""

    codec: str
    skipped: int = 1
    picture: bool = False


def readable(data: bytes) -> bytes:
    """The same document in UTF-8, without pictures."""
    return _Reader(data).read()


class _Reader:
    """Goes through one file, with a stack of what held in the groups outside."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        page = _CODE_PAGE.search(data)
        self._default = _codec(_PAGES.get(number := int(page[1]), f"cp{number}")) if page else "cp1252"
        self._fonts = _fonts(data)
        self._state = _State(self._default)
        self._outer: list[_State] = []
        self._made: list[bytes] = []
        self._decoder = codecs.getincrementaldecoder(self._default)("replace")
        self._letters: list[str] = []
        self._left_out = 0  # of the letters behind a number

    def read(self) -> bytes:
        at = 0
        while found := _TOKEN.match(self._data, at):
            at = found.end()
            if found["word"] == b"bin":
                at += max(int(found["number"] or 0), 0)
            else:
                self._take(found)
        self._flush()
        return b"".join(self._made)

    def _take(self, found: re.Match[bytes]) -> None:
        if found["byte"] or found["sign"]:
            if self._left_out:
                self._left_out -= 1
            elif found["byte"]:
                self._letters.append(self._decoder.decode(bytes.fromhex(found["byte"].decode())))
            elif found["sign"].isascii():
                self._put(found[0])
        elif found["text"]:
            self._text(found["text"])
        elif found["word"] == b"u":
            self._letters.append(chr(int(found["number"] or 0) % 0x10000))
            self._left_out = self._state.skipped
        elif found["brace"]:
            self._left_out = 0
            self._put(found[0])
            self._brace(found[0])
        elif found["word"]:
            self._left_out = 0
            self._put(found[0].rstrip(b" ") + b" ")
            self._word(found["word"], int(found["number"] or 0))

    def _text(self, text: bytes) -> None:
        shown = text[self._left_out :]
        self._left_out -= len(text) - len(shown)
        if self._state.picture:
            return
        if not shown.isascii():  # against the rules, but done
            self._letters.append(self._decoder.decode(shown))
            return
        if shown and self._decoder.getstate()[0]:  # the second byte of a letter may be written as itself
            self._letters.append(self._decoder.decode(shown[:1]))
            shown = shown[1:]
        if shown:
            self._put(shown)

    def _put(self, written: bytes) -> None:
        self._flush()
        self._made.append(written)

    def _brace(self, brace: bytes) -> None:
        if brace == b"{":
            self._outer.append(self._state)
        elif self._outer:
            self._state = self._outer.pop()
        self._decoder = codecs.getincrementaldecoder(self._state.codec)("replace")

    def _word(self, word: bytes, number: int) -> None:
        if word == b"uc":
            self._state = replace(self._state, skipped=min(max(number, 0), 9))
        elif word == b"pict":
            self._state = replace(self._state, picture=True)
        elif word == b"plain" or (word == b"f" and number in self._fonts):
            codec = self._fonts[number] if word == b"f" else ""
            self._state = replace(self._state, codec=codec or self._default)
            self._decoder = codecs.getincrementaldecoder(self._state.codec)("replace")

    def _flush(self) -> None:
        """Write the letters so far as they are: pandoc's own numbers end at four digits of hex."""
        text = "".join(self._letters) + self._decoder.decode(b"", final=True)
        self._letters.clear()
        self._decoder.reset()
        if text:
            whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
            self._made.append(_SIGNS.sub(r"\\\g<0>", whole).encode())


def _fonts(data: bytes) -> Mapping[int, str]:
    """The codec of each font; empty for that of the whole document."""
    return {int(font): _CHARSETS.get(int(charset), "") for font, charset in _FONT.findall(data)}


def _codec(name: str) -> str:
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"
