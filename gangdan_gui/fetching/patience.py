"""How long downloads wait, how often they ask again, and how much they take."""

from __future__ import annotations

import random
from dataclasses import dataclass

_MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds: for a connection, between two packets, for one file and one archive in all, retries included.

    After a failure that may pass, `pause` seconds and then twice as many each time, up to `longest`. `wait` is the
    longest that a server may ask for: told to come back later than that, we stop and say when it can go on. `delay` is
    the longest between two requests that a site's `robots.txt` may ask for.
    """

    connect: float = 10.0
    read: float = 30.0
    file: float = 300.0
    archive: float = 3600.0
    tries: int = 4
    pause: float = 0.5
    longest: float = 8.0
    wait: float = 30.0
    delay: float = 5.0

    def before(self, attempt: int, asked: float) -> float:
        """How long to wait before a further attempt (from 1). `asked` is what the server asked for, or 0.

        A class that failed at the same moment must not come back at the same moment.
        """
        usual = min(self.longest, self.pause * 2.0 ** (attempt - 1))
        return max(asked + usual * random.uniform(0.0, 0.5), usual * random.uniform(0.5, 1.0))


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is taken at most: bytes of one file, of an archive as it comes and unpacked, members, files kept.

    `index` are the bytes of what a zip says of its files; all of it is in memory while one is unpacked.

    Of a documentation site `pages` unless its source says another number, found by links over `depth` pages, and
    `site` bytes in all.
    """

    file: int = 64 * _MEGABYTE
    archive: int = 2048 * _MEGABYTE
    unpacked: int = 16_384 * _MEGABYTE
    members: int = 500_000
    index: int = 64 * _MEGABYTE
    files: int = 20_000
    at_once: int = 4
    pages: int = 500
    depth: int = 5
    site: int = 1024 * _MEGABYTE
    sitemaps: int = 100
