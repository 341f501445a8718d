"""The recognition of one document: page after page, until its time is up; what was read till then is kept."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from gangdan_gui.converting.pdf.page import Page
from gangdan_gui.converting.recognition import recognise
from gangdan_gui.converting.recognition.page import BODY, recognised_page
from gangdan_gui.domain.reasons import Reason

if TYPE_CHECKING:
    from gangdan_gui.converting.recognition import Pixels

_SECONDS = 1200.0
"""About four hundred pages."""


class Recognition:
    """Counts what comes of it."""

    def __init__(
        self, body: float = BODY, seconds: float = _SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._body = body
        self._clock = clock
        self._end = clock() + seconds
        self.recognised: list[int] = []
        self._uncertain = 0
        self._left = 0

    def page(self, number: int, pixels: Pixels) -> Page:
        """The page of that number, without words where none were found or the time is up. Raises UnreadableFile."""
        height, width = pixels.shape[:2]
        if self.is_over():
            return recognised_page(number, (), (width, height))
        found = recognise(pixels)
        self._uncertain += found.dropped
        if found.lines:
            self.recognised.append(number)
        return recognised_page(number, found.lines, (width, height), self._body)

    def is_over(self) -> bool:
        """Whether the time is up; each call that finds it so counts a page that is left out."""
        over = self._clock() > self._end
        self._left += over
        return over

    def warnings(self) -> tuple[Reason, ...]:
        """What the report says of it."""
        counts = {
            "recognised": len(self.recognised), "uncertain-lines": self._uncertain, "recognition-stopped": self._left,
        }  # fmt: skip
        return tuple(Reason(code, str(count)) for code, count in counts.items() if count)
