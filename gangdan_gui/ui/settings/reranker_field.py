"""The setting that names a reranker: a model that Ollama has, a file that is chosen, or none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QWidget

from gangdan_gui.ollama.model_names import has_model
from gangdan_gui.reranking.names import ENDING, OLLAMA, is_reranker, named, tokenizer_places
from gangdan_gui.ui.file_choice import FileChoice
from gangdan_gui.ui.models.name_field import NameField


class RerankerField(NameField):
    """Says below the name what is wrong with it; what the server has is told by `show_models`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._installed: tuple[str, ...] | None = None
        # A file that was chosen and whose tokenizer is not beside it.
        self._alone = ""
        self.button.clicked.connect(self.choose_file)
        self._fill()

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

    def _fill(self) -> None:
        text = self.box.currentText()
        self.box.blockSignals(True)
        self.box.clear()
        self.box.addItem(self.tr("None"), "")
        for name in self._installed or ():
            self.box.addItem(f"{OLLAMA}:{name}", f"{OLLAMA}:{name}")
        self.box.setEditText(text)
        self.box.blockSignals(False)
        self._show_in_empty(self.tr("None"))
        self.button.setText(self.tr("File…"))
        self.button.setAccessibleName(self.tr("Choose a file as the reranker"))
        self._update()

    def _take_file(self, file: Path) -> None:
        """Looked at where it was chosen just now; what is only typed may lie on a drive that has gone."""
        beside = any(place.is_file() for place in tokenizer_places(file))
        self._alone = "" if beside else str(file)
        self.set_text(str(file))

    def _update(self) -> None:
        self._say(self._said())

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
