"""What the user does to a build that goes on: pause, go on, stop after the file."""

from __future__ import annotations

import asyncio


class BuildControl:
    """What the user does to a build that goes on. Made for one `build`, from the loop that runs it.

    Paused, it holds nothing: what is under way (a batch of vectors) is finished and stored, and nothing begins.
    """

    def __init__(self) -> None:
        self._going = asyncio.Event()
        self._going.set()
        self.ending = False

    @property
    def paused(self) -> bool:
        """Whether it waits."""
        return not self._going.is_set()

    def pause(self) -> None:
        """Let nothing begin until `resume`."""
        self._going.clear()

    def resume(self) -> None:
        """Go on."""
        self._going.set()

    def end_after_file(self) -> None:
        """Begin no other file; what is under way becomes whole. The source is `partial` then, the rest is not built."""
        self.ending = True
        self._going.set()

    async def turn(self) -> None:
        """Wait while it is paused. Asked before each piece of work."""
        await self._going.wait()
