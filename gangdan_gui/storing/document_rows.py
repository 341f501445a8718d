"""How a document and a chunk stand in a row of their tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from gangdan_gui.domain.documents import Chunk, DocumentFacts, FileState
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.storing.cuts_text import known_cuts
from gangdan_gui.storing.facts_json import facts_json, read_facts
from gangdan_gui.storing.records import DocumentRecord

RECORD = (
    "path", "sha256", "size", "modified", "state", "title", "language", "encoding", "url", "commit", "converter",
    "markdown", "reason", "warnings", "dropped", "dropped_characters", "facts", "characters", "excluded", "chunks",
)  # fmt: skip
COLUMNS = ", ".join(f'"{name}"' for name in RECORD)
"""Those of a document that `record_of` reads."""
CHUNK = 'c.id, d.path, c.ordinal, c.heading, c.start, c."end", c.text, c.language, c.context, c.cuts'
"""Those of a chunk that `chunk_of_row` reads, of tables that are joined by `JOIN`."""
JOIN = "FROM chunks AS c JOIN documents AS d ON d.id = c.document"


def record_values(record: DocumentRecord) -> list[object]:
    """A record as the values of its columns, in the order of RECORD."""
    reason = record.reason
    return [
        record.path, record.sha256, record.size, record.modified, record.state.value, record.title, record.language,
        record.encoding, record.url, record.commit, record.converter, record.markdown,
        json.dumps([reason.code, reason.detail]) if reason else None,
        json.dumps([[warning.code, warning.detail] for warning in record.warnings]),
        record.dropped, record.dropped_characters,
        json.dumps(facts_json(record.facts), ensure_ascii=False), record.characters, record.excluded, record.chunks,
    ]  # fmt: skip


def record_of(row: Sequence[Any]) -> DocumentRecord:
    """The record of a row of COLUMNS, as far as it can be read."""
    said = dict(zip(RECORD, row, strict=True))
    try:
        said |= _read(said)
    except (ValueError, TypeError, AttributeError):
        # A byte that the disk has changed. Without a hash its file counts as changed, so the next build makes it anew.
        said |= {"state": FileState.READY, "sha256": "", "reason": None, "facts": DocumentFacts(), "warnings": ()}
    return DocumentRecord(**said)


@lru_cache(1000)  # many documents say the same, most of them nothing
def facts_of(text: str) -> DocumentFacts:
    """The facts of a document; none where they can't be read."""
    try:
        return read_facts(json.loads(text))
    except (ValueError, AttributeError):  # as in `record_of`
        return DocumentFacts()


def _read(said: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "state": FileState(said["state"]),
        "reason": Reason(*json.loads(said["reason"])) if said["reason"] else None,
        "facts": read_facts(json.loads(said["facts"])),
        "warnings": tuple(Reason(*warning) for warning in json.loads(said["warnings"])),
    }


def chunk_of_row(source: str, row: Sequence[Any]) -> Chunk:
    """The chunk of a row of CHUNK."""
    id_, path, ordinal, heading, start, end, text, language, context, cuts = row
    parts = known_cuts(cuts, len(text)) if cuts else ()
    return Chunk(id_, source, path, ordinal, _heading(heading), start, end, text, language, context, parts)


@lru_cache(1000)  # the chunks of a section have the same
def _heading(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))
