"""What a reader is to know of a search: what was searched in another way than usual, or only in part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gangdan_gui.domain.documents import SourceKind, is_part
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Passage, Support
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.services.searching.judging import BEST_FIRST, Judgement
from gangdan_gui.services.searching.question_vectors import Reply
from gangdan_gui.services.sources.freezing import frozen_until
from gangdan_gui.storing.packs.lying import OTHER
from gangdan_gui.storing.records import SourceRecord

NAMES_NOTHING = "names-nothing"
"""The code of the notice that a question names nothing that could be looked for."""
_NOTE, _PARTLY = "note-may-answer", "partly-built"
_WAITS = "pack-other-frozen"


def of_sources(
    records: Sequence[SourceRecord], replies: Mapping[EmbedderIdentity, Reply], unread: Mapping[str, str]
) -> tuple[Reason, ...]:
    """With the titles of the sources that each is about. `unread` are codes by collection of what can't be read."""
    titles: dict[str, list[str]] = {}
    for record in records:
        if record.live and (reply := replies.get(record.live.identity)) and reply.why:
            titles.setdefault(reply.why, []).append(record.source.title)
        if is_part(record.state, record.documents, record.expected, record.problems):
            held = f"{record.source.title} ({record.documents:,} / {record.expected:,})"
            titles.setdefault(_PARTLY, []).append(held)
    for record in records:
        if record.live and (why := unread.get(record.live.collection)):
            why = _WAITS if why == OTHER and frozen_until(record) else why
            titles.setdefault(why, []).append(record.source.title)
    return tuple(Reason(why, ", ".join(named)) for why, named in titles.items())


def of_notes(passages: Sequence[Passage], judged: Judgement) -> tuple[Reason, ...]:
    """The best of the user's notes, where notes seem to answer what the documentation does not."""
    notes = [passage for passage in passages if passage.kind is SourceKind.NOTES]
    if not notes or not _is_better(judged.notes, judged.supported):
        return ()
    return (Reason(_NOTE, notes[0].title or notes[0].path),)


def _is_better(one: Support, other: Support) -> bool:
    return BEST_FIRST.index(one) < BEST_FIRST.index(other)
