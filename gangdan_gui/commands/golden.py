"""The commands of test questions: keep, take in, give out, propose, ask, compare."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import aclosing
from functools import partial
from pathlib import Path

from gangdan_gui.app import Application
from gangdan_gui.arguments.grammar import UsageError
from gangdan_gui.commands.documents import documents_named
from gangdan_gui.commands.outcome import DONE, PROBLEMS, Result
from gangdan_gui.commands.said_chunking import chunking
from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.domain.events import StageProgress
from gangdan_gui.domain.golden import Expected, Family, GoldenQuestion, GoldenRun
from gangdan_gui.embedding.embedders import full_label
from gangdan_gui.ollama.failures import OllamaFailure
from gangdan_gui.payloads import golden as golden_payloads
from gangdan_gui.payloads.counted import counted
from gangdan_gui.payloads.moments import local_time
from gangdan_gui.saying import Progress, say
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.requests.trials import TrialStep, Way
from gangdan_gui.services.settings import Settings
from gangdan_gui.services.sources.source_names import source_named
from gangdan_gui.wording import tell

NO_QUESTIONS = "None yet. Make one with: gangdan-gui golden add QUESTION --document SOURCE/PATH --quote TEXT"
_KEPT = "What was answered until then is kept."
NO_RUNS = "Nothing was asked yet. Ask all questions with: gangdan-gui golden run"


async def golden_list(application: Application, _arguments: argparse.Namespace) -> Result:
    """The questions there are."""
    kept = await application.services.golden.questions()
    lines = [golden_payloads.question_line(one) for one in kept]
    return DONE, {"questions": [golden_payloads.question(one) for one in kept]}, "\n".join(lines) or NO_QUESTIONS


async def golden_add(application: Application, arguments: argparse.Namespace) -> Result:
    """Keep a question."""
    if bool(arguments.document) != bool(arguments.quotes):
        raise UsageError(what="a quote needs its document, and a document a quote", usage="give --document and --quote")
    family = arguments.family or (Family.EXACT if arguments.quotes else Family.UNANSWERABLE)
    if bool(arguments.quotes) == (family == Family.UNANSWERABLE):
        raise UsageError(what="a question is unanswerable if and only if it has no quote", usage="leave out --family")
    expected = []
    if arguments.document:
        ((source, path),) = await documents_named(application, [arguments.document])
        expected = [Expected(source, path, Quote(words, 0)) for words in arguments.quotes]
    made = GoldenQuestion.of(arguments.question.strip(), str(family), *expected, any_passage=arguments.any_passage)
    await application.services.golden.add(made)
    (kept,) = [one for one in await application.services.golden.questions() if one.id == made.id]
    return DONE, {"question": golden_payloads.question(kept)}, golden_payloads.question_line(kept)


async def golden_remove(application: Application, arguments: argparse.Namespace) -> Result:
    """Forget a question."""
    await application.services.golden.remove(arguments.id)
    return DONE, {"removed": arguments.id}, f"Removed {arguments.id}."


async def golden_import(application: Application, arguments: argparse.Namespace) -> Result:
    """Keep the questions of a file."""
    found = await application.services.golden.take_in(Path(arguments.file))
    lost = f" Of {found.lost} what is expected stands nowhere in the library now." if found.lost else ""
    payload = {"questions": found.questions, "lost": found.lost}
    return PROBLEMS if found.lost else DONE, payload, f"Took in {counted(found.questions, 'question')}.{lost}"


async def golden_export(application: Application, arguments: argparse.Namespace) -> Result:
    """Write all questions into a file."""
    count = await application.services.golden.give_out(Path(arguments.out))
    return DONE, {"file": arguments.out, "questions": count}, f"Wrote {counted(count, 'question')} to {arguments.out}."


async def golden_propose(application: Application, arguments: argparse.Namespace) -> Result:
    """Questions that the documents suggest."""
    golden = application.services.golden
    found = await golden.propose(await _collections(application, arguments), arguments.number)
    if arguments.add:
        for one in found:
            await golden.add(one)
    payload = {"questions": [golden_payloads.question(one) for one in found], "added": bool(arguments.add)}
    lines = [golden_payloads.question_line(one) for one in found]
    return DONE, payload, "\n".join(lines) or "Nothing in the documents suggests a question."


async def golden_run(application: Application, arguments: argparse.Namespace) -> Result:
    """Ask all questions; with failures the exit code is 1."""
    golden = application.services.golden
    model = _model(application, arguments)
    earlier = await golden.runs()
    options = _options(application, arguments, await _collections(application, arguments))
    run = await golden.run(options, partial(Progress().count, "golden", what="questions"))
    questions = {one.id: one for one in await golden.questions()}
    for warning in (*golden_payloads.warnings(run), *_of_the_run_before(run, earlier)):
        say(warning)
    failure: GangDanError | None = None
    if model:
        run, failure = await _answered(application, run, options, model)
    told = tell(failure) if failure else None
    for line in (told.message, told.advice, _KEPT) if told else ():
        say(line)
    payload = {"run": golden_payloads.run(run, questions, earlier), "failure": told.message if told else ""}
    code = PROBLEMS if run.troubled or run.lacking or told else DONE
    return code, payload, golden_payloads.run_lines(run, questions, earlier)


def _of_the_run_before(run: GoldenRun, earlier: Sequence[GoldenRun]) -> Iterator[str]:
    """What a run has less than usual, and what else is otherwise than in the one before it."""
    before = run.last_like(earlier)
    if run.lacking:
        yield golden_payloads.lacking_line(run)
        yield "Its figures are compared only with those of runs that had no more."
    if before and before.bound != run.bound:
        yield "Something in the library is built with another model or cut in another way than at the run before."


def _model(application: Application, arguments: argparse.Namespace) -> str:
    """The chat model that is to answer, empty for none. Raises UsageError where one is wanted and none is known."""
    if not arguments.answers and not arguments.model:
        return ""
    model = (arguments.model or application.settings.load().settings.chat_model).strip()
    if not model:
        raise UsageError(what="no chat model is chosen", usage="name one with --model, or choose one in the settings")
    return model


async def _answered(
    application: Application, run: GoldenRun, options: SearchOptions, model: str
) -> tuple[GoldenRun, GangDanError | None]:
    """The run with the model's answers; where it fails, with those until then, and why."""
    golden = application.services.golden
    say(golden_payloads.cost_line(await golden.answer_cost(model), model))
    progress = Progress()
    try:
        async with aclosing(golden.answer(run, options, model)) as steps:
            async for step in steps:
                run = step.run
                progress.count(model, step.done, step.total, what="answers")
    except OllamaFailure as failure:
        return run, failure
    return run, None


