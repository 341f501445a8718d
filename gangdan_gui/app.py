"""The one place where everything is wired."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gangdan_gui.domain.chat import ChatModel
from gangdan_gui.domain.errors import CannotWrite, GangDanError, LibraryReadOnly, StoreError
from gangdan_gui.domain.ports import Embedder, Reranker, VectorStore
from gangdan_gui.embedding.labels import BUILTIN
from gangdan_gui.log_file import log_file
from gangdan_gui.services.requests import Services
from gangdan_gui.services.settings import Settings, SettingsFile
from gangdan_gui.storing.server_address import server_url
from gangdan_gui.way_out import WayOut
from gangdan_gui.wiring import WiredServices

if TYPE_CHECKING:
    from gangdan_gui.embedding.embedders import Choice
    from gangdan_gui.fetching.archives.unpacking import Unpacking
    from gangdan_gui.fetching.downloader import Downloader
    from gangdan_gui.fetching.patience import Patience
    from gangdan_gui.services.asking import Asking
    from gangdan_gui.services.evaluation.library import MeasuredLibrary
    from gangdan_gui.services.library.library import Library
    from gangdan_gui.services.parts import Parts
    from gangdan_gui.storing.manifest import Manifest
    from gangdan_gui.storing.packs.lying import LyingPacks


@dataclass(frozen=True, slots=True)
class Application:
    """An open library. `problems` are entries and settings that could not be used; `read_only` says what it can do.

    `moved` is where the one lies that was here before a backup took its place just now.
    """

    home: Path
    services: Services
    settings: SettingsFile
    problems: tuple[GangDanError, ...] = ()
    read_only: bool = False
    moved: Path | None = None


@dataclass(frozen=True, slots=True)
class Replaced:
    """Parts that stand in for the real ones; None takes the real one.

    `words` is the label of the embedder for words of other languages: with a stand-in there is none but that.
    """

    embedder: Callable[[str], Embedder] | None = None
    store: VectorStore | None = None
    patience: Patience | None = None
    on_battery: Callable[[], bool] | None = None
    words: str | None = None


@asynccontextmanager
async def open_application(
    home: Path,
    holder: str,
    *,
    may_read_only: bool = False,
    packs: Path | None = None,
    replaced: Replaced | None = None,
    stays_open: bool = False,
) -> AsyncIterator[Application]:
    """Open a library, its lock held until the end of the block.

    One that `stays_open` gets ready for questions before there is one.

    Every pack of the folder `packs` is a source of it. One in a read-only folder or on a network drive is only read,
    which is the first of the application's problems. Any may be opened so by `may_read_only` while another process
    holds it. Raises LibraryLocked, LibraryNewer, CannotWrite.
    """
    from gangdan_gui.services.together import beside
    from gangdan_gui.services.upkeep.backups import finish
    from gangdan_gui.storing.hold import hold
    from gangdan_gui.storing.manifest import refuse_newer_library

    with suppress(CannotWrite):  # whose library is only read has begun nothing
        finish(home)
    refuse_newer_library(home)  # before there is a lock or a log in it
    replaced = replaced or Replaced()
    with hold(home, holder, may_read_only=may_read_only) as held, nullcontext() if held else log_file(home):
        settings = SettingsFile(home / "settings.toml")
        async with _parts(home, settings, replaced, held) as parts:
            trial = partial(_trial, home if held is None else None, replaced, parts.asking)
            services = WiredServices(home, parts, trial)
            problems: tuple[GangDanError, ...] = settings.load().problems
            if held is None:
                problems = await _taken_up(home, parts, services.library, packs, problems)
            elif isinstance(held, LibraryReadOnly):
                problems = (held, *problems)
            async with beside(services.searcher.prepare()) if stays_open else nullcontext():
                yield Application(home, services, settings, problems, held is not None)


async def _taken_up(
    home: Path, parts: Parts, library: Library, packs: Path | None, problems: tuple[GangDanError, ...]
) -> tuple[GangDanError, ...]:
    """Bring a library that may be written to in order; all its problems with those that there are already."""
    from gangdan_gui.services.packs.lying_packs import LyingPackSources
    from gangdan_gui.services.upkeep.backups import Backups
    from gangdan_gui.storing.trial_folder import discard_trials

    await Backups(home).discard()  # what a restore that was ended has left
    await asyncio.to_thread(discard_trials, home)
    problems = (*await library.open(), *problems)
    return (*problems, *await LyingPackSources(parts).take_folder(packs)) if packs else problems


@asynccontextmanager
async def _trial(
    home: Path | None, replaced: Replaced, asking: Asking, settings: Settings
) -> AsyncIterator[MeasuredLibrary]:
    """A library to try something with, in the folder of the one that is open, where it may be written to.

    Its builds give way to the questions of that one, as all builds do.
    """
    from gangdan_gui.storing.trial_folder import trial_folder

    async with (
        trial_folder(home) as folder,
        open_measured(folder, settings, replaced.embedder, _for_words(replaced), asking) as library,
    ):
        yield library


@asynccontextmanager
async def open_measured(
    folder: Path,
    settings: Settings,
    embedder: Callable[[str], Embedder] | None = None,
    words: str = BUILTIN,
    asking: Asking | None = None,
) -> AsyncIterator[MeasuredLibrary]:
    """A library of texts that are given to it, in an empty folder of its own; the user's library is not touched.

    `asking` are the questions that go first, beside its own.
    """
    from gangdan_gui.services.evaluation.library import MeasuredLibrary
    from gangdan_gui.storing.passing_store import PassingStore

    file = SettingsFile(folder / "settings.toml")
    file.save(settings)
    # Whoever measures waits for it, whatever the machine runs on.
    replaced = Replaced(embedder, PassingStore(), on_battery=lambda: False, words=words)
    async with _parts(folder, file, replaced, None, asking) as parts:
        yield MeasuredLibrary(parts, folder / "texts")


@asynccontextmanager
async def _parts(
    home: Path, settings: SettingsFile, replaced: Replaced, held: StoreError | None, asking: Asking | None = None
) -> AsyncIterator[Parts]:
    """The parts that the services are made from, closed in the end. `held` says why nothing may be written."""
    from gangdan_gui.battery import on_battery
    from gangdan_gui.catalog.user_list import UserList
    from gangdan_gui.services.asking import Asking
    from gangdan_gui.services.embedders import Embedders
    from gangdan_gui.services.kept import Kept
    from gangdan_gui.services.parts import Parts
    from gangdan_gui.services.power import Power
    from gangdan_gui.storing.conversations import ConversationFolder
    from gangdan_gui.storing.corrections import Corrections
    from gangdan_gui.storing.manifest import Manifest
    from gangdan_gui.storing.markdown_folder import MarkdownFolder
    from gangdan_gui.storing.note_folder import NoteFolder
    from gangdan_gui.storing.packs.lying import LyingPacks
    from gangdan_gui.storing.packs.shelf import PackShelf
    from gangdan_gui.storing.passing_conversations import PassingConversations
    from gangdan_gui.storing.translations import Translations
    from gangdan_gui.workers.child import Child

    def now() -> Settings:
        return settings.load().settings

    refusal = held if isinstance(held, LibraryReadOnly) else None
    manifest, packs = Manifest(home, read_only=held is not None, refusal=refusal), PackShelf(home)
    lying = LyingPacks(manifest, packs)
    async with AsyncExitStack() as closing:
        parts = Parts(
            manifest=manifest,
            store=_routed(home, manifest, now, replaced.store, lying),
            embedders=Embedders(partial(_embedder, replaced, now), _choose, now, _for_words(replaced)),
            preparer=Child("gangdan_gui.services.building.preparation:Preparer", name="converter", niceness=10),
            reader=Child("gangdan_gui.services.documents.reading:Reader", name="converter"),
            words=Child("gangdan_gui.services.building.word_counter:WordCounter", name="words"),
            markdown=MarkdownFolder(home / "markdown"),
            downloader=_downloader(home, now, replaced.patience),
            unpacking=_unpacking(home),
            user_list=UserList(home / "sources.yaml"),
            conversations=(PassingConversations if refusal else ConversationFolder)(home / "conversations"),
            corrections=Corrections(home / "corrections"),
            notes=NoteFolder(home / "notes"),
            packs=packs,
            lying=lying,
            chats=Kept(partial(_ollama, now)),
            rerankers=Kept(partial(_reranker, now)),
            translations=Translations(home / "translations.json", passing=held is not None),
            settings=now,
            asking=asking or Asking(),
            power=Power(replaced.on_battery or on_battery),
        )
        children = (parts.preparer, parts.reader, parts.words)
        for part in (parts.manifest, parts.store, parts.embedders, *children, parts.chats, parts.rerankers):
            closing.push_async_callback(part.close)
        yield parts


def _downloader(home: Path, now: Callable[[], Settings], patience: Patience | None) -> Downloader:
    from gangdan_gui.converting.formats import format_of
    from gangdan_gui.fetching.downloader import Downloader
    from gangdan_gui.services.building.prepared import CONVERTER

    return Downloader(
        home / "files",
        lambda: now().mirrors,
        lambda path: bool(format_of(path)),
        edition=CONVERTER,
        patience=patience,
        way_out=lambda: now().way_out,
    )


def _unpacking(home: Path) -> Unpacking:
    from gangdan_gui.converting.assets import is_page
    from gangdan_gui.converting.conversion import sniff
    from gangdan_gui.converting.guessing import guess_encoding
    from gangdan_gui.fetching.archives.unpacking import Unpacking
    from gangdan_gui.services.building.prepared import CONVERTER

    return Unpacking(
        home / "files",
        lambda head, path: None if is_page(path) else sniff(head, path),
        partial(guess_encoding, prefer_chinese=True),
        edition=CONVERTER,
    )


def _routed(
    home: Path, manifest: Manifest, now: Callable[[], Settings], given: VectorStore | None, lying: LyingPacks
) -> VectorStore:
    """Where vectors are: packs that lie elsewhere are searched there, all others where the settings say.

    Chroma's own folder can't be opened for reading only, so the vectors in the records are searched then.
    """
    from gangdan_gui.storing.packs.lying import LyingStore
    from gangdan_gui.storing.routed_store import RoutedStore

    beside = LyingStore(lying)
    if given:
        return RoutedStore(lambda: None, lambda: given, beside)
    if manifest.read_only:
        from gangdan_gui.storing.exact_store import ExactStore
        from gangdan_gui.storing.kept_vectors import KeptVectors

        return RoutedStore(lambda: None, lambda: ExactStore(KeptVectors(manifest, home)), beside)

    def server() -> tuple[str, str, WayOut]:
        settings = now()
        return server_url(settings.chroma_address), settings.chroma_token.strip(), settings.way_out

    return RoutedStore(lambda: server() if server()[0] else None, lambda: _chroma(home, *server()), beside)


def _chroma(home: Path, url: str, token: str, way_out: WayOut) -> VectorStore:
    """The department's server, where the settings name one, else the library's own folder."""
    if url:
        from gangdan_gui.storing.library_id import library_id
        from gangdan_gui.storing.server_store import ServerStore

        return ServerStore(url, token, library_id(home), way_out)
    from gangdan_gui.storing.chroma_store import ChromaStore

    return ChromaStore(home / "chroma")


def _embedder(replaced: Replaced, now: Callable[[], Settings], label: str, address: str) -> Embedder:
    from gangdan_gui.embedding.embedders import embedder

    return replaced.embedder(label) if replaced.embedder else embedder(label, address, lambda: now().way_out)


def _for_words(replaced: Replaced) -> str:
    return replaced.words or ("" if replaced.embedder else BUILTIN)


async def _choose(settings: Settings, language: str) -> Choice:
    from gangdan_gui.embedding.embedders import choose

    return await choose(
        settings.embedder, settings.embedding_model, settings.address_for_embedding, language, settings.way_out
    )


def _ollama(now: Callable[[], Settings], address: str) -> ChatModel:
    """The chat models of an Ollama server; its client is imported when a model is first asked."""
    from gangdan_gui.ollama.chat import open_chat

    return open_chat(address, lambda: now().way_out)


def _reranker(now: Callable[[], Settings], key: tuple[str, str]) -> Reranker:
    """The reranker of a name, over the Ollama at an address where it is a model of that."""
    from gangdan_gui.reranking.rerankers import reranker

    return reranker(*key, lambda: now().context_tokens, lambda: now().way_out)
