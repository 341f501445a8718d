"""Shows the words of a search as its question writes them: the index has Chinese in one script."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import replace

from gangdan_gui.domain.search import SearchResult
from gangdan_gui.domain.trace import Trace
from gangdan_gui.simplified import simplified

_Spelling = Callable[[Iterable[str]], tuple[str, ...]]


def as_asked(result: SearchResult) -> SearchResult:
    """The same with the words in the question's own characters, wherever it has them in Traditional ones."""
    written = unicodedata.normalize("NFKC", result.question)
    plain = simplified(written)
    if plain == written:
        return result

    def spelled(words: Iterable[str]) -> tuple[str, ...]:
        places = ((word, plain.find(word)) for word in words)
        return tuple(written[at : at + len(word)] if at >= 0 else word for word, at in places)

    return replace(
        result,
        passages=tuple(replace(one, terms=spelled(one.terms)) for one in result.passages),
        bridged=tuple(replace(one, asked=spelled([one.asked])[0]) for one in result.bridged),
        trace=_traced(result.trace, spelled) if result.trace else None,
    )


def _traced(trace: Trace, spelled: _Spelling) -> Trace:
    def weighed(words: tuple[tuple[str, float], ...]) -> tuple[tuple[str, float], ...]:
        return tuple(zip(spelled(word for word, _ in words), (weight for _, weight in words), strict=True))

    return replace(
        trace,
        asked=tuple(replace(one, words=weighed(one.words)) for one in trace.asked),
        candidates=tuple(replace(one, terms=spelled(one.terms)) for one in trace.candidates),
    )
