"""The JSON of the command line: one function for each kind of answer, from the domain's own records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from gangdan_gui.domain.documents import NO_FACTS, ChunkLengths, DocumentFacts, Piece, Source, SourceState
from gangdan_gui.domain.events import BuildReport, Stage
from gangdan_gui.domain.reasons import Problem
from gangdan_gui.domain.reports import FileReport, GenerationSummary, SourceChanges, SourceReport, SourceSummary
from gangdan_gui.domain.search import Answer, Bridged, Citation, Conversation, Passage, SearchResult
from gangdan_gui.domain.trace import Translated
from gangdan_gui.services.requests.notes import Note
from gangdan_gui.services.requests.packs import PackReport
from gangdan_gui.storing.facts_json import facts_json
from gangdan_gui.wording import reason_sentence

Payload = dict[str, Any]
HEADING_SEPARATOR = " › "
# The stages whose time a build tells; what is done after the last of them counts in its total.
_TIMED = (Stage.FETCH, Stage.CONVERT, Stage.CHUNK, Stage.EMBED, Stage.STORE)


def heading_line(heading: Sequence[str]) -> str:
    """A heading path as one line."""
    return HEADING_SEPARATOR.join(heading)


def problems(items: Iterable[Problem]) -> list[Payload]:
    """`problems` of any answer."""
    return [{"path": item.path, "stage": item.stage, "reason": reason_sentence(item.reason)} for item in items]


def source(summary: SourceSummary) -> Payload:
    """One entry of `sources`."""
    return {
        "id": summary.source.id,
        "title": summary.source.title,
        "kind": str(summary.source.kind),
        "state": str(summary.state),
        "documents": summary.documents,
        "chunks": summary.chunks,
        "embedder": summary.embedder,
        "expected": summary.expected,
        "problems": problems(summary.problems),
        "notices": [reason_sentence(notice) for notice in summary.notices],
        "live": _generation(summary.live),
        "building": _generation(summary.building),
        "previous": _generation(summary.previous),
        "frozen_until": summary.frozen_until,
    }


def _generation(state: GenerationSummary | None) -> Payload | None:
    """One of the states of a source."""
    if state is None:
        return None
    cut = state.chunking
    return {
        "embedder": state.embedder,
        "digest": state.digest,
        "dimension": state.dimension,
        "prefixes": state.prefixes,
        "chunking": {"splitter": cut.splitter, "size": cut.size, "overlap": cut.overlap, "min": cut.minimum},
        "documents": state.documents,
        "chunks": state.chunks,
        "made": state.made,
        "bytes": state.size,
    }


def offer(found: Source) -> Payload:
    """One entry of `sources` in the catalogue: as a source that is not built yet, and what is said of it."""
    return {
        **source(SourceSummary(found, SourceState.NEW)),
        "language": found.language,
        "licence": found.licence,
        "description": found.description,
        "description_zh": found.description_zh,
        "size": found.size,
    }


def report(found: SourceReport, changes: SourceChanges) -> Payload:
    """`sources show`."""
    return {
        "source": source(found.summary),
        "files": [_file(line) for line in found.files],
        "licence": found.licence,
        "changes": {"new": list(changes.new), "changed": list(changes.changed), "gone": list(changes.gone)},
        "kind": str(found.summary.source.kind),
        "lengths": lengths(found.lengths),
        **_counts(found.files),
    }


def lengths(of: ChunkLengths) -> Payload:
    """How many chunks there are and how long, in characters."""
    return {"count": of.count, "shortest": of.shortest, "longest": of.longest, "mean": round(of.mean, 1)}


def _counts(files: Sequence[FileReport]) -> Payload:
    """What the files of a source are together."""
    return {
        "states": Counter(str(line.state) for line in files),
        "encodings": Counter(line.encoding for line in files if line.encoding),
        "duplicates": sum(bool(line.same_as) for line in files),
        "near_empty": [line.path for line in files if line.near_empty],
        "corrected": sum(line.corrected for line in files),
    }


def _file(line: FileReport) -> Payload:
    return {
        "path": line.path,
        "state": str(line.state),
        "encoding": line.encoding,
        "bytes": line.size,
        "chunks": line.chunks,
        "reason": reason_sentence(line.reason) if line.reason else "",
        "notes": [reason_sentence(note) for note in line.notes],
        "title": line.title,
        "language": line.language,
        "characters": line.characters,
        "same_as": line.same_as,
        "corrected": line.corrected,
        "facts": facts_json(line.facts),
    }


def build(done: BuildReport) -> Payload:
    """One entry of `build`."""
    return {
        "id": done.source,
        "state": str(done.state),
        "files": {
            "fetched": done.fetched,
            "unchanged": done.unchanged,
            "failed": done.failed,
            "removed": done.removed,
        },
        "documents": done.documents,
        "expected": done.expected,
        "chunks": {
            "total": done.chunks_total,
            "added": done.chunks_added,
            "removed": done.chunks_removed,
            "unchanged": done.chunks_unchanged,
        },
        "embedded": done.embedded,
        "from_cache": done.from_cache,
        "seconds": seconds(done.seconds, (*_TIMED, "total")),
        "problems": problems(done.problems),
    }


def seconds(measured: dict[str, float], names: Iterable[str]) -> dict[str, float]:
    """Times by stage, in milliseconds' precision; a stage that did not run took no time."""
    return {str(name): round(measured.get(name, 0.0), 3) for name in names}


