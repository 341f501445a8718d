"""A chat model answers golden questions: hits, what is at fault where there is none, and what is kept on failure."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.golden import Answered, Cause, Expected, Family, Fault, GoldenQuestion, GoldenRun, Outcome
from gangdan_gui.ollama.failures import OllamaFailure
from gangdan_gui.services.golden.hits import hit_rate, with_answer
from gangdan_gui.services.golden.lines import read_runs, run_line
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.requests.golden import AnswerCost, AnswerStep
from gangdan_gui.services.settings import Settings, SettingsFile
from tests.loopback import Ending, Regular
from tests.ollama_server import days
from tests.ollama_server.exchange import Asked
from tests.ollama_server.exchange import Reply as ServerReply
from tests.ollama_server.models import Message, ServedModel, quick
from tests.ollama_server.server import OllamaTestServer
from tests.services.conftest import Bench, Shelf

# Each is longer than a model with little room can take beside another, so that not the whole library is read.
_RAIN = "Rain falls on hills and mountains, runs into brooks and rivers, and comes to the sea in the end."
_CATS = "A cat sleeps for most of the day, hunts in the evening, and purrs when somebody strokes it."
_LONG = " Nothing of all that is said here has anything to do with what anybody may ever want to ask." * 60
_ASKED = "where does rain fall?"
Reply = Callable[[str], str]


def _speaking(reply: Reply) -> ServedModel:
    """A chat model whose reply depends on all that it is sent."""

    def chat(messages: Sequence[Message], _most: int) -> list[str | int]:
        return [reply("\n".join(message["content"] for message in messages))]

    return ServedModel("talker", lambda *_: [], 0, context_length=32_768, family="llama", chat=chat)


@pytest.fixture
def asking(shelf: Shelf, folder: Path) -> Callable[..., None]:
    """Runs a test's coroutine on a library with two questions and a model that replies so."""

    def run(use: Callable[[Bench, GoldenRun, OllamaTestServer], Awaitable[None]], reply: Reply, *on: days.Day) -> None:
        (folder / "rain.md").write_text(f"# Rain\n\n{_RAIN}\n", "utf-8")
        (folder / "cats.md").write_text(f"# Cats\n\n{_CATS}{_LONG}\n", "utf-8")

        async def go() -> None:
            shutil.rmtree(shelf.home, ignore_errors=True)
            shelf.home.mkdir(exist_ok=True)
            with OllamaTestServer(_speaking(reply), quick("embeds"), days=on) as server:
                settings = Settings(ollama_address=server.address, embedder="builtin", context_tokens=2048)
                SettingsFile(shelf.home / "settings.toml").save(settings)
                async with shelf.open() as bench:
                    added = await bench.library.add(str(folder), title="course")
                    await bench.build(added.source.id)
                    for text, path, words in ((_ASKED, "rain.md", _RAIN[:40]), ("cat purrs", "cats.md", _CATS[:40])):
                        expected = Expected(added.source.id, path, Quote(words, 0))
                        await bench.golden.add(GoldenQuestion.of(text, Family.EXACT, expected))
                    await bench.golden.add(GoldenQuestion.of("how old is the moon?", Family.UNANSWERABLE))
                    await use(bench, await bench.golden.run(SearchOptions(), lambda *_: None), server)

        asyncio.run(go())

    return run


def _number_of(words: str, sent: str) -> int:
    """The number under which a passage was sent that holds these words; 0 where none was."""
    at = sent.find(words)
    return int(sent[:at].rpartition(" passage [")[2].partition("]")[0]) if at >= 0 else 0


def _cites(sent: str) -> str:
    return f"So it is [{_number_of(_RAIN if _ASKED in sent else _CATS, sent)}]."


def _cites_alone(sent: str) -> str:
    return "Nothing is said of that." if " passage [2]" in sent else "So it is [1]."


def _after(first: int, day: days.Day) -> days.Day:
    """That day for all chats after the first ones."""
    chats = count(1)

    def then(server: Ending, asked: Asked, regular: Regular[ServerReply]) -> ServerReply | None:
        return day(server, asked, regular) if asked.path == days.CHAT and next(chats) > first else None

    return then


async def _steps(bench: Bench, run: GoldenRun, passages: int = 10) -> list[AnswerStep]:
    async with aclosing(bench.golden.answer(run, SearchOptions(count=passages), "talker")) as steps:
        return [step async for step in steps]


async def _answered(bench: Bench, run: GoldenRun, passages: int = 10) -> GoldenRun:
    found = (await _steps(bench, run, passages))[-1].run
    assert (await bench.golden.runs())[-1] == found
    return found


def _made(run: GoldenRun) -> list[tuple[bool, bool, bool | None]]:
    return [(one.given, one.cited, one.alone) for one in run.answers]


def test_answers_that_cite_what_is_expected_are_hits(asking: Callable[..., None]) -> None:
    async def use(bench: Bench, run: GoldenRun, server: OllamaTestServer) -> None:
        assert await bench.golden.answer_cost("talker") == AnswerCost(2)
        steps = await _steps(bench, run)
        found = steps[-1].run
        assert _made(found) == [(True, True, None)] * 2
        assert found.outcomes[2].answered is None
        assert found.figures[""]["answers"] == found.figures["exact-term"]["answers"] == 1.0
        assert found.figures["unanswerable"]["answers"] is None
        assert found.model == "talker"
        assert [(step.done, step.total) for step in steps] == [(0, 2), (1, 2), (2, 2)]
        assert len(server.requests(days.CHAT)) == 2, "what nothing answers is not asked"
        assert await bench.assistant.conversations() == (), "nobody has asked it"
        assert await bench.golden.runs() == (found,)
        cost = await bench.golden.answer_cost("talker")
        assert cost.seconds is not None
        assert cost.total == 2 * cost.seconds
        assert (await bench.golden.answer_cost("another")).total is None

    asking(use, _cites)


