"""What a build would do, said on the command line before it is done."""

from __future__ import annotations

from collections.abc import Sequence

from gangdan_gui import payloads
from gangdan_gui.app import Application
from gangdan_gui.commands.outcome import DONE, Result
from gangdan_gui.commands.sources import NO_SOURCES
from gangdan_gui.payloads import Payload
from gangdan_gui.payloads.counted import counted
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.requests.forecasts import Forecast
from gangdan_gui.wording import reason_sentence

_MINUTE, _HOUR = 60, 3600
_MEGABYTE = 1e6


async def forecast(application: Application, ids: Sequence[str], options: BuildOptions) -> Result:
    """`build --dry-run`: the difference, and about what it would take. Nothing is changed."""
    found = await application.services.forecasts.forecast(ids, options)
    lines = [line for one in found for line in _lines(one)]
    return DONE, {"forecast": [payload(one) for one in found]}, "\n".join(lines) or NO_SOURCES


def payload(found: Forecast) -> Payload:
    """One entry of `forecast`."""
    changes = found.changes
    return {
        "id": found.source,
        "embedder": found.embedder,
        "changes": {"new": list(changes.new), "changed": list(changes.changed), "gone": list(changes.gone)},
        "unchanged": found.unchanged,
        "passages": found.passages,
        "sentences": found.sentences,
        "cached": found.cached,
        "download": found.download,
        "seconds": payloads.seconds(found.seconds, found.seconds),
        "disk": found.disk,
        "free": found.free,
        "guessed": found.guessed,
        "notices": [reason_sentence(notice) for notice in found.notices],
    }


def _lines(found: Forecast) -> list[str]:
    changes = found.changes
    counts = f"+{len(changes.new)} ~{len(changes.changed)} −{len(changes.gone)} ={found.unchanged}"
    made = found.passages - found.cached
    taken = f"about {counted(made, 'passage')} to embed" if made else "nothing to embed"
    if found.sentences:
        taken += f", {counted(found.sentences, 'sentence')} to compare"
    if found.cached:
        taken += f", {found.cached} embedded before"
    room = f"about {_size(found.disk)} on the disk" if found.disk else "no room on the disk"
    guess = " (guessed: nothing of the kind was built here yet)" if found.guessed and made else ""
    first = f"{found.source}: {counts}, {taken}, {_time(found.seconds.get('total', 0.0))}, {room}{guess}"
    return [first, *(f"  {reason_sentence(notice)}" for notice in found.notices)]


def _time(seconds: float) -> str:
    if seconds < _MINUTE:
        return "less than a minute"
    if seconds < 2 * _HOUR:
        return f"about {round(seconds / _MINUTE)} min"
    return f"about {round(seconds / _HOUR)} h"


def _size(count: int) -> str:
    return f"{max(count / _MEGABYTE, 0.1):.1f} MB"
