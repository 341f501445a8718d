"""The program on one library, in a process of its own, to be killed while it builds.

`python -m tests.faults.victim HOME window|command SOURCE` builds a source as that face does, and prints a line of JSON
for each event: what it is, the path of a document that is done, and the processes by their names.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from gangdan_gui import app, cli
from gangdan_gui.domain.events import BuildEvent, DocumentDone
from gangdan_gui.services.library.library import Library
from gangdan_gui.services.requests import BuildOptions, Services
from tests.faults.small_index import SmallIndexStore
from tests.stand_ins import HashEmbedder

_open_application = app.open_application


class Told:
    """A library whose builds tell on stdout what they do."""

    def __init__(self, library: Library, store: SmallIndexStore) -> None:
        self._library = library
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._library, name)

    async def build(
        self, sources: Sequence[str], options: BuildOptions, *control: object, **named: object
    ) -> AsyncGenerator[BuildEvent, None]:
        async with aclosing(self._library.build(sources, options, *control, **named)) as events:  # type: ignore[arg-type]
            async for event in events:
                self._tell(event)
                # What reads it is no faster than people are: a build of sixty files takes two seconds.
                await asyncio.sleep(0.01)
                yield event

    def _tell(self, event: BuildEvent) -> None:
        children = {"chroma": self._store._child, "converter": self._library._parts.preparer}
        processes = {name: child._spawned._process.pid for name, child in children.items() if child._spawned}
        done = event.path if isinstance(event, DocumentDone) else ""
        said = {"event": type(event).__name__, "done": done, "processes": processes}
        _stdout.write(json.dumps(said) + "\n")
        _stdout.flush()


@asynccontextmanager
async def opened(home: Path, holder: str, **options: Any) -> AsyncIterator[app.Application]:
    """The real one, but for the embedder, which is quick, and the store, which writes its index often."""
    store = SmallIndexStore(home)
    options["replaced"] = app.Replaced(lambda _label: HashEmbedder(64), store)
    async with _open_application(home, holder, **options) as application:
        library = application.services.library
        assert isinstance(library, Library)
        services = {field.name: getattr(application.services, field.name) for field in fields(Services)}
        yield replace(application, services=Services(**{**services, "library": Told(library, store)}))


def in_the_window(home: Path, source: str) -> int:
    """Build from the queue of a window."""
    from gangdan_gui.ui.face import show_window
    from gangdan_gui.ui.window import Window

    async def visit(window: Window) -> int:
        finished = asyncio.Event()
        window.library.queue.finished.connect(lambda _: finished.set())
        window.library.queue.add([source], BuildOptions())
        await finished.wait()
        return 0

    return show_window(home, partial(opened, home, "the window"), visit=visit)


def on_the_command_line(home: Path, source: str) -> int:
    """Build as it is typed."""
    app.open_application = opened
    return cli.main(["build", source, "--json", "--home", str(home)])


FACES: dict[str, Callable[[Path, str], int]] = {"window": in_the_window, "command": on_the_command_line}

if __name__ == "__main__":
    _stdout = sys.stdout
    raise SystemExit(FACES[sys.argv[2]](Path(sys.argv[1]), sys.argv[3]))
