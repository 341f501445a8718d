"""Says what builds would do and what they would take, from what was measured on this machine. It changes nothing."""

from __future__ import annotations

import asyncio
import shutil
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gangdan_gui.converting.formats import format_of
from gangdan_gui.domain.documents import OWN, ChunkSettings, EmbeddedForm, SourceKind
from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.reports import SourceChanges
from gangdan_gui.domain.vectors import FLOAT_BYTES, EmbedderIdentity
from gangdan_gui.embedding.builtin_model import IDENTITY
from gangdan_gui.embedding.labels import BUILTIN
from gangdan_gui.services.building.embedded_chunks import formed
from gangdan_gui.services.building.generation_choice import GenerationChoice, first_chunking, form_of_build
from gangdan_gui.services.building.prepared import CONVERTER
from gangdan_gui.services.forecasts.amounts import Lengths, passages_of, rows_of_each, sentences_of
from gangdan_gui.services.forecasts.difference import Difference, difference
from gangdan_gui.services.forecasts.duration import Amount, duration
from gangdan_gui.services.forecasts.ollama import ollama_notices
from gangdan_gui.services.forecasts.row_bytes import ROW_BYTES
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.passage_vectors import rows_of
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.requests.forecasts import MADE_BEFORE, Forecast
from gangdan_gui.services.sources.freezing import frozen_until
from gangdan_gui.services.speeds import Rates, Work, kind_of
from gangdan_gui.storing.records import DocumentRecord, Generation, SourceRecord

_HERE = OWN | {SourceKind.LOCAL}
# What a vector takes in the cache beside its numbers.
_KEY_BYTES = 100
# A text is in the Markdown and, chunk by chunk, in the manifest; most letters take one byte, Chinese ones three.
_TEXT_BYTES = 3
_DIMENSION = 768
# A disk that is full to the brim makes everything fail, also what is no build.
_SPARE_BYTES = 200e6
_EXTRA = "extra"


@dataclass(frozen=True, slots=True)
class _Case:
    """One source before its build. `target` is the generation that would be filled, None for a new one."""

    record: SourceRecord
    options: BuildOptions
    label: str
    identity: EmbedderIdentity | None
    chunking: ChunkSettings
    form: EmbeddedForm
    target: Generation | None
    remembered: Mapping[str, DocumentRecord]

    @property
    def answering(self) -> Generation | None:
        """The generation of what is remembered."""
        return self.record.live or self.target

    @property
    def fills_what_answers(self) -> bool:
        """Whether new rows take the place of those that answer now."""
        return self.target is not None and self.target == self.answering


@dataclass(slots=True)
class _Amounts:
    """What would be done. `texts` are all that want a vector, `cached` those of them that have one.

    `rows` are those that come to what there is; `bytes` are by format.
    """

    bytes: defaultdict[str, float]
    characters: float = 0.0
    sentences: int = 0
    passages: int = 0
    texts: int = 0
    cached: int = 0
    rows: int = 0

    @property
    def known_passages(self) -> int:
        """About how many of the passages need no embedding."""
        return round(self.passages * self.cached / self.texts) if self.texts else 0


