"""Reads corpora and questions: a JSON object a line, each line checked, so that a mistake is named with its place."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from gangdan_gui.domain.errors import LineRefused, LocationMissing, UnreadableFile
from gangdan_gui.domain.language import detect_language
from gangdan_gui.services.evaluation.sets import AskedQuestion, Corpus, GivenDocument, QuestionSet, Span, set_name

_MISSING: Any = object()
# Higher ones, added up, are numbers no more.
_HIGHEST_GRADE = 1_000_000
_HALF = re.compile("[\ud800-\udfff]")


class Line:
    """One line of a file, which knows where it stands."""

    def __init__(self, file: Path, number: int, data: bytes) -> None:
        self._file = file
        self._number = number
        self._facts = self._object(data)

    def refuse(self, reason: str, detail: str = "") -> NoReturn:
        """Raises LineRefused."""
        raise LineRefused(file=str(self._file), line=str(self._number), reason=reason, detail=detail)

    def get(self, name: str, kind: type | tuple[type, ...], default: Any = _MISSING) -> Any:
        """A value of that kind; null is as good as nothing. Raises LineRefused."""
        value = self._facts.get(name)
        if value is None:
            if default is _MISSING:
                self.refuse("line-lacks", name)
            return default
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.refuse("line-wrong", name)
        return value

    def text(self, name: str, default: Any = _MISSING) -> str:
        """A text; where it must be there it must not be blank."""
        value: str = self.get(name, str, default)
        if default is _MISSING and not value.strip():
            self.refuse("line-lacks", name)
        return value

    def _object(self, data: bytes) -> dict[str, Any]:
        try:
            facts = json.loads(data.decode("utf-8"), parse_constant=_no_number)
        except UnicodeDecodeError:
            self.refuse("line-not-utf-8")
        except (ValueError, RecursionError) as error:
            self.refuse("line-not-json", str(error))
        if not isinstance(facts, dict):
            self.refuse("line-no-object")
        return _whole(facts) if b"\\u" in data else facts


def _no_number(said: str) -> NoReturn:
    """Python would take `NaN` and `Infinity`, and make figures of them that are none."""
    raise ValueError(said)


def _whole(value: Any) -> Any:
    """The same, with a sign of a missing one for each half of a character, which no database keeps.

    Programs that count in UTF-16 cut texts so. Every place stays where it was.
    """
    if isinstance(value, str):
        return _HALF.sub("\ufffd", value)
    if isinstance(value, list):
        return [_whole(one) for one in value]
    return {name: _whole(one) for name, one in value.items()} if isinstance(value, dict) else value


def lines_of(file: Path) -> Iterator[Line]:
    """The lines of a file that hold anything. Raises LocationMissing, UnreadableFile, LineRefused."""
    try:
        data = file.read_bytes()
    except FileNotFoundError as error:
        raise LocationMissing(location=str(file)) from error
    except OSError as error:
        raise UnreadableFile(code="not-readable", detail=error.strerror or str(error), file=str(file)) from error
    # Not `splitlines`, which also ends lines inside of a text.
    for number, line in enumerate(_as_utf_8(data).split(b"\n"), start=1):
        if line.strip():
            yield Line(file, number, line)


def _as_utf_8(data: bytes) -> bytes:
    """A file as it should be written: editors on Windows put a mark before, and write “Unicode” as UTF-16."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        with suppress(UnicodeError):  # else its first line says what it is not
            return data.decode("utf-16").encode("utf-8")
    return data.removeprefix(codecs.BOM_UTF8)


def read_corpora(files: Sequence[Path]) -> tuple[Corpus, ...]:
    """Documents of several files; the same one may be in several. Raises as `lines_of`, and where two differ."""
    known: dict[str, str] = {}
    corpora = []
    for file in files:
        documents = []
        for line in lines_of(file):
            document = GivenDocument(
                line.text("id"), line.text("title", ""), line.get("text", str), line.text("lang", "")
            )
            if known.setdefault(document.id, document.text) != document.text:
                line.refuse("line-other-text", document.id)
            documents.append(document)
        corpora.append(Corpus(set_name(file), tuple(documents)))
    return tuple(corpora)


def read_questions(files: Sequence[Path], lengths: Mapping[str, int]) -> tuple[QuestionSet, ...]:
    """A set for each file; `lengths` are those of the documents there are. Raises as `lines_of`."""
    sets: list[QuestionSet] = []
    for file in files:
        ids: set[str] = set()
        questions = []
        for line in lines_of(file):
            question = _question(line, lengths)
            if question.id in ids:
                line.refuse("line-twice", question.id)
            ids.add(question.id)
            questions.append(question)
        sets.append(QuestionSet(set_name(file), tuple(questions)))
    return tuple(
        replace(one, name=name) for one, name in zip(sets, _told_apart([one.name for one in sets]), strict=True)
    )


def _told_apart(names: Sequence[str]) -> Iterator[str]:
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} ({seen[name]})"


def asked_text(line: Line) -> str:
    """What a line asks. Raises LineRefused."""
    text = line.text("query")
    if not any(character.isalnum() for character in text):
        line.refuse("line-wrong", "query")
    return text


def place_of(line: Line, said: Any) -> tuple[str, int, int]:
    """The document, start and end of a span that a line names. Raises LineRefused."""
    if not isinstance(said, dict) or not isinstance(said.get("doc"), str):
        line.refuse("line-wrong", "spans")
    start, end = said.get("start"), said.get("end")
    if type(start) is not int or type(end) is not int or not 0 <= start < end:
        line.refuse("line-wrong", "spans")
    return said["doc"], start, end


def grade_of(line: Line, said: Any) -> float:
    """How much a span is worth by a line. Raises LineRefused."""
    if isinstance(said, bool) or not isinstance(said, int | float) or not 0 <= said <= _HIGHEST_GRADE:
        line.refuse("line-wrong", "grades")
    return float(said)


def grades_of(line: Line, spans: Sequence[Any]) -> list[Any]:
    """What a line says that each of its spans is worth: in their order, or by document. Raises LineRefused."""
    grades = line.get("grades", (list, dict), {})
    if isinstance(grades, list):
        if len(grades) != len(spans):
            line.refuse("line-wrong", "grades")
        return grades
    return [grades.get(place_of(line, said)[0], said.get("grade", 1)) for said in spans]


def _question(line: Line, lengths: Mapping[str, int]) -> AskedQuestion:
    text = asked_text(line)
    return AskedQuestion(
        id=line.text("qid"),
        text=text,
        language=line.text("lang", "") or detect_language(text),
        spans=tuple(_spans(line, lengths)),
        any_span=line.get("any", bool, default=False),
        family=line.text("family", ""),
    )


def _spans(line: Line, lengths: Mapping[str, int]) -> Iterator[Span]:
    spans = line.get("spans", list, []) or _whole_documents(line, lengths)
    for said, grade in zip(spans, grades_of(line, spans), strict=True):
        document, start, end = place_of(line, said)
        if end > lengths.get(document, end):
            line.refuse("line-span-outside", document)
        yield Span(document, start, end, grade_of(line, grade))


def _whole_documents(line: Line, lengths: Mapping[str, int]) -> list[Any]:
    """The documents that answer, where a line names these alone: any passage of one is as good."""
    named = line.get("relevant", list, [])
    if not all(isinstance(one, str) for one in named):
        line.refuse("line-wrong", "relevant")
    return [{"doc": one, "start": 0, "end": max(1, lengths.get(one, 1))} for one in dict.fromkeys(named)]
