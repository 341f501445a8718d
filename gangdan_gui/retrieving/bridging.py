"""What stands for a question among documents of another language: words and their weights, whoever found them."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from gangdan_gui.domain.search import Bridged
from gangdan_gui.retrieving.stemming import stem
from gangdan_gui.retrieving.words import latin_names


@dataclass(frozen=True, slots=True)
class Bridging:
    """What stands for a question among documents of one other language.

    `words` are to be shown: of each term of the question what was found for it. `terms` are weights (0 to 1) by term,
    the terms as the index of words has them. Both are empty where nothing was found.
    """

    words: tuple[Bridged, ...] = ()
    terms: Mapping[str, float] = field(default_factory=dict)

    def groups(self, own: Collection[str]) -> tuple[Mapping[str, float], ...]:
        """What to look for: the terms that stand for one word of the question, which count as one, each with a weight.

        Of the question's `own` terms each stands for itself, with what was found for it: names and code are written
        alike in all languages.
        """
        if not self.words:
            return ()
        found = [dict(one.found) for one in self.words]
        for one, group in zip(self.words, found, strict=True):
            group |= {term: 1.0 for term in (one.asked, stem(one.asked)) if term in own}
        known = {term for group in found for term in group}
        return *found, *({term: 1.0} for term in own if term not in known)

    def text(self, question: str) -> str:
        """The question for an embedder that can't read it: the best word for each of its own, and its names.

        Names and numbers in Latin letters are what it says best, and stand where they stood.
        """
        if not self.words:
            return ""
        written = unicodedata.normalize("NFKC", question)
        said = [(written.casefold().find(one.asked), one.found[0][0]) for one in self.words]
        said += [(at, name) for name, at in latin_names(written).items()]
        return " ".join(dict.fromkeys(word for _, word in sorted(said)))


def heaviest(groups: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """All terms of some groups, each with the greatest weight that it has in any."""
    terms: dict[str, float] = {}
    for group in groups:
        for term, weight in group.items():
            terms[term] = max(weight, terms.get(term, 0.0))
    return terms
