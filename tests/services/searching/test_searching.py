"""Filters see every chunk, copies take nobody's place, and lost vectors are told."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import NothingBuilt, WorkerNotStarted
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Support
from gangdan_gui.domain.trace import Fate
from gangdan_gui.services.requests import OK, PROBLEM, SearchOptions
from gangdan_gui.services.settings import Settings, SettingsFile
from gangdan_gui.wording import tell

TIDE = "The moon draws the tide, twice a day, and all the water of the sea follows it."
LICENCE = "Rivers and the sea may be copied by everybody who keeps this notice of rivers and the sea with them."


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


@pytest.mark.parametrize(
    ("path", "language", "found"),
    [
        ("*.md", "", ["deep/er/rain.md", "Grammar.md", "水.md"]),
        ("deep", "", ["deep/er/rain.md"]),
        ("DEEP/**", "", ["deep/er/rain.md"]),
        ("grammar.md", "", ["Grammar.md"]),
        ("*.rst", "", []),
        ("[", "", []),
        ("  ", "", ["deep/er/rain.md", "Grammar.md", "水.md"]),
        ("", "en", ["deep/er/rain.md", "Grammar.md"]),
        ("", "zh-CN", ["水.md"]),
        ("", "ZH", ["水.md"]),
        ("deep", "zh", []),
    ],
)
def test_filters_mean_what_patterns_and_languages_mean_elsewhere(
    shelf, folder: Path, path: str, language: str, found: list[str]
) -> None:
    write(folder, {
        "deep/er/rain.md": "Rain falls on the hills, collects in brooks and in the end reaches the sea again.",
        "Grammar.md": "The subject of a sentence names what the sentence is about; rain is a good subject.",
        "水.md": "雨落在山上，汇成小溪，流进江河，到达大海，再蒸发成云，周而复始，永不停息，滋养万物。" * 2,
    })  # fmt: skip

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            result = await bench.assistant.search("rain and the sea", SearchOptions(path=path, language=language))
            assert sorted(hit.path for hit in result.passages) == sorted(found)

    asyncio.run(main())


def test_chosen_sources_of_which_nothing_is_built_are_named_where_others_are(
    shelf, folder: Path, tmp_path: Path
) -> None:
    write(folder, {"a.md": TIDE})
    other = tmp_path / "Rivers"
    other.mkdir()

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            chosen = SearchOptions(((await bench.library.add(str(other))).source.id,))
            with pytest.raises(NothingBuilt) as none:
                await bench.assistant.search("tide", chosen)
            assert tell(none.value).message == "There is nothing to search yet."
            await bench.build(source)
            with pytest.raises(NothingBuilt) as some:
                await bench.assistant.search("tide", chosen)
            assert tell(some.value).message == "Nothing of what was chosen can be searched: Rivers."

    asyncio.run(main())


def test_copies_take_nobodys_place_and_the_first_by_path_stands_for_all(shelf, folder: Path) -> None:
    copies = {f"copy {number}.md": LICENCE for number in range(80)}
    write(folder, copies | {"brook.md": "A brook is a small river. Many a brook ends in a lake, far from the sea."})

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            result = await bench.assistant.search("rivers and the sea", SearchOptions())
            assert [hit.path for hit in result.passages] == ["copy 0.md", "brook.md"]

    asyncio.run(main())


def test_a_collection_that_lost_some_of_its_rows_is_told_and_mended(shelf, folder: Path) -> None:
    things = {name: f"A {name} is a thing of nature that lessons are about." for name in ("cloud", "hill")}
    write(folder, {f"{name}.md": text for name, text in things.items()})

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            (collection,) = shelf.store.collections.values()
            collection.popitem()
            found = await bench.assistant.search("a hill of nature", SearchOptions())
            assert [(notice.code, notice.detail) for notice in found.notices] == [("vectors-damaged", "documents")]
            assert [passage.path for passage in found.passages] == ["hill.md", "cloud.md"]
            assert (await bench.library.sources())[0].state is SourceState.FAILED
            assert (await bench.build(source)).state is SourceState.READY
            assert len((await bench.assistant.search("a hill of nature", SearchOptions())).passages) == 2

    asyncio.run(main())


def test_a_store_that_cannot_be_started_is_no_damage_and_is_asked_again(
    shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, {"cloud.md": "A cloud is a thing of nature that lessons are about."})

    async def not_started(*arguments: object) -> None:
        raise WorkerNotStarted(worker="chroma", code="1")

    async def main() -> None:
        async with shelf.open() as bench:
            await bench.build((await bench.library.add(str(folder))).source.id)
        async with shelf.open() as bench:
            with monkeypatch.context() as short_of_memory:
                for name in ("count", "query", "ensure"):
                    short_of_memory.setattr(shelf.store, name, not_started)
                found = await bench.assistant.search("a cloud of nature", SearchOptions())
                assert found.notices == (Reason("store-not-reached", "documents"),)
                assert [passage.path for passage in found.passages] == ["cloud.md"]
                assert (await bench.doctor.health()).state == OK
                told = {check.id: check for check in await bench.doctor.examine()}["store"]
                assert (told.state, told.facts["failure"]) == (PROBLEM, "worker-not-started")
            assert (await bench.library.sources())[0].state is SourceState.READY
            assert (await bench.assistant.search("a cloud of nature", SearchOptions())).notices == ()

    asyncio.run(main())


def test_a_conversation_is_named_by_the_beginning_of_its_question(shelf, folder: Path) -> None:
    write(folder, {"licence.md": LICENCE})

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            for question in ("  rivers\n and\tthe sea ", "rivers " * 3000):
                async for _ in bench.assistant.ask(question, SearchOptions()):
                    pass
            titles = {conversation.title for conversation in await bench.assistant.conversations()}
            assert "rivers and the sea" in titles
            assert max(map(len, titles)) < 110

    asyncio.run(main())


def test_the_same_content_gives_the_same_passages_whatever_came_first(shelf, folder: Path) -> None:
    words = ("tide", "moon", "brook", "river", "rain")
    texts = {
        f"{one}.md": f"The {one} and the sea are told of in the lesson of the {one}, as all of it." for one in words
    }
    texts |= {f"deep/{one}.md": f"A {one} is a thing of the sea. " * 30 + f"Where is the {other}?"
              for one, other in pairwise(words)}  # fmt: skip

    async def main() -> None:
        async with shelf.open() as bench:

            async def found(*parts: dict[str, str]) -> list[tuple[object, ...]]:
                source = ""
                for part in parts:
                    write(folder, part)
                    source = source or (await bench.library.add(str(folder))).source.id
                    await bench.build(source)
                result = await bench.assistant.search("the sea and the moon", SearchOptions(count=20))
                await bench.library.remove(source)
                for name in texts:
                    (folder / name).unlink()
                return [(one.path, one.start, one.end, one.score, one.distance) for one in result.passages]

            last_first = [{name: texts[name]} for name in sorted(texts, reverse=True)]
            assert await found(texts) == await found(*last_first)

    asyncio.run(main())


def test_an_explained_search_tells_of_every_candidate(shelf, folder: Path) -> None:
    write(folder, {"tide.md": TIDE, "copy.md": TIDE})
    write(folder, {"far.md": "Something else altogether stands in this one, and nothing of the sea at all."})

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            result = await bench.assistant.search("the moon and the tide", SearchOptions(count=1, explain=True))
            (passage,) = result.passages
            assert (passage.path, passage.same_as) == ("copy.md", ((source, "tide.md"),))
            assert result.trace is not None
            fates = {one.path: (one.fate, one.passage) for one in result.trace.candidates}
            assert fates["copy.md"] == (Fate.SHOWN, 1)
            assert fates["tide.md"] == (Fate.COPY, 1)
            assert fates["far.md"] == (Fate.RANKED_TOO_LOW, 0)
            assert set(result.trace.candidates[0].terms) == {"moon", "tide"}
            assert {one.where for one in result.trace.asked} >= {"words"}
            plain = await bench.assistant.search("the moon and the tide", SearchOptions(count=1))
            assert (plain.trace, plain.passages) == (None, result.passages)

    asyncio.run(main())


@pytest.mark.parametrize(
    ("question", "words"),
    [("資料庫的索引", {"資料庫", "資料", "索引"}), ("资料库的索引", {"资料库", "资料", "索引"})],
)
def test_words_are_found_in_either_script_and_shown_as_they_were_asked(
    shelf, folder: Path, question: str, words: set[str]
) -> None:
    texts = {"a.md": "资料库的索引像一本书后面的目录，先查目录，再翻到那一页，就不必一页一页地找。" * 2,
             "b.md": "資料庫的索引像一本書後面的目錄，先查目錄，再翻到那一頁，就不必一頁一頁地找。" * 2}  # fmt: skip
    write(folder, texts)

    async def main() -> None:
        async with shelf.open() as bench:
            await bench.build((await bench.library.add(str(folder))).source.id)
            for mode in ("hybrid", "keyword"):
                result = await bench.assistant.search(question, SearchOptions(mode=mode, explain=True))
                shown = {passage.path: passage for passage in result.passages}
                assert shown.keys() == texts.keys()
                assert all(set(passage.terms) == words for passage in result.passages)
                assert all(passage.text.strip() == texts[path] for path, passage in shown.items())
                assert result.trace
                assert all(set(one.terms) == words for one in result.trace.candidates)
                said = [one for one in result.trace.asked if one.where == "words"]
                assert [{word for word, _ in one.words} for one in said] == [words]

    asyncio.run(main())


@pytest.mark.parametrize("mode", ["hybrid", "dense"])
def test_what_has_no_vector_of_its_own_any_more_is_beyond_the_ceiling_as_all_else(
    shelf, folder: Path, mode: str
) -> None:
    write(folder, {"tide.md": TIDE, "licence.md": LICENCE})
    SettingsFile(shelf.home / "settings.toml").save(Settings(distance_ceiling=20))

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            vectors = bench.library._parts.manifest.vectors
            await vectors._database.write(lambda connection: connection.execute("DELETE FROM vectors"))
            result = await bench.assistant.search(TIDE, SearchOptions(mode=mode, explain=True))
            assert [passage.path for passage in result.passages] == ["tide.md"]
            assert result.trace
            fates = {one.path: (one.fate, one.distance or 0) for one in result.trace.candidates}
            assert fates["licence.md"][0] is Fate.TOO_FAR
            assert fates["tide.md"][1] < 0.2 < fates["licence.md"][1]

    asyncio.run(main())


@pytest.mark.parametrize("mode", ["hybrid", "keyword"])
def test_what_names_nothing_is_never_said_to_be_answered(shelf, folder: Path, mode: str) -> None:
    write(folder, {"a.md": "Tests of room 42 run with -k and a name; error 404 means that the page is not there. 列表"})

    async def main() -> None:
        async with shelf.open() as bench:
            await bench.build((await bench.library.add(str(folder))).source.id)
            for question in ("42", "-k", "a", "the", "什么？"):
                result = await bench.assistant.search(question, SearchOptions(mode=mode))
                assert result.supported is not Support.YES
                assert Reason("names-nothing") in result.notices
                assert [passage.path for passage in result.passages] in ([], ["a.md"])
            for question in ("404", "tests", "列表"):
                result = await bench.assistant.search(question, SearchOptions(mode=mode))
                assert result.supported is (Support.YES if mode == "hybrid" else Support.WEAK)
                assert Reason("names-nothing") not in result.notices
                assert [passage.path for passage in result.passages] == ["a.md"]

    asyncio.run(main())
