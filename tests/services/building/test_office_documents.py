"""A folder of a teacher's own documents, as Office writes them, answers with the heading, the slide or the sheet."""

from __future__ import annotations

import asyncio
from pathlib import Path

from gangdan_gui.domain.documents import FileState
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.requests import SearchOptions
from tests.converting.office_files import cell, made, xlsx_of

WATER = "The water cycle: rain falls on hills, runs into rivers, reaches the sea and rises again as vapour. " * 2
LIGHT = "Photosynthesis turns light, water and carbon dioxide into sugar; leaves are where chlorophyll works. " * 2
PUPILS = "姓名,成绩,评语\n" + "".join(
    f"学生{number},{60 + number},需要复习二次函数的图像与性质\n" for number in range(30)
)


def write_documents(folder: Path) -> None:
    (folder / "水.docx").write_bytes(made("docx", f"# Rain\n\n{WATER}\n"))
    (folder / "Biology.pptx").write_bytes(made("pptx", f"# Leaves\n\n{LIGHT}\n"))
    (folder / "成绩.csv").write_bytes(PUPILS.encode("gbk"))
    rows = f"<row>{cell('A1', 'metal')}{cell('B1', 'melts at')}</row>" + "".join(
        f"<row>{cell(f'A{row}', 'tungsten and its alloys')}{cell(f'B{row}', 3422)}</row>" for row in range(2, 12)
    )
    (folder / "Metals.xlsx").write_bytes(xlsx_of({"Melting points": rows}))


def test_a_question_finds_words_with_their_heading_slide_or_sheet(shelf, folder: Path) -> None:
    write_documents(folder)

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            report = await bench.build(source)
            assert (report.documents, report.failed) == (4, 0)
            for question, path, heading in (
                ("rain falls on hills and runs into rivers", "水.docx", "Rain"),
                ("chlorophyll photosynthesis sugar leaves", "Biology.pptx", "1. Leaves"),
                ("tungsten alloys metal melts at", "Metals.xlsx", "Melting points"),
                ("学生 复习二次函数的图像与性质", "成绩.csv", ""),
            ):
                first = (await bench.assistant.search(question, SearchOptions((source,)))).passages[0]
                assert first.path == path
                assert first.heading[-1:] == ((heading,) if heading else ())
            files = {one.path: one for one in (await bench.library.report(source)).files}
            assert files["成绩.csv"].encoding == "gb18030"

    asyncio.run(main())


def test_what_an_earlier_version_could_not_read_is_read_at_the_next_build(shelf, folder: Path, monkeypatch) -> None:
    write_documents(folder)
    (folder / "old.doc").write_bytes(b"\xd0\xcf\x11\xe0" + bytes(600))

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            with monkeypatch.context() as before:
                before.setattr("gangdan_gui.services.building.build_plan.format_of", lambda _: "")
                before.setattr("gangdan_gui.services.building.build_plan.sniff", lambda *_: Reason("binary"))
                await bench.build(source)
            assert {one.state for one in (await bench.library.report(source)).files} == {FileState.FAILED}
            report = await bench.build(source)
            assert (report.documents, report.failed) == (4, 1)
            files = {one.path: one for one in (await bench.library.report(source)).files}
            assert files["old.doc"].reason == Reason("other-format")
            assert {one.state for path, one in files.items() if path != "old.doc"} == {FileState.READY}

    asyncio.run(main())
