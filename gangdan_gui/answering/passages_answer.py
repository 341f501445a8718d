"""The answer where there is no chat model: the passages themselves, numbered, as Markdown."""

from __future__ import annotations

from collections.abc import Mapping

from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.search import Answer, Citation, Passage, SearchResult
from gangdan_gui.markdown_text import escaped, self_contained

# Between places where the very same text stands.
_SAME = " = "
_BETWEEN = " › "


def answer_from_passages(question: str, result: SearchResult, sources: Mapping[str, Source]) -> Answer:
    """One citation a passage. `sources` are by id; one that is not among them, or has no title, is shown by its id.

    The text has no words but the passages' and their places; it is empty where nothing was found.
    """
    del question  # the passages speak for themselves; the parameter is there for answers that a model writes
    citations = tuple(Citation.of(passage, sources.get(passage.source)) for passage in result.passages)
    blocks = (_block(*pair) for pair in zip(citations, result.passages, strict=True))
    return Answer(
        text="\n\n".join(blocks),
        complete=True,
        supported=result.supported,
        model="",
        citations=citations,
        passages=result.passages,
        seconds=dict(result.seconds),
        notices=result.notices,
    )


def _block(cited: Citation, passage: Passage) -> str:
    place = _BETWEEN.join(escaped(part) for part in (cited.title, *cited.heading, cited.path) if part.strip())
    others = (_BETWEEN.join(map(escaped, other)) for other in cited.same_as)
    return f"**[{cited.number}]** {_SAME.join((place, *others))}\n\n{self_contained(passage.text)}"
