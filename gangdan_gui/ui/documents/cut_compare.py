"""One document cut in two ways, side by side: what the passages would be, how many, and how long."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from gangdan_gui.chunking.names import HEADINGS, WINDOW
from gangdan_gui.chunking.validation import usual
from gangdan_gui.domain.documents import ChunkLengths, ChunkSettings, Split
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.documents.chunk_bands import Bands, bands_of_pieces
from gangdan_gui.ui.documents.chunk_view import ChunkView
from gangdan_gui.ui.documents.preview_bands import BandedSource
from gangdan_gui.ui.passage_lengths import PassageLengths
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.screen_room import within_screen
from gangdan_gui.ui.splitter_words import SplitterWords
from gangdan_gui.ui.theme import Theme

_SIZE = QSize(1100, 720)
# Who turns a number has not made up their mind yet.
_PAUSE_MS = 300
_LARGEST = 8_000


class CutCompare(QDialog):
    """Open it with `open()`. `cut_requested` brings a side and how it is to be cut; answer with its `show_split`.

    `trial_requested` brings both ways of cutting, to be compared on the test questions.
    """

    cut_requested = Signal(object, object)
    trial_requested = Signal(object)

    def __init__(self, theme: Theme, text: str, chunking: ChunkSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Two ways of cutting"))
        self.resize(within_screen(self, _SIZE))
        other = usual(HEADINGS if chunking.splitter == WINDOW else WINDOW)
        self.sides = tuple(CutSide(theme, text, cut) for cut in (chunking, other))
        columns = QHBoxLayout()
        columns.setSpacing(look.GAP)
        for side in self.sides:
            side.wanted.connect(self.cut_requested)
            columns.addWidget(side, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        self.trial_button = buttons.addButton(
            self.tr("On your test questions…"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.trial_button.setAutoDefault(False)
        self.trial_button.clicked.connect(lambda: self.trial_requested.emit(tuple(s.chunking for s in self.sides)))
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.MARGIN, look.WIDE, look.MARGIN)
        column.setSpacing(look.GAP)
        column.addLayout(columns, 1)
        column.addWidget(buttons)

    def begin(self) -> None:
        """Ask how both sides are cut."""
        for side in self.sides:
            side.ask()


class CutSide(QWidget):
    """A text, how it is cut, and the passages that this makes. `wanted` brings itself and the ChunkSettings."""

    wanted = Signal(object, object)

    def __init__(self, theme: Theme, text: str, chunking: ChunkSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._minimum = chunking.minimum
        self._lengths = PassageLengths(self)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self.ask)
        self.splitter, self.length, self.overlap = QComboBox(), QSpinBox(), QSpinBox()
        self.facts = PlainLabel(role="secondary", wrap=True)
        self.view = CutView(theme)
        self.view.show_markdown(text, 0, 0)
        self._fill(chunking)
        self._arrange()
        self.splitter.currentIndexChanged.connect(self._choose)
        for box in (self.length, self.overlap):
            box.valueChanged.connect(self._change)

    @property
    def chunking(self) -> ChunkSettings:
        """How it is cut."""
        size, overlap = self.length.value(), self.overlap.value()
        name = str(self.splitter.currentData())
        return ChunkSettings(name, size, min(overlap, size - 1), min(self._minimum, size))

    def ask(self) -> None:
        """Ask for the passages."""
        self.facts.setText(self.tr("Cutting…"))
        self.wanted.emit(self, self.chunking)

    def show_split(self, split: Split) -> None:
        """Show the passages."""
        self.view.show_bands(bands_of_pieces(split.pieces))
        words = self._lengths.words(ChunkLengths.of([len(piece.text) for piece in split.pieces]))
        lost = self.tr("%Ln character(s) in none", "", split.dropped_characters) if split.dropped_characters else ""
        self.facts.setText(" · ".join(filter(None, (words or self.tr("No passages"), lost))))

    def show_failure(self, words: str) -> None:
        """Say why there are no passages to show."""
        self.view.show_bands(Bands())
        self.facts.setText(words)

    def _fill(self, chunking: ChunkSettings) -> None:
        for name, words in SplitterWords(self).all.items():
            self.splitter.addItem(words, name)
        self.splitter.setCurrentIndex(self.splitter.findData(chunking.splitter))
        for box, least, value, words in (
            (self.length, 1, chunking.size, self.tr("Characters in a passage")),
            (self.overlap, 0, chunking.overlap, self.tr("Shared with the one before")),
        ):
            box.setRange(least, _LARGEST)
            box.setValue(value)
            box.lineEdit().setTextMargins(look.GAP - 2, 0, 0, 0)
            box.setAccessibleName(words)
        self.splitter.setAccessibleName(self.tr("Cut into passages"))
        self.view.setAccessibleName(self.tr("The text and its passages"))

    def _arrange(self) -> None:
        lengths = QHBoxLayout()
        lengths.setSpacing(look.TIGHT)
        for box in (self.length, self.overlap):
            name = PlainLabel(box.accessibleName(), role="secondary")
            name.setBuddy(box)
            lengths.addWidget(name)
            lengths.addWidget(box)
        lengths.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.TIGHT)
        column.addWidget(self.splitter)
        column.addLayout(lengths)
        column.addWidget(self.facts)
        column.addWidget(self.view, 1)

    def _choose(self) -> None:
        """Take the lengths that are usual for the splitter."""
        chosen = usual(str(self.splitter.currentData()))
        self._minimum = chosen.minimum
        for box, value in ((self.length, chosen.size), (self.overlap, chosen.overlap)):
            box.blockSignals(True)
            box.setValue(value)
            box.blockSignals(False)
        self.ask()

    def _change(self) -> None:
        self.facts.setText(self.tr("Cutting…"))
        self._pause.start()


class CutView(ChunkView):
    """Passages to look at: none of them is there yet, so nothing can be done with one."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu of a text."""
        BandedSource.contextMenuEvent(self, event)
