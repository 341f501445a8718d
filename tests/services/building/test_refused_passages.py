"""A passage that the embedder refuses is a problem and is tried again; it never answers without a vector."""

from __future__ import annotations

import asyncio
from pathlib import Path

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.events import Stage
from gangdan_gui.services.passage_vectors import BATCH
from gangdan_gui.storing.chroma_store import ChromaStore
from tests.services.conftest import Bench, Shelf


def page(subject: str) -> str:
    return f"# {subject.title()}\n\nThis page tells a class all about {subject}, in one sentence of a fair length.\n"


def write(folder: Path, *subjects: str) -> None:
    for subject in subjects:
        (folder / f"{subject}.md").write_text(page(subject), "utf-8")


async def forget_vectors(bench: Bench) -> None:
    """As when the records were lost: nothing of what was embedded is kept, and neither is the collection."""
    bench.store.collections.clear()
    manifest = bench.assistant._parts.manifest  # the only way to make it so
    await manifest.vectors._database.write(lambda connection: connection.execute("DELETE FROM vectors"))


def test_one_refused_while_a_lost_collection_is_mended(shelf: Shelf, folder: Path) -> None:
    subjects = [f"subject{number:02}" for number in range(BATCH + 3)]
    write(folder, *subjects, "poison")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            assert (await bench.build(source)).state is SourceState.READY
            await forget_vectors(bench)
            bench.embedder.refused = {"poison"}
            for _ in range(2):  # the second one tries the document again
                report = await bench.build(source)
                assert report.state is SourceState.PARTIAL
                assert [(one.path, one.stage, one.reason.code) for one in report.problems] == [
                    ("poison.md", Stage.EMBED, "vector-failed")
                ]
                assert report.chunks_total == len(subjects)
                assert report.chunks_unchanged == len(subjects)
                assert not any("poison" in text for text in await bench.texts("the page on poison"))
                assert await bench.texts(f"all about {subjects[0]}")
            bench.embedder.refused = set()
            healed = await bench.build(source)
            assert (healed.state, healed.problems, healed.chunks_total) == (SourceState.READY, (), len(subjects) + 1)
            assert "poison" in (await bench.texts("the page on poison"))[0]
            unchanged = await bench.build(source)
            assert (unchanged.state, unchanged.fetched, unchanged.embedded) == (SourceState.READY, 0, 0)

    asyncio.run(main())


def test_one_whose_document_changed_meanwhile_is_told_once(shelf: Shelf, folder: Path) -> None:
    write(folder, "tides", "poison", "gone")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            await forget_vectors(bench)
            bench.embedder.refused = {"poison", "gone"}
            with (folder / "poison.md").open("a", encoding="utf-8") as file:
                file.write("And more of it.\n")
            (folder / "gone.md").unlink()
            report = await bench.build(source)
            assert report.state is SourceState.PARTIAL
            assert [problem.path for problem in report.problems] == ["poison.md"]
            assert (report.chunks_total, report.chunks_unchanged) == (1, 1)

    asyncio.run(main())


def test_one_refused_at_the_first_build_is_tried_again_without_force(shelf: Shelf, folder: Path) -> None:
    write(folder, "tides", "poison")

    async def main() -> None:
        async with shelf.open() as bench:
            bench.embedder.refused = {"poison"}
            source = (await bench.library.add(str(folder))).source.id
            for _ in range(2):
                report = await bench.build(source)
                assert (report.state, [one.path for one in report.problems]) == (SourceState.PARTIAL, ["poison.md"])
            bench.embedder.refused = set()
            report = await bench.build(source)
            assert (report.state, report.chunks_total, report.embedded) == (SourceState.READY, 2, 1)

    asyncio.run(main())


def test_in_a_real_store_too(home: Path, folder: Path) -> None:
    write(folder, "tides", "poison")

    async def main() -> None:
        shelf = Shelf(home)
        shelf.store = ChromaStore(home / "chroma")  # type: ignore[assignment]
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            for collection in await bench.store.names():
                await bench.store.drop(collection)
            manifest = bench.assistant._parts.manifest
            await manifest.vectors._database.write(lambda connection: connection.execute("DELETE FROM vectors"))
            bench.embedder.refused = {"poison"}
            report = await bench.build(source)
            assert (report.state, report.chunks_total) == (SourceState.PARTIAL, 1)
            bench.embedder.refused = set()
            assert (await bench.build(source)).state is SourceState.READY
            assert len(await bench.texts("poison tides")) == 2

    asyncio.run(main())
