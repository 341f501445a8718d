"""Shows the window: that of a library, and the one that the self-test looks at."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from gangdan_gui.app import Application, open_application
from gangdan_gui.domain.errors import CannotWrite, GangDanError, NoDisplay
from gangdan_gui.log_file import log_path
from gangdan_gui.services.settings import Settings, SettingsFile
from gangdan_gui.whole_file import write_chosen


def display_available() -> bool:
    """Whether a window can be shown here."""
    if sys.platform != "linux":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("QT_QPA_PLATFORM"))


def run_window(home: Path, packs: Path | None = None) -> int:
    """Show the window of a library until it is closed; its exit code. Raises NoDisplay."""
    if not display_available():
        raise NoDisplay
    from gangdan_gui.bundled import resource
    from gangdan_gui.embedding.labels import BUILTIN
    from gangdan_gui.services.sources.first_source import place_first_source
    from gangdan_gui.storing.library_place import why_read_only
    from gangdan_gui.ui.face import RESTART, show_window
    from gangdan_gui.ui.sources.add_request import AddRequest

    def first_source() -> AddRequest | None:
        if why_read_only(home):
            return None
        try:
            place = place_first_source(resource("first_source"), home)
        except CannotWrite:  # one that can only be read begins with what is in it
            return None
        # In two languages, so with the embedder that knows both and needs nobody's server.
        return AddRequest(str(place), embedder=BUILTIN)

    show = partial(show_window, home, log_file=log_path(home), first_source=first_source)
    code = show(partial(open_application, home, "the window", packs=packs, stays_open=True))
    while code == RESTART:
        code = show(partial(_open_restored, home, packs))
    return code


@asynccontextmanager
async def _open_restored(home: Path, packs: Path | None) -> AsyncIterator[Application]:
    """Let a backup that lies ready take the library's place, and open it; where it can't, the one from before."""
    from gangdan_gui.services.upkeep.backups import put_in_place

    moved: Path | None = None
    problems: tuple[GangDanError, ...] = ()
    try:
        moved = await asyncio.to_thread(put_in_place, home)
    except CannotWrite as error:
        problems = (error,)
    async with open_application(home, "the window", packs=packs, stays_open=True) as application:
        yield replace(application, moved=moved, problems=(*problems, *application.problems))


def self_test(report: Path | None, ollama: str = "") -> int:
    """Open a window on a library of its own, build, ask, export and close; 0 when all went well, else 1.

    Works without a display. `report` gets the steps as JSON. With the address of an Ollama server that one embeds
    and answers. Raises InvalidSetting for what is no address, CannotWrite.
    """
    if ollama:
        from gangdan_gui.ollama.address import read_address

        read_address(ollama, name="--ollama")
    if not display_available():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from gangdan_gui.ui.face import show_window
    from gangdan_gui.ui.self_test import SelfTest

    with tempfile.TemporaryDirectory(prefix="gangdan-self-test-", ignore_cleanup_errors=True) as name:
        home = Path(name) / "资料库 home"
        if ollama:
            SettingsFile(home / "settings.toml").save(Settings(ollama_address=ollama))
        test = SelfTest(Path(name), ollama=bool(ollama))
        begun = time.perf_counter()
        code = show_window(home, partial(open_application, home, "the self-test"), visit=test.visit)
        done = {
            "ok": code == 0,
            "seconds": round(time.perf_counter() - begun, 2),
            "embedder": test.embedder,
            "chat_model": test.chat_model,
            "steps": test.steps,
        }
    text = json.dumps(done, ensure_ascii=False, indent=1)
    if report:
        write_chosen(report, f"{text}\n".encode())
    if sys.stdout is not None:  # a windowed program on Windows has none
        sys.stdout.write(f"{text}\n")
    return int(code != 0)
