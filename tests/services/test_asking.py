"""Questions hold builds back, each on its own, and none for ever."""

from __future__ import annotations

import asyncio

from gangdan_gui.services.asking import Asking


def test_nothing_is_held_back_without_a_question() -> None:
    async def main() -> None:
        asking = Asking()
        await asking.over()
        assert not asking.open

    asyncio.run(main())


def test_two_questions_hold_until_both_are_answered() -> None:
    async def main() -> None:
        asking = Asking()
        with asking.question():
            with asking.question():
                assert asking.open
            waiting = asyncio.create_task(asking.over())
            await asyncio.sleep(0)
            assert asking.open
            assert not waiting.done()
        await waiting
        assert not asking.open

    asyncio.run(main())


def test_a_question_that_fails_holds_nothing_back() -> None:
    async def main() -> None:
        asking = Asking()
        try:
            with asking.question():
                raise ValueError
        except ValueError:
            pass
        await asking.over()
        assert not asking.open

    asyncio.run(main())


def test_an_answer_that_hangs_stops_a_build_for_a_while_only() -> None:
    async def main() -> None:
        asking = Asking(ceiling=0.01)
        with asking.question():
            await asking.over()
            assert not asking.open
            with asking.question():
                assert asking.open
        assert not asking.open

    asyncio.run(main())
