"""A folder with PDFs: what they say is found with its page, and the report says why one was not read."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangdan_gui.converting import formats, recognition
from gangdan_gui.domain.documents import FileState
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.requests import SearchOptions
from tests.pdf_writer import Sheet, pdf

RAIN = ["Rain falls on the hills, runs into rivers", "and reaches the sea, where the sun lifts it."]
LEAVES = [
    "植物的叶绿体利用阳光，把二氧化碳和水变成糖，同时放出氧气，",
    "这个过程叫做光合作用，是地球上几乎所有生命的能量来源。",
    "没有它，大气中就不会有今天这么多的氧气，也不会有动物。",
]


def lesson() -> bytes:
    return pdf(*(Sheet().words(60, 780, title, 18).lines(60, 700, RAIN * 10) for title in ("Water", "Weather")))


def test_a_question_finds_the_passage_and_its_page(shelf, folder: Path) -> None:
    (folder / "water.pdf").write_bytes(lesson())
    (folder / "leaves.pdf").write_bytes(pdf(Sheet().lines(60, 700, LEAVES)))

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            report = await bench.build(source)
            assert (report.documents, report.failed) == (2, 0)
            found = await bench.assistant.search("光合作用", SearchOptions((source,), count=1))
            assert found.passages[0].path == "leaves.pdf"
            assert found.passages[0].heading == ("第 1 页",)
            found = await bench.assistant.search("Weather hills", SearchOptions((source,), count=50))
            headings = [passage.heading for passage in found.passages if passage.path == "water.pdf"]
            assert ("Water", "Page 1") in headings

    asyncio.run(main())


def test_the_report_says_why_a_pdf_was_not_read(shelf, folder: Path) -> None:
    (folder / "locked.pdf").write_bytes(pdf(Sheet().lines(60, 700, RAIN), user_password="secret"))
    (folder / "scan.pdf").write_bytes(pdf(Sheet().picture()))
    (folder / "water.pdf").write_bytes(lesson())

    # Where text is recognised, a picture of nothing is as empty as a blank page.
    recognised = recognition.is_available()
    scan = (FileState.SKIPPED, Reason("blank")) if recognised else (FileState.FAILED, Reason("scanned"))

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            report = await bench.library.report(source)
            told = {file.path: (file.state, file.reason) for file in report.files}
            assert told == {
                "locked.pdf": (FileState.FAILED, Reason("password-protected")),
                "scan.pdf": scan,
                "water.pdf": (FileState.READY, None),
            }
            assert {problem.path for problem in report.summary.problems} == (
                {"locked.pdf"} if recognised else {"locked.pdf", "scan.pdf"}
            )

    asyncio.run(main())


def test_a_source_built_before_pdf_was_known_reads_it_at_the_next_build(
    shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "water.pdf").write_bytes(lesson())
    (folder / "notes.md").write_text(
        "# Notes\n\nClouds drift over the land and rain falls on hills and fields.\n", "utf-8"
    )

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            with monkeypatch.context() as before:
                before.delitem(formats._BY_ENDING, ".pdf")
                assert (await bench.build(source)).documents == 1
            assert (await bench.build(source)).documents == 2
            assert any("reaches the sea" in text for text in await bench.texts("rivers sea", source))

    asyncio.run(main())
