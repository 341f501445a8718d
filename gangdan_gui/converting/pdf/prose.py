"""Pages of rows as Markdown: paragraphs over the ends of lines, columns and pages; headings; tables; references."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from gangdan_gui.converting.code_fences import fenced
from gangdan_gui.converting.markdown_table import tables
from gangdan_gui.converting.pdf.code import code_end, code_text, is_typewritten
from gangdan_gui.converting.pdf.columns import Row, columns
from gangdan_gui.converting.pdf.page import Page
from gangdan_gui.converting.pdf.words import Joiner, normal
from gangdan_gui.converting.plain_text import to_markdown

# Stands where a page begins; the reader takes characters of this kind out of every page.
PAGE_MARK = "\ue00c"

_LARGER = 1.12  # than the body: a heading
_MOST_LEVELS = 4
_LONGEST_HEADING = 160
_LONGEST_PARAGRAPH = 20_000
_INDENTED = 0.8  # of the size
_SHORT = 0.2  # of a column's width
_VERY_SHORT = 0.5  # no word is so long that a line would end here by itself, in a column of some width
_SOME_WIDTH = 25  # of the size
_WIDER = 1.35  # than the distance of its lines: a gap between paragraphs
_REFERENCES = re.compile(
    r"(?:[\dIVX]+\.?\s*)?"
    r"(?:references|bibliography|works cited|literature cited|参\s*考\s*文\s*献|引用文献|参考资料|文献)\s*[:：]?",
    re.IGNORECASE,
)
_ENTRY = re.compile(r"[\[［]\d+[\]］]|\d{1,3}[.．]\s")
_BULLET = re.compile(r"[•▪➢✓‣◦●■◆]\s*")
_NUMBERED = re.compile(r"\(?\d{1,2}[.)、]\s|[（(][\d一二三四五六七八九十]{1,3}[)）]|[一二三四五六七八九十]{1,3}、")
_ENDED = re.compile(r"[.!?:;。！？：；…][\"'”’)）]*$")
_HEADING_ENDED = re.compile(r"[.,;:!?。，；：！？]$")
_LISTED = re.compile(r"… ?[\divxlc]+$")  # a line of a table of contents
_MARKUP = re.compile(r"^(?:#{1,6}(?=\s|$)|>|[-+](?=\s)|={2,}$|-{2,}$)")


@dataclass(slots=True)
class _Block:
    """What is being put together; `level` is 0 for a paragraph, `last` is its last row, `column` where that stands."""

    text: str
    level: int
    last: Row
    column: tuple[float, float]
    lines: int = 1
    hanging: bool = False


@dataclass(slots=True)
class Writer:
    """Writes a document's pages one after the other.

    `body` is the size of most of its text, `levels` are those of larger sizes, `bold_level` is that of bold lines or 0,
    `outline` holds the levels of its bookmarks by their words.
    """

    joiner: Joiner
    body: float
    levels: Mapping[float, int]
    bold_level: int
    outline: Mapping[str, int]
    has_code: bool
    blocks: list[str] = field(default_factory=list)
    _block: _Block | None = None
    _marks: str = ""
    _in_references: bool = False

    def page(self, page: Page) -> None:
        self._marks += PAGE_MARK
        for block in columns(page.runs):
            self._column(block)

    def text(self) -> str:
        self._end()
        return "\n\n".join(self.blocks)

    def _column(self, block: list[Row]) -> None:
        edges = min(row.left for row in block), max(row.right for row in block)
        steps = [above.middle - below.middle for above, below in pairwise(block)]
        usual = min(median(steps), 2 * block[0].size) if steps else 0.0
        at = 0
        while at < len(block):
            if self.has_code and (end := code_end(block, at)) > at:
                self._block_of(fenced(self._taken_marks() + code_text(block[at:end])))
                at = end
                continue
            if (end := _table_end(block, at)) > at:
                cells = [[normal(cell) for cell in row.cells] for row in block[at:end]]
                self._block_of(self._taken_marks() + "\n\n".join(tables(cells)))
                at = end
                continue
            gap = bool(at) and steps[at - 1] > max(_WIDER * usual, 1.2 * block[at].size)
            self._row(block[at], edges, first=at == 0, gap=gap)
            at += 1

    def _block_of(self, text: str) -> None:
        self._end()
        self.blocks.append(text)

    def _taken_marks(self) -> str:
        marks, self._marks = self._marks, ""
        return marks

    def _row(self, row: Row, edges: tuple[float, float], *, first: bool, gap: bool) -> None:
        words = normal(row.text)
        if not words:
            return
        level = self._level(row, words)
        block = self._block
        if block and self._goes_on(block, row, words, level, first=first, gap=gap):
            block.text = self.joiner.join(block.text, words, self._marks)
            block.hanging = block.hanging or row.left > block.last.left + _INDENTED * row.size
            block.last, block.column, block.lines = row, edges, block.lines + 1
        else:
            self._end()
            self._block = _Block(self._marks + words, level, row, edges)
        self._marks = ""

    def _level(self, row: Row, words: str) -> int:
        """The level of a heading that this line is or is part of; 0 for none."""
        if len(words) > _LONGEST_HEADING or _LISTED.search(words) or not re.search(r"\w", words):
            return 0
        if level := self.outline.get(_key(words)):
            return level
        if level := self.levels.get(row.size):
            return level
        if _REFERENCES.fullmatch(words):
            return 2
        own = row.bold and len(words) <= 80 and not _HEADING_ENDED.search(words) and len(row.cells) == 1
        return self.bold_level if own else 0

    def _goes_on(self, block: _Block, row: Row, words: str, level: int, *, first: bool, gap: bool) -> bool:
        """Whether a line belongs to what stands before it."""
        if len(block.text) > _LONGEST_PARAGRAPH:
            return False
        if level or block.level:
            near = not gap and not first and abs(row.size - block.last.size) < 0.2
            same = level == block.level and not self.outline.get(_key(words)) and row.bold == block.last.bold
            return near and same and len(block.text) + len(words) < _LONGEST_HEADING and block.lines < 4
        if abs(row.size - block.last.size) > 0.08 * row.size + 0.1 and abs(row.size - self.body) > 0.1:
            return False
        if self._in_references and (_ENTRY.match(words) or self._outdented(block, row)):
            return False
        if _BULLET.match(words) or (_NUMBERED.match(words) and _short_or_ended(block)):
            return False
        if _LISTED.search(block.text):
            return False
        if first:
            return not _ENDED.search(block.text) and not _short(block)
        if gap or _very_short(block) or (_short(block) and _ENDED.search(block.text)):
            return False
        return self._in_references or not _indented(block, row)

    def _outdented(self, block: _Block, row: Row) -> bool:
        return block.lines > 1 and row.left < block.last.left - _INDENTED * row.size

    def _end(self) -> None:
        block, self._block = self._block, None
        if block is None:
            return
        marks = block.text[: len(block.text) - len(block.text.lstrip(PAGE_MARK))]
        words = block.text[len(marks) :]
        if block.level:
            self._in_references = bool(_REFERENCES.fullmatch(words))
            self.blocks.append(f"{marks}{'#' * min(block.level, 6)} {_escaped(words)}")
        elif bullet := _BULLET.match(words):
            self.blocks.append(f"{marks}- {_escaped(words[bullet.end() :])}")
        else:
            self.blocks.append(marks + _escaped(words))


def write(pages: Sequence[Page], outline: Mapping[str, int]) -> str:
    """The Markdown of all pages, with a mark where each begins."""
    sizes = Counter[float]()
    bold = 0
    for page in pages:
        for run in page.runs:
            sizes[run.size] += len(run.text)
            bold += len(run.text) if run.bold else 0
    body = sizes.most_common(1)[0][0] if sizes else 0.0
    levels = _levels(sizes, body)
    # Bold lines of the body's size are headings below all others, where bold is rare.
    bold_level = max(levels.values(), default=0) + 1 if bold < 0.3 * sizes.total() else 0
    words = {_key(title): min(level + 1, 6) for title, level in outline.items()}
    joiner = Joiner(normal(run.text) for page in pages for run in page.runs)
    writer = Writer(joiner, body, levels, bold_level, words, has_code=not is_typewritten(pages))
    for page in pages:
        writer.page(page)
    return writer.text()


def _levels(sizes: Counter[float], body: float) -> dict[float, int]:
    """Levels of the sizes that headings have, from the largest; sizes that differ by a hair are one."""
    found: dict[float, int] = {}
    level, last = 0, 0.0
    for size in sorted((size for size in sizes if size > _LARGER * body), reverse=True):
        if not last or last - size > 0.5:
            level, last = min(level + 1, _MOST_LEVELS), size
        if sizes[size] < 0.3 * sizes.total():
            found[size] = level
    return found


def _table_end(block: Sequence[Row], at: int) -> int:
    """Where the table ends that begins at a row; `at` itself where none does."""
    end = at
    while end < len(block) and len(block[end].cells) > 1 and not _BULLET.match(block[end].text):
        end += 1
    return end if end - at > 1 else at


def _short(block: _Block, share: float = _SHORT) -> bool:
    left, right = block.column
    return block.last.right < right - share * (right - left)


def _very_short(block: _Block) -> bool:
    return block.column[1] - block.column[0] > _SOME_WIDTH * block.last.size and _short(block, _VERY_SHORT)


def _short_or_ended(block: _Block) -> bool:
    return _short(block) or bool(_ENDED.search(block.text))


def _indented(block: _Block, row: Row) -> bool:
    """Whether a line begins a paragraph by standing further in than the one above it; a bullet's text does too."""
    if _BULLET.match(block.text.lstrip(PAGE_MARK)) or _NUMBERED.match(block.text.lstrip(PAGE_MARK)):
        return False
    return row.left > block.last.left + _INDENTED * row.size


def _key(words: str) -> str:
    return re.sub(r"\W+", "", normal(words)).casefold()


def _escaped(words: str) -> str:
    """A line of text that no sign at its beginning makes something else."""
    return to_markdown(_MARKUP.sub(lambda match: "\\" + match[0], words))


def outline_words(entries: Iterator[tuple[str, int]]) -> dict[str, int]:
    """Bookmarks as words and levels, those aside that would match half the document."""
    return {words: level for words, level in entries if len(_key(words)) > 2}
