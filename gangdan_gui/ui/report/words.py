"""The words of a report: what became of a file, what a source holds as a whole, and what to do."""

from __future__ import annotations

import re
from collections import Counter

from PySide6.QtCore import QLocale, QObject

from gangdan_gui.domain.documents import FileState
from gangdan_gui.domain.reports import FileReport, SourceReport
from gangdan_gui.ui.passage_lengths import PassageLengths
from gangdan_gui.ui.report.advice import advice
from gangdan_gui.ui.sources.words import SEPARATOR, SourceWords
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import reason_sentence, sentences

_COMMIT = re.compile(r"/(?:blob|raw|tree)/([0-9a-f]{40})/")
_SHORT_COMMIT = 7
_MOST_ENCODINGS = 4


class ReportWords(QObject):
    """Writes them in the language of the window."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sources, self._lengths = SourceWords(self), PassageLengths(self)

    def brief(self, file: FileReport) -> str:
        """What became of a file, beside the number of its passages."""
        if file.state is not FileState.READY:
            return self.result(file)
        reason = reason_sentence(file.reason, translate) if file.reason else ""
        return self.tr("Read; {reason}").format(reason=reason) if reason else self.tr("Read")

    def result(self, file: FileReport) -> str:
        """What became of a file, in a line."""
        reason = reason_sentence(file.reason, translate) if file.reason else ""
        match file.state:
            case FileState.READY:
                passages = self._sources.passages_words(file.chunks)
                return self.tr("{passages}; {reason}").format(passages=passages, reason=reason) if reason else passages
            case FileState.SKIPPED:
                return self.tr("Left out: {reason}").format(reason=reason) if reason else self.tr("Left out")
            case FileState.FAILED:
                return self.tr("Not read: {reason}").format(reason=reason) if reason else self.tr("Not read")

    def detail(self, file: FileReport) -> str:
        """All there is to say of a file, in full sentences with what to do."""
        result = self.result(file)
        told = [self.tr("{sentence}.").format(sentence=result[:1].upper() + result[1:])]
        if file.reason:
            told.append(advice(file.reason))
        if file.same_as:
            told.append(self.tr("Its text is the same as that of “{path}”.").format(path=file.same_as))
        if file.corrected:
            told.append(self.tr("You have corrected it."))
        if file.facts.authors:
            told.append(self.tr("By {authors}.").format(authors=self.tr(", ").join(file.facts.authors)))
        return sentences(*told)

    def outcome(self, report: SourceReport) -> str:
        """How many files there are, and what became of them."""
        counts = Counter(file.state for file in report.files)
        parts = [
            self._sources.state_words(report.summary.state),
            self.tr("%Ln file(s)", "", len(report.files)),
            self.tr("%Ln read", "", counts[FileState.READY]),
            self.tr("%Ln left out", "", counts[FileState.SKIPPED]) if counts[FileState.SKIPPED] else "",
            self.tr("%Ln not read", "", counts[FileState.FAILED]) if counts[FileState.FAILED] else "",
            self._sources.passages_words(report.summary.chunks),
            self._lengths.spread(report.lengths),
        ]
        return SEPARATOR.join(filter(None, parts))

    def origin(self, report: SourceReport) -> str:
        """Where the source is from: its licence, commit, places, and what its files were read as."""
        source = report.summary.source
        licence = report.licence or source.licence
        commit = commit_of(report.files)
        parts = [
            self.tr("Licence {licence}").format(licence=licence) if licence else "",
            self.tr("Commit {commit}").format(commit=commit[:_SHORT_COMMIT]) if commit else "",
            self._encodings(report.files),
            *source.locations,
        ]
        return SEPARATOR.join(filter(None, parts))

    def _encodings(self, files: tuple[FileReport, ...]) -> str:
        counts = Counter(file.encoding for file in files if file.encoding)
        named = [f"{name} {QLocale().toString(count)}" for name, count in counts.most_common(_MOST_ENCODINGS)]
        return self.tr("Read as {encodings}").format(encodings=self.tr(", ").join(named)) if named else ""


def commit_of(files: tuple[FileReport, ...]) -> str:
    """The commit that the files are of, as far as their addresses tell it; empty where they do not agree on one."""
    found = {match[1] for file in files if (match := _COMMIT.search(file.url))}
    return found.pop() if len(found) == 1 else ""
