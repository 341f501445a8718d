"""What a comparison takes, and why it waits, in the words of the window."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QObject

from gangdan_gui.domain.events import Hold
from gangdan_gui.services.requests.trials import TrialForecast
from gangdan_gui.ui.sources.words import SourceWords
from gangdan_gui.ui.told import reason_lines, sentences


class TrialWords(QObject):
    """Asked anew each time, as the language may have changed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sources = SourceWords(self)

    def cost(self, forecast: TrialForecast) -> str:
        """What is built and asked, and how long the building takes."""
        asked = self.tr("Your %Ln test question(s) are asked in both ways.", "", forecast.questions)
        if not forecast.passages:
            return sentences(self.tr("Nothing has to be built for this."), asked)
        built = self.tr("Building takes {time}: about {passages} passages.").format(
            time=self._sources.time_words(forecast.seconds), passages=QLocale().toString(forecast.passages)
        )
        guess = self.tr("That is a guess: nothing of the kind was built on this computer yet.")
        said = sentences(built, guess if forecast.guessed else "", asked)
        return "\n".join(filter(None, (said, reason_lines(forecast.notices))))

    def held(self, why: Hold) -> str:
        """Why nothing goes on."""
        return self._sources.held_words(why)
