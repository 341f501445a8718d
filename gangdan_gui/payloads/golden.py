"""Test questions and what came of asking them, as JSON and as lines for people."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from gangdan_gui.domain.golden import Answered, GoldenQuestion, GoldenRun, Outcome
from gangdan_gui.payloads import Payload
from gangdan_gui.payloads.counted import counted
from gangdan_gui.payloads.evaluation import lift, too_few
from gangdan_gui.payloads.golden_causes import CAUSES, FAULTS
from gangdan_gui.payloads.moments import local_time
from gangdan_gui.services.evaluation.sets import FEWEST_QUESTIONS
from gangdan_gui.services.golden.hits import HITS
from gangdan_gui.services.requests.golden import AnswerCost
from gangdan_gui.services.requests.trials import TrialForecast
from gangdan_gui.wording import reason_sentence
from gangdan_gui.wording.lift_wording import lift_sentences

_SHOWN = ("recall@1", "recall@5", "recall@10", "mrr@10", "ndcg@10", "recall_in_budget", "told_apart")
_NAME, _WIDTH, _QUOTE = 20, 18, 60
_MINUTE = 60


def question(one: GoldenQuestion) -> Payload:
    """One question."""
    return {
        "id": one.id,
        "question": one.text,
        "family": one.family,
        "any": one.any_passage,
        "expected": [
            {"source": passage.source, "path": passage.path, "start": passage.quote.start, "quote": passage.quote.text,
             "grade": passage.grade}
            for passage in one.expected
        ],
    }  # fmt: skip


def question_line(one: GoldenQuestion) -> str:
    """One question as a line, and a line for each passage that answers."""
    head = f"{one.id:14} {one.family:18} {one.text}"
    places = (f"  › {passage.source}/{passage.path}: {_short(passage.quote.text)}" for passage in one.expected)
    return "\n".join([head, *places])


def run(one: GoldenRun, questions: Mapping[str, GoldenQuestion], earlier: Sequence[GoldenRun] = ()) -> Payload:
    """One run, with what has got worse since the last one before it that had the same to search with."""
    before, newest = one.last_like(earlier), next(reversed(one.asked_alike(earlier)), None)
    worse = [outcome.question for outcome in one.worse_than(before)] if before else []
    return {
        **_head(one),
        "comparable": newest is None or (newest.bound == one.bound and newest.had_the_same(one)),
        "figures": {family or "all": dict(figures) for family, figures in one.figures.items()},
        "counts": {family or "all": count for family, count in one.counts.items()},
        "questions": [_outcome(outcome, questions) for outcome in one.outcomes],
        "worse": worse,
        "warnings": list(warnings(one)),
        "reranking": lift(one.lift),
        "answers": _answers(one),
    }


def _answers(one: GoldenRun) -> Payload | None:
    """What a chat model made of the questions; None where none was asked."""
    if not one.model:
        return None
    given = [answer for answer in one.answers if answer.given]
    return {
        "model": one.model,
        "asked": len(one.answers),
        "given": len(given),
        "hits": sum(answer.cited for answer in given),
        "hit_rate": one.figures.get("", {}).get(HITS),
    }


def _head(one: GoldenRun) -> Payload:
    """When and how a run was asked, of what, and without what."""
    without = [reason_sentence(reason) for reason in one.lacking]
    return {"at": one.at, "bound": one.bound, "setting": one.setting, "lacking": without}


def lacking_line(one: GoldenRun) -> str:
    """That a run was made with less than usual; empty where it was not."""
    return f"Asked with less than usual: {short_lacking(one)}." if one.lacking else ""


def short_lacking(one: GoldenRun) -> str:
    """What a run was made without."""
    return "; ".join(map(reason_sentence, one.lacking))


def _outcome(one: Outcome, questions: Mapping[str, GoldenQuestion]) -> Payload:
    asked = questions.get(one.question)
    what, remedy = CAUSES[one.cause] if one.cause else ("", "")
    return {
        "id": one.question,
        "question": asked.text if asked else "",
        "rank": one.rank or None,
        "supported": str(one.supported),
        "cause": str(one.cause) if one.cause else "",
        "reason": what,
        "remedy": remedy,
        **({"answer": _answered(one.answered)} if one.answered else {}),
    }


def _answered(one: Answered) -> Payload:
    what, remedy = FAULTS[one.fault] if one.fault else ("", "")
    return {
        "given": one.given,
        "cited": one.cited,
        "alone": one.alone,
        "fault": str(one.fault) if one.fault else "",
        "reason": what,
        "remedy": remedy,
        "seconds": one.seconds,
    }


def warnings(one: GoldenRun) -> Iterator[str]:
    """The families of which there are so few that their figures say little."""
    for family, count in one.counts.items():
        if count < FEWEST_QUESTIONS and (family or len(one.counts) == 1):
            yield too_few(family or "all", count)


def run_lines(one: GoldenRun, questions: Mapping[str, GoldenQuestion], earlier: Sequence[GoldenRun] = ()) -> str:
    """Figures by family, then what fails and why, with what was good before marked."""
    before = one.last_like(earlier)
    worse = {outcome.question for outcome in one.worse_than(before)} if before else set()
    lines = [*figure_lines([one]), ""]
    for outcome in one.troubled:
        mark = " (was good before)" if outcome.question in worse else ""
        lines.append(f"✗ {_text(outcome.question, questions)}{mark}")
        if outcome.cause:
            what, remedy = CAUSES[outcome.cause]
            rank = f", rank {outcome.rank}" if outcome.rank else ""
            lines.append(f"  {what}{rank}. {remedy}")
        lines += _answer_lines(outcome)
    lines.append(f"{one.good} of {len(one.outcomes)} questions are answered as expected.")
    return "\n".join([*lines, *_hit_lines(one), *_lift_lines(one)])


def cost_line(cost: AnswerCost, model: str) -> str:
    """What it takes to have a model answer the questions."""
    what = f"{model} answers {counted(cost.questions, 'question')}; what it does not cite is asked once more, alone."
    if cost.total is None or cost.seconds is None:
        return f"{what} It has answered nothing yet, so nobody can say how long that takes. Ctrl-C stops it."
    minutes = max(1, round(cost.total / 60))
    return f"{what} One takes about {cost.seconds:.0f} s, all about {minutes} min. Ctrl-C stops it."


def trial_cost(cost: TrialForecast) -> Payload:
    """What a comparison of two ways takes."""
    return {
        "questions": cost.questions,
        "passages": cost.passages,
        "seconds": round(cost.seconds, 1),
        "guessed": cost.guessed,
        "notices": [reason_sentence(notice) for notice in cost.notices],
    }


def trial_cost_line(cost: TrialForecast) -> str:
    """The same for people."""
    asked = f"{counted(cost.questions, 'question')} {'is' if cost.questions == 1 else 'are'} asked in both ways"
    if not cost.passages:
        return f"{asked}; nothing has to be built for it."
    minutes = "less than a minute" if cost.seconds < _MINUTE else f"about {math.ceil(cost.seconds / _MINUTE)} min"
    guess = " (guessed: nothing of the kind was built here yet)" if cost.guessed else ""
    built = f"About {cost.passages} passages are embedded for it, which takes {minutes}{guess}"
    said = [f"{built}; then {asked}. Ctrl-C stops it and leaves nothing."]
    return "\n".join([*said, *(f"  {reason_sentence(notice)}" for notice in cost.notices)])


def _answer_lines(outcome: Outcome) -> list[str]:
    """What a model made of a question, where it is not as expected."""
    answered = outcome.answered
    if answered is None or answered.cited:
        return []
    if answered.fault is None:
        return ["  The model read the passage, but does not cite it."] if answered.given else []
    what, remedy = FAULTS[answered.fault]
    return [f"  {what[0].upper()}{what[1:]}. {remedy}"]


def _hit_lines(one: GoldenRun) -> list[str]:
    said = _answers(one)
    if said is None:
        return []
    hits = f"{said['hits']} of {said['given']} answers of {one.model} cite the passage that is expected"
    lost = said["asked"] - said["given"]
    return [f"{hits}; {lost} were not given it." if lost else f"{hits}."]


def figure_lines(runs: Sequence[GoldenRun]) -> Iterator[str]:
    """The figures of runs side by side, a line for each family."""
    shown = _shown(runs)
    yield f"{'':{_NAME}}{'questions':>{_WIDTH}}" + "".join(f"{name:>{_WIDTH}}" for name in shown)
    families = dict.fromkeys(family for one in runs for family in one.figures)
    for family in families:
        counts = " | ".join(str(one.counts.get(family, 0)) for one in runs)
        cells = (" | ".join(_figure(one, family, name) for one in runs) for name in shown)
        yield f"{family or 'all':{_NAME}}{counts:>{_WIDTH}}" + "".join(f"{cell:>{_WIDTH}}" for cell in cells)


def _shown(runs: Sequence[GoldenRun]) -> tuple[str, ...]:
    """The figures to show; hits only where a chat model was asked."""
    return (*_SHOWN, *([HITS] if any(one.model for one in runs) else []))


def _figure(one: GoldenRun, family: str, name: str) -> str:
    value = one.figures.get(family, {}).get(name)
    return "–" if value is None else f"{value:.3f}"


def compared(first: GoldenRun, second: GoldenRun, questions: Mapping[str, GoldenQuestion]) -> Payload:
    """Two runs, and the old rank of each question beside the new one."""
    return {
        "first": _head(first),
        "second": _head(second),
        "comparable": first.had_the_same(second),
        "figures": {
            family or "all": {
                name: [one.figures.get(family, {}).get(name) for one in (first, second)]
                for name in _shown((first, second))
            }
            for family in dict.fromkeys((*first.figures, *second.figures))
        },
        "questions": [
            {"id": one.question, "question": _text(one.question, questions),
             "ranks": [one.old or None, one.new or None], "cause": str(one.cause) if one.cause else ""}
            for one in second.beside(first)
        ],
        "worse": [one.question for one in second.beside(first) if one.got_worse],
    }  # fmt: skip


def compared_lines(first: GoldenRun, second: GoldenRun, questions: Mapping[str, GoldenQuestion]) -> str:
    """The same for people: only questions of which something has changed, and first those that got worse."""
    runs = (("first:", first), ("second:", second))
    heads = (f"{name:8}{local_time(one.at)}  {one.setting}  {one.bound}" for name, one in runs)
    lines = [*heads, *_unlike_lines(first, second), "", *figure_lines([first, second]), ""]
    changed = [one for one in second.beside(first) if one.changed]
    for one in sorted(changed, key=lambda one: not one.got_worse):
        why = f" (got worse: {CAUSES[one.cause][0]})" if one.got_worse and one.cause else ""
        lines.append(f"{one.old or '–':>4} → {one.new or '–':<4} {_text(one.question, questions)}{why}")
    lines += [] if changed else ["No question is answered otherwise."]
    return "\n".join([*lines, *_lift_lines(second)])


def _unlike_lines(first: GoldenRun, second: GoldenRun) -> list[str]:
    """Why two runs can't be compared, where they can't."""
    if first.had_the_same(second):
        return [lacking_line(second)] if second.lacking else []
    said = [f"{name}: {lacking_line(one)}" for name, one in (("first", first), ("second", second)) if one.lacking]
    return [*said, "What was there to search with was not the same, so nothing is said to be better or worse."]


def _lift_lines(one: GoldenRun) -> list[str]:
    """What a reranker could do, where there is anything to say of it."""
    said = lift_sentences(one.lift) if one.lift else ""
    return [said] if said else []


def _text(id_: str, questions: Mapping[str, GoldenQuestion]) -> str:
    return questions[id_].text if id_ in questions else id_


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _QUOTE else f"{line[:_QUOTE]}…"
