"""The list of sources: each file once, by the numbers that the answer uses, with what a reader needs to find it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Citation, Exchange, Passage
from gangdan_gui.exporting.contents import contents
from gangdan_gui.exporting.exporters import NO_SOURCES, export
from gangdan_gui.exporting.labels import ENGLISH, ExportLabels
from gangdan_gui.exporting.source_entries import cited, used
from tests.exporting.given import ANSWER, ASKED, BROKEN, COMMIT, LESSON, LISTS, passage


def one(found: Passage, title: str = "S", **other: str) -> Citation:
    return Citation(found.number, found.source, title, found.path, found.url, found.heading, 0, 9, **other)


def answer(*passages: Passage) -> Answer:
    return replace(ANSWER, passages=passages, citations=tuple(one(found) for found in passages))


def test_a_file_with_several_numbers_is_listed_once() -> None:
    entries = cited(ANSWER, ENGLISH)
    assert [entry.numbers for entry in entries] == [(1, 3), (2,)]
    assert entries[0].place == "Python 教程 › Data Structures › Doc/lists.rst: [1] Tuples; [3] More on Lists"
    assert entries[0].address == LISTS
    assert entries[0].facts == (f"commit {COMMIT[:12]}", "licence: PSF-2.0")


def test_the_same_heading_is_said_once() -> None:
    found = [passage(number, "s", "a.md", "A", ("H",)) for number in (1, 4)]
    (entry,) = cited(answer(*found), ENGLISH)
    assert (entry.numbers, entry.place) == ((1, 4), "S › A › H › a.md")


def test_numbers_without_a_heading_are_not_explained() -> None:
    (entry,) = cited(answer(passage(1, "s", "a.md", ""), passage(2, "s", "a.md", "", ("H",))), ENGLISH)
    assert entry.place == "S › a.md: [2] H"


def test_files_of_one_name_in_two_sources_stay_two() -> None:
    entries = cited(answer(passage(1, "s", "README.md", "A"), passage(2, "t", "README.md", "A")), ENGLISH)
    assert [entry.numbers for entry in entries] == [(1,), (2,)]


def test_two_states_of_a_file_stay_two() -> None:
    found = passage(1, "s", "a.md", "A"), passage(2, "s", "a.md", "A")
    both = replace(ANSWER, passages=found, citations=(one(found[0], commit="a1"), one(found[1], commit="b2")))
    assert [entry.facts for entry in cited(both, ENGLISH)] == [("commit a1",), ("commit b2",)]


def test_the_order_is_that_of_the_numbers_and_each_stands_once() -> None:
    found = [passage(number, "s", f"{number}.md", "") for number in (3, 1, 2)]
    listed = cited(replace(answer(*found), citations=tuple(one(part) for part in (*found, found[0]))), ENGLISH)
    assert [entry.numbers for entry in listed] == [(1,), (2,), (3,)]


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "//host/x", "https://a b", 'https://x"y'])
def test_an_address_that_no_browser_opens_is_words(url: str) -> None:
    (entry,) = cited(answer(passage(1, "s", "a.md", "", (), url)), ENGLISH)
    assert (entry.address, entry.facts) == ("", (url,))


def test_words_are_one_clean_line() -> None:
    found = passage(1, "s", "a\n\x00b.md", "T\u202e\x1b[1m", ("x\ty", " "))
    (entry,) = cited(replace(answer(found), citations=(one(found, title="S\r\nS \ud800", licence="MIT\x07"),)), ENGLISH)
    assert entry.place == "S S \ufffd › T › x y › a b.md"
    assert entry.facts == ("licence: MIT",)


def test_an_answer_that_cites_nothing_lists_the_passages_used() -> None:
    source = Source("py", "Python 教程", SourceKind.LOCAL, ("/x",), licence="PSF-2.0")
    entries = used(BROKEN, {"py": source}, ENGLISH)
    assert [(entry.numbers, entry.place.split(" › ")[0]) for entry in entries] == [
        ((1, 3), "Python 教程"),
        ((2,), "d2l"),
    ]
    assert entries[0].facts == (f"commit {COMMIT[:12]}", "licence: PSF-2.0")
    told = contents(LESSON, ENGLISH, {"py": source})
    assert [(section.listed, len(section.entries)) for section in told.sections] == [
        ("Sources", 2),
        ("Passages used", 2),
    ]


def test_passages_shown_without_a_model_are_sources() -> None:
    (section,) = contents(replace(LESSON, exchanges=(Exchange("?", replace(ANSWER, model=""), ASKED),)), ENGLISH,
                          NO_SOURCES).sections  # fmt: skip
    assert (section.listed, section.byline) == ("Sources", "2026-03-02 10:18")


def test_an_answer_refused_lists_what_is_nearest() -> None:
    refused = replace(ANSWER, text="", model="", citations=())
    (section,) = contents(replace(LESSON, exchanges=(Exchange("?", refused, ASKED),)), ENGLISH, NO_SOURCES).sections
    assert section.remarks == ("There is no answer to this in the sources.",)
    assert section.listed == "Nearest passages"
    shown = [number for entry in section.entries for number in entry.numbers]
    assert sorted(shown) == [passage.number for passage in ANSWER.passages]


@pytest.mark.parametrize(
    ("reason", "remark"),
    [(None, "回答不完整。"), (Reason("answer-stopped"), "回答不完整：停了。"), (Reason("{0}"), "回答不完整：{0}。")],
)
def test_why_an_answer_is_incomplete_is_said_in_the_face_s_words(reason: Reason | None, remark: str) -> None:
    labels = ExportLabels(
        incomplete="回答不完整。",
        incomplete_because="回答不完整：{reason}。",
        reason=lambda why: {"answer-stopped": "停了"}.get(why.code, why.code),
    )
    broken = replace(ANSWER, complete=False, incomplete=reason)
    (section,) = contents(replace(LESSON, exchanges=(Exchange("?", broken, ASKED),)), labels, NO_SOURCES).sections
    assert section.remarks == (remark,)


def test_one_line_says_what_wrote_the_answer_and_when(tmp_path: Path) -> None:
    first, _ = contents(LESSON, ENGLISH, NO_SOURCES).sections
    assert first.byline == "Model: qwen2.5:3b · temperature 0.2 · 2026-03-02 10:18"
    # The title has said the first question already.
    assert first.heading == ""
    before = replace(ANSWER, temperature=None, context_tokens=0)
    (old,) = contents(replace(LESSON, exchanges=(Exchange("?", before, ASKED),)), ENGLISH, NO_SOURCES).sections
    assert old.byline == "Model: qwen2.5:3b · 2026-03-02 10:18"


def test_what_is_no_documentation_says_so_in_every_format(tmp_path: Path) -> None:
    found = passage(1, "n", "a.md", "A"), passage(2, "k", "b.md", "B"), passage(3, "s", "c.md", "C")
    kinds = (SourceKind.NOTES, SourceKind.ANSWERS, SourceKind.GITHUB)
    cites = tuple(replace(one(p), kind=kind) for p, kind in zip(found, kinds, strict=True))
    said = replace(ANSWER, passages=found, citations=cites, text="So [1][2][3].")
    labels = ExportLabels(own_note="自己的笔记", by_model="由模型生成")
    assert [entry.facts for entry in cited(said, labels)] == [("自己的笔记",), ("由模型生成",), ()]
    whole = replace(LESSON, exchanges=(Exchange("Why?", said, ASKED),))
    for name in ("x.md", "x.html"):
        export(whole, tmp_path / name, labels, NO_SOURCES)
        text = (tmp_path / name).read_text("utf-8")
        assert text.count("自己的笔记") == text.count("由模型生成") == 1
