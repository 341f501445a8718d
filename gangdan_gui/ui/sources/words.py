"""The words of a source's row: what it holds, what is happening to it, and what is wrong, in one line each."""

from __future__ import annotations

import math

from PySide6.QtCore import QLocale, QObject

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.events import Hold, Stage
from gangdan_gui.domain.reports import SourceChanges, SourceSummary
from gangdan_gui.embedding.labels import model_of
from gangdan_gui.ui.byte_sizes import part_and_whole, size_words
from gangdan_gui.ui.sources.build_progress import Progress

SEPARATOR = " · "
_MINUTE = 60
_HOUR = 3600
# The codes of the reasons for which nothing is wrong but that there is more to do.
_STOPPED = ("interrupted", "cut-off")


class SourceWords(QObject):
    """Writes those words in the language of the window.

    An object, because the extractor of translations understands plurals in `self.tr` only.
    """

    def row_line(
        self,
        summary: SourceSummary,
        progress: Progress | None,
        changes: SourceChanges | None = None,
        *,
        place: int = 0,
    ) -> str:
        """The plain words below a source's title; `changes` are those of its files, as far as they are known.

        `place` is where it stands in the queue, from 1; 0 where nobody knows.
        """
        if progress is not None:
            return SEPARATOR.join(part for part in (self._stage_words(progress), self._time_left(progress)) if part)
        if summary.state is SourceState.QUEUED:
            if place > 1:
                return self.tr("Waiting: number {place} in line").format(place=QLocale().toString(place))
            return self.tr("Waiting: next in line") if place else self.tr("Waiting for its turn")
        if summary.state is SourceState.NEW:
            return self.tr("Not built yet")
        if not summary.chunks:
            failed = summary.state is SourceState.FAILED
            return self.tr("Could not be built") if failed else self.tr("Nothing to search in it")
        if changes and summary.state is SourceState.STALE:
            return self.changes_words(changes)
        if summary.is_partial:
            return self.part_words(summary.documents, summary.expected)
        if self.row_link(summary, progress):
            # The link takes half of the line; passages say most about how much there is.
            return self.passages_words(summary.chunks)
        return SEPARATOR.join(self._holdings(summary))

    def row_link(self, summary: SourceSummary, progress: Progress | None) -> str:
        """The words that lead to the report, where there is something to report."""
        if progress is not None or summary.state is SourceState.QUEUED:
            return ""
        if summary.state is SourceState.STALE:
            return self.state_words(SourceState.STALE)
        files = len({problem.path for problem in summary.problems if problem.path})
        if files:
            return self.tr("%Ln file(s) with problems", "", files)
        stopped = all(problem.reason.code in _STOPPED for problem in summary.problems)
        if stopped and summary.state in (SourceState.PARTIAL, SourceState.NEW):
            return self.tr("Not finished") if summary.chunks else ""
        if summary.problems or summary.state is SourceState.FAILED:
            return self.tr("What went wrong")
        return ""

    def changes_words(self, changes: SourceChanges) -> str:
        """How many files are other than when they were read."""
        locale = QLocale()
        counts = (
            (self.tr("{number} new"), changes.new),
            (self.tr("{number} changed"), changes.changed),
            (self.tr("{number} gone"), changes.gone),
        )
        return self.tr(", ").join(words.format(number=locale.toString(len(paths))) for words, paths in counts if paths)

    def library_line(self, summaries: tuple[SourceSummary, ...]) -> str:
        """How much the whole library holds."""
        sources = self.tr("%Ln source(s)", "", len(summaries))
        return sources + SEPARATOR + self.passages_words(sum(summary.chunks for summary in summaries))

    def part_words(self, documents: int, expected: int) -> str:
        """How many of a source's files are built."""
        locale = QLocale()
        said = self.tr("Partial: {done} of {total} files")
        return said.format(done=locale.toString(documents), total=locale.toString(expected))

    def documents_words(self, count: int) -> str:
        """A number of documents."""
        return self.tr("%Ln document(s)", "", count)

    def passages_words(self, count: int) -> str:
        """A number of passages."""
        return self.tr("%Ln passage(s)", "", count)

    def time_words(self, seconds: float | None) -> str:
        """How long something may still take, as roughly as it is known."""
        if seconds is None:
            return ""
        if seconds < _MINUTE:
            return self.tr("under a minute")
        if seconds < _HOUR:
            return self.tr("about %Ln minute(s)", "", math.ceil(seconds / _MINUTE))
        return self.tr("about %Ln hour(s)", "", math.ceil(seconds / _HOUR))

    def held_words(self, why: Hold) -> str:
        """Why a build waits."""
        return {
            Hold.PAUSED: self.tr("Paused"),
            Hold.ASKING: self.tr("Waiting: your question goes first"),
            Hold.BATTERY: self.tr("On battery: waiting to be plugged in"),
        }[why]

    def language_words(self, code: str) -> str:
        """A language's name in the language of the window; a code that is not known stays as it is."""
        names = {
            "zh": self.tr("Chinese"),
            "en": self.tr("English"),
            "ja": self.tr("Japanese"),
            "ko": self.tr("Korean"),
            "ru": self.tr("Russian"),
        }
        return names.get(code, code)

    def embedder_words(self, label: str) -> str:
        """What a label of an embedder means."""
        model = model_of(label)
        return self.tr("Ollama: {model}").format(model=model) if model else self.tr("Built-in model")

    def state_words(self, state: SourceState) -> str:
        """A state's name, for the report."""
        names = {
            SourceState.NEW: self.tr("Not built yet"),
            SourceState.QUEUED: self.tr("Waiting for its turn"),
            SourceState.BUILDING: self.tr("Being built"),
            SourceState.PARTIAL: self.tr("Partly built"),
            SourceState.READY: self.tr("Ready"),
            SourceState.STALE: self.tr("Changed on disk"),
            SourceState.FAILED: self.tr("Could not be built"),
        }
        return names[state]

    def _time_left(self, progress: Progress) -> str:
        time = "" if progress.held else self.time_words(progress.seconds_left)
        return self.tr("{time}", "how long a build still takes").format(time=time) if time else ""

    def _holdings(self, summary: SourceSummary) -> list[str]:
        parts = [self.documents_words(summary.documents), self.passages_words(summary.chunks)]
        if summary.source.language:
            parts.append(self.language_words(summary.source.language))
        return parts

    def _stage_words(self, progress: Progress) -> str:
        if progress.stopping:
            return self.tr("Stopping…")
        if progress.ending:
            return self.tr("Stopping after this file…")
        if progress.held is not None:
            return self.held_words(progress.held)
        if progress.awaited:
            return self.tr("Waiting for {model}; loading it may take minutes").format(model=progress.awaited)
        if progress.stage is None:
            return self.tr("Starting…")
        if progress.downloading:
            return self._download_words(progress)
        locale = QLocale()
        if progress.stage is Stage.FETCH and progress.done > progress.total:  # nobody knows how many there are
            return self.tr("Unpacking: {done} files so far").format(done=locale.toString(progress.done))
        if not progress.total:
            return self._begun(progress.stage)
        return self._under_way(progress.stage).format(
            done=locale.toString(progress.done), total=locale.toString(progress.total)
        )

    def _download_words(self, progress: Progress) -> str:
        locale = QLocale()
        if progress.bytes_done <= progress.bytes_total:
            size = self.tr("{done} of {total}").format(**part_and_whole(progress.bytes_done, progress.bytes_total))
        else:
            size = size_words(progress.bytes_done)
        if progress.total <= 1:  # an archive, or not known yet
            return SEPARATOR.join((self.tr("Downloading"), size))
        files = self.tr("Downloading {done} of {total} files")
        done, total = locale.toString(progress.done), locale.toString(progress.total)
        return SEPARATOR.join((files.format(done=done, total=total), size))

    def _begun(self, stage: Stage) -> str:
        return {
            Stage.FETCH: self.tr("Looking for files…"),
            Stage.CONVERT: self.tr("Reading files…"),
            Stage.CHUNK: self.tr("Cutting into passages…"),
            Stage.EMBED: self.tr("Embedding…"),
            Stage.STORE: self.tr("Saving…"),
            Stage.WORDS: self.tr("Gathering its words…"),
            Stage.MEASURE: self.tr("Measuring what it holds…"),
        }[stage]

    def _under_way(self, stage: Stage) -> str:
        return {
            Stage.FETCH: self.tr("Checking files {done} / {total}"),
            Stage.CONVERT: self.tr("Reading files {done} / {total}"),
            Stage.CHUNK: self.tr("Cutting into passages {done} / {total}"),
            Stage.EMBED: self.tr("Embedding {done} / {total}"),
            Stage.STORE: self.tr("Saving {done} / {total}"),
            Stage.WORDS: self.tr("Gathering its words {done} / {total}"),
            Stage.MEASURE: self.tr("Measuring what it holds {done} / {total}"),
        }[stage]
