"""Puts together the lines of JSON that come in packets cut anywhere, also inside a character."""

from __future__ import annotations

import json
from collections.abc import Iterator

_DECODER = json.JSONDecoder()


class JsonLines:
    """Feed it packets and take what has become whole. None is the end, which ends the last line too.

    `count` is of the values so far; `cut` says after a ValueError whether it came from a line that has no end.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._lines: list[bytes] = []
        self.ended = False
        self.count = 0
        self.cut = False

    def feed(self, packet: bytes | None) -> None:
        """One more packet."""
        self.ended = packet is None
        *lines, self._rest = (self._rest + (b"\n" if packet is None else packet)).split(b"\n")
        self._lines.extend(lines)

    def taken(self) -> Iterator[object]:
        """The values of all whole lines so far, each once. Raises ValueError for a line that is no JSON."""
        lines, self._lines = self._lines, []
        for line in lines:
            # What looks like JSON at its beginning and is none at the very end was cut, perhaps inside a character.
            self.cut = self.ended and line is lines[-1] and line.lstrip().startswith(b"{")
            for value in _values(line.decode("utf-8")):
                self.count += 1
                yield value


def _values(line: str) -> Iterator[object]:
    """The values of a line: one, but for a server in a hurry."""
    line = line.strip()
    while line:
        try:
            value, end = _DECODER.raw_decode(line)
        except RecursionError as error:
            raise ValueError("nested too deeply") from error
        yield value
        line = line[end:].lstrip()
