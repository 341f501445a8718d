"""Documents are corrected: title, facts and text, a document or a chunk taken out, and all of it taken back."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.domain.corrections import NO_CORRECTION, Correction, Quote, fingerprint
from gangdan_gui.domain.documents import ChunkSettings, DocumentFacts, FileState, SourceState
from gangdan_gui.domain.errors import CorrectionChanged, EmptyText, LocationMissing, UnknownSource, UnreadableFile
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.requests import BuildOptions
from tests.pdf_writer import Sheet, pdf

LESSON = (
    "# Water\n\nThe water cycle: rain falls on hills, runs into rivers, reaches the sea and rises again as vapour.\n"
)
KEPT = BuildOptions(kept=True)
SMALL = BuildOptions(chunking=ChunkSettings(size=200, overlap=50, minimum=20))
OTHER = "# Other\n\nAnother document, so that the source still holds something.\n"


def words(first: int, last: int) -> str:
    """Numbered words, none of which is in another."""
    return " ".join(f"word{number:03}x" for number in range(first, last))


async def built(bench, folder: Path, options: BuildOptions | None = None) -> str:
    source = (await bench.library.add(str(folder))).source.id
    await bench.build(source, options=options)
    return str(source)


def test_title_and_facts_of_the_user_stand_before_what_the_file_says(shelf, folder: Path) -> None:
    (folder / "water.md").write_text(LESSON, "utf-8")
    said = Correction(title="水循环", facts=DocumentFacts(authors=("李老师",), date="2024-05", tags=("geography",)))

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            await bench.documents.correct(source, "water.md", said)
            assert (await bench.library.document(source, "water.md")).title == "Water"
            await bench.build(source, options=KEPT)
            document = await bench.library.document(source, "water.md")
            assert (document.title, document.text) == ("水循环", LESSON)
            assert document.facts == said.facts
            line = (await bench.library.report(source)).files[0]
            assert (line.title, line.corrected, line.characters) == ("水循环", True, len(LESSON))
            await bench.documents.correct(source, "water.md", NO_CORRECTION)
            await bench.build(source, options=KEPT)
            assert (await bench.library.document(source, "water.md")).title == "Water"
            assert not (await bench.library.report(source)).files[0].corrected

    asyncio.run(main())


def test_a_text_of_the_user_answers_in_its_final_form_at_its_own_places(shelf, folder: Path) -> None:
    (folder / "water.md").write_text(LESSON, "utf-8")
    typed = "# Snow\r\n\r\nSnow\x00 is frozen \ud83dwater that falls in flakes and covers the hills.\r\n\r\n\r\n\r\n"

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            await bench.documents.correct(source, "water.md", Correction(text=typed))
            kept = await bench.documents.correction(source, "water.md")
            assert kept.original == fingerprint(LESSON)
            assert "\r" not in str(kept.text)
            assert "\x00" not in str(kept.text)
            await bench.build(source, options=KEPT)
            cut = await bench.documents.cut_document(source, "water.md")
            assert cut.document.text == kept.text
            assert cut.document.title == "Snow"
            assert cut.document.warnings == ()
            assert [cut.document.text[chunk.start : chunk.end] for chunk in cut.chunks] == [
                chunk.text for chunk in cut.chunks
            ]
            assert await bench.texts("rivers") == await bench.texts("snow flakes") != []
            assert (await bench.documents.converted(source, "water.md")).text == LESSON

    asyncio.run(main())


@pytest.mark.parametrize("empty", ["", "  \n\n", "\x00", "---\n\n***\n"])
def test_an_empty_text_is_refused(shelf, folder: Path, empty: str) -> None:
    (folder / "water.md").write_text(LESSON, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            with pytest.raises(EmptyText):
                await bench.documents.correct(source, "water.md", Correction(text=empty))
            assert await bench.documents.correction(source, "water.md") == NO_CORRECTION

    asyncio.run(main())


def test_a_text_stays_where_its_file_has_changed_and_says_so_until_it_is_made_anew(shelf, folder: Path) -> None:
    file = folder / "water.md"
    file.write_text(LESSON, "utf-8")
    mine = "# Mine\n\nMy own words about the water cycle, written for the seventh grade and checked twice.\n"

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            await bench.documents.correct(source, "water.md", Correction(text=mine))
            await bench.build(source)
            file.write_text(LESSON.replace("hills", "mountains"), "utf-8")
            await bench.build(source)
            document = await bench.library.document(source, "water.md")
            assert (document.text, document.warnings) == (mine, (Reason("original-changed"),))
            line = (await bench.library.report(source)).files[0]
            assert (line.reason, line.state) == (Reason("original-changed"), FileState.READY)
            kept = await bench.documents.correction(source, "water.md")
            await bench.documents.correct(source, "water.md", replace(kept, text=f"{mine}\nMountains too.\n"))
            await bench.build(source)
            assert (await bench.library.document(source, "water.md")).warnings == ()

    asyncio.run(main())


def test_a_text_answers_where_its_file_cant_be_read_any_more(shelf, folder: Path) -> None:
    (folder / "water.md").write_text(LESSON, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            await bench.documents.correct(source, "water.md", Correction(text=LESSON.replace("rain", "snow")))
            (folder / "water.md").write_bytes(b"")
            report = await bench.build(source)
            assert (report.state, report.failed) == (SourceState.READY, 0)
            line = (await bench.library.report(source)).files[0]
            assert line.notes == (Reason("original-unreadable"), Reason("empty"))
            assert "snow falls" in (await bench.texts("snow"))[0]

    asyncio.run(main())


def test_what_is_said_of_a_file_waits_for_it_to_come_back(shelf, folder: Path) -> None:
    (folder / "water.md").write_text(LESSON, "utf-8")
    (folder / "other.md").write_text(OTHER, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            await bench.documents.correct(source, "water.md", Correction(title="Mine"))
            (folder / "water.md").unlink()
            await bench.build(source)
            line = (await bench.library.report(source)).files[1]
            assert (line.path, line.reason, line.corrected) == ("water.md", Reason("corrected-file-gone"), True)
            (folder / "water.md").write_text(LESSON, "utf-8")
            await bench.build(source)
            assert (await bench.library.document(source, "water.md")).title == "Mine"

    asyncio.run(main())


def test_a_document_is_taken_out_and_put_back(shelf, folder: Path) -> None:
    (folder / "water.md").write_text(LESSON, "utf-8")
    (folder / "other.md").write_text(OTHER, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            await bench.documents.correct(source, "water.md", Correction(excluded=True))
            report = await bench.build(source, options=KEPT)
            assert (report.state, report.problems, report.failed, report.documents) == (SourceState.READY, (), 0, 1)
            assert [text for text in await bench.texts("rain rivers") if "rain" in text] == []
            line = (await bench.library.report(source)).files[1]
            assert (line.state, line.reason, line.title) == (FileState.SKIPPED, Reason("excluded"), "Water")
            await bench.documents.correct(source, "water.md", NO_CORRECTION)
            await bench.build(source, options=KEPT)
            assert [text for text in await bench.texts("rain rivers") if "rain" in text] != []

    asyncio.run(main())


def test_nothing_of_a_chunk_that_was_taken_out_answers_from_its_neighbours(shelf, folder: Path) -> None:
    (folder / "words.md").write_text(f"{words(0, 120)}\n", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder, SMALL)
            before = await bench.documents.cut_document(source, "words.md")
            chunk = before.chunks[2]
            out = Correction(quotes=(Quote(chunk.text, chunk.start),))
            await bench.documents.correct(source, "words.md", out)
            done = await bench.build(source, options=KEPT)
            cut = await bench.documents.cut_document(source, "words.md")
            assert [piece.text for piece in cut.excluded] == [chunk.text]
            assert cut.excluded[0].ordinal == chunk.ordinal
            assert all(item.end <= chunk.start or item.start >= chunk.end for item in cut.chunks)
            covered = {place for item in cut.chunks for place in range(item.start, item.end)}
            assert covered == set(range(len(cut.document.text))) - set(range(chunk.start, chunk.end))
            assert done.embedded == 2, "the two neighbours, which were cut back"
            assert (await bench.library.report(source)).files[0].reason == Reason("chunks-excluded", "1")
            await bench.documents.correct(source, "words.md", NO_CORRECTION)
            await bench.build(source, options=KEPT)
            assert (await bench.documents.cut_document(source, "words.md")).chunks == before.chunks

    asyncio.run(main())


def test_a_chunk_stays_out_when_it_moves_or_is_cut_in_another_way_and_is_told_when_it_is_gone(
    shelf, folder: Path
) -> None:
    file = folder / "words.md"
    file.write_text(f"{words(0, 120)}\n", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder, SMALL)
            chunk = (await bench.documents.cut_document(source, "words.md")).chunks[2]
            await bench.documents.correct(source, "words.md", Correction(quotes=(Quote(chunk.text, chunk.start),)))
            file.write_text(f"{words(200, 230)}\n\n{words(0, 120)}\n", "utf-8")
            await bench.build(source)
            gone = chunk.text.split()[5]
            assert not any(gone in text for text in await bench.texts(gone))
            await bench.build(source, options=BuildOptions(chunking=ChunkSettings(size=90, overlap=20, minimum=10)))
            assert not any(gone in text for text in await bench.texts(gone))
            assert any("word119x" in text for text in await bench.texts("word119x"))
            file.write_text(f"{words(300, 400)}\n", "utf-8")
            await bench.build(source)
            line = (await bench.library.report(source)).files[0]
            assert line.reason is not None
            assert (line.reason.code, line.state) == ("exclusion-lost", FileState.READY)
            assert line.reason.detail.rstrip("…") in chunk.text

    asyncio.run(main())


def test_one_correction_among_many_documents_makes_only_its_own_anew(shelf, folder: Path) -> None:
    for number in range(50):
        text = "\n\n".join(f"document{number:02} part{part}: {words(part * 30, part * 30 + 30)}" for part in range(3))
        (folder / f"{number:02}.md").write_text(text, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            text = (await bench.library.document(source, "07.md")).text
            await bench.documents.correct(source, "07.md", Correction(text=text.replace("word089x", "lastword")))
            bench.embedder.embedded.clear()
            done = await bench.build(source, options=KEPT)
            assert (done.fetched, done.unchanged) == (1, 49)
            assert len(bench.embedder.embedded) == done.embedded == done.chunks_added == 1

    asyncio.run(main())


def test_corrections_outlive_the_records_and_the_trash_but_not_its_emptying(shelf, folder: Path, home: Path) -> None:
    (folder / "water.md").write_text(LESSON, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            await bench.documents.correct(source, "water.md", Correction(title="Mine"))
        for file in home.glob("library.sqlite3*"):
            file.unlink()
        async with shelf.open() as bench:  # killed before the build that was to apply it
            await bench.build(source)
            assert (await bench.library.document(source, "water.md")).title == "Mine"
            await bench.library.remove(source)
            with pytest.raises(UnknownSource):
                await bench.documents.correction(source, "water.md")
            with pytest.raises(UnknownSource):
                await bench.documents.correct(source, "water.md", Correction(title="Other"))
            await bench.library.restore(source)
            assert await bench.documents.correction(source, "water.md") == Correction(title="Mine")

    asyncio.run(main())


def test_corrections_come_along_when_the_same_folder_is_added_again(shelf, folder: Path, tmp_path: Path) -> None:
    (folder / "water.md").write_text(LESSON, "utf-8")
    other = tmp_path / "other" / folder.name
    other.mkdir(parents=True)
    (other / "water.md").write_text(LESSON, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            await bench.documents.correct(source, "water.md", Correction(title="Mine"))
            await bench.library.remove(source)
            again = await built(bench, folder)
            assert (await bench.library.document(again, "water.md")).title == "Mine"
            await bench.library.remove(again)
            third = await built(bench, other)
            assert third == again
            assert (await bench.library.document(third, "water.md")).title == "Water"

    asyncio.run(main())


def test_a_text_answers_where_the_converter_comes_to_no_end(
    shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "water.md").write_text(LESSON, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            mine = LESSON.replace("rain", "snow")
            await bench.documents.correct(source, "water.md", Correction(title="Mine", text=mine))
            monkeypatch.setattr("gangdan_gui.services.building.converter.CONVERT_SECONDS", 0)
            assert (await bench.build(source)).state is SourceState.READY
            document = await bench.library.document(source, "water.md")
            assert (document.title, document.text) == ("Mine", mine)
            assert document.warnings == (Reason("original-unreadable"), Reason("too-slow"))
            await bench.documents.correct(source, "water.md", Correction(excluded=True))
            await bench.build(source)
            assert (await bench.library.report(source)).files[0].reason == Reason("excluded")

    asyncio.run(main())


def test_twins_by_case_and_by_unicode_form_are_corrected_apart(shelf, folder: Path) -> None:
    names = ["caf\u00e9.md", "cafe\u0301.md", "CAFE.md", "cafe.md"]
    for number, name in enumerate(names):
        (folder / name).write_text(f"# Number {number}\n\n{words(number * 50, number * 50 + 40)}\n", "utf-8")
    if len(list(folder.iterdir())) < len(names):
        pytest.skip("these names are the same to this file system")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            for name in names[1:3]:
                await bench.documents.correct(source, name, Correction(title=f"Mine {name}"))
            await bench.build(source, options=KEPT)
            titles = {line.path: line.title for line in (await bench.library.report(source)).files}
            assert [titles[name] for name in names] == [
                "Number 0", f"Mine {names[1]}", f"Mine {names[2]}", "Number 3",
            ]  # fmt: skip

    asyncio.run(main())


def test_of_two_who_correct_the_same_document_the_second_is_told(shelf, folder: Path) -> None:
    (folder / "water.md").write_text(LESSON, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            await bench.documents.correct(source, "water.md", Correction(title="First"), before=NO_CORRECTION)
            with pytest.raises(CorrectionChanged):
                await bench.documents.correct(source, "water.md", Correction(title="Second"), before=NO_CORRECTION)
            assert (await bench.documents.correction(source, "water.md")).title == "First"
            with pytest.raises(LocationMissing):
                await bench.documents.correct(source, "no such.md", Correction(title="Nothing"))

    asyncio.run(main())


def test_the_original_is_read_as_its_conversion_reads_it(shelf, folder: Path) -> None:
    (folder / "水.txt").write_bytes("水循环：雨落在山上，流入江河，汇入大海，再化为水汽升上天空。".encode("gb18030"))
    page = Sheet().words(72, 700, "Rain falls on hills and runs into rivers, every day of the year.")
    (folder / "page.pdf").write_bytes(pdf(page, page))
    (folder / "a.bin").write_bytes(b"\x7fELF")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            text = await bench.documents.original(source, "水.txt")
            assert (text.text, text.encoding, text.format) == (
                "水循环：雨落在山上，流入江河，汇入大海，再化为水汽升上天空。", "gb18030", "txt",
            )  # fmt: skip
            assert text.file.read_bytes().startswith("水".encode("gb18030"))
            drawn = await bench.documents.original(source, "page.pdf")
            assert (drawn.text, drawn.pages, drawn.format) == (None, 2, "pdf")
            picture = await bench.documents.page_picture(source, "page.pdf", 2, 300)
            assert picture.startswith(b"\x89PNG\r\n\x1a\n")
            assert int.from_bytes(picture[16:20], "big") in range(299, 302)
            with pytest.raises(UnreadableFile):
                await bench.documents.page_picture(source, "page.pdf", 3, 300)
            with pytest.raises(UnreadableFile):
                await bench.documents.page_picture(source, "水.txt", 1, 300)
            with pytest.raises(LocationMissing):
                await bench.documents.original(source, "nothing.md")

    asyncio.run(main())


def test_a_page_keeps_its_number_where_a_text_was_corrected(shelf, folder: Path) -> None:
    sheets = [Sheet().words(72, 700, f"Page {name} tells how rain falls on hills and runs into rivers and lakes.")
              for name in ("one", "two", "three")]  # fmt: skip
    (folder / "page.pdf").write_bytes(pdf(*sheets))

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder, BuildOptions(chunking=ChunkSettings(size=40, overlap=0, minimum=5)))
            text = (await bench.library.document(source, "page.pdf")).text
            more = text.replace("Page two", "A sentence more, by the teacher, stands before it.\n\nPage two")
            await bench.documents.correct(source, "page.pdf", Correction(text=more))
            await bench.build(source, options=KEPT)
            cut = await bench.documents.cut_document(source, "page.pdf")
            pages = {chunk.heading[-1] for chunk in cut.chunks if chunk.start > more.index("Page three")}
            assert (pages, cut.chunks[0].heading[-1]) == ({"Page 3"}, "Page 1")

    asyncio.run(main())


@pytest.mark.parametrize("body", [LESSON.encode(), b"", b"\x00\x01\xff" * 300])
def test_a_source_whose_only_document_is_taken_out_is_ready_with_nothing(shelf, folder: Path, body: bytes) -> None:
    (folder / "water.md").write_bytes(body)

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            await bench.documents.correct(source, "water.md", Correction(excluded=True))
            for options in (KEPT, BuildOptions()):
                report = await bench.build(source, options=options)
                assert (report.state, report.problems, report.chunks_total) == (SourceState.READY, (), 0)
            line = (await bench.library.report(source)).files[0]
            assert (line.state, line.reason) == (FileState.SKIPPED, Reason("excluded"))

    asyncio.run(main())


def test_what_was_corrected_answers_on_while_the_corrections_cant_be_read(shelf, folder: Path) -> None:
    for name in ("water.md", "snow.md", "wind.md"):
        (folder / name).write_text(LESSON.replace("Water", name), "utf-8")
    mine = LESSON.replace("rivers", "lakes")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            await bench.documents.correct(source, "water.md", Correction(text=mine))
            await bench.documents.correct(source, "snow.md", Correction(excluded=True))
            await bench.build(source, options=KEPT)
            kept = shelf.home / "corrections" / f"{source}.json"
            good = kept.read_bytes()
            kept.write_bytes(good[:-9])
            for _ in range(2):
                report = await bench.build(source)
                assert [problem.reason.code for problem in report.problems] == ["corrections-unreadable"]
                assert (await bench.library.document(source, "water.md")).text == mine
                assert len(await bench.texts("rain hills")) == 2
                # Another correction puts the damaged file aside, and counts beside it.
                await bench.documents.correct(source, "wind.md", Correction(title="Wind"))
            assert (await bench.library.document(source, "wind.md")).title == "Wind"
            for aside in kept.parent.glob("*damaged*"):
                aside.unlink()
            kept.write_bytes(good)
            assert (await bench.build(source)).problems == ()
            assert (await bench.library.document(source, "water.md")).text == mine
            assert (await bench.library.document(source, "wind.md")).title == "wind.md"

    asyncio.run(main())


@pytest.mark.parametrize(("name", "data"), [("a.md", b"\x00\x01\xff" * 300), ("a.pdf", b"%PDF-1.7 broken")])
def test_an_original_that_cant_be_understood_is_still_a_file(shelf, folder: Path, name: str, data: bytes) -> None:
    (folder / name).write_bytes(data)

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            original = await bench.documents.original(source, name)
            assert (original.file, original.text, original.pages) == (folder / name, None, 0)
            line = (await bench.library.report(source)).files[0]
            assert original.why is not None
            assert original.why.code == (line.reason.code if line.reason else "")

    asyncio.run(main())


def test_what_a_newer_converter_makes_of_the_same_file_is_no_conflict(shelf, folder: Path) -> None:
    file = folder / "water.md"
    file.write_text(LESSON, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            await bench.documents.correct(source, "water.md", Correction(text=LESSON.replace("rain", "snow")))
            kept = await bench.documents.correction(source, "water.md")
            assert kept.file == hashlib.sha256(LESSON.encode()).hexdigest()
            # As it would be had the text been corrected that an older version made.
            older = replace(kept, original=fingerprint("older text"))
            await asyncio.to_thread(bench.documents._parts.corrections.put, source, "water.md", older)
            await bench.build(source, options=KEPT)
            assert (await bench.library.document(source, "water.md")).warnings == ()
            file.write_text(LESSON.replace("hills", "mountains"), "utf-8")
            await bench.build(source)
            assert (await bench.library.document(source, "water.md")).warnings == (Reason("original-changed"),)
            new = fingerprint((await bench.documents.converted(source, "water.md")).text)
            await bench.documents.correct(source, "water.md", replace(older, original=new))
            await bench.build(source)
            assert (await bench.library.document(source, "water.md")).warnings == ()

    asyncio.run(main())
