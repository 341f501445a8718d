"""The setting that names a reranker: a model that Ollama has, a file that is chosen, or none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.ollama.model_names import has_model
from gangdan_gui.reranking.names import ENDING, OLLAMA, is_reranker, named, tokenizer_places
from gangdan_gui.ui.file_choice import FileChoice
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import GAP, HAIR


class RerankerField(QWidget):
    """Says below the name what is wrong with it; what the server has is told by `show_models`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._installed: tuple[str, ...] | None = None
        # A file that was chosen and whose tokenizer is not beside it.
        self._alone = ""
        self.box = QComboBox(editable=True)
        self.box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.box.activated.connect(self._take)
        self.box.editTextChanged.connect(self._update)
        self.setFocusProxy(self.box)
        self.file_button = QPushButton()
        self.file_button.clicked.connect(self.choose_file)
        self.hint = PlainLabel(role="secondary", wrap=True)
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(self.box, 1)
        row.addWidget(self.file_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HAIR)
        column.addLayout(row)
        column.addWidget(self.hint)
        self._fill()

    @property
    def text(self) -> str:
        """The name as it stands."""
        return self.box.currentText().strip()

    def set_text(self, name: str) -> None:
        """Name a reranker."""
        self.box.setEditText(name)

    def show_models(self, names: Sequence[str]) -> None:
        """The models that the server has and that can chat."""
        self._installed = tuple(names)
        self._fill()

    def choose_file(self) -> FileChoice:
        """Ask for a file."""
        kind = self.tr("Cross-encoders")
        choice = FileChoice(self.tr("Choose a reranker"), kind, ENDING, self._take_file, self)
        choice.to_read().open()
        return choice

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._fill()
        super().changeEvent(change)

    def _fill(self) -> None:
        text = self.box.currentText()
        self.box.blockSignals(True)
        self.box.clear()
        self.box.addItem(self.tr("None"), "")
        for name in self._installed or ():
            self.box.addItem(f"{OLLAMA}:{name}", f"{OLLAMA}:{name}")
        self.box.setEditText(text)
        self.box.blockSignals(False)
        edit = self.box.lineEdit()
        assert edit is not None, "the box can be edited"
        edit.setPlaceholderText(self.tr("None"))
        self.file_button.setText(self.tr("File…"))
        self.file_button.setAccessibleName(self.tr("Choose a file as the reranker"))
        self._update()

    def _take(self, row: int) -> None:
        """“None” is no name."""
        self.box.setEditText(str(self.box.itemData(row) or ""))

    def _take_file(self, file: Path) -> None:
        """Looked at where it was chosen just now; what is only typed may lie on a drive that has gone."""
        beside = any(place.is_file() for place in tokenizer_places(file))
        self._alone = "" if beside else str(file)
        self.set_text(str(file))

    def _update(self) -> None:
        self.hint.setText(self._said())
        self.hint.setVisible(bool(self.hint.text()))

    def _said(self) -> str:
        if not is_reranker(self.text):
            return self.tr("Choose a model of Ollama or a file that ends in .onnx.")
        found = named(self.text)
        if found is None:
            return ""
        if found.model:
            missing = self._installed is not None and not has_model(self._installed, found.model)
            return self.tr("Ollama does not have this model yet.") if missing else ""
        if str(found.file) == self._alone:
            return self.tr("The model's file tokenizer.json must lie in the same folder.")
        return ""
