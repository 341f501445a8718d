"""The words of a forecast: what a build would do, and about how long and how much room that takes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from gangdan_gui.domain.reports import SourceChanges
from gangdan_gui.services.requests.forecasts import MADE_BEFORE, Forecast
from gangdan_gui.ui.byte_sizes import size_words
from gangdan_gui.ui.sources.words import SEPARATOR, SourceWords
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import reason_sentence


class ForecastWords(QObject):
    """Writes them in the language of the window."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sources = SourceWords(self)

    def line(self, forecasts: Sequence[Forecast]) -> str:
        """What building these would do, in a line; nothing where there is nothing to do."""
        if not any(map(has_work, forecasts)):
            return ""
        disk = sum(one.disk for one in forecasts)
        parts = [
            self._sources.changes_words(_together(forecasts)),
            self._sources.time_words(seconds_of(forecasts)),
            size_words(disk) if disk else "",
        ]
        return SEPARATOR.join(filter(None, parts))

    def notices(self, forecasts: Sequence[Forecast]) -> list[str]:
        """What else is to be known, each once, as sentences."""
        said = dict.fromkeys(reason_sentence(notice, translate) for one in forecasts for notice in one.notices)
        return [self.tr("{sentence}.").format(sentence=words[:1].upper() + words[1:]) for words in said]

    def question(self, forecasts: Sequence[Forecast], title: str) -> str:
        """What is asked before a build that takes long; `title` is of the source, where it is one."""
        time, disk = self._sources.time_words(seconds_of(forecasts)), sum(one.disk for one in forecasts)
        what = self.tr("“{title}”").format(title=title) if title else self.tr("%Ln source(s)", "", len(forecasts))
        sentences = [self.tr("Building {what} takes {time}.").format(what=what, time=time)]
        if disk:
            free = min(one.free for one in forecasts)
            sentence = self.tr("It takes about {size} of the disk, where {free} are free.")
            sentences.append(sentence.format(size=size_words(disk), free=size_words(free)))
        if any(one.guessed for one in forecasts):
            sentences.append(self.tr("That is a guess: nothing of the kind was built on this computer yet."))
        return "\n".join([*sentences, *self.notices(forecasts)])


def seconds_of(forecasts: Sequence[Forecast]) -> float:
    """How long they take one after another."""
    return sum(one.seconds.get("total", 0.0) for one in forecasts)


def has_work(forecast: Forecast) -> bool:
    """Whether a build would do more than look."""
    made_before = any(notice.code == MADE_BEFORE for notice in forecast.notices)
    return bool(forecast.changes or forecast.passages or forecast.download or made_before)


def _together(forecasts: Sequence[Forecast]) -> SourceChanges:
    """All that changed, of whatever source: it is counted."""
    changes = [one.changes for one in forecasts]
    return SourceChanges(
        "",
        tuple(path for one in changes for path in one.new),
        tuple(path for one in changes for path in one.changed),
        tuple(path for one in changes for path in one.gone),
    )
