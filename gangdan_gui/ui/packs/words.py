"""A pack in the words of the window: what is in it, and what this machine can ask it with."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from PySide6.QtCore import QDate, QLocale, QObject

from gangdan_gui.embedding.labels import BUILTIN, model_of
from gangdan_gui.ollama.model_names import has_model
from gangdan_gui.services.requests.packs import PackContents
from gangdan_gui.ui.sources.words import SourceWords
from gangdan_gui.ui.work_dialog import Lines


class PackWords(QObject):
    """What is said of packs."""

    def lines(self, contents: PackContents, models: Collection[str]) -> Lines:
        """What is in a pack, a name and a value each; what it does not say is left out."""
        of_it = SourceWords()
        passages = max((one.chunks for one in contents.generations), default=0)
        made_with = ", ".join(of_it.embedder_words(one.identity.label) for one in contents.generations)
        usable = [one.identity.label for one in contents.generations if can_ask(one.identity.label, models)]
        said = (
            (self.tr("Documents"), QLocale().toString(contents.documents)),
            (self.tr("Passages"), QLocale().toString(passages)),
            (self.tr("Licence"), contents.licence),
            (self.tr("Made on"), day(contents.made)),
            (self.tr("State"), contents.version),
            (self.tr("Made with"), made_with),
            (self.tr("Used here"), of_it.embedder_words(usable[0]) if usable and len(contents.generations) > 1 else ""),
        )
        return [(name, value) for name, value in said if value]

    def lacking(self, contents: PackContents, models: Collection[str]) -> str:
        """Which model this machine lacks to search a pack by meaning; empty where it has one."""
        labels = [one.identity.label for one in contents.generations]
        if not labels or any(can_ask(label, models) for label in labels):
            return ""
        needed = [model_of(label) for label in labels if model_of(label)]
        if not needed:
            return self.tr("This machine can't search it by meaning, only by words.")
        sentence = self.tr(
            "To search it by meaning, this machine needs the model {model}: get it with “ollama pull {model}”. Until "
            "then it is searched by words."
        )
        return sentence.format(model=needed[0])


def can_ask(label: str, models: Collection[str]) -> bool:
    """Whether a question can be embedded here as the passages were. `models` are those that Ollama has."""
    return label == BUILTIN or (bool(model_of(label)) and has_model(models, model_of(label)))


def day(moment: str) -> str:
    """A kept moment as a day, as people here write it; what is none stays as it is."""
    try:
        when = datetime.fromisoformat(moment).astimezone()
    except ValueError:
        return moment
    return QLocale().toString(QDate(when.year, when.month, when.day), QLocale.FormatType.LongFormat)
