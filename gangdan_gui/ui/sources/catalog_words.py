"""The words of a source on offer: what it is, in which language, under which licence, how much is downloaded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QLocale, QObject

from gangdan_gui.domain.documents import Source
from gangdan_gui.ui.byte_sizes import size_words
from gangdan_gui.ui.sources.words import SEPARATOR, SourceWords


class CatalogWords(QObject):
    """Writes those words in the language of the window."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source_words = SourceWords()

    def description(self, source: Source) -> str:
        """What a source is, in the language of the window where the catalogue says it in that."""
        return (source.description_zh if _in_chinese() else "") or source.description or source.description_zh

    def in_reading_order(self, sources: Iterable[Source]) -> tuple[Source, ...]:
        """Where the window is Chinese, what is written in Chinese before the rest; else in the order given."""
        chinese_first = _in_chinese()
        return tuple(sorted(sources, key=lambda source: chinese_first and source.language.split("-")[0] != "zh"))

    def facts(self, source: Source) -> str:
        """Language, licence and size: what to know before a download."""
        licence = source.licence or self.tr("licence not known")
        parts = (self._source_words.language_words(source.language), licence, self.size(source.size))
        return SEPARATOR.join(filter(None, parts))

    def size(self, count: int) -> str:
        """About how much a download takes."""
        return self.tr("about {size}").format(size=size_words(count)) if count else self.tr("size not known")

    def held(self) -> str:
        """The mark of a source that the library has."""
        return self.tr("In the library")

    def chosen(self, sources: Sequence[Source]) -> str:
        """Which or how many sources would be added, and how much they take together; empty where there are none."""
        if not sources:
            return ""
        if len(sources) == 1:
            whole = SEPARATOR.join((sources[0].title, self.facts(sources[0])))
            return self.tr("To be added: {source}").format(source=whole)
        count = self.tr("%Ln source(s) chosen", "", len(sources))
        total = sum(source.size for source in sources)
        if not total:
            return count
        at_least = self.tr("at least {size}").format(size=size_words(total))
        return SEPARATOR.join((count, self.size(total) if all(source.size for source in sources) else at_least))

    def spoken(self, source: Source, *, held: bool, ticked: bool) -> str:
        """A row for a screen reader."""
        state = self.held() if held else self.tr("chosen") if ticked else ""
        parts = (source.title, state, self.facts(source), self.description(source))
        return SEPARATOR.join(filter(None, parts))


def _in_chinese() -> bool:
    return QLocale().language() is QLocale.Language.Chinese
