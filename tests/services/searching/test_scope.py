"""A question looks only in the documents and kinds that it names, and finds there exactly what is nearest."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from gangdan_gui.domain.ports import Neighbour
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.searching import exact_scope
from gangdan_gui.services.searching.exact_scope import ExactScope
from gangdan_gui.services.searching.search_filter import is_filtered, kind_of, sources_of
from gangdan_gui.storing import vector_memory
from gangdan_gui.storing.exact_search import ExactRows
from gangdan_gui.storing.records import Generation
from tests.services.conftest import Bench, Shelf

RAIN = "Rain falls on the hills, collects in brooks and in the end reaches the sea again."
NAMES = ("a.md", "b.txt", "deep/c.markdown", "d.rst")


async def built(bench: Bench, *folders: Path) -> list[str]:
    ids = [(await bench.library.add(str(folder))).source.id for folder in folders]
    await bench.build(*ids)
    return ids


def fill(folder: Path) -> Path:
    for name in NAMES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"{RAIN} {name}\n", "utf-8")
    return folder


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    """Two that hold the same."""
    return [fill(tmp_path / name) for name in ("one", "two")]


async def found(bench: Bench, options: SearchOptions, mode: str) -> list[tuple[str, str]]:
    wanted = SearchOptions(
        options.collections, kinds=options.kinds, documents=options.documents, path=options.path, mode=mode
    )
    return sorted((hit.source, hit.path) for hit in (await bench.assistant.search("rain", wanted)).passages)


KINDS: tuple[tuple[tuple[str, ...], list[str]], ...] = (
    (("md",), ["a.md", "deep/c.markdown"]),
    ((".TXT",), ["b.txt"]),
    (("markdown", "rst"), ["a.md", "d.rst", "deep/c.markdown"]),
    (("pdf",), []),
    (("nonsense",), []),
    ((" ",), sorted(NAMES)),
)


def test_a_kind_is_meant_by_any_of_its_endings(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            await built(bench, fill(folder))
            for kinds, paths in KINDS:
                for mode in ("dense", "keyword"):
                    assert [path for _, path in await found(bench, SearchOptions(kinds=kinds), mode)] == paths

    asyncio.run(main())


def test_documents_are_looked_in_whatever_sources_are_chosen(shelf: Shelf, folders: list[Path]) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            (folders[1] / "a.md").write_text(f"{RAIN} Of the second one.\n", "utf-8")
            one, two = await built(bench, *folders)
            for mode in ("dense", "keyword"):
                both = SearchOptions(documents=((two, "a.md"), (one, "d.rst")))
                assert await found(bench, both, mode) == sorted([(one, "d.rst"), (two, "a.md")])
                other = SearchOptions((one,), documents=((two, "a.md"), (two, "gone.md")))
                assert await found(bench, other, mode) == [(two, "a.md")]
                narrow = SearchOptions(documents=((two, "a.md"), (one, "d.rst")), path="*.rst")
                assert await found(bench, narrow, mode) == [(one, "d.rst")]

    asyncio.run(main())


def test_a_small_set_is_not_asked_of_the_store(shelf: Shelf, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_memory, "MOST_BYTES", 0)
    asked: list[Sequence[str] | None] = []

    async def query(_collection: str, _vector: bytes, _count: int, among: Sequence[str] | None = None) -> object:
        asked.append(among)
        return ()

    async def main() -> None:
        async with shelf.open() as bench:
            (source,) = await built(bench, fill(folder))
            await bench.assistant.search("rain", SearchOptions())  # its collection has been looked at once
            monkeypatch.setattr(shelf.store, "query", query)
            options = SearchOptions(documents=((source, "a.md"), (source, "d.rst")), mode="dense")
            assert [hit.path for hit in (await bench.assistant.search(f"{RAIN} d.rst", options)).passages] == [
                "d.rst",
                "a.md",
            ]
            assert asked == []
            monkeypatch.setattr(exact_scope, "MOST", 1)
            await bench.assistant.search("rain", options)
            assert [len(among or ()) for among in asked] == [2]

    asyncio.run(main())


def test_the_vectors_of_the_last_scopes_are_read_once(
    shelf: Shelf, folders: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_memory, "MOST_BYTES", 0)
    read: list[str] = []
    real = ExactScope._read

    async def counted(scope: ExactScope, generation: Generation, among: Sequence[str]) -> ExactRows | None:
        read.append(generation.source)
        return await real(scope, generation, among)

    async def main() -> None:
        async with shelf.open() as bench:
            one, two = await built(bench, *folders)
            monkeypatch.setattr(ExactScope, "_read", counted)
            for _ in range(3):
                both = SearchOptions(documents=((one, "a.md"), (two, "a.md")), mode="dense")
                await bench.assistant.search("rain", both)
            assert sorted(read) == [one, two]
            for name in NAMES:
                await bench.assistant.search("rain", SearchOptions(documents=((one, name),), mode="dense"))
            await bench.assistant.search("rain", both)
            assert sorted(read) == [one] * 4 + [two] * 2, "only some are remembered"

    asyncio.run(main())


def test_a_vector_that_is_not_kept_leaves_the_set_to_the_store(
    shelf: Shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    real = shelf.store.query

    async def query(
        collection: str, vector: bytes, count: int, among: Sequence[str] | None = None
    ) -> tuple[Neighbour, ...]:
        asked.append(len(among or ()))
        return await real(collection, vector, count, among)

    async def main() -> None:
        async with shelf.open() as bench:
            (source,) = await built(bench, fill(folder))
            monkeypatch.setattr(shelf.store, "query", query)
            await bench.library._parts.manifest.vectors._database.write(
                lambda connection: connection.execute("DELETE FROM vectors")
            )
            options = SearchOptions(documents=((source, "a.md"),), mode="dense")
            assert [hit.path for hit in (await bench.assistant.search("rain", options)).passages] == ["a.md"]
            assert asked == [1]

    asyncio.run(main())


def test_what_a_build_has_changed_is_searched_as_it_is_now(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            (source,) = await built(bench, fill(folder))
            options = SearchOptions(documents=((source, "a.md"),), mode="dense")
            await bench.assistant.search("rain", options)
            (folder / "a.md").write_text(
                "Snow lies on the mountains until the spring comes and it melts away.", "utf-8"
            )
            await bench.build(source)
            (hit,) = (await bench.assistant.search("rain", options)).passages
            assert hit.text.startswith("Snow")

    asyncio.run(main())


def test_an_empty_result_says_that_filters_left_nothing(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            await built(bench, fill(folder))
            empty = await bench.assistant.search("rain", SearchOptions(kinds=("pdf",)))
            assert empty.notices == (Reason("filtered-out"),)
            assert (await bench.assistant.search("rain", SearchOptions(kinds=("md",)))).notices == ()
            assert (await bench.assistant.search("xyzzy", SearchOptions(mode="keyword"))).notices == ()

    asyncio.run(main())


def test_counting_over_a_table_is_warned_of_and_reading_is_not(shelf: Shelf, folder: Path) -> None:
    rows = "".join(f"pupil {number},7a,{number}\n" for number in range(40))
    (folder / "marks.csv").write_text(f"name,class,mark\n{rows}", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            await built(bench, folder)
            search = bench.assistant.search
            counted = await search("how many pupils of class 7a have a mark?", SearchOptions())
            assert Reason("counting-tables") in counted.notices
            assert Reason("counting-tables") not in (await search("pupil 7 of class 7a", SearchOptions())).notices
            (folder / "marks.csv").unlink()
            (folder / "prose.md").write_text("Twelve pupils of class 7a have a mark by now.\n" * 4, "utf-8")
            await bench.build(*[one.source.id for one in await bench.library.sources()])
            told = await search("how many pupils of class 7a have a mark?", SearchOptions())
            assert told.passages
            assert told.notices == ()

    asyncio.run(main())


def test_documents_and_kinds_are_filters_and_bring_their_sources() -> None:
    assert is_filtered(SearchOptions(documents=(("s", "a.md"),)))
    assert is_filtered(SearchOptions(kinds=("pdf",)))
    assert not is_filtered(SearchOptions(kinds=("  ",)))
    assert sources_of(SearchOptions(("t",), documents=(("s", "a"), ("s", "b"), ("u", "c")))) == ("s", "u")
    assert sources_of(SearchOptions(("t",))) == ("t",)
    assert [kind_of(path) for path in ("a.MD", "x.htm", "guide/start", "n.ipynb")] == ["md", "html", "html", "ipynb"]
