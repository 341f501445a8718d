"""A passage as Markdown that stands by itself: it was cut out of a document, perhaps in the middle of its code."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gangdan_gui.domain.byline import byline
from gangdan_gui.domain.documents import SourceKind
from gangdan_gui.domain.search import Answer, Citation, Passage
from gangdan_gui.exporting.source_entries import kind_word
from gangdan_gui.ui.reading.markdown_tokens import plain_text
from gangdan_gui.ui.told import export_labels

_FENCE = re.compile(r"(?m)^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)[^\n`]*$")
_CODE_LINE = re.compile(r"^(?:[ \t]{2,}\S|>>> |\$ |[^\u3000-\u9fff]*[;{}()=:,\]]$|(?:import|from|def|class|return) )")
# Nothing of a sentence stands before its first word but what closes the one before; small letters go on.
_TORN_BEGIN = re.compile(r"[。，、；：！？）”’》】,.;:!?)\]}\s]+(?=\S)|(?=[a-z]{1,12}[ ,;)])")
_TORN_FORMULA = re.compile(r"[^$\n]*\\[^$\n]*\$\$")
_TORN_END = re.compile(r"^(?![ \t]*(?:[-+*>|#]|\d+[.)])).{24,}\w$")
_TRAIL = " › "
_TIP_LENGTH = 300


def whole_markdown(text: str) -> str:
    """The text with a fence before it where it begins inside a code block."""
    fences = list(_FENCE.finditer(text))
    if len(fences) % 2 == 0 and not _closes_first(fences):
        return text
    if _closes_first(fences) or (not any(f[2] for f in fences) and _reads_as_code(text[: fences[0].start()])):
        mark = fences[0][1]
        return f"{mark}\n{text}"
    return text


def torn_markdown(text: str) -> str:
    """As `whole_markdown`, with an ellipsis where a passage begins or ends inside a sentence: for reading only."""
    whole = whole_markdown(text)
    if whole is not text or not text.strip():
        return whole
    if text.count("$$") % 2 and _TORN_FORMULA.match(text):
        text = f"$${text}"
    begun = _TORN_BEGIN.match(text)
    before = f"…{text[begun.end() :]}" if begun else text
    last = text.rstrip().rpartition("\n")[2]
    return f"{before.rstrip()}…" if _TORN_END.search(last) and not _FENCE.search(text) else before


def _closes_first(fences: Sequence[re.Match[str]]) -> bool:
    """A closing fence names no language, so one that does in every second place means the first one closes."""
    return any(f[2] for f in fences[1::2]) and not any(f[2] for f in fences[0::2])


def _reads_as_code(text: str) -> bool:
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return bool(lines) and 2 * sum(bool(_CODE_LINE.match(line)) for line in lines) > len(lines)


def trail(passage: Passage | Citation, source: str) -> str:
    """Where a passage stands: the document's title and headings, or its file where there are none.

    It follows the title of the `source`, which is not said twice.
    """
    parts = [part.strip() for part in passage.heading if part.strip()]
    # A citation's title is its source's, which stands elsewhere.
    title = passage.title.strip() if isinstance(passage, Passage) else ""
    if title and parts[:1] != [title]:
        parts.insert(0, title)
    if parts[:1] == [source]:
        del parts[0]
    return _TRAIL.join(parts) or passage.path


def mark_behind(kind: SourceKind) -> str:
    """What follows the place of a passage that is no documentation; empty for documentation."""
    word = kind_word(kind, export_labels())
    return f" ({word})" if word else ""


def source_titles(answer: Answer) -> dict[str, str]:
    """The titles that an answer's sources had when it was given, by their ids."""
    return {citation.source: citation.title for citation in answer.citations}


def answer_markdown(answer: Answer) -> str:
    """An answer to paste elsewhere: its text and where it comes from; without a text, its passages."""
    if answer.model and answer.text:
        sources = "\n".join(_reference(citation) for citation in answer.citations)
        return f"{answer.text.strip()}\n\n{sources}".strip() + "\n"
    titles = source_titles(answer)
    return "\n\n".join(passage_markdown(p, titles.get(p.source, "")) for p in answer.passages).strip() + "\n"


def passage_markdown(passage: Passage, source: str) -> str:
    """A passage to paste elsewhere, with where it comes from."""
    text = whole_markdown(passage.text).strip("\n")
    if len(_FENCE.findall(text)) % 2:
        text = f"{text}\n{_FENCE.findall(text)[-1][0]}"
    where = _TRAIL.join(part for part in (source, trail(passage, source)) if part) + mark_behind(passage.kind)
    return f"**[{passage.number}] {where}**\n\n{text}"


def passage_tip(passage: Passage, source: str) -> str:
    """What a chip stands for, in a few lines of plain text: where it comes from and how it begins."""
    where = _TRAIL.join(part for part in (source, trail(passage, source)) if part) + mark_behind(passage.kind)
    # Twice as much Markdown as is shown: its marks go, and no tip needs all of a long passage.
    text = " ".join(plain_text(torn_markdown(passage.text[: 2 * _TIP_LENGTH])).split())
    shown = text if len(text) <= _TIP_LENGTH else f"{text[:_TIP_LENGTH].rstrip()}…"
    head = "\n".join(filter(None, (f"{passage.number} · {where}", byline(passage.facts))))
    return f"{head}\n\n{shown}"


def _reference(citation: Citation) -> str:
    where = citation.url or citation.path
    said = byline(citation.facts)
    trailed = f"{trail(citation, citation.title)}{mark_behind(citation.kind)}"
    others = (f" = {_TRAIL.join(other)}" for other in citation.same_as)
    place = f"[{citation.number}] {citation.title}{_TRAIL}{trailed}{''.join(others)}"
    return f"{place}. {said} ({where})" if said else f"{place} ({where})"
