"""The commands that measure how well questions are answered."""

from __future__ import annotations

import argparse
import asyncio
import errno
import os
import tempfile
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gangdan_gui.app import open_measured
from gangdan_gui.arguments.evaluation import REFERENCE
from gangdan_gui.arguments.grammar import UsageError
from gangdan_gui.commands.outcome import DONE, Result
from gangdan_gui.commands.said_chunking import chunking
from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.domain.golden import Lift
from gangdan_gui.domain.ports import Embedder
from gangdan_gui.embedding.embedders import embedder, full_label
from gangdan_gui.payloads import Payload
from gangdan_gui.payloads import evaluation as evaluation_payloads
from gangdan_gui.saying import Progress, say
from gangdan_gui.services.evaluation.asking import Ranked
from gangdan_gui.services.evaluation.lacking import lacking
from gangdan_gui.services.evaluation.library import MeasuredLibrary
from gangdan_gui.services.evaluation.lifting import ask_for_lift, lift_of
from gangdan_gui.services.evaluation.measures import DEEPEST
from gangdan_gui.services.evaluation.reading_sets import read_corpora, read_questions
from gangdan_gui.services.evaluation.reference import REFERENCE_CHUNKING, REFERENCE_FORM, FirstCharacters
from gangdan_gui.services.evaluation.scores import Score, score
from gangdan_gui.services.evaluation.sets import Corpus, QuestionSet, small_families
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.searching.question_translation import is_missing
from gangdan_gui.services.settings import Settings
from gangdan_gui.whole_file import write_chosen
from gangdan_gui.wording import reason_sentence
from gangdan_gui.wording.lift_wording import lift_sentences


@dataclass(frozen=True, slots=True)
class _Measured:
    """What came out of one run: the answers of each set, and how long the two parts of it took."""

    answers: tuple[tuple[Ranked, ...], ...]
    scores: tuple[Score, ...]
    lifts: tuple[Lift, ...]
    built: float
    asked: float


def evaluate(arguments: argparse.Namespace) -> Result:
    """Measure sets of questions on a library that is made for it and thrown away."""
    _check(arguments)
    corpora = read_corpora([Path(file) for file in arguments.corpus])
    lengths = {document.id: len(document.text) for corpus in corpora for document in corpus.documents}
    sets = read_questions([Path(file) for file in arguments.queries], lengths)
    if not lengths or not any(one.questions for one in sets):
        raise UsageError(what="there is nothing to measure", usage="name files that hold documents and questions")
    warnings = list(_warnings(sets, lengths.keys()))
    for warning in warnings:
        say(warning)
    with tempfile.TemporaryDirectory(prefix="gangdan-evaluate-", ignore_cleanup_errors=True) as folder:
        measured = asyncio.run(_measure(Path(folder), corpora, sets, arguments))
    warnings += _less_than_usual(measured.answers)
    if arguments.run:
        lines = "".join(evaluation_payloads.run_lines(sets, measured.answers, arguments.count))
        write_chosen(Path(arguments.run), lines.encode("utf-8", "surrogatepass"))
    payload: Payload = {
        "sets": [
            {**evaluation_payloads.score(one), "reranking": evaluation_payloads.lift(lift)}
            for one, lift in zip(measured.scores, measured.lifts, strict=True)
        ],
        "seconds": round(measured.built + measured.asked, 3),
        "stages": {"build": round(measured.built, 3), "ask": round(measured.asked, 3)},
        "warnings": warnings,
    }
    table = evaluation_payloads.table(measured.scores)
    lifts = [f"{one.name}: {said}" for one, lift in zip(measured.scores, measured.lifts, strict=True)
             if (said := lift_sentences(lift))]  # fmt: skip
    return DONE, payload, "\n".join([table, *lifts])


