"""A model's download: how far it is, how it ends, and what is said of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.chat import PullProgress
from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.ollama.failures import Dropped, Refused, Unreachable
from gangdan_gui.ui.models.pull_count import PullCount
from gangdan_gui.ui.models.pull_line import PullLine
from gangdan_gui.ui.models.pull_presenter import STOPPED, PullPresenter
from gangdan_gui.ui.models.pull_words import pull_failed
from gangdan_gui.ui.translation import Translation
from gangdan_gui.wording import Told
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.gated_assistant import GatedAssistant
from tests.ui.waiting import until

ADDRESS = "http://127.0.0.1:1"


def counted(*steps: PullProgress) -> PullCount:
    count = PullCount()
    for step in steps:
        count.take(step)
    return count


def test_parts_are_added_up_and_checking_comes_after_them() -> None:
    begun = counted(PullProgress("pulling manifest"))
    assert (begun.total, begun.percent, begun.checking) == (0, 0, False)
    steps = [PullProgress("pulling a", "a", 50, 100), PullProgress("pulling a", "a", 100, 100)]
    both = counted(*steps, PullProgress("pulling b", "b", 0, 100))
    assert (both.done, both.total, both.percent) == (100, 200, 50)
    assert counted(*steps, PullProgress("verifying sha256 digest")).checking


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(-5, 10**13), st.integers(0, 10**12))))
def test_whatever_a_server_counts_the_percentage_is_one(steps: list[tuple[str, int, int]]) -> None:
    count = counted(*(PullProgress("pulling", layer, done, total) for layer, done, total in steps))
    assert 0 <= count.done <= count.total or not count.total
    assert 0 <= count.percent <= 100
    assert count.percent < 100 or count.done == count.total


@pytest.fixture
def pull_line(qtbot: QtBot, translation: Translation) -> PullLine:
    line = PullLine()
    qtbot.addWidget(line)
    return line


def test_a_line_shows_its_own_download_only(pull_line: PullLine) -> None:
    assert not pull_line.isVisible()
    pull_line.begin("one")
    assert "Asking for one" in pull_line.words.text()
    assert pull_line.bar.maximum() == 0
    pull_line.show_count("two", counted(PullProgress("pulling", "a", 9, 10)))
    assert pull_line.bar.maximum() == 0
    pull_line.show_count("one", counted(PullProgress("pulling", "a", 475_000_000, 1_900_000_000)))
    assert pull_line.words.text() == "Downloading one: 0.4 of 1.9\N{NO-BREAK SPACE}GB · 25 %"
    assert (pull_line.bar.value(), pull_line.bar.maximum()) == (25, 100)
    pull_line.show_end("two", None)
    assert pull_line.running
    pull_line.show_end("one", Told("x", "It failed.", "Do this."))
    assert not pull_line.running
    assert pull_line.isVisible()
    assert pull_line.failure.text() == "It failed. Do this."
    pull_line.begin("one")
    assert pull_line.failure.isHidden()
    pull_line.show_end("one", None)
    assert not pull_line.isVisible()


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("pull model manifest: file does not exist", "no model “m”"),
        ("write /models/blobs/x: no space left on device", "no room left"),
        ("open x: file does not exist: no space left on device", "no room left"),
        ("Get https://registry.ollama.ai: dial tcp: lookup registry.ollama.ai: no such host", "does not reach"),
        ("max retries exceeded: unexpected EOF", "does not reach"),
        ("something nobody has met", "something nobody has met"),
    ],
)
def test_why_a_download_failed_is_said_in_words(translation: Translation, why: str, words: str) -> None:
    said = pull_failed("m", Refused(address=ADDRESS, status="200", why=why, seconds="0"))
    assert words in said.message
    assert said.advice


@pytest.mark.parametrize(
    "error", [Dropped(address=ADDRESS, why="it ended", seconds="1"), Unreachable(address=ADDRESS, why="refused")]
)
def test_other_failures_are_told_as_ever(translation: Translation, error: GangDanError) -> None:
    assert ADDRESS in pull_failed("m", error).message


def test_two_lines_follow_one_download_and_each_can_stop_it(
    qtbot: QtBot, translation: Translation, make_jobs: MakeJobs, in_loop: RunInLoop
) -> None:
    lines = [PullLine(), PullLine()]
    for line in lines:
        qtbot.addWidget(line)
    assistant = GatedAssistant()
    pulls = PullPresenter(assistant, make_jobs())
    ended: list[tuple[str, Told | None]] = []
    pulls.ended.connect(lambda model, failure: ended.append((model, failure)))

    async def work() -> None:
        assistant.pull_gate.clear()
        first, second = (pulls.start("m", line) for line in lines)
        assert first is second
        await until(lambda: lines[1].bar.value() == 25)
        lines[1].cancel_button.click()
        await until(lambda: not pulls.models)
        assert assistant.stopped_pulls == ["m"]
        assert all("Stopped" in line.failure.text() for line in lines)
        assistant.pull_gate.set()
        await pulls.start("m", lines[0])
        await until(lambda: not pulls.models)

    in_loop(work())
    assert assistant.pulled == [("m", False), ("m", False)]
    assert [failure.id if failure else None for _, failure in ended] == [STOPPED, None]


def test_a_download_that_is_stopped_before_it_begins_ends_too(
    qtbot: QtBot, translation: Translation, make_jobs: MakeJobs, in_loop: RunInLoop
) -> None:
    line = PullLine()
    qtbot.addWidget(line)
    assistant = GatedAssistant()
    pulls = PullPresenter(assistant, make_jobs())

    async def work() -> None:
        pulls.start("m", line)
        pulls.stop("m")
        await until(lambda: not pulls.models)

    in_loop(work())
    assert assistant.pulled == []
    assert not line.running
