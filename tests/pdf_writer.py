"""Writes small PDFs for tests, object by object: words at places, pictures, bookmarks, passwords."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

_PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
_FONTS = {
    "F": "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    "B": "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>",
    "C": "<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[<</Type/Font"
    "/Subtype/CIDFontType0/BaseFont/STSong-Light/DW 1000/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>"
    "/FontDescriptor<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[-25 -254 1000 880]/ItalicAngle 0"
    "/Ascent 880/Descent -120/CapHeight 880/StemV 93>>>>]>>",
    "M": "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>",
    # Draws glyphs by their numbers and says nowhere which letters they are.
    "N": "<</Type/Font/Subtype/Type0/BaseFont/Nameless/Encoding/Identity-H/DescendantFonts[<</Type/Font"
    "/Subtype/CIDFontType2/BaseFont/Nameless/DW 600/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
    "/FontDescriptor<</Type/FontDescriptor/FontName/Nameless/Flags 4/FontBBox[0 -200 1000 800]/ItalicAngle 0"
    "/Ascent 800/Descent -200/CapHeight 800/StemV 80>>>>]>>",
}
_PICTURE = b"<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1>>"


@dataclass
class Sheet:
    """One page of A4 paper in the making."""

    content: list[str] = field(default_factory=list)

    def words(self, x: float, y: float, text: str, size: float = 10, font: str = "", *, up: bool = False) -> Sheet:
        """Text from a point, from the bottom `up` where the page is to be turned.

        Chinese words have a font of their own, others that called F, B, M or N.
        """
        turn = "0 1 -1 0" if up else "1 0 0 1"
        if font == "N":
            shown = f"<{''.join(f'{ord(letter):04x}' for letter in text)}>"
        elif any(ord(letter) > 0x2E00 for letter in text):
            font, shown = "C", f"<{text.encode('utf-16-be').hex()}>"
        else:
            shown = "<" + text.encode("cp1252").hex() + ">"
        self.content.append(f"BT /{font or 'F'} {size} Tf {turn} {x} {y} Tm {shown} Tj ET")
        return self

    def lines(self, x: float, y: float, lines: Sequence[str], size: float = 10, font: str = "") -> Sheet:
        """Lines below each other, as in a paragraph."""
        for number, line in enumerate(lines):
            self.words(x, y - 1.2 * size * number, line, size, font)
        return self

    def picture(self) -> Sheet:
        """A scan that fills the page."""
        self.content.append("q 595 0 0 842 0 0 cm /P Do Q")
        return self


def pdf(*sheets: Sheet, title: str = "", bookmarks: Sequence[tuple[str, int]] = (), user_password: str | None = None,
        rotation: int = 0, box: str = "0 0 595 842") -> bytes:  # fmt: skip
    """The bytes of a document. `bookmarks` are words and the index of a page; None leaves it not encrypted."""
    objects: list[bytes] = [b""] * 3  # catalogue, pages, information
    key = _key(user_password) if user_password is not None else b""
    fonts = "".join(f"/{name} {_add(objects, text.encode())} 0 R" for name, text in _FONTS.items())
    picture = _stream(objects, _PICTURE, b"\x80", key)
    numbers = []
    for sheet in sheets:
        data = "\n".join(sheet.content).encode()
        content = _stream(objects, f"<</Length {len(data)}>>".encode(), data, key)
        page = (
            f"<</Type/Page/Parent 2 0 R/MediaBox[{box}]/Rotate {rotation}/Contents {content} 0 R"
            f"/Resources<</Font<<{fonts}>>/XObject<</P {picture} 0 R>>>>>>"
        )
        numbers.append(_add(objects, page.encode()))
    outline = _outline(objects, bookmarks, numbers)
    objects[0] = f"<</Type/Catalog/Pages 2 0 R{outline}>>".encode()
    kids = " ".join(f"{number} 0 R" for number in numbers)
    objects[1] = f"<</Type/Pages/Count {len(numbers)}/Kids[{kids}]>>".encode()
    objects[2] = f"<</Title {_text(title)}>>".encode() if not key else b"<<>>"
    return _file(objects, _encryption(user_password))


def _add(objects: list[bytes], body: bytes) -> int:
    objects.append(body)
    return len(objects)


def _stream(objects: list[bytes], head: bytes, data: bytes, key: bytes) -> int:
    number = len(objects) + 1
    if key:
        data = _rc4(hashlib.md5(key + number.to_bytes(3, "little") + b"\0\0").digest()[:10], data)
    return _add(objects, head + b"stream\n" + data + b"\nendstream")


def _text(words: str) -> str:
    return f"<feff{words.encode('utf-16-be').hex()}>"


def _outline(objects: list[bytes], bookmarks: Sequence[tuple[str, int]], pages: Sequence[int]) -> str:
    if not bookmarks:
        return ""
    root = _add(objects, b"")
    first = root + 1
    for index, (words, page) in enumerate(bookmarks):
        after = f"/Next {first + index + 1} 0 R" if index + 1 < len(bookmarks) else ""
        _add(objects, f"<</Title {_text(words)}/Parent {root} 0 R/Dest[{pages[page]} 0 R/Fit]{after}>>".encode())
    objects[root - 1] = f"<</First {first} 0 R/Last {len(objects)} 0 R/Count {len(bookmarks)}>>".encode()
    return f"/Outlines {root} 0 R"


def _file(objects: Sequence[bytes], encryption: str) -> bytes:
    made = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(made)
    made += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    made += b"".join(b"%010d 00000 n \n" % place for place in places)
    made += f"trailer\n<</Size {len(objects) + 1}/Root 1 0 R/Info 3 0 R{encryption}>>\n".encode()
    return bytes(made) + b"startxref\n%d\n%%%%EOF\n" % start


def _rc4(key: bytes, data: bytes) -> bytes:
    state, swap = list(range(256)), 0
    for index in range(256):
        swap = (swap + state[index] + key[index % len(key)]) % 256
        state[index], state[swap] = state[swap], state[index]
    result, first, second = bytearray(), 0, 0
    for byte in data:
        first = (first + 1) % 256
        second = (second + state[first]) % 256
        state[first], state[second] = state[second], state[first]
        result.append(byte ^ state[(state[first] + state[second]) % 256])
    return bytes(result)


# The standard encryption of PDF 1.1 (revision 2, 40 bits), owner's password `owner`, all that is not forbidden allowed.
def _owner(password: str) -> bytes:
    return _rc4(hashlib.md5(_padded("owner")).digest()[:5], _padded(password))


def _padded(password: str) -> bytes:
    return (password.encode() + _PADDING)[:32]


def _key(password: str) -> bytes:
    facts = _padded(password) + _owner(password) + (-4).to_bytes(4, "little", signed=True) + b"test"
    return hashlib.md5(facts).digest()[:5]


def _encryption(password: str | None) -> str:
    if password is None:
        return ""
    user = _rc4(_key(password), _PADDING).hex()
    return (
        f"/ID[<{b'test'.hex()}><{b'test'.hex()}>]"
        f"/Encrypt<</Filter/Standard/V 1/R 2/O <{_owner(password).hex()}>/U <{user}>/P -4>>"
    )
