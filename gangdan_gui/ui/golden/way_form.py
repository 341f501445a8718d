"""One way to build a library and to search it, to be chosen."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QSpinBox, QWidget

from gangdan_gui.chunking.validation import LARGEST_SIZE, usual
from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.search import Mode
from gangdan_gui.reranking.names import is_reranker, short_name
from gangdan_gui.retrieving.fusion import FUSIONS
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.requests.trials import Way
from gangdan_gui.services.settings import Settings
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.settings.reranker_field import RerankerField
from gangdan_gui.ui.sources.words import SourceWords
from gangdan_gui.ui.splitter_words import SplitterWords

_PASSAGES = 50
_MEANING, _WORDS = Mode.DENSE.value, Mode.KEYWORD.value


class WayForm(QWidget):
    """Without another way of building, what is built is asked as it is; `chunking` is what begins in the fields.

    `changed` comes with whatever is chosen anew.
    """

    changed = Signal()

    def __init__(self, settings: Settings, chunking: ChunkSettings, *, built: bool, parent: QWidget | None = None):
        super().__init__(parent)
        self._minimum = chunking.minimum
        self._source_words, self._splitters = SourceWords(self), SplitterWords(self)
        self.built, self.embedder, self.splitter, self.search = (QComboBox() for _ in range(4))
        self.length, self.overlap, self.weight, self.passages = (QSpinBox() for _ in range(4))
        self.reranker = RerankerField()
        self.reranker.button.setAutoDefault(False)
        self._fields: tuple[QWidget, ...] = (
            self.built, self.embedder, self.splitter, self.length, self.overlap, self.search, self.weight,
            self.reranker, self.passages,
        )  # fmt: skip
        self._names = [PlainLabel() for _ in self._fields]
        self._fill(settings, chunking, built=built)
        form = self._form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(look.TIGHT)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for name, field in zip(self._names, self._fields, strict=True):
            name.setBuddy(field.box if isinstance(field, RerankerField) else field)
            form.addRow(name, field)
        self.splitter.currentIndexChanged.connect(self._take_usual)
        self.length.valueChanged.connect(lambda length: self.overlap.setMaximum(length - 1))
        for box in (self.built, self.search):
            box.currentIndexChanged.connect(self._show_needed)
        for box in (self.built, self.embedder, self.splitter, self.search):
            box.currentIndexChanged.connect(self.changed)
        for number in (self.length, self.overlap, self.weight, self.passages):
            number.valueChanged.connect(self.changed)
        self.reranker.box.editTextChanged.connect(self.changed)
        self.retranslate()
        self._show_needed()

    @property
    def way(self) -> Way:
        """What is chosen."""
        chosen = str(self.search.currentData())
        mode = Mode(chosen) if chosen in (_MEANING, _WORDS) else SearchOptions().mode
        fusion = chosen if chosen in FUSIONS else Settings().fusion
        reranker = self.reranker.text if chosen in FUSIONS else ""
        search = SearchOptions(count=self.passages.value(), mode=mode, reranker=reranker)
        return Way(self._build if self.built.currentData() else None, search, fusion, self.weight.value())

    @property
    def is_usable(self) -> bool:
        """Whether what is typed means something."""
        return self.search.currentData() not in FUSIONS or is_reranker(self.reranker.text)

    @property
    def words(self) -> str:
        """What is chosen, in a line."""
        cut = f"{self.splitter.currentText()} {self.length.value()}/{self.overlap.value()}"
        built = (self.embedder.currentText(), cut) if self.built.currentData() else (self.built.currentText(),)
        search = self.search.currentData(Qt.ItemDataRole.ToolTipRole)
        weight = f" ({self.weight.value()})" if self.search.currentData() in FUSIONS else ""
        count = self.tr("%Ln passage(s)", "", self.passages.value())
        reranker = short_name(self.reranker.text) if self.search.currentData() in FUSIONS else ""
        return " · ".join(filter(None, (*built, f"{search}{weight}", reranker, count)))

    def offer(self, embedders: Iterable[str]) -> None:
        """Offer embedders by their labels; those that are offered already stay where they are."""
        for label in embedders:
            if self.embedder.findData(label) < 0:
                self.embedder.addItem(self._source_words.embedder_words(label), label)

    def choose(self, chunking: ChunkSettings) -> None:
        """Have it built, and cut in this way."""
        self.built.setCurrentIndex(1)
        self.splitter.setCurrentIndex(self.splitter.findData(chunking.splitter))
        self._minimum = chunking.minimum
        self.length.setValue(chunking.size)
        self.overlap.setValue(chunking.overlap)

    def retranslate(self) -> None:
        """Say everything in the language of now."""
        words = (
            self.tr("Library"), self.tr("Embedding model"), self.tr("Cut into passages"),
            self.tr("Characters in a passage"), self.tr("Shared with the one before"), self.tr("Search"),
            self.tr("Words count for (of 100)"), self.tr("Reranker"), self.tr("Passages shown"),
        )  # fmt: skip
        for name, field, said in zip(self._names, self._fields, words, strict=True):
            name.setText(said)
            (field.box if isinstance(field, RerankerField) else field).setAccessibleName(said)
        for index, said in enumerate((self.tr("As it is now"), self.tr("Built in this way:"))):
            self.built.setItemText(index, said)
        for index, said in enumerate(self._splitters.all.values()):
            self.splitter.setItemText(index, said)
        for index, (short, whole) in enumerate((
            (self.tr("Both, by scores"), self.tr("Meaning and words, by scores")),
            (self.tr("Both, by ranks"), self.tr("Meaning and words, by ranks")),
            *((alone, alone) for alone in (self.tr("Meaning alone"), self.tr("Words alone"))),
        )):  # fmt: skip
            self.search.setItemText(index, short)
            self.search.setItemData(index, whole, Qt.ItemDataRole.ToolTipRole)
        for index in range(self.embedder.count()):
            self.embedder.setItemText(index, self._source_words.embedder_words(self.embedder.itemData(index)))

    @property
    def _build(self) -> BuildOptions:
        cut = ChunkSettings(
            str(self.splitter.currentData()),
            self.length.value(),
            self.overlap.value(),
            min(self._minimum, self.length.value()),
        )
        return BuildOptions(embedder=self.embedder.currentData(), chunking=cut)

    def _fill(self, settings: Settings, chunking: ChunkSettings, *, built: bool) -> None:
        for other in (False, True):
            self.built.addItem("", other)
        self.built.setCurrentIndex(int(built))
        for name in self._splitters.all:
            self.splitter.addItem("", name)
        self.splitter.setCurrentIndex(self.splitter.findData(chunking.splitter))
        for name in (*FUSIONS, _MEANING, _WORDS):
            self.search.addItem("", name)
        self.search.setCurrentIndex(self.search.findData(settings.fusion))
        self.reranker.set_text(settings.reranker)
        for box, low, high, value in (
            (self.length, 1, LARGEST_SIZE, chunking.size),
            (self.overlap, 0, chunking.size - 1, chunking.overlap),
            (self.weight, 0, 100, settings.keyword_weight),
            (self.passages, 1, _PASSAGES, settings.passages),
        ):
            box.setRange(low, high)
            box.setValue(value)
            # The style sheet's padding does not reach the editor inside.
            box.lineEdit().setTextMargins(look.GAP - 2, 0, 0, 0)

    def _take_usual(self) -> None:
        """Take the lengths that are usual for the splitter."""
        chosen = usual(str(self.splitter.currentData()))
        self._minimum = chosen.minimum
        self.length.setValue(chosen.size)
        self.overlap.setValue(chosen.overlap)

    def _show_needed(self) -> None:
        """What has no effect is not there to be chosen."""
        for field in (self.embedder, self.splitter, self.length, self.overlap):
            self._form.setRowVisible(field, bool(self.built.currentData()))
        for joined in (self.weight, self.reranker):
            self._form.setRowVisible(joined, self.search.currentData() in FUSIONS)
