"""Puts together the lines of JSON that come in packets cut anywhere, also inside a character."""

from __future__ import annotations

import json
from collections.abc import Iterator

_DECODER = json.JSONDecoder()


class JsonLines:
    """Feed it packets and take what has become whole. None is the end, which ends the last line too."""

    def __init__(self) -> None:
        self._rest = b""
        self._lines: list[bytes] = []
        self.ended = False
        self.count = 0

    def feed(self, packet: bytes | None) -> None:
        """One more packet."""
        self.ended = packet is None
        *lines, self._rest = (self._rest + (b"\n" if packet is None else packet)).split(b"\n")
        self._lines.extend(lines)

    def taken(self) -> Iterator[object]:
        """The values of all whole lines so far, each once. Raises ValueError for a line that is no JSON."""
        lines, self._lines = self._lines, []
        for line in lines:
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
