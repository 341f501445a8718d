"""What a list of references says of the files that it attaches, and corrections that go over it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.domain.corrections import Correction
from gangdan_gui.domain.documents import DocumentFacts, FileState
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.building.references import Places
from gangdan_gui.services.requests import BuildOptions, SearchOptions

RAIN = "Rain falls on the hills, collects in brooks and in the end reaches the sea again.\n"
ENTRY = "@article{{a, title={{Rain}}, author={{Doe, Jane}}, year={{2019}}, journal={{Ice Letters}}, {more}}}\n"
KNOWN = DocumentFacts(("Jane Doe",), "2019", "Ice Letters")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("files/12/rain.md", "zotero/files/12/rain.md"),
        ("FILES/12/Rain.md", "zotero/files/12/rain.md"),
        ("C:/Users/me/Zotero/storage/AB/snow.md", "zotero/files/13/snow.md"),
        ("/home/me/12/rain.md", "zotero/files/12/rain.md"),
        ("rain.md", ""),  # two of that name
        ("../other/rain.md", "other/rain.md"),
        ("../../../etc/passwd", ""),
        ("gone.md", ""),
        ("", ""),
    ],
)
def test_an_attachment_is_found_by_its_place_else_by_a_name_that_only_one_file_has(name: str, found: str) -> None:
    places = Places(["zotero/list.bib", "zotero/files/12/rain.md", "zotero/files/13/snow.md", "other/rain.md"])
    assert places.find(name, "zotero/list.bib") == found


def test_entries_go_to_the_files_they_attach_and_to_documents_of_their_doi(shelf, folder: Path) -> None:
    (folder / "files").mkdir()
    (folder / "files" / "rain.md").write_text(RAIN, "utf-8")
    (folder / "doi.md").write_text(f"---\ndoi: 10.1000/ABC\n---\n{RAIN} Twice.\n", "utf-8")
    entries = ENTRY.format(more="file={PDF:files/rain.md:text/plain;Lost:files/lost.pdf:application/pdf}")
    (folder / "my.bib").write_text(entries + ENTRY.format(more="doi={10.1000/abc}").replace("{a,", "{b,"), "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            report = await bench.build(source)
            assert [problem.reason for problem in report.problems] == [Reason("attachment-missing", "lost.pdf")]
            files = {line.path: line for line in (await bench.library.report(source)).files}
            assert files["files/rain.md"].facts == KNOWN
            assert files["doi.md"].facts == replace(KNOWN, doi="10.1000/abc")
            assert files["my.bib"].state is FileState.READY
            again = await bench.build(source)
            assert (again.fetched, again.unchanged) == (0, 3)
            (folder / "my.bib").write_text(entries.replace("2019", "2021"), "utf-8")
            changed = await bench.build(source)
            assert changed.embedded <= 1  # the list itself; the documents' words are as they were
            files = {line.path: line for line in (await bench.library.report(source)).files}
            assert files["files/rain.md"].facts.date == "2021"
            assert files["doi.md"].facts == DocumentFacts(doi="10.1000/ABC")

    asyncio.run(main())


def test_a_damaged_list_is_one_line_of_the_report(shelf, folder: Path) -> None:
    (folder / "rain.md").write_text(RAIN, "utf-8")
    (folder / "bad.bib").write_text("no entry at all", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            report = await bench.build((await bench.library.add(str(folder))).source.id)
            assert [(problem.path, problem.reason.code) for problem in report.problems] == [("bad.bib", "broken-list")]
            assert report.documents == 1

    asyncio.run(main())


def test_an_edited_date_decides_what_since_finds(shelf, folder: Path) -> None:
    (folder / "rain.md").write_text(f"---\ndate: 2009\n---\n{RAIN}", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            recent = SearchOptions(since="2020")
            assert (await bench.assistant.search("rain", recent)).passages == ()
            await bench.documents.correct(source, "rain.md", Correction(facts=DocumentFacts(date="2024-05")))
            await bench.build(source, options=BuildOptions(kept=True))
            found = (await bench.assistant.search("rain", recent)).passages
            assert [passage.facts.date for passage in found] == ["2024-05"]
            await bench.documents.correct(source, "rain.md", Correction())
            await bench.build(source, options=BuildOptions(kept=True))
            assert (await bench.assistant.search("rain", recent)).passages == ()

    asyncio.run(main())
