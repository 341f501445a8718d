"""Families, causes and figures of test questions in the words of the window."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, QLocale, QObject, Qt

from gangdan_gui.domain.golden import Cause, Family, GoldenRun
from gangdan_gui.services.evaluation.sets import FEWEST_QUESTIONS
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import reason_sentence


class GoldenWords(QObject):
    """Asked anew each time, as the language may have changed."""

    def family(self, family: str) -> str:
        """What kind of question it is; one that was named elsewhere keeps its name."""
        words: dict[str, str] = {
            "": self.tr("All questions"),
            Family.EXACT: self.tr("Names the term"),
            Family.PARAPHRASE: self.tr("In other words"),
            Family.ACROSS: self.tr("In another language"),
            Family.PARTS: self.tr("Several parts"),
            Family.CONSTRAINED: self.tr("With a condition"),
            Family.UNANSWERABLE: self.tr("Not in the sources"),
        }
        return words.get(family, family)

    def cause(self, cause: Cause, rank: int) -> str:
        """Why a question failed."""
        words = {
            Cause.NOT_ASKED: self.tr("What is expected is in a source that was not asked."),
            Cause.NOT_IN_SOURCES: self.tr("What is expected is not in your sources any more."),
            Cause.CUT: self.tr("The passage is cut apart: no piece of text holds enough of it."),
            Cause.TOO_LOW: self.tr("Other passages come before it."),
            Cause.TOO_FAR: self.tr("It is farther from the question than your settings allow."),
            Cause.BELOW_THRESHOLD: self.tr("It was found, but your sources were judged to hold no answer."),
            Cause.OUT_OF_BUDGET: self.tr("It was found, but longer passages before it fill what a model reads."),
            Cause.SEEMED_ANSWERED: self.tr("Nothing answers it, but your sources were judged to hold an answer."),
        }  # fmt: skip
        if cause is Cause.TOO_LOW and rank:
            return self.tr("Other passages come before it: it is number {rank}.").format(rank=rank)
        return words[cause]

    def remedy(self, cause: Cause) -> str:
        """What helps."""
        words = {
            Cause.NOT_ASKED: self.tr("“Check questions” here asks all sources."),
            Cause.NOT_IN_SOURCES: self.tr("Build the source again, or make the question anew."),
            Cause.CUT: self.tr("“Rebuild…” the source in larger pieces, or by headings."),
            Cause.TOO_LOW: self.tr("Ask in the document's words, tick fewer sources, or “Rebuild…” by another model."),
            Cause.TOO_FAR: self.tr("Raise “Leave out passages farther than” in the settings."),
            Cause.BELOW_THRESHOLD: self.tr("Have the source built again, so that it is judged anew."),
            Cause.OUT_OF_BUDGET: self.tr("“Rebuild…” the source in smaller pieces, or let the model read more."),
            Cause.SEEMED_ANSWERED: self.tr("Look at the passages before you trust such an answer."),
        }  # fmt: skip
        return words[cause]

    def figure(self, value: float | None) -> str:
        """A share as a percentage."""
        return "–" if value is None else QLocale().toString(100 * value, "f", 0) + " %"

    def change(self, old: float | None, new: float | None) -> str:
        """A share, and what it was where that was another one."""
        was, now = self.figure(old), self.figure(new)
        return now if was == now else f"{was.removesuffix(' %')} → {now}"

    def rank(self, rank: int) -> str:
        """Which passage is the first right one; 0 is none."""
        return self.tr("number {rank}").format(rank=rank) if rank else self.tr("not found")

    def summary(self, run: GoldenRun) -> str:
        """How many are answered as expected."""
        return self.tr("{good} of {count} are answered as expected").format(good=run.good, count=len(run.outcomes))

    def caution(self, run: GoldenRun) -> str:
        """That so few questions of a kind say little; empty where there are enough of each."""
        kinds = {family: count for family, count in run.counts.items() if family} or {"": len(run.outcomes)}
        few = [family for family, count in kinds.items() if count < FEWEST_QUESTIONS]
        if not few:
            return ""
        if len(few) == len(kinds):
            said = self.tr("With fewer than {count} questions of a kind, a single one moves the figures a lot.")
        else:
            said = self.tr("There are fewer than {count} of: {kinds}. A single one moves their figures a lot.")
        named = self.tr(", ").join(map(self.family, few))
        return said.format(count=FEWEST_QUESTIONS, kinds=named)

    def lacking(self, run: GoldenRun) -> str:
        """What was asked without; empty where all was as usual."""
        if not run.lacking:
            return ""
        why = self.tr("; ").join(reason_sentence(one, translate) for one in run.lacking)
        return self.tr("Asked with less than usual: {why}.").format(why=why)

    def day(self, run: GoldenRun) -> str:
        """When it was, short."""
        return QLocale().toString(_moment(run), QLocale.FormatType.ShortFormat)


def _moment(run: GoldenRun) -> QDateTime:
    return QDateTime.fromString(run.at, Qt.DateFormat.ISODate).toLocalTime()
