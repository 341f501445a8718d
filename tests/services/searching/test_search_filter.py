"""Filters by date and tags are applied before the search, on what documents say of themselves."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import DocumentFacts
from gangdan_gui.domain.errors import InvalidFilter
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.searching.search_filter import (
    begins_by,
    date_of,
    earliest_day,
    is_filtered,
    latest_day,
    reaches,
    wanted_language,
)
from gangdan_gui.storing.records import DocumentLabels

RAIN = "Rain falls on the hills, collects in brooks and in the end reaches the sea again."


def write(folder: Path, name: str, said: str, modified: str = "") -> None:
    file = folder / name
    file.write_text(f"---\n{said}\n---\n{RAIN} {name}\n", "utf-8")
    if modified:
        seconds = float(modified)
        os.utime(file, (seconds, seconds))


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (SearchOptions(since="2024"), ["day.md", "month.md", "year.md"]),
        (SearchOptions(since="2024-05"), ["day.md", "month.md", "year.md"]),
        (SearchOptions(since="2024-5-18"), ["month.md", "year.md"]),
        (SearchOptions(since="2024-06"), ["year.md"]),
        (SearchOptions(since="2025"), []),
        (SearchOptions(since=" 2001 "), ["day.md", "file.md", "month.md", "old.md", "year.md"]),
        (SearchOptions(tags=("WATER",)), ["day.md", "old.md"]),
        (SearchOptions(tags=("ｗａｔｅｒ", "水循环")), ["old.md"]),
        (SearchOptions(tags=("#Water",)), ["day.md", "old.md"]),
        (SearchOptions(tags=("＃ 水循环",)), ["old.md"]),
        (SearchOptions(tags=("wat",)), []),
        (SearchOptions(since="2024", tags=("water",)), ["day.md"]),
        (SearchOptions(until="2023"), ["file.md", "old.md"]),
        (SearchOptions(until="2024-05-16"), ["file.md", "month.md", "old.md", "year.md"]),
        (SearchOptions(until="2024-05"), ["day.md", "file.md", "month.md", "old.md", "year.md"]),
        (SearchOptions(since="2024-05", until="2024-05"), ["day.md", "month.md", "year.md"]),
        (SearchOptions(since="2025", until="2024"), []),
        (SearchOptions(until="2009"), ["old.md"]),
        (SearchOptions(tags=("  ",)), ["day.md", "file.md", "month.md", "old.md", "year.md"]),
    ],
)
def test_a_search_looks_only_where_date_and_tags_fit(
    shelf, folder: Path, options: SearchOptions, found: list[str]
) -> None:
    write(folder, "day.md", "date: 2024-05-17\ntags: [Water]", modified="1000000000")
    write(folder, "month.md", "date: May 2024", modified="1000000000")
    write(folder, "year.md", "date: 2024", modified="1000000000")
    write(folder, "old.md", "date: 2009-01-02\ntags: [water, 水循环]")
    write(folder, "file.md", "title: F", modified="1300000000")  # of 2011, by its own time

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            for mode in ("dense", "keyword"):
                wanted = replace(options, mode=mode)
                result = await bench.assistant.search("rain and the sea", wanted)
                assert sorted(hit.path for hit in result.passages) == found, mode

    asyncio.run(main())


def test_passages_carry_what_is_known_of_their_document(shelf, folder: Path) -> None:
    write(folder, "a.md", "author: Jane Doe\ndate: 2024-05-17\ntags: [Water]\ndoi: 10.1000/a\nvenue: Ice Letters")

    async def main() -> None:
        async with shelf.open() as bench:
            await bench.build((await bench.library.add(str(folder))).source.id)
            result = await bench.assistant.search("rain", SearchOptions())
            known = DocumentFacts(("Jane Doe",), "2024-05-17", "Ice Letters", "10.1000/a", ("Water",))
            assert result.passages[0].facts == known

    asyncio.run(main())


@pytest.mark.parametrize("said", ["May 2024", "2024-13", "2024-02-30", "24", "last week", "2024/05", "0000"])
def test_what_is_no_date_is_refused(said: str) -> None:
    with pytest.raises(InvalidFilter) as refused:
        earliest_day(said)
    assert refused.value.facts == {"value": said}


@pytest.mark.parametrize(
    ("date", "since", "does"),
    [("2024-05-17", "2024-05-17", True), ("2024-05-16", "2024-05-17", False), ("2024-05", "2024-05-17", True),
     ("2024", "2024-05-17", True), ("2023", "2024-01-01", False), ("2024-04", "2024-05-01", False),
     ("", "1900-01-01", False)],
)  # fmt: skip
def test_a_month_or_year_reaches_every_day_of_it(date: str, since: str, does: bool) -> None:
    assert reaches(date, since) is does


@pytest.mark.parametrize(
    ("date", "until", "does"),
    [("2024-05-17", "2024-05-17", True), ("2024-05-18", "2024-05-17", False), ("2024-05", "2024-05-17", True),
     ("2024", "2024-05-17", True), ("2025", "2024-12-31", False), ("2024-06", "2024-05-31", False),
     ("", "2999-12-31", False)],
)  # fmt: skip
def test_a_month_or_year_begins_by_every_day_of_it(date: str, until: str, does: bool) -> None:
    assert begins_by(date, until) is does


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("2024", "2024-12-31"),
        ("2024-02", "2024-02-29"),
        ("2023-2", "2023-02-28"),
        ("2024-05-17", "2024-05-17"),
        (" ", ""),
    ],
)
def test_a_month_or_year_ends_with_its_last_day(said: str, day: str) -> None:
    assert latest_day(said) == day


def test_a_document_without_a_date_counts_as_of_its_file() -> None:
    record = DocumentLabels("a.md", 1715947200.0)
    assert date_of(record) == "2024-05-17"
    assert date_of(DocumentLabels("a.md", 0)) == ""
    assert date_of(DocumentLabels("a.md", 1e300)) == ""
    stated = DocumentLabels("a.md", 1715947200.0, DocumentFacts(date="2001"))
    assert date_of(stated) == "2001"


def test_a_filter_keeps_the_rest_of_the_library_from_a_model() -> None:
    assert is_filtered(SearchOptions(since="2024"))
    assert is_filtered(SearchOptions(until="2024"))
    assert is_filtered(SearchOptions(tags=("a",)))
    assert not is_filtered(SearchOptions(since=" ", tags=("",)))


@pytest.mark.parametrize(
    ("said", "code"),
    [("zh", "zh"), (" ZH-cn ", "zh"), ("zh_Hant_TW", "zh"), ("中文", "zh"), ("Chinese (simplified)", "zh"),
     ("English", "en"), ("en-GB", "en"), ("英语", "en"), ("fr", "fr"), ("", ""), ("  ", "")],
)  # fmt: skip
def test_a_language_is_meant_by_its_code_or_its_name(said: str, code: str) -> None:
    assert wanted_language(SearchOptions(language=said)) == code