class Forecasts:
    """See `ForecastService`. `home` is the library's folder, on whose disk room is needed."""

    def __init__(self, home: Path, parts: Parts) -> None:
        self._home = home
        self._parts = parts
        self._choice = GenerationChoice(parts)

    async def forecast(self, sources: Sequence[str], options: BuildOptions) -> tuple[Forecast, ...]:
        """See `ForecastService.forecast`."""
        records = [await self._parts.manifest.sources.present(source) for source in dict.fromkeys(sources)]
        rates = Rates(await self._parts.manifest.speeds.all())
        lengths = Lengths(await self._parts.manifest.speeds.lengths())
        said: dict[str, tuple[Reason, ...]] = {}
        return tuple([await self._one(record, options, rates, lengths, said) for record in records])

    async def _one(
        self,
        record: SourceRecord,
        options: BuildOptions,
        rates: Rates,
        lengths: Lengths,
        said: dict[str, tuple[Reason, ...]],
    ) -> Forecast:
        """`said` is of embedders: each is asked once for all sources."""
        case = await self._case(record, options)
        found = await difference(self._parts, record, case.target, case.remembered, options)
        amounts, download = await self._amounts(case, found, lengths)
        seconds, guessed = _seconds(case, found, amounts, download, rates)
        free = await asyncio.to_thread(_free, self._home)
        disk = _disk(case, amounts) + download
        if amounts.texts > amounts.cached and case.label not in said:
            said[case.label] = await ollama_notices(case.label, self._parts.settings())
        notices = _notices(record, found, disk, free)
        if amounts.texts > amounts.cached:
            notices += said[case.label]
        return Forecast(
            source=record.source.id,
            embedder=case.label,
            changes=found.changes if record.source.kind in _HERE else SourceChanges(record.source.id),
            unchanged=found.unchanged,
            passages=amounts.passages,
            cached=amounts.known_passages,
            sentences=amounts.sentences,
            download=download,
            seconds=seconds,
            disk=disk,
            free=free,
            guessed=guessed,
            notices=notices,
        )

    async def _case(self, record: SourceRecord, options: BuildOptions) -> _Case:
        settings = self._parts.settings()
        label = (await self._choice.embedder(record, options)).label
        building = await self._parts.manifest.generations.building(record.source.id)
        begun = building or (record.live if record.chunks else None)
        chunking = options.chunking or (begun.chunking if begun else first_chunking(record.source.kind, settings))
        current = (one for one in (building, record.live) if one and not self._is_replaced(one))
        target = next((one for one in current if _is_filled(one, record, label, chunking, options)), None)
        answering = record.live or target
        return _Case(
            record,
            options,
            label,
            await self._identity(label, building, record.live),
            chunking,
            form_of_build(target, label, record.source.kind, options),
            target,
            await self._parts.manifest.documents.all(answering) if answering else {},
        )

    async def _identity(self, label: str, *known: Generation | None) -> EmbedderIdentity | None:
        """What an embedder's vectors are bound to, where that is known without loading its model."""
        if label == BUILTIN:
            return IDENTITY
        others = [record.live for record in await self._parts.manifest.sources.all()]
        for generation in (*known, *others):
            if generation and generation.identity.label == label and not self._is_replaced(generation):
                return generation.identity
        return None

    def _is_replaced(self, generation: Generation) -> bool:
        """Whether its embedder is another model by now, of which there are no vectors yet."""
        return self._parts.embedders.is_outdated(generation.identity)

    async def _amounts(self, case: _Case, found: Difference, lengths: Lengths) -> tuple[_Amounts, int]:
        """What would be done, and how many bytes would be downloaded for it as far as is known."""
        amounts, replaced = _Amounts(defaultdict(float)), 0
        known: list[str] = []
        for file in found.read:
            record = case.remembered.get(file.path)
            characters = lengths.of_file(file, record)
            amounts.bytes[format_of(file.path)] += file.size
            amounts.characters += characters
            amounts.sentences += sentences_of(characters, case.chunking)
            same_cut = bool(case.answering and case.answering.chunking == case.chunking)
            if record and same_cut and file.path in found.as_before:
                amounts.passages += record.chunks
                known.append(file.path)
                continue
            passages, each = passages_of(characters, case.chunking), self._rows_of_each(case, record, characters)
            amounts.passages += passages
            amounts.texts += passages * each
            if record and case.fills_what_answers:
                replaced += record.chunks * each
        texts, amounts.cached = await self._known(case, known)
        amounts.texts += texts
        replaced += texts if case.fills_what_answers else 0
        amounts.rows = max(0, amounts.texts - replaced)
        source, download = case.record.source, 0
        if source.kind not in _HERE and not case.remembered and not found.read:  # nothing was brought yet
            download = source.size
            amounts.bytes[_EXTRA] += download
            amounts.characters += lengths.of_download(source.kind, download)
            amounts.sentences += sentences_of(amounts.characters, case.chunking)
            amounts.passages += passages_of(amounts.characters, case.chunking)
            amounts.texts = amounts.passages * self._rows_of_each(case, None, amounts.characters)
            amounts.rows = amounts.texts
        return amounts, download

    @staticmethod
    def _rows_of_each(case: _Case, document: DocumentRecord | None, characters: float) -> int:
        language = document.language if document else case.record.source.language
        return rows_of_each(characters, case.chunking, case.form, language)

    async def _known(self, case: _Case, paths: Sequence[str]) -> tuple[int, int]:
        """How many texts documents have whose chunks are known, and of how many of those there is a vector."""
        there = case.answering
        if not paths or there is None:
            return 0, 0
        chunks = await self._parts.manifest.documents.chunks_of(there, paths)
        if there.form != case.form:
            chunks = tuple(formed(one, case.remembered[one.path].title, case.form, there.form) for one in chunks)
        texts = [text for _, text in rows_of(chunks)]
        if case.identity is None:
            return len(texts), 0
        return len(texts), await self._parts.manifest.vectors.count(case.identity, texts, there.maker)


