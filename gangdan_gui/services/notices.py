"""What the user should know of a built source that is no fault of it."""

from __future__ import annotations

from gangdan_gui.domain.reasons import Reason
from gangdan_gui.embedding.languages import CHINESE, advice_for
from gangdan_gui.storing.manifest import Manifest
from gangdan_gui.storing.records import SourceRecord


async def notices(manifest: Manifest, record: SourceRecord) -> tuple[Reason, ...]:
    """Computed from what is kept; empty for a source that is not built."""
    if record.live is None or not advice_for(CHINESE, record.live.identity.label):
        return ()  # the documents need not be looked at
    advice = advice_for(await manifest.documents.main_language(record.live), record.live.identity.label)
    return (advice,) if advice else ()
