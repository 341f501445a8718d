"""Says what building a library aside takes before that is begun, from its records: no text is read for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gangdan_gui.converting.formats import format_of
from gangdan_gui.domain.documents import ChunkSettings, EmbeddedForm, SourceKind
from gangdan_gui.domain.events import Stage
from gangdan_gui.services.building.generation_choice import first_chunking, form_of_build
from gangdan_gui.services.forecasts.amounts import passages_of, rows_of_each
from gangdan_gui.services.forecasts.duration import TOTAL, duration
from gangdan_gui.services.forecasts.ollama import ollama_notices
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.requests.trials import TrialForecast
from gangdan_gui.services.speeds import Rates, Work, kind_of
from gangdan_gui.storing.records import SourceRecord

# The texts of a trial are Markdown, whatever they were made from.
_MARKDOWN = format_of("text.md")


@dataclass(frozen=True, slots=True)
class _Text:
    """A document by what its length says: `characters` in a language that may not be known."""

    characters: int
    language: str


class TrialForecasts:
    """Forecasts for one library."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def forecast(
        self, questions: int, builds: Sequence[BuildOptions], records: Sequence[SourceRecord]
    ) -> TrialForecast:
        """What it takes to build the texts of these sources in each of the ways."""
        texts = [text for record in records for text in await self._texts(record)] if builds else []
        rates = Rates(await self._parts.manifest.speeds.all())
        settings = self._parts.settings()
        labels = [await self._label(build) for build in builds]
        passages, seconds, guessed = 0, 0.0, False
        for build, label in zip(builds, labels, strict=True):
            chunking = build.chunking or first_chunking(SourceKind.LOCAL, settings)
            form = form_of_build(None, label, SourceKind.LOCAL, build)
            passages += sum(passages_of(text.characters, chunking) for text in texts)
            took, unknown = _duration(texts, label, chunking, form, rates)
            seconds, guessed = seconds + took, guessed or unknown
        said = [reason for label in dict.fromkeys(labels) for reason in await ollama_notices(label, settings)]
        return TrialForecast(questions, passages, seconds, guessed, tuple(dict.fromkeys(said)))

    async def _texts(self, record: SourceRecord) -> list[_Text]:
        if record.live is None:
            return []
        documents = await self._parts.manifest.documents.all(record.live)
        return [_Text(one.characters or one.size, one.language) for one in documents.values() if one.markdown]

    async def _label(self, build: BuildOptions) -> str:
        return build.embedder or (await self._parts.embedders.default()).label


def _duration(
    texts: Sequence[_Text], label: str, chunking: ChunkSettings, form: EmbeddedForm, rates: Rates
) -> tuple[float, bool]:
    """The seconds, and whether they are guessed. Rows are kept in memory, which takes no time to speak of."""
    characters = sum(text.characters for text in texts)
    rows = sum(
        passages_of(text.characters, chunking) * rows_of_each(text.characters, chunking, form, text.language)
        for text in texts
    )
    seconds, guessed = duration(
        {
            Stage.CONVERT: [(Work.CONVERT, _MARKDOWN, characters)],
            Stage.CHUNK: [(Work.CHUNK, kind_of(chunking.splitter), characters)],
            Stage.EMBED: [(Work.EMBED, label, rows)],
        },
        rates,
    )
    return seconds[TOTAL], guessed
