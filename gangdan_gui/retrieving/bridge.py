"""The bridge of words: what a question in one language is looked for by among documents in another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gangdan_gui.domain.search import Bridged


@dataclass(frozen=True, slots=True)
class Bridging:
    """What stands for a question among documents of one other language.

    `words` are to be shown: of each term of the question what was found for it. `terms` are weights (0 to 1) by term,
    the terms as the index of words has them. `text` is the words as one text, for an embedder that can't read the
    question's language. All are empty where nothing was found.
    """

    words: tuple[Bridged, ...] = ()
    terms: Mapping[str, float] = field(default_factory=dict)
    text: str = ""
