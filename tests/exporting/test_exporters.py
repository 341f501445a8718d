"""Conversations are written whole, by the ending of the file's name."""

from __future__ import annotations

import json
import sys
import zipfile
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from gangdan_gui import pandoc_program
from gangdan_gui.domain.documents import DocumentFacts, SourceKind
from gangdan_gui.domain.errors import CannotWrite, ExportFailed, UnsupportedExport
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Citation, Conversation, Exchange, Passage, Support
from gangdan_gui.exporting.exporters import EXPORTERS, export
from gangdan_gui.exporting.labels import ExportLabels

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "exporting"

PASSAGE = Passage(
    number=1, source="guide", path="start/first.md", url="https://example.org/first", title="First steps",
    heading=("Setup", "Turn *it* on"), start=20, end=58, text="```python\nlamp.on()", language="en",
    score=0.61, distance=0.39,
)  # fmt: skip
CITATION = Citation(
    1, "guide", "The guide", "start/first.md", "https://example.org/first", ("Setup", "Turn *it* on"), 20, 58,
    "0c1f2d3e4a5b60718293a4b5c6d7e8f901234567", "CC BY 4.0",
)  # fmt: skip
OTHER = Citation(3, "notes", "笔记", "光/说明.md", "", (), 0, 9)
CONVERSATION = Conversation(
    id="c1",
    title="Lamps & 灯",
    updated="2026-03-02T10:20:30+08:00",
    exchanges=(
        Exchange(
            "How is the lamp turned on?",
            Answer(
                "Call `lamp.on()` [1], 或者按开关 [3].\n\n```python\nlamp.on()", True, Support.YES, "small-model:1b",
                (CITATION, OTHER), (PASSAGE,), {"search": 0.25, "total": 1.5}, None, (), 0.2, 8192,
            ),
            "2026-03-02T10:18:00+08:00",
        ),
        Exchange(
            "First line: *why*?\n\n# Second line",
            Answer("It stops he", False, Support.WEAK, "", (), (), {}, Reason("answer-stopped"), (Reason("x", "1"),)),
            "2026-03-02T10:20:30+08:00",
        ),
        Exchange("Who won?", Answer("", True, Support.NO, "", (), ()), "yesterday"),
    ),
)  # fmt: skip


def test_markdown_is_what_it_was(tmp_path: Path) -> None:
    file = tmp_path / "lamps.md"
    assert export(CONVERSATION, file) == file.stat().st_size
    assert file.read_bytes().decode() == (GOLDEN / "conversation.md").read_bytes().decode()


def headings(markdown: str) -> list[str]:
    tokens = MarkdownIt("commonmark").parse(markdown)
    return [
        "".join(child.content for child in inline.children or [])
        for opened, inline in pairwise(tokens)
        if opened.type == "heading_open"
    ]


def test_an_answer_that_was_cut_swallows_nothing(tmp_path: Path) -> None:
    export(CONVERSATION, tmp_path / "x.MD")
    assert headings((tmp_path / "x.MD").read_text("utf-8")) == [
        "Lamps & 灯", "How is the lamp turned on?", "Sources", "Question 2", "Who won?",
    ]  # fmt: skip


def test_the_labels_are_the_face_s(tmp_path: Path) -> None:
    labels = ExportLabels(
        question="问题",
        sources="来源",
        incomplete_because="回答不完整：{reason}。",
        no_answer="资料中没有。",
        colon="：",
        reason=lambda reason: {"answer-stopped": "被停止了"}[reason.code],
    )
    export(CONVERSATION, tmp_path / "x.markdown", labels)
    text = (tmp_path / "x.markdown").read_text("utf-8")
    assert "### 来源" in text
    assert "## 问题 2" in text
    assert "*回答不完整：被停止了。*" in text
    assert "*资料中没有。*" in text
    assert "Sources" not in text


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "file:///etc/passwd", "//host/share", "https://a b", "https://x><script>", "ms-msdt:x"],
)
def test_only_web_addresses_become_links(tmp_path: Path, url: str) -> None:
    answer = replace(CONVERSATION.exchanges[0].answer, text="x", citations=(replace(CITATION, url=url),))
    shown = replace(CONVERSATION, exchanges=(replace(CONVERSATION.exchanges[0], answer=answer),))
    export(shown, tmp_path / "x.md")
    html = MarkdownIt("commonmark").render((tmp_path / "x.md").read_text("utf-8"))
    assert "<a " not in html
    assert "<script" not in html


