"""The one place where everything is wired. Each face is imported when it is asked for."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from gangdan_gui.domain.chat import ChatModel
from gangdan_gui.domain.errors import (
    CannotWrite,
    GangDanError,
    LibraryLocked,
    LibraryReadOnly,
    NoDisplay,
    StoreError,
)
from gangdan_gui.domain.ports import Embedder, VectorStore
from gangdan_gui.services.requests import Services
from gangdan_gui.services.settings import Settings, SettingsFile
from gangdan_gui.storing.server_address import server_url
from gangdan_gui.way_out import WayOut
from gangdan_gui.whole_file import write_chosen

if TYPE_CHECKING:
    from gangdan_gui.embedding.embedders import Choice
    from gangdan_gui.fetching.patience import Patience
    from gangdan_gui.services.parts import Parts
    from gangdan_gui.storing.manifest import Manifest
    from gangdan_gui.storing.packs.lying import LyingPacks

NAME = "GangDan"
_LOG_NAME = "gangdan.log"
_LOG_BYTES = 1_000_000


def default_home() -> Path:
    """`GANGDAN_HOME`, else the platform's data folder."""
    chosen = os.environ.get("GANGDAN_HOME")
    return home_at(chosen or platformdirs.user_data_dir(NAME, appauthor=False))


def home_at(place: str) -> Path:
    """The folder that a user named. Unlike Path's method this leaves `~` before the name of an unknown user alone."""
    return Path(os.path.expanduser(place)).absolute()  # noqa: PTH111


def packs_folder(chosen: str = "") -> Path | None:
    """A folder of packs that is named, by `GANGDAN_PACKS` too; else the one beside the frozen program, if any."""
    if named := chosen or os.environ.get("GANGDAN_PACKS", ""):
        return home_at(named)
    beside = Path(sys.executable).parent / "packs"
    return beside if getattr(sys, "frozen", False) and beside.is_dir() else None


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
    """Parts that stand in for the real ones; None takes the real one."""

    embedder: Callable[[str], Embedder] | None = None
    store: VectorStore | None = None
    patience: Patience | None = None
    on_battery: Callable[[], bool] | None = None


@asynccontextmanager
async def open_application(
    home: Path,
    holder: str,
    *,
    may_read_only: bool = False,
    packs: Path | None = None,
    replaced: Replaced | None = None,
) -> AsyncIterator[Application]:
    """Open a library, its lock held until the end of the block.

    Every pack of the folder `packs` is a source of it. One in a read-only folder or on a network drive is only read,
    which is the first of the application's problems. Any may be opened so by `may_read_only` while another process
    holds it. Raises LibraryLocked, LibraryNewer, CannotWrite.
    """
    from gangdan_gui.services.assistant import Assistant
    from gangdan_gui.services.backups import Backups, finish
    from gangdan_gui.services.doctor import Doctor
    from gangdan_gui.services.documents import Documents
    from gangdan_gui.services.forecast import Forecasts
    from gangdan_gui.services.generations import Generations
    from gangdan_gui.services.library import Library
    from gangdan_gui.services.lying_packs import LyingPackSources
    from gangdan_gui.services.notes import Notes
    from gangdan_gui.services.packs import Packs
    from gangdan_gui.storing.manifest import refuse_newer_library

    with suppress(CannotWrite):  # whose library is only read has begun nothing
        finish(home)
    refuse_newer_library(home)  # before there is a lock or a log in it
    with _held(home, holder, may_read_only=may_read_only) as held, _log_file(home, read_only=held is not None):
        settings = SettingsFile(home / "settings.toml")
        async with _parts(home, settings, replaced or Replaced(), held) as parts:
            library = Library(parts)
            problems: tuple[GangDanError, ...] = settings.load().problems
            if held is None:
                await Backups(home).discard()  # what a restore that was ended has left
                problems = (*await library.open(), *problems)
                if packs:
                    problems = (*problems, *await LyingPackSources(parts).take_folder(packs))
            elif isinstance(held, LibraryReadOnly):
                problems = (held, *problems)
            services = Services(
                library,
                Assistant(parts),
                Doctor(home, parts, library),
                notes=Notes(parts, library),
                documents=Documents(parts),
                forecasts=Forecasts(home, parts),
                backups=Backups(home),
                packs=Packs(parts, library),
                generations=Generations(parts, library),
            )
            yield Application(home, services, settings, problems, held is not None)


