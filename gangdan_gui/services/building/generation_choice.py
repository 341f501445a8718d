"""Which generation of a source a build works on, and what becomes of it when it is whole."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from gangdan_gui.domain.documents import OWN, ChunkSettings, EmbeddedForm, Source, SourceKind
from gangdan_gui.domain.errors import EmbedderUnavailable
from gangdan_gui.domain.events import BuildEvent, ModelAwaited
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.embedding.embedders import Choice
from gangdan_gui.embedding.forms import form_of
from gangdan_gui.embedding.labels import model_of
from gangdan_gui.services.building.made_by import converter_of
from gangdan_gui.services.building.pack_texts import installed_head
from gangdan_gui.services.building.prepared import CONVERTER, MAKER
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.settings import Settings
from gangdan_gui.services.sources.freezing import frozen_until
from gangdan_gui.services.streams import Emit
from gangdan_gui.storing.records import Generation, SourceRecord


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a source is to have. `anew`: beside what answers even where that is the same; `keeps` as of a Generation."""

    identity: EmbedderIdentity
    chunking: ChunkSettings
    form: EmbeddedForm
    converter: str
    keeps: bool
    anew: bool


class GenerationChoice:
    """Chooses and settles the generations of one library's sources."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def embedder(self, record: SourceRecord, options: BuildOptions) -> Choice:
        """The embedder that is asked for, else the one that the source has, else what the settings say."""
        if options.embedder:
            return Choice(options.embedder)
        built = await self._parts.manifest.generations.building(record.source.id) or _answering(record)
        return Choice(built.identity.label) if built else await self._parts.embedders.default(record.source.language)

    async def generation(
        self, record: SourceRecord, label: str, options: BuildOptions, emit: Emit[BuildEvent]
    ) -> Generation:
        """The one that was begun, where the choice is still the same; else the live one; else a new one beside it."""
        if options.mend and record.live and record.chunks:
            return record.live
        building = await self._parts.manifest.generations.building(record.source.id)
        chosen = building or _answering(record)
        if model := model_of(label):
            await emit(ModelAwaited(record.source.id, model))
        if record.source.kind is SourceKind.PACK and not options.embedder and chosen:
            identity = chosen.identity  # its vectors came with it, whatever is asked under that name here
        else:
            identity = await self._identity(label, chosen)
        wanted = await self._wanted(record, chosen, identity, options)
        if building and _is_same(building, wanted):
            return await self._noted(building, wanted)
        if building:  # the choice was changed again, or its model or the converter is another version meanwhile
            asked_anew = options.embedder or options.chunking
            wanted = replace(wanted, keeps=wanted.keeps or (building.keeps and not asked_anew))
            await self.drop(building)
        if record.live and _is_same(record.live, wanted) and not (wanted.anew and record.chunks):
            return await self._noted(record.live, wanted)
        return await self._new(record, wanted)

    async def settle(self, generation: Generation) -> bool:
        """Let the finished generation answer, and clear away what it replaces; whether it replaces anything."""
        generations = self._parts.manifest.generations
        await self._learn_converter(generation)
        before = await generations.live(generation.source)
        gone = await generations.make_live(generation)
        if gone:
            await self._parts.store.drop(gone.collection)
        await self.sweep(generation.source)
        return before is not None and before.number != generation.number

    async def sweep(self, source: str) -> None:
        """Let the Markdown go that no generation of a source refers to any more."""
        keep = await self._parts.manifest.documents.markdown_names(source)
        await asyncio.to_thread(self._parts.markdown.sweep, source, keep)

    async def drop(self, generation: Generation) -> None:
        """Forget a generation, with its collection."""
        await self._parts.manifest.generations.drop(generation)
        await self._parts.store.drop(generation.collection)

    async def _learn_converter(self, generation: Generation) -> None:
        """Of a library of an older version nobody knows it, until all documents have been made by the one of today."""
        if generation.converter:
            return
        documents = (await self._parts.manifest.documents.all(generation)).values()
        if all(converter_of(document.converter) == MAKER for document in documents if document.markdown):
            await self._parts.manifest.generations.note(replace(generation, converter=CONVERTER))

    async def _identity(self, label: str, chosen: Generation | None) -> EmbedderIdentity:
        """Raises EmbedderUnavailable where there is nothing yet of that embedder.

        Else embedding raises it, which an unchanged source does not need.
        """
        try:
            identity = await self._parts.embedders.get(label).identify()
            self._parts.embedders.note(identity)
            return identity
        except EmbedderUnavailable:
            if chosen is None or chosen.identity.label != label:
                raise
            return chosen.identity

    async def _wanted(
        self, record: SourceRecord, chosen: Generation | None, identity: EmbedderIdentity, options: BuildOptions
    ) -> _Wanted:
        """A frozen source keeps the converter that made its documents, which are not made anew.

        `chosen` is the generation whose choice is kept where nothing else is asked for.
        """
        kept = chosen.chunking if chosen else first_chunking(record.source.kind, self._parts.settings())
        answering = _answering(record)
        frozen = answering is not None and frozen_until(record)
        wanted = _Wanted(
            identity,
            options.chunking or kept,
            form_of_build(None, identity.label, record.source.kind, options),
            answering.converter if answering and frozen else await self._converter(record.source, chosen),
            keeps=options.keep_previous,
            anew=options.keep_previous and options.force,
        )
        if chosen and _is_same(chosen, replace(wanted, form=chosen.form)):
            return replace(wanted, form=form_of_build(chosen, identity.label, record.source.kind, options))
        return wanted

    async def _converter(self, source: Source, chosen: Generation | None) -> str:
        """What makes the documents of a source now: of a pack it is the state of the pack."""
        if source.kind is not SourceKind.PACK:
            return CONVERTER
        head = await installed_head(self._parts, source)
        return head.made_by if head else chosen.converter if chosen else CONVERTER

    async def _noted(self, there: Generation, wanted: _Wanted) -> Generation:
        """The generation that is there, with the name that its embedder has now, and what was asked for of it."""
        keeps = there.keeps or (wanted.keeps and not there.live)
        named = replace(there, identity=wanted.identity, keeps=keeps)
        before = there.identity.label, there.identity.model, there.keeps
        if before != (named.identity.label, named.identity.model, named.keeps):
            await self._parts.manifest.generations.note(named)
        return named

    async def _new(self, record: SourceRecord, wanted: _Wanted) -> Generation:
        """One beside what answers; where nothing does, what is there of it may answer while more is coming."""
        generation = await self._parts.manifest.generations.begin(
            record.source.id, wanted.identity, wanted.chunking, wanted.converter, keeps=wanted.keeps, form=wanted.form
        )
        if _answering(record) is None:
            generation = replace(generation, keeps=False)  # nothing is not worth keeping
            before = await self._parts.manifest.generations.make_live(generation)
            if before:
                await self._parts.store.drop(before.collection)
        return generation


def _answering(record: SourceRecord) -> Generation | None:
    """The live generation; a build that brought nothing decides nothing."""
    return record.live if record.chunks else None


def _is_same(there: Generation, wanted: _Wanted) -> bool:
    """Whether a generation is what is wanted. Where nobody knows its converter, each of its documents knows it."""
    bound = (there.identity, there.chunking, there.form) == (wanted.identity, wanted.chunking, wanted.form)
    return bound and there.converter in ("", wanted.converter)


def form_of_build(there: Generation | None, label: str, kind: SourceKind, options: BuildOptions) -> EmbeddedForm:
    """How a build puts chunks before an embedder. `there` is a generation that is what is wanted but for that.

    It keeps its form, unless all is to be made anew: a new one gets that which suits the embedder by what is known now.
    """
    if options.form is not None:
        return options.form
    anew = options.force and kind is not SourceKind.PACK  # of a pack the vectors are there, and the model may not be
    return there.form if there and not anew else form_of(label)


def first_chunking(kind: SourceKind, settings: Settings) -> ChunkSettings:
    """As a source is cut that was never built: of notes of a few words nothing is too short, they are all there is."""
    return replace(settings.chunking, minimum=0) if kind in OWN else settings.chunking