def _check(arguments: argparse.Namespace) -> None:
    """What would be found out, or passed over, after all was measured. Raises UsageError, CannotWrite."""
    others = (chunking(arguments), arguments.reranker, arguments.translate)
    if arguments.preset == REFERENCE and (any(others) or arguments.mode != SearchOptions().mode):
        what = f"“{REFERENCE}” means one way to cut and to search, and another one is asked for, too"
        raise UsageError(what=what, usage="leave --preset out, or all but --embedder and --k")
    if not arguments.run:
        return
    file = Path(arguments.run).absolute()
    if not file.parent.is_dir():
        raise UsageError(what=f"the folder of “{arguments.run}” is not there", usage="name a file in one that is")
    if file.resolve() in {Path(one).resolve() for one in (*arguments.corpus, *arguments.queries)}:
        raise UsageError(what=f"“{arguments.run}” is one of the files that are read", usage="name another file")
    if file.is_dir():
        raise CannotWrite(path=str(file), why=os.strerror(errno.EISDIR))
    if file.exists() and not file.is_file():  # such as /dev/stdout
        return
    try:
        with tempfile.TemporaryFile(dir=file.parent):
            pass
    except OSError as error:
        raise CannotWrite(path=str(file), why=error.strerror or str(error)) from error


async def _measure(
    folder: Path, corpora: Sequence[Corpus], sets: Sequence[QuestionSet], arguments: argparse.Namespace
) -> _Measured:
    reference = arguments.preset == REFERENCE
    build = BuildOptions(
        embedder=full_label(arguments.embedder) if arguments.embedder else None,
        chunking=REFERENCE_CHUNKING if reference else chunking(arguments),
        form=REFERENCE_FORM if reference else None,
    )
    search = SearchOptions(
        count=max(arguments.count, DEEPEST),
        mode=arguments.mode,
        translate=arguments.translate is not None,
        reranker=arguments.reranker or "",
        model=arguments.translate or "",
    )
    begun = time.perf_counter()
    async with open_measured(folder, Settings(), _first_characters if reference else None) as library:
        progress = Progress()
        async with aclosing(library.build(corpora, build)) as events:
            async for event in events:
                progress.show(event)
        built = time.perf_counter()
        asked = [await _ask(library, one, search, progress, reference=reference) for one in sets]
        answers, lifts = [found for found, _ in asked], [lift for _, lift in asked]
        scores = [score(one.name, found, library.language_of) for one, found in zip(sets, answers, strict=True)]
    done = time.perf_counter()
    return _Measured(tuple(map(tuple, answers)), tuple(scores), tuple(lifts), built - begun, done - built)


async def _ask(
    library: MeasuredLibrary, asked: QuestionSet, options: SearchOptions, progress: Progress, *, reference: bool
) -> tuple[list[Ranked], Lift]:
    """What is found, and what a reranker does or could do."""
    report = partial(progress.count, asked.name, what="questions")
    if not reference:
        return await ask_for_lift(asked.questions, library.find, options, report)
    found = await library.ask_as_reference(asked.questions, report)
    return found, lift_of(found)


def _first_characters(label: str) -> Embedder:
    return FirstCharacters(embedder(label))


def _less_than_usual(answers: Iterable[Sequence[Ranked]]) -> list[str]:
    """What questions were asked without, as in words alone or not in another language; said at once, too."""
    every = [one for some in answers for one in some]
    untranslated = (why for one in every for why in one.notices if is_missing(why))
    said = map(reason_sentence, dict.fromkeys((*lacking(every), *untranslated)))
    lines = [f"Not all questions were asked as usual: {sentence}." for sentence in said]
    for line in lines:
        say(line)
    return lines


def _warnings(sets: Sequence[QuestionSet], there: Collection[str]) -> Iterator[str]:
    for one in sets:
        for family, count in small_families(one):
            yield evaluation_payloads.too_few(f"{one.name}, {family}" if family else one.name, count)
        lost = sum(any(span.document not in there for span in question.spans) for question in one.questions)
        if lost:
            questions = "1 question expects" if lost == 1 else f"{lost} questions expect"
            yield f"{one.name}: {questions} documents that are in no corpus; these can't be found."