@asynccontextmanager
async def _parts(
    home: Path, settings: SettingsFile, replaced: Replaced, held: StoreError | None
) -> AsyncIterator[Parts]:
    """The parts that the services are made from, closed in the end. `held` says why nothing may be written."""
    from gangdan_gui.battery import on_battery
    from gangdan_gui.catalog.user_list import UserList
    from gangdan_gui.converting.assets import is_page
    from gangdan_gui.converting.conversion import sniff
    from gangdan_gui.converting.formats import format_of
    from gangdan_gui.converting.guessing import guess_encoding
    from gangdan_gui.fetching.archives.unpacking import Unpacking
    from gangdan_gui.fetching.downloader import Downloader
    from gangdan_gui.services.asking import Asking
    from gangdan_gui.services.embedders import Embedders
    from gangdan_gui.services.kept import Kept
    from gangdan_gui.services.parts import Parts
    from gangdan_gui.services.power import Power
    from gangdan_gui.services.prepared import CONVERTER
    from gangdan_gui.storing.conversations import ConversationFolder
    from gangdan_gui.storing.corrections import Corrections
    from gangdan_gui.storing.manifest import Manifest
    from gangdan_gui.storing.markdown_folder import MarkdownFolder
    from gangdan_gui.storing.note_folder import NoteFolder
    from gangdan_gui.storing.packs.lying import LyingPacks
    from gangdan_gui.storing.packs.shelf import PackShelf
    from gangdan_gui.storing.passing_conversations import PassingConversations
    from gangdan_gui.workers.child import Child

    def now() -> Settings:
        return settings.load().settings

    def way_out() -> WayOut:
        return now().way_out

    refusal = held if isinstance(held, LibraryReadOnly) else None
    manifest, packs = Manifest(home, read_only=held is not None, refusal=refusal), PackShelf(home)
    lying = LyingPacks(manifest, packs)
    async with AsyncExitStack() as closing:
        parts = Parts(
            manifest=manifest,
            store=_routed(home, manifest, now, replaced.store, lying),
            embedders=Embedders(partial(_embedder, replaced, way_out), _choose, now),
            preparer=Child("gangdan_gui.services.preparation:Preparer", name="converter", niceness=10),
            reader=Child("gangdan_gui.services.reading:Reader", name="converter"),
            markdown=MarkdownFolder(home / "markdown"),
            downloader=Downloader(
                home / "files",
                lambda: now().mirrors,
                lambda path: bool(format_of(path)),
                edition=CONVERTER,
                patience=replaced.patience,
                way_out=way_out,
            ),
            unpacking=Unpacking(
                home / "files",
                lambda head, path: None if is_page(path) else sniff(head, path),
                partial(guess_encoding, prefer_chinese=True),
                edition=CONVERTER,
            ),
            user_list=UserList(home / "sources.yaml"),
            conversations=(PassingConversations if refusal else ConversationFolder)(home / "conversations"),
            corrections=Corrections(home / "corrections"),
            notes=NoteFolder(home / "notes"),
            packs=packs,
            lying=lying,
            chats=Kept(partial(_ollama, way_out)),
            settings=now,
            asking=Asking(),
            power=Power(replaced.on_battery or on_battery),
        )
        for part in (parts.manifest, parts.store, parts.embedders, parts.preparer, parts.reader, parts.chats):
            closing.push_async_callback(part.close)
        yield parts


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


def _embedder(replaced: Replaced, way_out: Callable[[], WayOut], label: str, address: str) -> Embedder:
    from gangdan_gui.embedding.embedders import embedder

    return replaced.embedder(label) if replaced.embedder else embedder(label, address, way_out)


async def _choose(settings: Settings, language: str) -> Choice:
    from gangdan_gui.embedding.embedders import choose

    return await choose(
        settings.embedder, settings.embedding_model, settings.address_for_embedding, language, settings.way_out
    )


def _ollama(way_out: Callable[[], WayOut], address: str) -> ChatModel:
    """The chat models of an Ollama server; its client is imported when a model is first asked."""
    from gangdan_gui.ollama.chat import open_chat

    return open_chat(address, way_out)


@contextmanager
def _held(home: Path, holder: str, *, may_read_only: bool) -> Iterator[StoreError | None]:
    """Hold the library's lock; yields why it could not be had where reading is all there is."""
    from gangdan_gui.storing.library_place import why_read_only
    from gangdan_gui.storing.lock import LibraryLock

    if network := why_read_only(home):
        why = LibraryReadOnly(path=str(home), why=network.code, reason=network.code, detail=network.detail)
        yield _readable(home, why)
        return
    lock = LibraryLock(home, holder)
    try:
        lock.acquire()
    except LibraryLocked as error:
        if not may_read_only:
            raise
        yield error
        return
    except CannotWrite as error:
        if not os.path.isfile(home / "library.sqlite3"):  # noqa: PTH113  (says no where Path's method raises)
            raise
        yield LibraryReadOnly(**error.facts, reason="read-only-folder")
        return
    try:
        yield None
    finally:
        lock.release()