async def golden_runs(application: Application, _arguments: argparse.Namespace) -> Result:
    """The runs there were, newest first."""
    runs = (await application.services.golden.runs())[::-1]
    payload = {"runs": [golden_payloads.run(one, {}) for one in runs]}
    lines = [_run_line(number, one) for number, one in enumerate(runs, start=1)]
    return DONE, payload, "\n".join(lines) or NO_RUNS


async def golden_compare(application: Application, arguments: argparse.Namespace) -> Result:
    """Two runs side by side."""
    runs = (await application.services.golden.runs())[::-1]
    if (last := max(arguments.first, arguments.second)) > len(runs):
        raise UsageError(what=f"there is no run {last}", usage="“golden runs” shows those there are")
    first, second = runs[arguments.first - 1], runs[arguments.second - 1]
    return await _beside(application, first, second)


async def golden_try(application: Application, arguments: argparse.Namespace) -> Result:
    """Ask them of the library as it is, or in one way, and in another; what is built for it is thrown away."""
    settings = application.settings.load().settings
    ways = (_first_way(settings, arguments.against), _way(settings, arguments, tried_build(settings, arguments)))
    trials = application.services.trials
    cost = await trials.forecast(ways)
    if arguments.dry_run:
        return DONE, {"forecast": golden_payloads.trial_cost(cost)}, golden_payloads.trial_cost_line(cost)
    say(golden_payloads.trial_cost_line(cost))
    first, second = await trials.compare(ways, _Steps().show)
    return await _beside(application, first, second)


def _first_way(settings: Settings, against: argparse.Namespace | None) -> Way:
    """As the library is and is searched, where nothing else is said."""
    if against is None:
        return Way(None, SearchOptions(count=settings.passages), settings.fusion, settings.keyword_weight)
    return _way(settings, against, _said_build(settings, against))


def _way(settings: Settings, said: argparse.Namespace, build: BuildOptions | None) -> Way:
    """What is said of a way, and what is not as in the settings."""
    return Way(
        build,
        SearchOptions(count=said.count or settings.passages, mode=said.mode, reranker=said.reranker),
        said.fusion or settings.fusion,
        settings.keyword_weight if said.keyword_weight is None else said.keyword_weight,
    )


def tried_build(settings: Settings, arguments: argparse.Namespace) -> BuildOptions | None:
    """None where only the search is to be another one; as the settings say where nothing is said at all."""
    build = _said_build(settings, arguments)
    searched = (arguments.count, arguments.fusion, arguments.keyword_weight, arguments.reranker)
    is_searched = arguments.mode != SearchOptions().mode or any(one is not None for one in searched)
    if build is not None or is_searched:
        return build
    return BuildOptions(chunking=settings.chunking)


def _said_build(settings: Settings, said: argparse.Namespace) -> BuildOptions | None:
    """How to build by what is said of it, None where nothing is."""
    cut = chunking(said)
    if not said.embedder and cut is None:
        return None
    embedder = full_label(said.embedder, settings.embedding_model) if said.embedder else None
    return BuildOptions(embedder=embedder, chunking=cut or settings.chunking)


class _Steps:
    """Tells how far a trial is."""

    def __init__(self) -> None:
        self._progress = Progress()

    def show(self, step: TrialStep) -> None:
        """Say one step."""
        if step.hold:
            return
        if step.stage:
            self._progress.show(StageProgress(step.source, step.stage, step.done, step.total))
        else:
            self._progress.count("golden", step.done, step.total, what="questions")


async def _beside(application: Application, first: GoldenRun, second: GoldenRun) -> Result:
    questions = {one.id: one for one in await application.services.golden.questions()}
    payload = golden_payloads.compared(first, second, questions)
    return DONE, payload, golden_payloads.compared_lines(first, second, questions)


def _run_line(number: int, one: GoldenRun) -> str:
    line = f"{number:>3}  {local_time(one.at)}  {one.good}/{len(one.outcomes)}  {one.setting}  {one.bound}"
    return f"{line}  ({golden_payloads.short_lacking(one)})" if one.lacking else line


def _options(application: Application, arguments: argparse.Namespace, collections: tuple[str, ...]) -> SearchOptions:
    count = arguments.count or application.settings.load().settings.passages
    return SearchOptions(collections, count=count, mode=arguments.mode, reranker=arguments.reranker)


async def _collections(application: Application, arguments: argparse.Namespace) -> tuple[str, ...]:
    held = await application.services.library.sources() if arguments.collections else ()
    return tuple(source_named(name, held) for name in arguments.collections)
