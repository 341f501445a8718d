"""One answer: passages with their numbers, or a text that is still arriving, drawn in slices."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QBrush, QPainter, QPaintEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from gangdan_gui.domain.search import Passage
from gangdan_gui.ui.chat.passage_text import mark_behind, torn_markdown, trail
from gangdan_gui.ui.reading.highlight_words import QuestionWords
from gangdan_gui.ui.reading.ink_queue import InkPace, InkQueue, Stroke
from gangdan_gui.ui.reading.markdown_ink import MarkdownInk, Written
from gangdan_gui.ui.reading.markdown_parts import Part, PartSplitter, split_parts
from gangdan_gui.ui.reading.markdown_tokens import definitions
from gangdan_gui.ui.reading.reading_view import ReadingView, chips_of
from gangdan_gui.ui.reading.text_positions import blocks_between, mark_words
from gangdan_gui.ui.theme import MARGIN, Theme

_TICK = 33
_CHIP_RADIUS, _CHIP_HEIGHT = 6, 18
_SPACE = "\u2002\u200a"


class AnswerView(ReadingView):
    """Shows either `show_passages` or a text between `begin_answer` and `finish_answer`.

    `finished` is emitted when all of it is drawn. Finished parts are drawn once; only the open one is drawn again.
    """

    finished = Signal()

    def __init__(self, theme: Theme, pace: InkPace | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._passages: tuple[Passage, ...] = ()
        self._words = QuestionWords()
        self._titles: Mapping[str, str] = {}
        self._cited: Collection[int] = ()
        self._text: list[str] = []
        self._used: tuple[str, tuple[int, ...]] = ("", ())
        self._read = 0
        self._open = False
        self._lit = 0
        self._chips: list[tuple[int, int, int]] = []
        self._splitter = PartSplitter()
        self._queue = InkQueue(self, pace)
        self._queue.drained.connect(self._drained)
        self._tick = QTimer(self)
        self._tick.setSingleShot(True)
        self._tick.timeout.connect(self._read_on)
        self._ink = MarkdownInk(self.document(), theme.tokens, quiet_headings=True)
        theme.changed.connect(self._draw_again)

    @property
    def drawn(self) -> int:
        """How many parts were drawn since the answer began."""
        return self._ink.drawn

    @property
    def text(self) -> str:
        """The raw text that has arrived."""
        return "".join(self._text)

    def show_passages(self, passages: Sequence[Passage], words: QuestionWords, titles: Mapping[str, str]) -> None:
        """Show passages, each under its number and where it stands, with the words of the question marked.

        `titles` are those of sources, by id.
        """
        self._start_anew(())
        self._passages, self._words, self._titles = tuple(passages), words, titles
        self._queue.add(self._strokes(self._passages))

    def add_passages(self, passages: Sequence[Passage]) -> None:
        """Show more passages below."""
        self._passages += tuple(passages)
        self._queue.add(self._strokes(passages))

    def begin_answer(self, cited: Collection[int] = ()) -> None:
        """A text begins to arrive; `cited` are the numbers that become chips where they stand in brackets."""
        self._start_anew(cited)
        self._passages, self._words, self._text, self._open = (), QuestionWords(), [], True
        self._used = ("", ())

    def append_text(self, text: str) -> None:
        """More of the text has arrived."""
        # Somebody waits for the first words; those after them are drawn several at a time.
        pause = _TICK if self._text else 0
        self._text.append(text)
        if not self._tick.isActive():
            self._tick.start(pause)

    def finish_answer(self) -> None:
        """The text is whole."""
        self._tick.stop()
        self._open = False
        self._read_on()

    def add_chips(self, words: str, numbers: Sequence[int]) -> None:
        """Write a line of chips below a whole text, which names none itself."""
        self._used = (words, tuple(numbers))
        if numbers:
            self._queue.add([partial(self._write_chips, words, tuple(numbers))])

    def _write_chips(self, words: str, numbers: Sequence[int]) -> None:
        formats = self._ink.formats
        pieces = [(words, formats.quiet())]
        for number in numbers:
            pieces += [(_SPACE, formats.quiet()), (formats.chip_text(number), formats.chip(number))]
        self._ink.set_script(words)
        self._follow_chips(self._ink.write_heading(pieces, MARGIN))

    def draw_now(self) -> None:
        """Draw all that has arrived before returning."""
        self._read_on()
        self._queue.finish()

    @property
    def busy(self) -> bool:
        """Whether something is still to be drawn."""
        return self._queue.busy or self._tick.isActive()

    def rest_now(self) -> None:
        """Draw nothing more: the view is about to go."""
        self._queue.clear()
        self._tick.stop()

    def mark_chip(self, number: int) -> None:
        """Light up the chips of a passage; 0 for none."""
        if number != self._lit:
            self._lit = number
            self._light()

    def _start_anew(self, cited: Collection[int]) -> None:
        self._queue.clear()
        self._tick.stop()
        self.document().clear()
        self._chips = []
        self._cited = cited
        self._read = 0
        self._splitter = PartSplitter()
        self._ink = MarkdownInk(self.document(), self._theme.tokens, cited, quiet_headings=True)

    def _draw_again(self) -> None:
        passages = self._passages
        self._start_anew(self._cited)
        if passages:
            self._queue.add(self._strokes(passages))
        elif self._text:
            self._read_on()
            self.add_chips(*self._used)

    def _strokes(self, passages: Sequence[Passage]) -> Iterator[Stroke]:
        for passage in passages:
            yield partial(self._write_heading, passage)
            for part in split_parts(torn_markdown(passage.text)):
                yield partial(self._write, part)

    def _write_heading(self, passage: Passage) -> None:
        self._ink.references = definitions(passage.text)
        source = self._titles.get(passage.source, "")
        self._ink.set_script(source + trail(passage, source))
        formats = self._ink.formats
        pieces = [
            (formats.chip_text(passage.number), formats.chip(passage.number)),
            (f"{_SPACE}{source}", formats.strong()),
            (f"{_SPACE}{trail(passage, source)}{mark_behind(passage.kind)}", formats.quiet()),
        ]
        self._follow_chips(self._ink.write_heading(pieces, 0 if self._ink.drawn == 0 else MARGIN))

    def _write(self, part: Part) -> None:
        written = self._ink.write(part)
        if self._cited:
            self._follow_chips(written)
        marked = QTextCharFormat()
        marked.setBackground(QBrush(self._theme.tokens.color("highlight")))
        mark_words(self.document(), written.start, written.end, self._words, marked)

    def _read_on(self) -> None:
        """Cut what has arrived since the last time."""
        if not self._text:
            return
        arrived = "".join(self._text[self._read :])
        self._read = len(self._text)
        parts = self._splitter.feed(arrived)
        if not self._open:
            parts += self._splitter.close()
        if parts or not self._open:
            self._queue.add([partial(self._write, part) for part in parts])
        elif not self._queue.busy:
            self._write_draft()

    def _write_draft(self) -> None:
        rest = self._splitter.rest()
        if rest is not None:
            self._follow_chips(self._ink.write_draft(rest))

    def _drained(self) -> None:
        if self._open:
            self._write_draft()
        else:
            self._ink.take_back()
            self._chips = [chip for chip in self._chips if chip[0] < self.document().characterCount()]
            self.finished.emit()
        self._light()

    # Chips

    def _follow_chips(self, written: Written) -> None:
        """Chips stand in what was just written and in what stood before; a draft is written over."""
        self._chips = [chip for chip in self._chips if chip[0] < written.start]
        for block in blocks_between(self.document(), written.start, written.end):
            self._chips += [chip for chip in chips_of(block) if chip[0] >= written.start]

    def _light(self) -> None:
        """Chips that are lit have the accent as their ground, so their number needs the colour that goes on it."""
        selections = []
        for start, length, number in self._chips:
            if number == self._lit:
                selection = QTextEdit.ExtraSelection()
                cursor = QTextCursor(self.document())
                cursor.setPosition(start)
                cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
                selection.cursor = cursor
                selection.format.setForeground(QBrush(self._theme.tokens.color("on_accent")))
                selections.append(selection)
        self.setExtraSelections(selections)
        self.viewport().update()

    def paintEvent(self, paint: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for start, length, number in self._chips:
            ground = self._chip_ground(start, length)
            if ground.intersects(QRectF(paint.rect())):
                painter.setBrush(self._theme.tokens.color("accent" if number == self._lit else "accent_soft"))
                painter.drawRoundedRect(ground, _CHIP_RADIUS, _CHIP_RADIUS)
        painter.end()
        super().paintEvent(paint)

    def _chip_ground(self, start: int, length: int) -> QRectF:
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        first = self.cursorRect(cursor)
        cursor.setPosition(start + length)
        last = self.cursorRect(cursor)
        width = max(_CHIP_HEIGHT, last.left() - first.left())
        return QRectF(first.left(), first.center().y() - _CHIP_HEIGHT / 2, width, _CHIP_HEIGHT)

    def leaveEvent(self, leave: QEvent) -> None:
        self.passage_hovered.emit(0)
        super().leaveEvent(leave)