def test_json_has_every_fact(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    assert export(CONVERSATION, file) == file.stat().st_size
    facts: dict[str, Any] = json.loads(file.read_bytes())
    assert (facts.pop("format"), facts.pop("version")) == ("gangdan-conversation", 1)
    assert facts == json.loads(json.dumps(asdict(CONVERSATION)))
    assert again(facts) == CONVERSATION


def test_json_is_what_other_programs_read_too(tmp_path: Path) -> None:
    exchange = CONVERSATION.exchanges[0]
    odd = replace(
        exchange.answer,
        seconds={"total": float("inf"), "search": 0.25},
        passages=(replace(PASSAGE, score=float("nan"), distance=float("nan")),),
    )
    export(replace(CONVERSATION, exchanges=(replace(exchange, answer=odd),)), tmp_path / "x.json")

    def refuse(word: str) -> None:
        pytest.fail(f"{word} is no JSON")

    answer = json.loads((tmp_path / "x.json").read_bytes(), parse_constant=refuse)["exchanges"][0]["answer"]
    assert answer["seconds"] == {"total": None, "search": 0.25}
    assert (answer["passages"][0]["score"], answer["passages"][0]["distance"]) == (None, None)


def again(facts: dict[str, Any]) -> Conversation:
    """What a program that knows the format makes of it."""

    def place(said: dict[str, Any]) -> dict[str, Any]:
        known = DocumentFacts(
            **{name: tuple(one) if isinstance(one, list) else one for name, one in said["facts"].items()}
        )
        rows = {"heading": tuple(said["heading"]), "same_as": tuple(map(tuple, said["same_as"]))}
        if "terms" in said:
            rows["terms"] = tuple(said["terms"])
        return {**said, **rows, "kind": SourceKind(said["kind"]), "facts": known}

    def answer(said: dict[str, Any]) -> Answer:
        citations = tuple(Citation(**place(one)) for one in said["citations"])
        passages = tuple(Passage(**place(one)) for one in said["passages"])
        notices = tuple(Reason(**one) for one in said["notices"])
        incomplete = Reason(**said["incomplete"]) if said["incomplete"] else None
        read = {"citations": citations, "passages": passages, "notices": notices, "incomplete": incomplete}
        return Answer(**{**said, **read, "supported": Support(said["supported"])})

    exchanges = tuple(Exchange(one["question"], answer(one["answer"]), one["asked"]) for one in facts["exchanges"])
    return Conversation(facts["id"], facts["title"], facts["updated"], exchanges)


def words(file: Path) -> str:
    """All that a file says, with its markup."""
    if file.suffix != ".docx":
        return file.read_bytes().decode("utf-8")
    with zipfile.ZipFile(file) as packed:
        return packed.read("word/document.xml").decode("utf-8")


@pytest.mark.parametrize("ending", sorted(EXPORTERS))
def test_what_is_no_utf8_is_written_all_the_same(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"x{ending}"
    export(replace(CONVERSATION, title="half \ud800", exchanges=()), file)
    assert "half" in words(file)
    if ending == ".json":
        assert json.loads(file.read_bytes())["title"] == "half \ud800"


@pytest.mark.parametrize("name", ["x.doc", "x", "x.md.exe", ".md", "x.mdx"])
def test_other_endings_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnsupportedExport) as caught:
        export(CONVERSATION, tmp_path / name)
    assert caught.value.facts == {"file": str(tmp_path / name), "known": ", ".join(EXPORTERS)}
    assert list(tmp_path.iterdir()) == []


def test_an_empty_conversation_is_its_title(tmp_path: Path) -> None:
    export(Conversation("c", "", ""), tmp_path / "x.md")
    assert (tmp_path / "x.md").read_text("utf-8") == "# Conversation\n"


def test_an_old_file_is_replaced_whole_and_nothing_is_left_beside(tmp_path: Path) -> None:
    file = tmp_path / "x.md"
    file.write_text("old" * 10_000, encoding="utf-8")
    assert export(CONVERSATION, file) == file.stat().st_size < 10_000
    assert [one.name for one in tmp_path.iterdir()] == ["x.md"]


def test_a_folder_in_the_way_can_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "x.md").mkdir()
    with pytest.raises(CannotWrite) as caught:
        export(CONVERSATION, tmp_path / "x.md")
    assert caught.value.facts["path"] == str(tmp_path / "x.md")
    assert caught.value.facts["why"]
    assert [one.name for one in tmp_path.iterdir()] == ["x.md"]


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite):
        export(CONVERSATION, tmp_path / "missing" / "x.md")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="a program that a shell runs")
@pytest.mark.parametrize("ending", [".docx", ".html"])
@pytest.mark.parametrize(
    ("does", "detail"),
    [("kill -9 $$", "pandoc: -9"), ("cat >/dev/null", "pandoc: 0"), ("echo no room >&2; exit 3", "no room")],
)
def test_a_program_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, does: str, detail: str
) -> None:
    program = tmp_path / "pandoc"
    program.write_text(f"#!/bin/sh\n{does}\n", encoding="ascii")
    program.chmod(0o755)
    monkeypatch.setattr(pandoc_program, "_program", lambda: str(program))
    file = tmp_path / f"x{ending}"
    file.write_text("old", encoding="utf-8")
    with pytest.raises(ExportFailed) as caught:
        export(CONVERSATION, file)
    assert caught.value.facts == {"reason": "conversion-failed", "detail": detail}
    assert file.read_text("utf-8") == "old"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits")
def test_a_write_that_fails_half_way_leaves_the_old_file(tmp_path: Path) -> None:
    import resource

    file = tmp_path / "x.md"
    file.write_text("old", encoding="utf-8")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(CannotWrite) as caught:
            export(CONVERSATION, file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert caught.value.facts["path"] == str(file)
    assert file.read_text("utf-8") == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["x.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX modes and links")
def test_the_file_is_one_like_those_of_other_programs(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.touch()
    link = tmp_path / "link.md"
    link.symlink_to(tmp_path / "real.md")
    export(CONVERSATION, link)
    assert link.is_symlink()
    assert (tmp_path / "real.md").stat().st_mode == plain.stat().st_mode
