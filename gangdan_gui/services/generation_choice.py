"""Which generation of a source a build works on, and what becomes of it when it is whole."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from gangdan_gui.domain.documents import OWN, ChunkSettings, Source
from gangdan_gui.domain.errors import EmbedderUnavailable
from gangdan_gui.domain.events import BuildEvent, ModelAwaited
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.embedding.embedders import Choice
from gangdan_gui.embedding.labels import model_of
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.settings import Settings
from gangdan_gui.services.streams import Emit
from gangdan_gui.storing.records import Generation, SourceRecord


class GenerationChoice:
    """Chooses and settles the generations of one library's sources."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def embedder(self, record: SourceRecord, options: BuildOptions) -> Choice:
        """The embedder that is asked for, else the one that the source has, else what the settings say."""
        if options.embedder:
            return Choice(options.embedder)
        built = await self._begun(record)
        return Choice(built.identity.label) if built else await self._parts.embedders.default(record.source.language)

    async def _begun(self, record: SourceRecord) -> Generation | None:
        """The generation whose embedder and chunking the source keeps; a build that brought nothing decides nothing."""
        return await self._parts.manifest.generations.building(record.source.id) or _answering(record)

    async def _identity(self, label: str, chosen: Generation | None) -> EmbedderIdentity:
        """Raises EmbedderUnavailable where there is nothing yet of that embedder.

        Else embedding raises it, which an unchanged source does not need.
        """
        try:
            return await self._parts.embedders.get(label).identify()
        except EmbedderUnavailable:
            if chosen is None or chosen.identity.label != label:
                raise
            return chosen.identity

    async def generation(
        self, record: SourceRecord, label: str, options: BuildOptions, emit: Emit[BuildEvent]
    ) -> Generation:
        """The one that was begun, where the choice is still the same; else the live one; else a new one beside it."""
        settings = self._parts.settings()
        generations = self._parts.manifest.generations
        building = await generations.building(record.source.id)
        chosen = await self._begun(record)
        if model := model_of(label):
            await emit(ModelAwaited(record.source.id, model))
        identity = await self._identity(label, chosen)
        chunking = options.chunking or (chosen.chunking if chosen else _chunking(record.source, settings))
        if building and (building.identity, building.chunking) == (identity, chunking):
            return building
        if building:  # the choice was changed again
            await generations.drop(building)
            await self._parts.store.drop(building.collection)
        if record.live and (record.live.identity, record.live.chunking) == (identity, chunking):
            return record.live
        generation = await generations.begin(record.source.id, identity, chunking)
        if _answering(record) is None:  # what is there may answer while more is coming
            before = await generations.make_live(generation)
            if before:
                await self._parts.store.drop(before.collection)
        return generation

    async def settle(self, generation: Generation) -> bool:
        """Let the finished generation answer, and clear away what it replaces; whether there was something."""
        before = await self._parts.manifest.generations.make_live(generation)
        if before:
            await self._parts.store.drop(before.collection)
        keep = await self._parts.manifest.documents.markdown_names(generation.source)
        await asyncio.to_thread(self._parts.markdown.sweep, generation.source, keep)
        return before is not None


def _answering(record: SourceRecord) -> Generation | None:
    return record.live if record.chunks else None


def _chunking(source: Source, settings: Settings) -> ChunkSettings:
    """A note of a few words is all there is to find: nothing of the user's own is too short."""
    return replace(settings.chunking, minimum=0) if source.kind in OWN else settings.chunking
