"""`python -m tests.ollama_server --port N`: the test server by itself, to try the window or a benchmark against."""

from __future__ import annotations

import argparse
import signal
import threading
from collections.abc import Callable
from pathlib import Path

from tests.ollama_server import days, measured
from tests.ollama_server.models import quick, real, talking
from tests.ollama_server.server import OllamaTestServer
from tests.ollama_server.smollm2 import smollm2

_DAYS: dict[str, Callable[[str], days.Day]] = {
    "slow": lambda value: days.slow(float(value)),
    "loading": lambda value: days.loading(float(value)),
    "silent": lambda _: days.silent(),
    "dropped": lambda value: days.once(days.dropped(), int(value or 1)),
    "overlong": lambda value: days.overlong(int(value)),
    "refusing": lambda value: days.refusing(value),
    "old": lambda _: days.old(),
    "proxy": lambda value: days.proxy(int(value or 502)),
    "endless": lambda _: days.Endless(),
    "broken": lambda value: days.chats(days.said(value or "It is in the first "), cut=True),
    "thinking": lambda value: days.chats(days.said("", thinking="hm"), days.said(value or "So [1]."), days.ended()),
    "web-page": lambda _: days.web_page(),
    "hashed": lambda _: measured.Hashed(),
    "working": lambda value: measured.working(float(value)),
    "paced": lambda value: _paced(*value.split(":", 2)),
}


def _paced(tokens_a_second: str, before: str, file: str) -> days.Day:
    return measured.paced(Path(file).read_text("utf-8"), float(tokens_a_second), float(before))


def _day(text: str) -> days.Day:
    name, _, value = text.partition("=")
    if name not in _DAYS:
        raise ValueError(name)
    return _DAYS[name](value)


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.ollama_server", description=__doc__)
    parser.add_argument("--port", type=int, default=11434, help="0 for any that is free")
    parser.add_argument("--model", action="append", metavar="NAME", help="with real vectors; nomic-embed-text if none")
    parser.add_argument("--quick", action="append", metavar="NAME", default=[], help="with vectors that mean nothing")
    parser.add_argument("--day", action="append", type=_day, default=[], metavar="NAME[=VALUE]", help=", ".join(_DAYS))
    parser.add_argument("--talking", action="append", metavar="NAME", default=[], help="a chat model that quotes [1]")
    parser.add_argument("--smollm2", action="store_true", help="a real chat model (requirements-models.lock)")
    given = parser.parse_args()
    models = [real(name) for name in given.model or (() if given.quick else ("nomic-embed-text",))]
    models += [quick(name, 768) for name in given.quick]
    models += [talking("It is in the first ", "passage [1].", name=name) for name in given.talking]
    models += [smollm2()] if given.smollm2 else []
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    with OllamaTestServer(*models, days=given.day, port=given.port) as server:
        print(f"{server.address}  {', '.join(server.models)}", flush=True)
        ended.wait()


if __name__ == "__main__":
    main()
