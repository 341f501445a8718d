"""The original beside the Markdown beside the passages: panes that can be hidden, and that follow each other."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from gangdan_gui.domain.documents import ChunkLengths
from gangdan_gui.ui.documents.chunk_bands import Band, Bands
from gangdan_gui.ui.documents.chunk_pane import ChunkPane
from gangdan_gui.ui.documents.preview_markdown import PreviewMarkdown
from gangdan_gui.ui.documents.preview_original import PreviewOriginal
from gangdan_gui.ui.passage_lengths import PassageLengths
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import HAIR, MARGIN, TIGHT, Theme

ORIGINAL, MARKDOWN, PASSAGES = "original", "markdown", "passages"
_NARROWEST = 260
# More than there is, so that the panes share what there is.
_EQUAL = 10_000


class PreviewPanes(QWidget):
    """`rearranged` comes when the user has shown or hidden a pane.

    `compare_requested` asks for another way of cutting beside this one.
    """

    rearranged = Signal()
    compare_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.original, self.markdown, self.passages = PreviewOriginal(theme), PreviewMarkdown(theme), ChunkPane(theme)
        self.panes: dict[str, QWidget] = {
            ORIGINAL: self.original,
            MARKDOWN: self.markdown,
            PASSAGES: self.passages,
        }
        self.buttons = {name: self._button() for name in self.panes}
        self.facts = {name: PlainLabel(role="secondary", wrap=True) for name in self.panes}
        self.compare = QPushButton()
        self.compare.setProperty("kind", "link")
        self.compare.clicked.connect(self.compare_requested)
        self.columns: dict[str, QWidget] = {}
        self.splitter = QSplitter(childrenCollapsible=False, handleWidth=1)
        self._lengths, self._length_words = ChunkLengths(), PassageLengths(self)
        self.passages.chosen.connect(self._follow)
        self._arrange()
        self._retranslate()

    @property
    def shown(self) -> QByteArray:
        """Which panes are shown, to be remembered."""
        return QByteArray(" ".join(name for name, button in self.buttons.items() if button.isChecked()).encode())

    def show_panes(self, names: QByteArray) -> None:
        """Show these panes, at least one."""
        wanted = set(bytes(names.data()).decode("ascii", "ignore").split()) & set(self.panes) or {MARKDOWN}
        for name, button in self.buttons.items():
            button.setChecked(name in wanted)
        self._show()

    def show_bands(self, bands: Bands, text: str, place: tuple[int, int]) -> None:
        """Show the passages of a text, with the caret at a place of it."""
        view = self.passages.view
        view.bands = Bands()
        view.show_markdown(text, *place)
        self.passages.show_bands(bands)

    def show_lengths(self, lengths: ChunkLengths) -> None:
        """Say above the passages how many there are and how long."""
        self._lengths = lengths
        said = self._length_words.words(lengths)
        self.facts[PASSAGES].setText(said or self.buttons[PASSAGES].text())

    def _follow(self, band: Band | None) -> None:
        """Bring the place of a passage into view in the other panes, if it was chosen by the user."""
        if band is None or not self.passages.isAncestorOf(self.focusWidget() or self):
            return
        if not self.markdown.editing:
            self.markdown.go_to(band.start, band.end)
        self.original.go_to(band.start / max(1, len(self.markdown.markdown)), band.text)

    def _button(self) -> QPushButton:
        button = QPushButton()
        button.setCheckable(True)
        button.setChecked(True)
        button.setProperty("kind", "choice")
        button.clicked.connect(self._choose)
        return button

    def _choose(self) -> None:
        button = self.sender()
        if not any(other.isChecked() for other in self.buttons.values()) and isinstance(button, QPushButton):
            button.setChecked(True)  # one has to stay
        self._show()
        self.rearranged.emit()

    def _show(self) -> None:
        for name, column in self.columns.items():
            column.setVisible(self.buttons[name].isChecked())
        self.splitter.setSizes([_EQUAL] * len(self.columns))

    def _arrange(self) -> None:
        for name, pane in self.panes.items():
            column = QWidget()
            column.setMinimumWidth(_NARROWEST)
            stack = QVBoxLayout(column)
            stack.setContentsMargins(0, 0, 0, 0)
            stack.setSpacing(0)
            head = QHBoxLayout()
            head.setContentsMargins(MARGIN, TIGHT, MARGIN, HAIR)
            head.addWidget(self.facts[name], 1)
            if name == PASSAGES:
                head.addWidget(self.compare, alignment=Qt.AlignmentFlag.AlignTop)
            stack.addLayout(head)
            stack.addWidget(pane, 1)
            self.columns[name] = column
            self.splitter.addWidget(column)
            self.splitter.setStretchFactor(self.splitter.count() - 1, 1)
        self.splitter.setSizes([_EQUAL] * len(self.columns))
        self.splitter.setOrientation(Qt.Orientation.Horizontal)
        row = QVBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.splitter)

    def changeEvent(self, event: QEvent) -> None:
        """Say the same in the new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def name_original(self) -> None:
        """Say above the original what it is."""
        facts = self.original.facts
        words = self.buttons[ORIGINAL].text()
        self.facts[ORIGINAL].setText(f"{words} · {facts}" if facts else words)

    def _retranslate(self) -> None:
        names = {ORIGINAL: self.tr("Original"), MARKDOWN: self.tr("Text"), PASSAGES: self.tr("Passages")}
        tips = {
            ORIGINAL: self.tr("Show or hide the file as it is"),
            MARKDOWN: self.tr("Show or hide the text that was made of it"),
            PASSAGES: self.tr("Show or hide the passages that are searched"),
        }
        for name, button in self.buttons.items():
            button.setText(names[name])
            button.setToolTip(tips[name])
            self.facts[name].setText(names[name])
        self.compare.setText(self.tr("Compare…"))
        self.compare.setToolTip(self.tr("See beside each other how two ways of cutting would cut this document"))
        self.name_original()
        self.show_lengths(self._lengths)
