"""What a build waits for before each piece of work, and what is told of that."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import chain, count, repeat

from gangdan_gui.domain.events import BuildEvent, BuildHeld, Hold
from gangdan_gui.services.asking import Asking
from gangdan_gui.services.building.build_turn import BuildTurn, Holders
from gangdan_gui.services.power import Power
from gangdan_gui.services.requests.build_control import BuildControl

MANY, FEW = 500, 5


class Scene:
    """A turn whose events are kept. The battery is asked anew each time; `supply` says what it answers."""

    def __init__(self, *supply: bool, files: int = MANY, setting: bool = True, saves_power: bool = True) -> None:
        answers: Iterator[bool] = chain(supply, repeat(supply[-1] if supply else False))
        hours = count(0, 3600)
        self.asking = Asking()
        self.control = BuildControl(saves_power=saves_power)
        power = Power(lambda: next(answers), clock=lambda: float(next(hours)))
        self.turn = BuildTurn("s", files, self.control, Holders(self.asking, power, setting, look=0.0), self._emit)
        self.told: list[Hold | None] = []

    async def _emit(self, event: BuildEvent) -> None:
        assert isinstance(event, BuildHeld)
        self.told.append(event.why)


def test_nothing_is_told_where_nothing_holds_it() -> None:
    async def main() -> None:
        scene = Scene(False)
        for _ in range(3):
            await scene.turn.come()
        assert scene.told == []

    asyncio.run(main())


def test_it_goes_on_by_itself_when_the_mains_are_back() -> None:
    async def main() -> None:
        scene = Scene(True, True, False)
        await scene.turn.come()
        assert scene.told == [Hold.BATTERY, None]

    asyncio.run(main())


def test_a_battery_holds_only_long_builds_that_are_to_save_it() -> None:
    async def main() -> None:
        for scene in (Scene(True, files=FEW), Scene(True, setting=False), Scene(True, saves_power=False)):
            await scene.turn.come()
            assert scene.told == []

    asyncio.run(main())


def test_a_build_that_is_to_end_waits_for_nothing_but_questions() -> None:
    async def main() -> None:
        scene = Scene(True)
        scene.control.pause()
        scene.control.end_after_file()
        await scene.turn.come()
        assert (scene.told, scene.turn.ending) == ([], True)

    asyncio.run(main())


def test_several_steps_that_wait_tell_it_once() -> None:
    async def main() -> None:
        scene = Scene(False)
        scene.control.pause()
        steps = [asyncio.create_task(scene.turn.come()) for _ in range(4)]
        await asyncio.sleep(0)
        assert not any(step.done() for step in steps)
        scene.control.resume()
        await asyncio.gather(*steps)
        assert scene.told == [Hold.PAUSED, None]

    asyncio.run(main())


def test_a_question_that_comes_in_a_pause_is_waited_for_too() -> None:
    async def main() -> None:
        scene = Scene(False)
        scene.control.pause()
        step = asyncio.create_task(scene.turn.come())
        await asyncio.sleep(0)
        with scene.asking.question():
            scene.control.resume()
            for _ in range(5):
                await asyncio.sleep(0)
            assert scene.told == [Hold.PAUSED, Hold.ASKING]
        await step
        assert scene.told == [Hold.PAUSED, Hold.ASKING, None]

    asyncio.run(main())
