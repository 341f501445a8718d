"""What a source's report says of each file: from what is remembered of it, and from what the user says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from gangdan_gui.domain.corrections import Correction, fingerprint
from gangdan_gui.domain.documents import FileState
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.reports import FileReport
from gangdan_gui.storing.markdown_folder import MarkdownFolder
from gangdan_gui.storing.records import DocumentRecord


def file_report(record: DocumentRecord, unread: Reason | None, same_as: str, *, corrected: bool) -> FileReport:
    """`unread` is why what the record says could not be brought up to date."""
    out = Reason("chunks-excluded", str(record.excluded)) if record.excluded and record.chunks else None
    notes = tuple(note for note in (unread, record.reason, *record.warnings, out) if note)
    return FileReport(
        path=record.path,
        state=record.state,
        encoding=record.encoding,
        size=record.size,
        chunks=record.chunks,
        reason=notes[0] if notes else None,
        url=record.url,
        title=record.title,
        language=record.language,
        facts=record.facts,
        characters=record.characters,
        same_as=same_as,
        corrected=corrected,
        notes=notes,
    )


def unseen(
    unread: Mapping[str, Reason], corrections: Mapping[str, Correction], remembered: Mapping[str, DocumentRecord]
) -> list[FileReport]:
    """Lines for files of which nothing is remembered: they could not be read, or are gone and were corrected."""
    failed = {path: reason for path, reason in unread.items() if path and path not in remembered}
    gone = corrections.keys() - remembered.keys() - failed.keys()
    lines = [
        FileReport(path, FileState.FAILED, reason=reason, corrected=path in corrections, notes=(reason,))
        for path, reason in failed.items()
    ]
    kept = Reason("corrected-file-gone")
    return lines + [
        FileReport(
            path, FileState.SKIPPED, reason=kept, title=corrections[path].title, facts=corrections[path].facts,
            corrected=True, notes=(kept,),
        )
        for path in gone
    ]  # fmt: skip


def first_of_same(markdown: MarkdownFolder, source: str, records: Iterable[DocumentRecord]) -> dict[str, str]:
    """For each file that became the same text as another, the path of the first. Blocking.

    Only texts of equal length are read.
    """
    alike: defaultdict[tuple[int, str], list[DocumentRecord]] = defaultdict(list)
    for record in records:
        if record.markdown:
            alike[record.characters, record.language].append(record)
    first: dict[str, str] = {}
    same: dict[str, str] = {}
    for record in (record for group in alike.values() if len(group) > 1 for record in group):
        text = markdown.read(source, record.path, record.markdown)
        if text is not None:
            path = first.setdefault(fingerprint(text), record.path)
            if path != record.path:
                same[record.path] = path
    return same
