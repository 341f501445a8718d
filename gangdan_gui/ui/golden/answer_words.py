"""What a chat model made of test questions, in the words of the window."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QObject

from gangdan_gui.domain.golden import Answered, Fault, GoldenRun
from gangdan_gui.services.requests.golden import AnswerCost
from gangdan_gui.ui.sources.words import SourceWords
from gangdan_gui.wording import sentences


class AnswerWords(QObject):
    """Asked anew each time, as the language may have changed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sources = SourceWords(self)

    def answered(self, answered: Answered) -> str:
        """What is to be said of an answer; nothing where it is as it should be."""
        if answered.fault is None:
            missed = answered.given and not answered.cited
            return self.tr("The model read it, but does not cite it.") if missed else ""
        return {
            Fault.RANKING: self.tr("Given this passage alone, the model cites it: the ranking is at fault."),
            Fault.CROWD: self.tr("The model read it, but cites it only when it is given alone."),
            Fault.TEXT: self.tr("Even given alone it is not cited: how it is cut, its text or the model is at fault."),
        }[answered.fault]

    def remedy(self, fault: Fault | None) -> str:
        """What helps."""
        if fault is None:
            return ""
        return {
            Fault.RANKING: self.tr("Let more passages be shown, or see under “Compare…” what ranks it better."),
            Fault.CROWD: self.tr("Let fewer passages be shown, or choose a larger model."),
            Fault.TEXT: self.tr("Look at the passage, or see under “Compare…” what another way of cutting changes."),
        }[fault]

    def hits(self, run: GoldenRun) -> str:
        """How many answers cite what is expected; nothing where no model was asked."""
        if not run.model:
            return ""
        given = [one for one in run.answers if one.given]
        said = self.tr("{hits} of {given} answers of {model} cite the passage that is expected.").format(
            hits=sum(one.cited for one in given), given=len(given), model=run.model
        )
        lost = len(run.answers) - len(given)
        return sentences(said, self.tr("%Ln question(s) were answered without it.", "", lost) if lost else "")

    def cost(self, cost: AnswerCost) -> str:
        """What it takes to have the questions answered."""
        again = self.tr("What an answer does not cite is asked once more, with its passage alone. You can stop it.")
        if cost.total is None or cost.seconds is None:
            known = self.tr("%Ln question(s); how long an answer takes is not known yet.", "", cost.questions)
            return sentences(known, again)
        known = self.tr("%Ln question(s), an answer takes {seconds} s: {time}.", "", cost.questions)
        seconds = QLocale().toString(max(round(cost.seconds), 1))
        return sentences(known.format(seconds=seconds, time=self._sources.time_words(cost.total)), again)
