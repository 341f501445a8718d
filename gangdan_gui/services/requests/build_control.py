"""What the user does to a build that goes on: pause, go on, stop after the file."""

from __future__ import annotations

import asyncio


class BuildControl:
    """What the user does to a build that goes on. Made for one `build`, from the loop that runs it.

    Paused, it holds nothing: what is under way (a batch of vectors) is finished and stored, and nothing begins.
    `saves_power` builds on the mains only, where the settings want that; somebody who sees that it waits may say that
    it shall not.
    """

    def __init__(self, *, saves_power: bool = False) -> None:
        self._going = asyncio.Event()
        self._going.set()
        self._mains_needed = saves_power
        self._moved = asyncio.Event()
        self.ending = False

    @property
    def paused(self) -> bool:
        """Whether it waits."""
        return not self._going.is_set()

    @property
    def saves_power(self) -> bool:
        """Whether it may wait for the mains."""
        return self._mains_needed and not self.ending

    def pause(self) -> None:
        """Let nothing begin until `resume`."""
        self._going.clear()

    def resume(self) -> None:
        """Go on."""
        self._going.set()

    def spend_power(self) -> None:
        """Go on without the mains, too."""
        self._mains_needed = False
        self._moved.set()

    def end_after_file(self) -> None:
        """Begin no other file; what is under way becomes whole. The source is `partial` then, the rest is not built."""
        self.ending = True
        self._moved.set()
        self._going.set()

    async def turn(self) -> None:
        """Wait while it is paused. Asked before each piece of work."""
        await self._going.wait()

    async def power_wanted(self, seconds: float) -> None:
        """Wait until the mains do not matter any more, at most for that long."""
        try:
            async with asyncio.timeout(seconds):
                await self._moved.wait()
        except TimeoutError:
            return