def search(result: SearchResult) -> Payload:
    """`search`."""
    return {
        "question": result.question,
        "language": result.language,
        "hits": [passage(item) for item in result.passages],
        "supported": str(result.supported),
        "seconds": seconds(result.seconds, result.seconds),
        "notices": [reason_sentence(notice) for notice in result.notices],
        "bridged": bridges(result.bridged),
        "translated": translations(result.translated),
    }


def bridges(bridged: Sequence[Bridged]) -> list[Payload]:
    """The words that stood for the question's in another language, the best first."""
    return [{"asked": one.asked, "found": [word for word, _ in one.found]} for one in bridged]


def translations(translated: Sequence[Translated]) -> list[Payload]:
    """As what the question was also asked, by whom it was translated, and what that found."""
    return [
        {
            "language": one.language,
            "text": one.text,
            "model": one.model,
            "cached": one.cached,
            "found": one.found,
            "added": one.added,
            "seconds": round(one.seconds, 3),
        }
        for one in translated
    ]


def passage(item: Passage) -> Payload:
    """One hit of `search`, one passage of `ask`."""
    return {
        "rank": item.number,
        **_place(item),
        "text": item.text,
        "score": round(item.score, 6),
        "distance": None if item.distance is None else round(item.distance, 6),
        "keyword_rank": item.keyword_rank,
        "language": item.language,
        **_facts(item.facts),
        **_same_as(item),
    }


def _place(item: Passage | Citation) -> Payload:
    """Where in which document a passage stands."""
    return {
        "source": item.source,
        "kind": str(item.kind),
        "path": item.path,
        "url": item.url,
        "heading": heading_line(item.heading),
        "start": item.start,
        "end": item.end,
    }


def _same_as(item: Passage | Citation) -> Payload:
    """Where else the very same text stands; nothing where it does not."""
    return {"same_as": [{"source": source, "path": path} for source, path in item.same_as]} if item.same_as else {}


def _facts(known: DocumentFacts) -> Payload:
    """What is known of a document beside its text; nothing where nothing is."""
    return {"facts": facts_json(known)} if known != NO_FACTS else {}


def answer(conversation: str, question: str, found: Answer) -> Payload:
    """`ask`."""
    return {
        "conversation": conversation,
        "question": question,
        "answer": found.text,
        "complete": found.complete,
        "supported": str(found.supported),
        "model": found.model,
        "citations": [_citation(item) for item in found.citations],
        "passages": [passage(item) for item in found.passages],
        "seconds": seconds(found.seconds, found.seconds),
        "notices": [reason_sentence(notice) for notice in found.notices],
    }


def _citation(item: Citation) -> Payload:
    return {
        "number": item.number,
        **_place(item),
        **_facts(item.facts),
        **_same_as(item),
    }


def note(found: Note) -> Payload:
    """One entry of `notes`."""
    return {
        "source": found.source,
        "path": found.path,
        "kind": str(found.kind),
        "title": found.title,
        "date": found.date,
        "tags": list(found.tags),
    }


def conversations(found: Iterable[Conversation], unreadable: Iterable[Path]) -> Payload:
    """`conversations list`."""
    return {
        "unreadable": [str(file) for file in unreadable],
        "conversations": [
            {"id": item.id, "title": item.title, "updated": item.updated, "exchanges": len(item.exchanges)}
            for item in found
        ],
    }


def chunks(pieces: Sequence[Piece]) -> Payload:
    """`chunks`."""
    return {
        "chunks": [
            {
                "ordinal": piece.ordinal,
                "heading": heading_line(piece.heading),
                "start": piece.start,
                "end": piece.end,
                "text": piece.text,
                "embedded_text": piece.context + piece.text,
            }
            for piece in pieces
        ],
        **lengths(ChunkLengths.of([len(piece.text) for piece in pieces])),
    }


def pack(report: PackReport) -> Payload:
    """A pack that was written, checked or taken in."""
    return {
        "source": report.source,
        "documents": report.documents,
        "chunks": report.chunks,
        "embedder": report.embedder,
        "sha256": report.sha256,
        "ok": report.ok,
        "problems": problems(report.problems),
        "notices": [reason_sentence(notice) for notice in report.notices],
    }
