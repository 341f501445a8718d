"""Whether a source is frozen: a build brings nothing new into it before a day."""

from __future__ import annotations

from datetime import datetime

from gangdan_gui.storing.records import SourceRecord


def today() -> str:
    """The day on the clock here (ISO 8601): a teacher's week ends at midnight, wherever they are."""
    return datetime.now().astimezone().date().isoformat()


def frozen_until(record: SourceRecord, day: str = "") -> str:
    """The first day on which a source may be updated again, empty where that is `day` (today) or past.

    It is compared anew each time and never cleared: a clock that was wrong for an hour ends no term. One that goes
    back only makes it longer. A source that holds nothing has nothing to keep as it is.
    """
    held = record.frozen_until > (day or today())
    return record.frozen_until if held and record.live and record.chunks else ""
