"""Names what figures of a library stand on: those of another model or another cutting are not comparable."""

from __future__ import annotations

from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.embedded_form import form_text


async def bound(parts: Parts) -> str:
    """What the figures of the library stand on: embedders, chunking and form of all that answers."""
    lives = [record.live for record in await parts.manifest.sources.all() if record.live]
    said = {
        f"{live.identity.label}@{live.identity.digest[:8]} {live.chunking.splitter} {live.chunking.size}/"
        f"{live.chunking.overlap}/{live.chunking.minimum} {form_text(live.form)}".strip()
        for live in lives
    }
    return "; ".join(sorted(said))