def _readable(home: Path, why: LibraryReadOnly) -> LibraryReadOnly:
    """The reason for which a library is only read. Raises it where there is none to read."""
    if not os.path.isfile(home / "library.sqlite3"):  # noqa: PTH113  (says no where Path's method raises)
        raise why
    return why


class _LogFile(RotatingFileHandler):
    """A full disk is told by what fails on it, not once more by every line of the log."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Drop the line."""


@contextmanager
def _log_file(home: Path, *, read_only: bool) -> Iterator[None]:
    if read_only:
        yield
        return
    file = home / "logs" / _LOG_NAME
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = _LogFile(file, maxBytes=_LOG_BYTES, backupCount=3, encoding="utf-8", errors="backslashreplace")
    except OSError:  # what was asked for may work all the same
        yield
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logger = logging.getLogger("gangdan_gui")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    except GangDanError:
        raise
    except Exception:
        logger.exception("ended by an error")
        raise
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
        handler.close()


def display_available() -> bool:
    """Whether a window can be shown here."""
    if sys.platform != "linux":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("QT_QPA_PLATFORM"))


def run_window(home: Path, packs: Path | None = None) -> int:
    """Show the window of a library until it is closed; its exit code. Raises NoDisplay."""
    if not display_available():
        raise NoDisplay
    from gangdan_gui.bundled import resource
    from gangdan_gui.embedding.labels import BUILTIN
    from gangdan_gui.services.first_source import place_first_source
    from gangdan_gui.storing.library_place import why_read_only
    from gangdan_gui.ui.face import RESTART, show_window
    from gangdan_gui.ui.sources.add_request import AddRequest

    def first_source() -> AddRequest | None:
        if why_read_only(home):
            return None
        try:
            place = place_first_source(resource("first_source"), home)
        except CannotWrite:  # one that can only be read begins with what is in it
            return None
        # In two languages, so with the embedder that knows both and needs nobody's server.
        return AddRequest(str(place), embedder=BUILTIN)

    show = partial(show_window, home, log_file=home / "logs" / _LOG_NAME, first_source=first_source)
    code = show(partial(open_application, home, "the window", packs=packs))
    while code == RESTART:
        code = show(partial(_open_restored, home, packs))
    return code


@asynccontextmanager
async def _open_restored(home: Path, packs: Path | None) -> AsyncIterator[Application]:
    """Let a backup that lies ready take the library's place, and open it; where it can't, the one from before."""
    from gangdan_gui.services.backups import put_in_place

    moved: Path | None = None
    problems: tuple[GangDanError, ...] = ()
    try:
        moved = await asyncio.to_thread(put_in_place, home)
    except CannotWrite as error:
        problems = (error,)
    async with open_application(home, "the window", packs=packs) as application:
        yield replace(application, moved=moved, problems=(*problems, *application.problems))


def self_test(report: Path | None, ollama: str = "") -> int:
    """Open a window on a library of its own, build, ask, export and close; 0 when all went well, else 1.

    Works without a display. `report` gets the steps as JSON. With the address of an Ollama server that one embeds
    and answers. Raises InvalidSetting for what is no address, CannotWrite.
    """
    if ollama:
        from gangdan_gui.ollama.address import read_address

        read_address(ollama, name="--ollama")
    if not display_available():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from gangdan_gui.ui.face import show_window
    from gangdan_gui.ui.self_test import SelfTest

    with tempfile.TemporaryDirectory(prefix="gangdan-self-test-", ignore_cleanup_errors=True) as name:
        home = Path(name) / "资料库 home"
        if ollama:
            SettingsFile(home / "settings.toml").save(Settings(ollama_address=ollama))
        test = SelfTest(Path(name), ollama=bool(ollama))
        begun = time.perf_counter()
        code = show_window(home, partial(open_application, home, "the self-test"), visit=test.visit)
        done = {
            "ok": code == 0,
            "seconds": round(time.perf_counter() - begun, 2),
            "embedder": test.embedder,
            "chat_model": test.chat_model,
            "steps": test.steps,
        }
    text = json.dumps(done, ensure_ascii=False, indent=1)
    if report:
        write_chosen(report, f"{text}\n".encode())
    if sys.stdout is not None:  # a windowed program on Windows has none
        sys.stdout.write(f"{text}\n")
    return int(code != 0)
