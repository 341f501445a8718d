"""The queue of builds: its order, a pause, an end after the file, and what becomes of what waits."""

from __future__ import annotations

import pytest

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.domain.events import Hold
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.sources.build_queue import BuildQueue
from gangdan_gui.ui.sources.model import Role, SourceModel
from gangdan_gui.ui.translation import Translation
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.waiting import until

TITLES = ("a", "b", "c", "d")


class Line:
    """A queue over a library of four sources that are not built."""

    def __init__(self, jobs: Jobs) -> None:
        self.library = StandInLibrary(*(summary(title, SourceState.NEW) for title in TITLES))
        self.model = SourceModel()
        self.model.set_sources(tuple(self.library.held.values()))
        self.jobs = jobs
        self.errors: list[tuple[str, GangDanError]] = []
        self.queue = BuildQueue(self.library, jobs, self.model, lambda *told: self.errors.append(told))

    def begin(self) -> None:
        """Build all, and let the first wait before its last step."""
        self.library.gate.clear()
        self.queue.add(list(TITLES), BuildOptions())

    @property
    def built(self) -> list[str]:
        return [source for source, _ in self.library.built]

    def words(self, source: str) -> str:
        return str(self.model.index_of(source).data(Role.LINE))

    async def idle(self) -> None:
        self.library.gate.set()
        await until(lambda: not self.jobs.names)


@pytest.fixture
def line(make_jobs: MakeJobs, translation: Translation) -> Line:
    return Line(make_jobs())


def test_the_order_can_be_changed_and_is_shown(in_loop: RunInLoop, line: Line) -> None:
    async def main() -> None:
        line.begin()
        await until(lambda: line.queue.fraction > 0)
        assert line.queue.waiting == ("b", "c", "d")
        assert [line.words(source) for source in "bcd"] == [
            "Waiting: next in line", "Waiting: number 2 in line", "Waiting: number 3 in line",
        ]  # fmt: skip
        line.queue.move("d", 0)
        assert line.queue.waiting == ("d", "b", "c")
        assert line.words("d") == "Waiting: next in line"
        line.queue.move("c", 1)
        line.queue.move("a", 0)  # it is being built
        assert line.queue.waiting == ("d", "c", "b")
        await line.idle()
        assert line.built == ["a", "d", "c", "b"]

    in_loop(main())


def test_what_is_taken_out_is_not_built_and_the_rest_is(in_loop: RunInLoop, line: Line) -> None:
    async def main() -> None:
        line.begin()
        await until(lambda: line.queue.fraction > 0)
        line.queue.take_out(["b", "d", "a"])
        assert line.queue.waiting == ("c",)
        await line.idle()
        assert line.built == ["a", "c"]

    in_loop(main())


def test_a_pause_lasts_over_sources_until_it_goes_on(in_loop: RunInLoop, line: Line) -> None:
    async def main() -> None:
        line.begin()
        await until(lambda: line.queue.fraction > 0)
        line.queue.pause()
        line.library.gate.set()
        await until(lambda: line.queue.held is Hold.PAUSED)
        assert line.queue.paused
        assert line.words(line.queue.current) == "Paused"
        assert len(line.built) <= 1
        line.queue.resume()
        await line.idle()
        assert line.built == list(TITLES)
        assert not line.queue.paused

    in_loop(main())


@pytest.mark.parametrize("paused", [False, True])
def test_ending_after_the_file_forgets_what_waits(in_loop: RunInLoop, line: Line, paused: bool) -> None:
    async def main() -> None:
        line.begin()
        await until(lambda: line.queue.fraction > 0)
        if paused:
            line.queue.pause()
        line.queue.end_after_file()
        assert line.queue.ending
        assert line.queue.waiting == ()
        assert line.words("a") == "Stopping after this file…"
        await line.idle()
        assert line.built == ["a"]
        assert not line.queue.ending

    in_loop(main())


def test_stopping_a_paused_build_ends_the_pause_too(in_loop: RunInLoop, line: Line) -> None:
    async def main() -> None:
        line.begin()
        await until(lambda: line.queue.fraction > 0)
        line.queue.pause()
        line.queue.stop()
        await line.idle()
        assert not line.queue.paused
        line.queue.add(["b"], BuildOptions())
        await line.idle()
        assert line.built == ["b"]

    in_loop(main())


def test_withdrawing_one_source_keeps_a_pause(in_loop: RunInLoop, line: Line) -> None:
    async def main() -> None:
        line.begin()
        await until(lambda: line.queue.fraction > 0)
        line.queue.pause()
        await line.queue.withdraw("a")
        await until(lambda: line.queue.held is Hold.PAUSED)
        assert (line.queue.current, line.queue.paused) == ("b", True)
        line.queue.resume()
        await line.idle()
        assert line.built == ["b", "c", "d"]

    in_loop(main())


def test_who_builds_on_a_battery_says_so_once(in_loop: RunInLoop, line: Line) -> None:
    async def main() -> None:
        line.library.battery = True
        line.queue.add(["a", "b"], BuildOptions())
        await until(lambda: line.queue.held is Hold.BATTERY)
        assert line.words("a") == "On battery: waiting to be plugged in"
        line.queue.resume()
        await line.idle()
        assert line.built == ["a", "b"]
        line.queue.add(["c"], BuildOptions())
        await until(lambda: line.queue.held is Hold.BATTERY)
        line.queue.stop()
        await line.idle()
        assert line.built == ["a", "b"]

    in_loop(main())


def test_nothing_is_paused_where_nothing_is_built(line: Line) -> None:
    heard: list[None] = []
    line.queue.changed.connect(lambda: heard.append(None))
    line.queue.pause()
    assert not line.queue.paused
    assert heard == []


@pytest.mark.parametrize("retried", ["a", "b"])
def test_trying_again_what_failed_is_done_though_the_source_is_in_line_already(
    in_loop: RunInLoop, line: Line, retried: str
) -> None:
    async def main() -> None:
        line.begin()
        await until(lambda: line.queue.fraction > 0)
        line.queue.add([retried], BuildOptions(retry=True))
        line.queue.add(["b"], BuildOptions(embedder="builtin", keep_previous=True))
        line.queue.add(["b"], BuildOptions(kept=True))
        await line.idle()
        made = dict(line.library.built)
        assert made[retried].retry
        assert (made["b"].embedder, made["b"].keep_previous) == ("builtin", True)
        assert line.built == (["a", "b", "c", "d", "a"] if retried == "a" else list(TITLES))

    in_loop(main())
