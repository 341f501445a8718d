"""Of a pack's embedders the one is taken that can be asked with here; where none can, the model to pull is named."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.app import Replaced, open_application
from gangdan_gui.domain.errors import EmbedderUnavailable, PackRefused
from gangdan_gui.domain.ports import Embedder
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.services.requests import BuildOptions, SearchOptions, Services
from gangdan_gui.services.requests.packs import InstallOptions
from gangdan_gui.storing.packs.reading import open_pack
from tests.memory_store import MemoryStore
from tests.services.packing import ICE, PLAIN, create, install, write
from tests.stand_ins import HashEmbedder

NOMIC, BUILTIN = "ollama:nomic-embed-text", "builtin"


class Named(HashEmbedder):
    """An embedder under another name, of other weights."""

    def __init__(self, label: str, digest: str) -> None:
        super().__init__(digest=digest)
        self._identity = EmbedderIdentity(label, label.partition(":")[2], digest, 256)


class Away(Named):
    """One that is not there."""

    async def identify(self) -> EmbedderIdentity:
        raise EmbedderUnavailable(embedder=self._identity.label, why="nobody answers")

    async def embed_question(self, text: str) -> Vectors:
        raise EmbedderUnavailable(embedder=self._identity.label, why="nobody answers")


@asynccontextmanager
async def opened(home: Path, embedders: Mapping[str, Embedder]) -> AsyncIterator[Services]:
    """A library on a machine with these embedders."""
    replaced = Replaced(lambda label: embedders.get(label) or Away(label, "0"), MemoryStore())
    async with open_application(home, "test", replaced=replaced) as application:
        yield application.services


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack with vectors of a model of Ollama's and of the built-in one."""
    root = tmp_path_factory.mktemp("maker")
    file, folder = root / "ice.gdpack", root / "documents"
    folder.mkdir()
    write(folder, ice=ICE)

    async def run() -> None:
        both = {NOMIC: Named(NOMIC, "n1"), BUILTIN: Named(BUILTIN, "b1")}
        async with opened(root / "maker", both) as services:
            await services.library.add(str(folder), title="Ice")
            async for _ in services.library.build(["ice"], BuildOptions(embedder=NOMIC)):
                pass
            report = await create(services.packs, "ice", file, also=(BUILTIN, NOMIC))
            assert report.embedder == f"{NOMIC}, {BUILTIN}"

    asyncio.run(run())
    return file


@pytest.mark.parametrize(
    ("here", "options", "taken", "notices"),
    [
        ({NOMIC: "n1", BUILTIN: "b1"}, PLAIN, NOMIC, ()),
        ({NOMIC: "other weights", BUILTIN: "b1"}, PLAIN, BUILTIN, ()),
        ({BUILTIN: "b1"}, PLAIN, BUILTIN, ()),
        ({NOMIC: "n1", BUILTIN: "b1"}, InstallOptions(embedder=BUILTIN), BUILTIN, ()),
        ({}, PLAIN, NOMIC, (Reason("pack-model-missing", "nomic-embed-text"),)),
        ({BUILTIN: "b1"}, InstallOptions(embedder=NOMIC), NOMIC, (Reason("pack-model-missing", "nomic-embed-text"),)),
    ],
)
def test_the_best_that_is_here_is_taken(
    pack: Path, home: Path, here: dict[str, str], options: InstallOptions, taken: str, notices: tuple[Reason, ...]
) -> None:
    embedders = {label: Named(label, digest) for label, digest in here.items()}

    async def run() -> None:
        async with opened(home, embedders) as services:
            report = await install(services.packs, pack, options)
            assert (report.embedder, report.notices, report.ok) == (taken, notices, True)
            (summary,) = await services.library.sources()
            assert summary.embedder == taken
            # Searched by its words until the model is there.
            result = await services.assistant.search("ice water", SearchOptions())
            assert [passage.text for passage in result.passages] == [ICE]
            assert bool(result.notices) == (taken not in here)
            assert not any(embedder.embedded for embedder in embedders.values())

    asyncio.run(run())


def test_an_embedder_that_the_pack_does_not_have_is_refused(pack: Path, home: Path) -> None:
    async def run() -> None:
        async with opened(home, {}) as services:
            with pytest.raises(PackRefused) as refused:
                await install(services.packs, pack, InstallOptions(embedder="ollama:bge-m3"))
            assert refused.value.facts["reason"] == "pack-embedder-missing"
            assert refused.value.facts["detail"] == f"{NOMIC}, {BUILTIN}"
            assert await services.library.sources() == ()

    asyncio.run(run())


def test_a_build_keeps_the_vectors_that_came_whatever_the_name_means_here(pack: Path, home: Path) -> None:
    other = Named(NOMIC, "other weights")

    async def run() -> None:
        async with opened(home, {NOMIC: other}) as services:
            await install(services.packs, pack, InstallOptions(embedder=NOMIC))
            async for _ in services.library.build(["ice"], BuildOptions()):
                pass
            assert other.embedded == []
            # Asked for by name it is embedded with what is here.
            async for _ in services.library.build(["ice"], BuildOptions(embedder=NOMIC)):
                pass
            assert other.embedded == [ICE]

    asyncio.run(run())


def test_what_a_pack_says_of_its_embedders_is_read_before_it_is_taken_in(pack: Path, home: Path) -> None:
    async def run() -> None:
        async with opened(home, {}) as services:
            told = await services.packs.contents(pack)
            assert [one.identity.label for one in told.generations] == [NOMIC, BUILTIN]
            assert (told.source, told.title, told.documents, told.base, told.format) == ("ice", "Ice", 1, "", 2)
            assert told.file == pack
            with pytest.raises(PackRefused):
                await services.packs.contents(home)

    asyncio.run(run())
    with open_pack(pack) as opened_pack:
        one, two = opened_pack.head.generations
        assert replace(one.identity, label="", model="", digest="") == replace(
            two.identity, label="", model="", digest=""
        )
