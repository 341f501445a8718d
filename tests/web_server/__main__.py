"""`python -m tests.web_server --repository OWNER/NAME=FOLDER`: the test server by itself, to try the window against."""

from __future__ import annotations

import argparse
import signal
import threading
from collections.abc import Callable
from pathlib import Path

from tests.web_server import days
from tests.web_server.server import WebServer

_DAYS: dict[str, Callable[[str], days.Day]] = {
    "quota": lambda value: days.quota(seconds=float(value or 1800)),
    "too-many": lambda value: days.too_many(retry_after=value),
    "failing": lambda value: days.once(days.failing(), int(value or 1)),
    "dropped": lambda value: days.once(days.dropped(), int(value or 1)),
    "page": lambda _: days.page(),
    "cut": lambda _: days.announced_longer(),
    "held": days.Held,
}


def _day(text: str) -> days.Day:
    name, _, value = text.partition("=")
    if name not in _DAYS:
        raise ValueError(name)
    return _DAYS[name](value)


def _served(text: str) -> tuple[str, Path]:
    name, _, folder = text.partition("=")
    if not Path(folder).is_dir():
        raise ValueError(folder)
    return name, Path(folder)


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.web_server", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 for any that is free")
    parser.add_argument("--repository", action="append", type=_served, default=[], metavar="OWNER/NAME=FOLDER")
    parser.add_argument("--site", action="append", type=_served, default=[], metavar="HOST=FOLDER")
    parser.add_argument("--day", action="append", type=_day, default=[], metavar="NAME[=VALUE]", help=", ".join(_DAYS))
    given = parser.parse_args()
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    with WebServer(days=given.day, port=given.port) as server:
        for name, folder in given.repository:
            server.repository(name, folder)
        for host, folder in given.site:
            server.site(host, folder)
        print(f'{server.address}\nmirrors = "{server.mirrors}"', flush=True)
        ended.wait()


if __name__ == "__main__":
    main()
