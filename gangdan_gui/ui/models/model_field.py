"""A setting that names a model: chosen from what the server has, typed, or downloaded right there."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCompleter, QWidget

from gangdan_gui.embedding.languages import knows_chinese
from gangdan_gui.ollama.model_names import has_model
from gangdan_gui.ui.byte_sizes import size_words
from gangdan_gui.ui.models.model_advice import CHAT, EMBEDDING, MULTILINGUAL, AdvisedModel
from gangdan_gui.ui.models.name_field import NameField
from gangdan_gui.ui.models.pull_line import PullLine
from gangdan_gui.ui.told import sentences
from gangdan_gui.wording import Told


class ModelField(NameField):
    """Asks by `pull_requested` for the model that is named; `show_models` and `listed` tell of those there are."""

    pull_requested = Signal(str)
    listed = Signal(object)

    def __init__(self, parent: QWidget | None = None, *, for_embedding: bool = False) -> None:
        super().__init__(parent)
        self.for_embedding = for_embedding
        self._installed: tuple[str, ...] | None = None
        self._failure: Told | None = None
        self.button.clicked.connect(lambda: self.pull_requested.emit(self.text))
        self.pull = PullLine()
        self.pull.running_changed.connect(self._update)
        self.column.addWidget(self.pull)
        self._fill()

    @property
    def missing(self) -> bool:
        """Whether a model is named that the server is known not to have."""
        there = self._installed
        return bool(self.text) and there is not None and not has_model(there, self.text)

    def show_models(self, names: Sequence[str]) -> None:
        """What the server has."""
        self._installed, self._failure = tuple(names), None
        self._fill()
        self.listed.emit(self._installed)

    def show_failure(self, failure: Told) -> None:
        """Why that is not known."""
        self._failure = failure
        self._update()

    def pulled(self, model: str, failure: Told | None) -> None:
        """A download has ended, perhaps that of a model for another field."""
        if failure is None and model == self.pull.model and self._installed is not None:
            self._installed = (*self._installed, model)
            self._fill()
        self._update()

    def _fill(self) -> None:
        text = self.box.currentText()
        there = self._installed or ()
        self.box.blockSignals(True)
        self.box.clear()
        if not self.for_embedding:
            self.box.addItem(self.tr("Passages only"), "")
        for name in there:
            self.box.addItem(name, name)
        known = EMBEDDING if self.for_embedding else CHAT
        advised = [model for model in known if not has_model(there, model.name)]
        if advised and self.box.count():
            self.box.insertSeparator(self.box.count())
        for model in advised:
            self.box.addItem(self._offer(model), model.name)
        # Qt's own would complete a name with the words behind it.
        self.box.setCompleter(QCompleter([*there, *(model.name for model in advised)], self.box))
        self.box.setEditText(text)
        self.box.blockSignals(False)
        self._update()

    def _offer(self, model: AdvisedModel) -> str:
        size = size_words(model.megabytes * 10**6)
        return self.tr("{model} · about {size} to download").format(model=model.name, size=size)

    def _update(self) -> None:
        self.button.setText(self.tr("Download"))
        self.button.setAccessibleName(self.tr("Download {model}").format(model=self.text))
        self.button.setVisible(self.missing and not self.pull.running)
        if not self.for_embedding:
            self._show_in_empty(self.tr("Passages only"))
        self._say(sentences(self._state(), self._advice()))

    def _state(self) -> str:
        if self._failure is not None:
            return self._failure.message
        if self.missing and not self.pull.running:
            return self.tr("Ollama does not have this model yet.")
        return ""

    def _advice(self) -> str:
        if self.for_embedding and knows_chinese(self.text) is False:
            names = self.tr(", ").join(MULTILINGUAL)
            return self.tr("Made for English. For Chinese sources choose one of: {models}.").format(models=names)
        return ""