def test_a_model_that_never_cites_is_told_from_one_that_other_passages_lead_astray(
    asking: Callable[..., None],
) -> None:
    async def never(bench: Bench, run: GoldenRun, server: OllamaTestServer) -> None:
        found = await _answered(bench, run)
        assert _made(found) == [(True, False, False)] * 2
        assert [one.fault for one in found.answers] == [Fault.TEXT] * 2
        assert found.figures[""]["answers"] == 0.0
        assert len(server.requests(days.CHAT)) == 4
        alone = server.requests(days.CHAT)[1]["messages"][-1]["content"]
        assert _RAIN in alone
        assert _CATS not in alone, "the passage is given alone"

    async def astray(bench: Bench, run: GoldenRun, _server: OllamaTestServer) -> None:
        found = await _answered(bench, run)
        assert _made(found) == [(True, False, True)] * 2
        assert [one.fault for one in found.answers] == [Fault.CROWD] * 2

    asking(never, lambda _sent: "I can't say.")
    asking(astray, _cites_alone)


def test_what_was_ranked_too_low_is_answered_where_it_is_given(asking: Callable[..., None]) -> None:
    async def use(bench: Bench, _run: GoldenRun, _server: OllamaTestServer) -> None:
        (source,) = {one.expected[0].source for one in await bench.golden.questions() if one.expected}
        expected = Expected(source, "rain.md", Quote(_RAIN[:40], 0))
        await bench.golden.add(GoldenQuestion.of("cat sleeps day hunts evening?", Family.PARAPHRASE, expected))
        run = await bench.golden.run(SearchOptions(count=1), lambda *_: None)
        found = await _answered(bench, run, 1)
        low = found.outcomes[-1]
        assert low.cause is Cause.TOO_LOW
        assert low.answered is not None
        assert (low.answered.given, low.answered.alone, low.answered.fault) == (False, True, Fault.RANKING)
        assert found.figures["paraphrase"]["answers"] is None, "it was given nothing that it could cite"

    asking(use, lambda sent: f"So it is [{_number_of(_RAIN, sent)}].")


def test_a_server_that_goes_away_is_told_and_what_was_answered_is_kept(asking: Callable[..., None]) -> None:
    async def use(bench: Bench, run: GoldenRun, _server: OllamaTestServer) -> None:
        with pytest.raises(OllamaFailure):
            await _steps(bench, run)
        (kept,) = await bench.golden.runs()
        assert _made(kept) == [(True, True, None)]
        assert replace(kept.outcomes[0], answered=None) == run.outcomes[0]
        assert kept.outcomes[1:] == run.outcomes[1:]

    asking(use, _cites, _after(1, days.dropped(days.CHAT)))


def test_what_was_answered_until_it_is_stopped_is_kept(asking: Callable[..., None]) -> None:
    async def use(bench: Bench, run: GoldenRun, _server: OllamaTestServer) -> None:
        first = asyncio.Event()

        async def answer() -> None:
            async with aclosing(bench.golden.answer(run, SearchOptions(), "talker")) as steps:
                async for step in steps:
                    if step.done:
                        first.set()

        work = asyncio.create_task(answer())
        await first.wait()
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
        (kept,) = await bench.golden.runs()
        assert _made(kept) == [(True, True, None)]

    asking(use, _cites, _after(1, days.silent(days.CHAT)))


@pytest.mark.parametrize(
    ("answered", "fault"),
    [
        (Answered(given=True, cited=True), None),
        (Answered(given=True, cited=False), None),
        (Answered(given=True, cited=False, alone=True), Fault.CROWD),
        (Answered(given=False, cited=False, alone=True), Fault.RANKING),
        (Answered(given=True, cited=False, alone=False), Fault.TEXT),
        (Answered(given=False, cited=False, alone=False), Fault.TEXT),
    ],
)
def test_the_passage_alone_tells_what_is_at_fault(answered: Answered, fault: Fault | None) -> None:
    assert answered.fault is fault


def test_the_rate_counts_what_was_given_and_a_run_is_read_again_as_it_was_written() -> None:
    hit, miss, lost = Answered(True, True, None, 2.5), Answered(True, False, False), Answered(False, False, True)
    assert hit_rate([hit, miss, lost]) == 0.5
    assert hit_rate([lost]) is None
    run = GoldenRun("2026-11-30T09:00:00+00:00", "b", "hybrid, 10", {"": {"mrr@10": 1.0}, "x": {}}, {"": 3, "x": 1},
                    tuple(Outcome(id_, 1) for id_ in "abc"), model="talker")  # fmt: skip
    for id_, answered in zip("abc", (hit, miss, lost), strict=True):
        run = with_answer(run, id_, answered, {"a": "x", "b": "y", "c": "x"})
    assert (run.figures[""]["answers"], run.figures["x"]["answers"]) == (0.5, 1.0)
    assert read_runs([run_line(run)]) == (run,)
