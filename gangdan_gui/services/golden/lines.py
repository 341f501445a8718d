"""Golden questions and runs as lines of JSON: the form of questions that `evaluate` reads, with the quoted words."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.golden import Answered, Cause, Expected, GoldenQuestion, GoldenRun, Lift, Outcome
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Support
from gangdan_gui.services.evaluation.reading_sets import Line, asked_text, grade_of, grades_of, lines_of, place_of

_log = logging.getLogger(__name__)


def document_key(source: str, path: str) -> str:
    """A document as lines, spans and places name it."""
    return f"{source}/{path}"


def source_and_path(key: str) -> tuple[str, str]:
    """The source and the path of a document by its key."""
    source, _, path = key.partition("/")
    return source, path


def read_golden(file: Path) -> Iterator[tuple[Line, GoldenQuestion]]:
    """The questions of a file with their lines; a passage that is given by its place alone has an empty quote.

    The place is then its `start`, and its length that of the span. Raises as `lines_of`.
    """
    ids: set[str] = set()
    for line in lines_of(file):
        question = _question(line)
        if question.id in ids:
            line.refuse("line-twice", question.id)
        ids.add(question.id)
        yield line, question


def question_lines(questions: Iterable[GoldenQuestion]) -> bytes:
    """Questions as lines, in their order."""
    return b"".join(_dumped(_said_of(question)) for question in questions)


def _question(line: Line) -> GoldenQuestion:
    text = asked_text(line)
    spans = line.get("spans", list, [])
    grades = grades_of(line, spans)
    return GoldenQuestion(
        id=line.text("qid"),
        text=text,
        family=line.text("family", ""),
        expected=tuple(_expected(line, said, grade) for said, grade in zip(spans, grades, strict=True)),
        any_passage=line.get("any", bool, default=False),
    )


def _expected(line: Line, said: Any, grade: Any) -> Expected:
    document, start, end = place_of(line, said)
    answer = said.get("answer")
    if answer is not None and (not isinstance(answer, str) or not answer.strip()):
        line.refuse("line-wrong", "spans")
    source, path = source_and_path(document)
    # Until its document is read, blanks stand for the words of a passage that is given by its place alone.
    return Expected(source, path, Quote(answer or " " * (end - start), start), grade_of(line, grade))


def _said_of(question: GoldenQuestion) -> dict[str, Any]:
    expected = question.expected
    said: dict[str, Any] = {
        "qid": question.id,
        "query": question.text,
        "lang": detect_language(question.text),
        "family": question.family,
        "spans": [
            {"doc": document_key(one.source, one.path), "start": one.quote.start, "end": one.quote.end,
             "answer": one.quote.text}
            for one in expected
        ],
    }  # fmt: skip
    if any(one.grade != 1 for one in expected):
        said["grades"] = [one.grade for one in expected]
    return said | ({"any": True} if question.any_passage else {})


def run_line(run: GoldenRun) -> bytes:
    """A run as one line, without its end."""
    outcomes = {one.question: _said_of_outcome(one) for one in run.outcomes}
    said: dict[str, Any] = {"at": run.at, "bound": run.bound, "setting": run.setting, "counts": dict(run.counts),
            "figures": {family: dict(figures) for family, figures in run.figures.items()},
            "outcomes": outcomes}  # fmt: skip
    if run.model:
        said["model"] = run.model
    if run.lift:
        said["lift"] = _said_of_lift(run.lift)
    if run.lacking:
        said["lacking"] = [[one.code, one.detail] for one in run.lacking]
    return _dumped(said).rstrip(b"\n")


def _said_of_outcome(one: Outcome) -> dict[str, Any]:
    said: dict[str, Any] = {"rank": one.rank, "cause": one.cause, "supported": one.supported}
    return said | ({"answered": asdict(one.answered)} if one.answered else {})


def _outcome(question: str, said: dict[str, Any]) -> Outcome:
    cause = Cause(said["cause"]) if said["cause"] else None
    told = said.get("answered")
    alone = None if told is None or told["alone"] is None else bool(told["alone"])
    answered = Answered(bool(told["given"]), bool(told["cited"]), alone, float(told["seconds"])) if told else None
    return Outcome(question, int(said["rank"]), cause, Support(said["supported"]), answered)


def _said_of_lift(lift: Lift) -> dict[str, Any]:
    said = asdict(lift) | {"why": [lift.why.code, lift.why.detail] if lift.why else None}
    return {name: value for name, value in said.items() if value}


def _lift(said: dict[str, Any]) -> Lift:
    why = said.get("why")
    numbers = {name: int(said.get(name, 0)) for name in ("questions", "deep", "near", "after", "lifted", "lowered",
                                                         "failed")}  # fmt: skip
    return Lift(**numbers, reranker=str(said.get("reranker", "")), why=Reason(*map(str, why)) if why else None)


def read_runs(lines: Sequence[bytes]) -> tuple[GoldenRun, ...]:
    """Runs, oldest first, without lines that can't be understood: of another version, or damaged."""
    found = []
    for line in lines:
        try:
            found.append(_run(json.loads(line)))
        except (ValueError, KeyError, TypeError, AttributeError):
            _log.warning("a line of earlier runs is passed over: %r", line[:80])
    return tuple(found)


def _run(said: dict[str, Any]) -> GoldenRun:
    outcomes = tuple(_outcome(question, one) for question, one in said["outcomes"].items())
    figures = {
        str(family): {str(name): None if value is None else float(value) for name, value in one.items()}
        for family, one in said["figures"].items()
    }
    counts = {str(family): int(count) for family, count in said["counts"].items()}
    lift = _lift(said["lift"]) if "lift" in said else None
    lacking = tuple(Reason(str(code), str(detail)) for code, detail in said.get("lacking", ()))
    return GoldenRun(str(said["at"]), str(said["bound"]), str(said["setting"]), figures, counts, outcomes, lift,
                     str(said.get("model", "")), lacking)  # fmt: skip


def _dumped(said: dict[str, Any]) -> bytes:
    return json.dumps(said, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
