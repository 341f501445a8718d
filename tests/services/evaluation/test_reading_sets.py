"""Files of documents and questions, and what is said of lines that can't be used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gangdan_gui.domain.errors import LineRefused, LocationMissing, UnreadableFile
from gangdan_gui.services.evaluation.reading_sets import read_corpora, read_questions
from gangdan_gui.services.evaluation.sets import Corpus, GivenDocument, Span, small_families, without_repeats


def _write(file: Path, *lines: dict[str, Any] | bytes) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    data = (line if isinstance(line, bytes) else json.dumps(line, ensure_ascii=False).encode() for line in lines)
    file.write_bytes(b"\n".join(data) + b"\n")
    return file


def test_documents_are_taken_as_they_stand(tmp_path: Path) -> None:
    text = "first\r\nsecond\u2028third \x0b\n"
    file = _write(tmp_path / "py" / "docs.jsonl", {"id": "a/b c.中", "text": text, "lang": "en"}, b"", b"  ",
                  {"id": "empty", "title": "T", "text": ""})  # fmt: skip
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    (corpus,) = read_corpora([file])
    assert corpus == Corpus("py", (GivenDocument("a/b c.中", "", text, "en"), GivenDocument("empty", "T", "", "")))


def test_half_a_character_is_no_text_but_keeps_its_place(tmp_path: Path) -> None:
    spans = [{"doc": "a\ud800", "start": 1, "end": 4}]
    lines = {"id": "a\ud800", "text": "x\udc00y \U0001f600"}, {"qid": "q", "query": "x\ud800?", "spans": spans}
    for name, line in zip(("docs.jsonl", "q.jsonl"), lines, strict=True):
        (tmp_path / name).write_text(json.dumps(line), "utf-8")
    (corpus,) = read_corpora([tmp_path / "docs.jsonl"])
    (document,) = corpus.documents
    assert (document.id, document.text) == ("a\ufffd", "x\ufffdy \U0001f600")
    (asked,) = read_questions([tmp_path / "q.jsonl"], {document.id: len(document.text)})
    (question,) = asked.questions
    assert (question.text, question.spans) == ("x\ufffd?", (Span("a\ufffd", 1, 4),))


def test_questions_are_read_with_spans_grades_and_family(tmp_path: Path) -> None:
    spans = [{"doc": "d", "start": 0, "end": 5, "answer": "hello"}, {"doc": "e", "start": 1, "end": 2}]
    file = _write(
        tmp_path / "mine.jsonl",
        {"qid": "1", "query": "怎么读文件？", "spans": spans, "grades": [3, 0.5], "family": "paraphrase"},
        {"qid": "2", "query": "by document", "lang": "en", "spans": spans, "grades": {"e": 2}, "any": True},
        {"qid": "3", "query": "unanswerable", "spans": [], "any": None},
        {"qid": "4", "query": "unanswerable too"},
    )
    (asked,) = read_questions([file], {"d": 10, "e": 10})
    assert asked.name == "mine"
    first, second, third, fourth = asked.questions
    assert first.spans == (Span("d", 0, 5, 3.0), Span("e", 1, 2, 0.5))
    assert (first.language, first.family, first.any_span) == ("zh", "paraphrase", False)
    assert [span.grade for span in second.spans] == [1.0, 2.0]
    assert second.any_span
    assert third.spans == fourth.spans == ()


def test_a_question_may_name_documents_alone(tmp_path: Path) -> None:
    file = _write(
        tmp_path / "mine.jsonl",
        {"qid": "1", "query": "what?", "relevant": ["d", "gone", "d"], "grades": {"d": 3}},
        {"qid": "2", "query": "what?", "relevant": ["e"], "spans": [{"doc": "d", "start": 0, "end": 5}]},
        {"qid": "3", "query": "what?", "relevant": [], "spans": []},
    )
    (asked,) = read_questions([file], {"d": 10, "e": 10})
    assert [one.spans for one in asked.questions] == [
        (Span("d", 0, 10, 3.0), Span("gone", 0, 1)),
        (Span("d", 0, 5),),
        (),
    ]


_GOOD = {"qid": "1", "query": "what?", "spans": [{"doc": "d", "start": 0, "end": 5}]}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "line-not-json"),
        (b"[" * 100_000, "line-not-json"),
        (b"[1]", "line-no-object"),
        (b'"text"', "line-no-object"),
        (b'{"qid": "\xff"}', "line-not-utf-8"),
        ({"query": "what?"}, "line-lacks"),
        ({"qid": "2"}, "line-lacks"),
        ({"qid": "2", "query": " "}, "line-lacks"),
        ({"qid": 2, "query": "what?"}, "line-wrong"),
        ({"qid": "2", "query": "？！"}, "line-wrong"),
        (_GOOD, "line-twice"),
        (_GOOD | {"qid": "2", "spans": {}}, "line-wrong"),
        (_GOOD | {"qid": "2", "spans": [1]}, "line-wrong"),
        (_GOOD | {"qid": "2", "spans": [{"doc": "d", "start": 3, "end": 3}]}, "line-wrong"),
        (_GOOD | {"qid": "2", "spans": [{"doc": "d", "start": -1, "end": 3}]}, "line-wrong"),
        (_GOOD | {"qid": "2", "spans": [{"doc": "d", "start": True, "end": 3}]}, "line-wrong"),
        (_GOOD | {"qid": "2", "spans": [{"doc": "d", "start": 0, "end": 11}]}, "line-span-outside"),
        (_GOOD | {"qid": "2", "grades": [1, 2]}, "line-wrong"),
        (_GOOD | {"qid": "2", "grades": ["high"]}, "line-wrong"),
        (_GOOD | {"qid": "2", "grades": [-1]}, "line-wrong"),
        (_GOOD | {"qid": "2", "grades": [1e308]}, "line-wrong"),
        (b'{"qid": "2", "query": "what?", "spans": [], "grades": [1e999]}', "line-wrong"),
        (b'{"qid": "2", "query": "what?", "grades": {"d": NaN}}', "line-not-json"),
        (b'{"qid": "2", "query": "what?", "grades": {"d": -Infinity}}', "line-not-json"),
        ({"qid": "2", "query": "what?", "relevant": [1]}, "line-wrong"),
        ({"qid": "2", "query": "what?", "relevant": "d"}, "line-wrong"),
        (_GOOD | {"qid": "2", "any": "yes"}, "line-wrong"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path: Path, line: Any, reason: str) -> None:
    file = _write(tmp_path / "q.jsonl", _GOOD, b"", line)
    with pytest.raises(LineRefused) as refused:
        read_questions([file], {"d": 10})
    assert refused.value.facts["line"] == "3"
    assert refused.value.facts["file"] == str(file)
    assert refused.value.facts["reason"] == reason


def test_a_file_that_is_not_there_or_no_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(LocationMissing):
        read_corpora([tmp_path / "no.jsonl"])
    with pytest.raises(UnreadableFile):
        read_corpora([tmp_path])


def test_sets_share_documents_but_no_two_texts_have_one_id(tmp_path: Path) -> None:
    one = _write(tmp_path / "a" / "docs.jsonl", {"id": "x", "text": "X"}, {"id": "y", "text": "Y"})
    other = _write(tmp_path / "b" / "docs.jsonl", {"id": "y", "text": "Y"})
    third = _write(tmp_path / "c" / "docs.jsonl", {"id": "y", "text": "Y"}, {"id": "z", "text": "Z"})
    corpora = without_repeats(read_corpora([one, other, third]))
    assert [(corpus.name, [document.id for document in corpus.documents]) for corpus in corpora] == [
        ("a", ["x", "y"]),
        ("c", ["z"]),
    ]
    changed = _write(tmp_path / "d" / "docs.jsonl", {"id": "y", "text": "another"})
    with pytest.raises(LineRefused) as refused:
        read_corpora([one, changed])
    assert refused.value.facts["reason"] == "line-other-text"


def test_sets_of_the_same_name_are_told_apart_and_small_families_named(tmp_path: Path) -> None:
    lines = [
        {"qid": str(number), "query": "what?", "family": "rare" if number == 0 else "usual"} for number in range(31)
    ]
    files = [_write(tmp_path / folder / "set" / "queries.jsonl", *lines) for folder in "ab"]
    first, second = read_questions(files, {})
    assert (first.name, second.name) == ("set", "set (2)")
    assert list(small_families(first)) == [("rare", 1)]
