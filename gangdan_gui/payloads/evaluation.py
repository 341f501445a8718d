"""Figures of questions as JSON, and as a table for people."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from gangdan_gui.domain.golden import Lift
from gangdan_gui.payloads import Payload
from gangdan_gui.payloads.counted import counted
from gangdan_gui.services.evaluation.asking import Ranked
from gangdan_gui.services.evaluation.measures import NAMES, Place
from gangdan_gui.services.evaluation.scores import Score
from gangdan_gui.services.evaluation.sets import FEWEST_QUESTIONS, QuestionSet
from gangdan_gui.wording.lift_wording import lift_sentences

_DIGITS = 4
_HEADS = {"recall_in_budget": "in budget"}
_NAME, _WIDTH = 24, 11


def score(one: Score) -> Payload:
    """The figures of one set, or of one family of it."""
    payload: Payload = {
        "name": one.name,
        "queries": one.questions,
        **{name: _rounded(one.means[name]) for name in NAMES},
        "unanswerable": one.unanswerable,
        "supported": {kind: dict(judged) for kind, judged in one.supported.items()},
        "balanced_accuracy": _rounded(one.balanced),
    }
    return payload | ({"families": [score(family) for family in one.families]} if one.families else {})


def too_few(kind: str, count: int) -> str:
    """The warning of a kind of which there are fewer questions than FEWEST_QUESTIONS."""
    return f"{kind}: {counted(count, 'question')}; with fewer than {FEWEST_QUESTIONS} the figures say little."


def run_lines(sets: Sequence[QuestionSet], answers: Sequence[Sequence[Ranked]], count: int) -> Iterator[str]:
    """What was found for each question, `count` passages at most, as a line of JSON."""
    for one, found in zip(sets, answers, strict=True):
        for answer in found:
            ranked = [entry for place in answer.places[:count] for entry in _entries(place)]
            line = {"qid": answer.question.id, "set": one.name, "ranked": ranked, "supported": str(answer.supported)}
            yield json.dumps(line, ensure_ascii=False) + "\n"


def _entries(place: Place) -> Iterator[Payload]:
    """A place, and behind it those where the very same text stands."""
    for document, start in ((place.document, place.start), *place.copies):
        score = round(place.score, 6)
        yield {"doc": document, "start": start, "end": start + place.length, "score": score}


def table(scores: Sequence[Score]) -> str:
    """A line for each set, and below it for each of its families."""
    head = "".join(f"{_HEADS.get(name, name):>{_WIDTH}}" for name in ("questions", *NAMES, "told apart"))
    lines = [f"{'':{_NAME}}{head}"]
    for one in scores:
        lines += [_line(one.name, one), *(_line(f"  {family.name}", family) for family in one.families)]
    return "\n".join(lines)


def _line(name: str, one: Score) -> str:
    figures = [*(one.means[measure] for measure in NAMES), one.balanced]
    told = "".join(f"{'–' if figure is None else format(figure, '.3f'):>{_WIDTH}}" for figure in figures)
    return f"{name:{_NAME}}{one.questions:>{_WIDTH}}{told}"


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, _DIGITS)


def lift(one: Lift | None) -> Payload | None:
    """What a reranker could do, and what one did."""
    if one is None:
        return None
    done = {"reranker": one.reranker, "after": one.after, "lifted": one.lifted, "lowered": one.lowered,
            "failed": one.failed}  # fmt: skip
    return {"questions": one.questions, "among_50": one.deep, "among_5": one.near, "at_most": one.room,
            **(done if one.reranker else {}), "says": lift_sentences(one)}  # fmt: skip