def _is_filled(
    there: Generation, record: SourceRecord, label: str, chunking: ChunkSettings, options: BuildOptions
) -> bool:
    """Whether a build goes on with a generation, and does not begin a new one beside it."""
    if (there.identity.label, there.chunking) != (label, chunking):
        return False
    if there.form != form_of_build(there, label, record.source.kind, options):
        return False
    if there.live and record.chunks and options.keep_previous and options.force:
        return False
    as_made = record.source.kind is SourceKind.PACK or bool(frozen_until(record))
    return as_made or there.converter in ("", CONVERTER)


def _seconds(
    case: _Case, found: Difference, amounts: _Amounts, download: int, rates: Rates
) -> tuple[dict[str, float], bool]:
    """As `duration` tells it."""
    made = amounts.texts - amounts.cached
    work: dict[Stage, list[Amount]] = {
        Stage.FETCH: [(Work.LOOK, "", found.size), (Work.DOWNLOAD, "", download)],
        Stage.CONVERT: [(Work.CONVERT, name, size) for name, size in amounts.bytes.items()],
        Stage.CHUNK: [(Work.CHUNK, kind_of(case.chunking.splitter), amounts.characters)],
        Stage.EMBED: [(Work.EMBED, case.label, made)],
        Stage.STORE: [(Work.STORE, "", amounts.rows)],
    }
    return duration(work, rates)


def _disk(case: _Case, amounts: _Amounts) -> int:
    dimension = case.identity.dimension if case.identity else _DIMENSION
    vectors = (amounts.texts - amounts.cached) * (FLOAT_BYTES * dimension + _KEY_BYTES)
    share = amounts.rows / amounts.texts if amounts.texts else 0
    return round(amounts.rows * ROW_BYTES + vectors + _TEXT_BYTES * amounts.characters * share)


def _notices(record: SourceRecord, found: Difference, disk: int, free: int) -> tuple[Reason, ...]:
    said: list[Reason] = []
    if until := frozen_until(record):
        said.append(Reason("frozen", until))
    if not found.seen:
        said.append(Reason("location-missing", ", ".join(record.source.locations)))
    if found.made_before:
        said.append(Reason(MADE_BEFORE, str(found.made_before)))
    source = record.source
    if source.kind not in _HERE and source.kind is not SourceKind.PACK and not record.live:
        said.append(Reason("download-first" if source.size else "download-unknown"))
    if disk and disk + _SPARE_BYTES > free:
        said.append(Reason("little-room", f"{max(disk + _SPARE_BYTES - free, 1e6) / 1e6:,.0f} MB"))
    return tuple(said)


def _free(home: Path) -> int:
    """Bytes that are free where the library is, or will be."""
    place = next((one for one in (home, *home.parents) if one.is_dir()), home)
    try:
        return shutil.disk_usage(place).free
    except OSError:
        return 0
