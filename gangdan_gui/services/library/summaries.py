"""What faces show of a source, from what is remembered of it."""

from __future__ import annotations

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.reports import GenerationSummary, SourceSummary
from gangdan_gui.services.building.looking import ENTRY_CHANGED
from gangdan_gui.services.forecasts.row_bytes import ROW_BYTES
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.sources.freezing import frozen_until
from gangdan_gui.services.sources.notices import notices
from gangdan_gui.storing.records import Counts, Generation, Role, SourceRecord


async def summary(parts: Parts, record: SourceRecord) -> SourceSummary:
    """A source with its generations. Nothing asks for an update of one that is frozen."""
    frozen = frozen_until(record)
    state = SourceState.READY if frozen and record.state is SourceState.STALE else record.state
    found = await parts.manifest.generations.of(record.source.id)
    said = {role: _said(*one) for role, one in found.items()}
    return SourceSummary(
        source=record.source,
        state=state,
        documents=record.documents,
        chunks=record.chunks,
        embedder=record.live.identity.label if record.live else "",
        problems=tuple(problem for problem in record.problems if not (frozen and problem == ENTRY_CHANGED)),
        notices=await notices(parts, record),
        expected=record.expected,
        live=said.get(Role.LIVE),
        building=said.get(Role.BUILDING),
        previous=said.get(Role.PREVIOUS),
        frozen_until=frozen,
    )


def _said(generation: Generation, counts: Counts) -> GenerationSummary:
    return GenerationSummary(
        generation.identity.label,
        generation.chunking,
        counts.documents,
        counts.chunks,
        generation.made,
        counts.rows * ROW_BYTES,
        generation.identity.digest,
        generation.identity.dimension,
        generation.identity.prefix_scheme,
    )
