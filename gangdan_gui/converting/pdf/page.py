"""What stands on a page of a PDF: runs of characters with their places, in points from the page's lower left corner.

PDFium gives each character its box. Characters that follow each other on one line without a wide gap are a run;
what a page's program says about lines and words is not relied on, because programs draw in any order.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

_WIDEST_GAP = 0.9  # of the height of a line: wider than a word space in justified text, narrower than a gutter
_SOFT_HYPHENS = frozenset({0x02, 0xAD})
# Bullets of the fonts Symbol and Wingdings, which have no Unicode of their own.
_BULLETS = {0xF0B7: "•", 0xF0A7: "▪", 0xF0D8: "➢", 0xF0FC: "✓", 0xF02D: "-"}
_BOLD = 600
_FEW = 200  # characters on a page whose substance may be in its pictures
_Box = tuple[float, float, float, float]  # left, bottom, right, top
_BOLD_NAME = re.compile(r"bold|heiti|simhei", re.IGNORECASE)
_FIXED_NAME = re.compile(r"mono|courier|consol|menlo|typewriter|cmtt", re.IGNORECASE)
_FIXED_FLAG = 1
# A gap between Chinese characters that is more than the spacing of a justified line.
GAP = "\ue00d"
_WIDE_GAP = 0.4
_FIRST_WIDE = "\u2e80"  # where the characters of Chinese begin
SOFT_HYPHEN = "\u00ad"


@dataclass(frozen=True, slots=True)
class Run:
    """Characters that stand together on one line, or one below the other in `vertical` writing.

    `fixed` says that all its letters are equally wide, as those of program code.
    """

    text: str
    left: float
    bottom: float
    right: float
    top: float
    size: float
    bold: bool = False
    vertical: bool = False
    fixed: bool = False

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class Page:
    """One page. `unknown` of its `characters` are of fonts that do not say which letters they draw.

    `pictures` says whether there are any, on a page with few characters.
    """

    number: int
    width: float
    height: float
    runs: tuple[Run, ...]
    characters: int = 0
    unknown: int = 0
    pictures: bool = False


def read_page(document: pypdfium2.PdfDocument, number: int) -> Page:
    """The page of that number, from 1. Raises pypdfium2.PdfiumError."""
    page = document[number - 1]
    try:
        text = page.get_textpage()
        try:
            reader = _Reader(text.raw, page.get_bbox())
            reader.read()
        finally:
            text.close()
        pictures = reader.characters < _FEW and any(page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=3))
        return Page(number, *reader.size, tuple(reader.runs), reader.characters, reader.unknown, pictures)
    finally:
        page.close()


class _Reader:
    """Goes through a page's characters once. `size` is that of the page as its lines run."""

    def __init__(self, raw: object, sheet: _Box) -> None:
        self.runs: list[Run] = []
        self.characters = 0
        self.unknown = 0
        self._raw = raw
        self._count = pdfium.FPDFText_CountChars(raw)
        self._turns = self._quarter_turns()
        self._origin = sheet[:2]
        self._across, self._up = sheet[2] - sheet[0], sheet[3] - sheet[1]
        self.size = (self._across, self._up) if self._turns % 2 == 0 else (self._up, self._across)
        self._text: list[str] = []
        self._first = self._final = 0  # of the run so far: its first character, the last that is not Chinese
        self._box = (0.0, 0.0, 0.0, 0.0)
        self._last = (0.0, 0.0, 0.0, 0.0)  # of its last character
        self._vertical = False
        self._wide = False  # whether the last character is as wide as a Chinese one

    def read(self) -> None:
        """Fill `runs` and the counts."""
        rectangle = pdfium.FS_RECTF()
        for index in range(self._count):
            code = pdfium.FPDFText_GetUnicode(self._raw, index)
            if code in (0x0A, 0x0D):
                continue
            if code in (0x20, 0xA0, 0x09):
                if self._text and self._text[-1] != " ":
                    self._text.append(" ")
                continue
            letter = self._letter(code, index)
            pdfium.FPDFText_GetLooseCharBox(self._raw, index, rectangle)
            x, y = self._origin
            box = (rectangle.left - x, rectangle.bottom - y, rectangle.right - x, rectangle.top - y)
            box = self._upright(box) if self._turns else box
            if self._on_page(box):
                self._put(letter, index, box)
        self._end()

    def _quarter_turns(self) -> int:
        """How far most of the text is turned to the left: wide tables lie on their side."""
        places = range(0, self._count, max(self._count // 40, 1))
        angles = [pdfium.FPDFText_GetCharAngle(self._raw, place) for place in places]
        turns = Counter(-round(angle / (math.pi / 2)) % 4 for angle in angles if angle >= 0)
        return turns.most_common(1)[0][0] if turns else 0

    def _on_page(self, box: _Box) -> bool:
        """Whether a reader sees the place at all; one that is no number is nowhere."""
        return box[2] > 0 and box[3] > 0 and box[0] < self.size[0] and box[1] < self.size[1]

    def _upright(self, box: _Box) -> _Box:
        left, bottom, right, top = box
        if self._turns == 1:
            return bottom, self._across - right, top, self._across - left
        if self._turns == 2:
            return self._across - right, self._up - top, self._across - left, self._up - bottom
        return self._up - top, left, self._up - bottom, right

    def _letter(self, code: int, index: int) -> str:
        """The character; empty for one that nobody knows."""
        self.characters += 1
        if code in _SOFT_HYPHENS:
            return SOFT_HYPHEN
        if code in _BULLETS:
            return _BULLETS[code]
        private = 0xE000 <= code <= 0xF8FF or code >= 0xF0000
        if code < 0x20 or code == 0xFFFD or private or pdfium.FPDFText_HasUnicodeMapError(self._raw, index) == 1:
            self.unknown += 1
            return ""
        return chr(code)

    def _put(self, letter: str, index: int, box: _Box) -> None:
        wide = letter >= _FIRST_WIDE
        if self._text and self._follows(box, both_wide=wide and self._wide):
            left, bottom, right, top = self._box
            self._box = (min(left, box[0]), min(bottom, box[1]), max(right, box[2]), max(top, box[3]))
        else:
            self._end()
            self._first = self._final = index
            self._box = box
        self._text.append(letter)
        self._last, self._wide = box, wide
        if not wide:
            self._final = index

    def _follows(self, box: _Box, *, both_wide: bool) -> bool:
        """Whether a character belongs to the run; puts a mark for a gap between Chinese ones."""
        below = both_wide and (self._vertical or len(self._text) == 1) and _below(self._last, box)
        if self._vertical or below:
            self._vertical = True
            return below
        if not _beside(self._last, box):
            return False
        if both_wide and box[0] - self._last[2] > _WIDE_GAP * (box[3] - box[1]):
            self._text.append(GAP)
        return True

    def _end(self) -> None:
        text = "".join(self._text).strip()
        if text:
            joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
            fonts = [self._font(self._first), self._font(self._final)]
            bold, fixed = (all(found) for found in zip(*fonts, strict=True))
            self.runs.append(Run(joined, *self._box, self._size(), bold, self._vertical, fixed))
        self._text, self._vertical = [], False

    def _font(self, index: int) -> tuple[bool, bool]:
        """Whether a character's font is bold, and whether its letters are equally wide."""
        name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
        pdfium.FPDFText_GetFontInfo(self._raw, index, name, len(name), ctypes.byref(flags))
        named = name.value.decode("utf-8", "replace")
        bold = pdfium.FPDFText_GetFontWeight(self._raw, index) >= _BOLD or bool(_BOLD_NAME.search(named))
        return bold, bool(flags.value & _FIXED_FLAG) or bool(_FIXED_NAME.search(named))

    def _size(self) -> float:
        """The size that the run is drawn in: the font's own, scaled by the matrix it is drawn through."""
        matrix = pdfium.FS_MATRIX()
        size = float(pdfium.FPDFText_GetFontSize(self._raw, self._first))
        if pdfium.FPDFText_GetMatrix(self._raw, self._first, ctypes.byref(matrix)):
            size *= math.hypot(matrix.c, matrix.d) or 1.0
        return round(size, 1)


def _beside(last: _Box, box: _Box) -> bool:
    height = max(last[3] - last[1], 1.0)
    same_line = abs((box[1] + box[3]) - (last[1] + last[3])) < 0.5 * height
    same_size = 0.8 < (box[3] - box[1]) / height < 1.25
    return same_line and same_size and box[0] > last[0] - 0.3 * height and box[0] - last[2] < _WIDEST_GAP * height


def _below(last: _Box, box: _Box) -> bool:
    """Whether a character stands under the last one, both as wide as high: so Chinese is written in columns."""
    width, height = max(last[2] - last[0], 0.1), max(last[3] - last[1], 0.1)
    square = 0.6 < height / width < 1.8 and 0.8 < (box[2] - box[0]) / width < 1.25
    step = (last[1] + last[3] - box[1] - box[3]) / 2
    return square and abs(box[0] + box[2] - last[0] - last[2]) < 0.4 * width and 0.6 * width < step < 1.4 * height
