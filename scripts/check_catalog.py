"""Asks the network for every file of the shipped catalogue, and says which are not there and which sizes are off.

Run it where there is a network, before a release and after each change of `sources.yaml`:

    python scripts/check_catalog.py [--instead ADDRESS=ADDRESS] [ID ...]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from gangdan_gui.bundled import SOURCES_YAML
from gangdan_gui.catalog.source_list import read_source_list
from gangdan_gui.domain.documents import Source, SourceKind

AT_ONCE = 4
# A size in the catalogue is a promise to somebody with a slow line: at most this much more than it says.
TOLERANCE = 1.5
_RAW = "https://raw.githubusercontent.com"
_ARCHIVE = "https://codeload.github.com"


@dataclass(frozen=True)
class Found:
    """What a source's addresses gave: bytes altogether, and what was wrong with which."""

    source: Source
    size: int
    faults: tuple[str, ...]

    @property
    def all_faults(self) -> tuple[str, ...]:
        """The faults, with that of the size; which can't be judged while files are missing."""
        if not self.faults and self.size > self.source.size * TOLERANCE:
            return (f"takes {self.size} bytes, says {self.source.size}",)
        return self.faults


def addresses(source: Source) -> tuple[str, ...]:
    """What a download of the source asks for."""
    if source.kind is not SourceKind.GITHUB:
        return source.locations
    repository = source.locations[0].removeprefix("https://github.com/")
    if any(sign in pattern for pattern in source.include for sign in "*?["):
        return (f"{_ARCHIVE}/{repository}/tar.gz/{source.revision}",)
    return tuple(f"{_RAW}/{repository}/{source.revision}/{quote(path)}" for path in source.include)


async def check(source: Source, client: httpx.AsyncClient, instead: tuple[str, str] = ("", "")) -> Found:
    """Ask for all of a source's addresses; those that begin with the first of `instead`, of the second."""
    free = asyncio.Semaphore(AT_ONCE)

    async def size_of(address: str) -> int | str:
        asked = instead[1] + address.removeprefix(instead[0]) if address.startswith(instead[0]) else address
        size = 0
        try:
            async with free, client.stream("GET", asked) as reply:
                if reply.status_code != httpx.codes.OK:
                    return f"{address}: {reply.status_code}"
                async for piece in reply.aiter_raw():
                    size += len(piece)
        except httpx.HTTPError as error:
            return f"{address}: {type(error).__name__} {error}"
        return size

    answers = await asyncio.gather(*map(size_of, addresses(source)))
    faults = tuple(answer for answer in answers if isinstance(answer, str))
    return Found(source, sum(answer for answer in answers if isinstance(answer, int)), faults)


async def check_all(sources: Sequence[Source], instead: tuple[str, str]) -> int:
    """Check sources one after another, telling each; the exit code."""
    wrong = 0
    async with httpx.AsyncClient(timeout=60, follow_redirects=True) as client:
        for source in sources:
            found = await check(source, client, instead)
            wrong += bool(found.all_faults)
            print(f"{source.id:20} {found.size:>10} bytes  {'; '.join(found.all_faults) or 'ok'}", flush=True)
    return 1 if wrong else 0


def main(words: Sequence[str] | None = None) -> int:
    """Check all sources, or those named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ids", nargs="*", metavar="ID")
    parser.add_argument("--instead", default="=", metavar="ADDRESS=ADDRESS", help="a mirror to ask instead")
    arguments = parser.parse_args(words)
    read = read_source_list(SOURCES_YAML)
    known = {source.id: source for source in read.sources}
    if read.problems or not known.keys() >= set(arguments.ids):
        parser.error("; ".join(map(str, read.problems)) or "no such source")
    before, _, after = arguments.instead.partition("=")
    chosen = [known[name] for name in arguments.ids or known]
    return asyncio.run(check_all(chosen, (before, after)))


if __name__ == "__main__":
    sys.exit(main())
