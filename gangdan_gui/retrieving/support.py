"""Judges from distance alone whether the sources answer a question: for collections that were not measured.

Measured for the built-in embedder with 800/150 windows, by the nearest passage's cosine distance: 803 questions of
two kinds (Python documentation, encyclopaedia) in English and Chinese, asked of the library that answers them, of one
of the other kind ("far"), and of one of the same kind from which the article was left out ("near").

| share within | ≤ 0.70 | ≤ 0.78 | across languages ≤ 0.70 | ≤ 0.78 |
|---|---|---|---|---|
| answered by the library | .84 | .96 | .78 | .92 |
| far | .03 | .20 | .02 | .14 |
| near | .14 | .48 | .10 | .38 |

So what is YES is right as a rule, NO refuses one answerable question in 25 (one in 12 across languages), and
questions on neighbouring subjects are mostly WEAK: distance alone can't tell them apart.
"""

from __future__ import annotations

from dataclasses import dataclass

from gangdan_gui.domain.search import Support


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Cosine distances: YES up to `yes`, WEAK up to `weak`, NO beyond."""

    yes: float
    weak: float


THRESHOLDS = {"builtin": Thresholds(yes=0.70, weak=0.78)}
"""By embedder label. Distances of two embedders can't be compared: what is near for one is far for another."""


def by_distance(nearest: float, embedder_label: str) -> Support:
    """What the distance of the nearest chunk alone says; YES where nothing is known of the embedder's distances."""
    known = THRESHOLDS.get(embedder_label)
    if known is None or nearest <= known.yes:
        return Support.YES
    return Support.WEAK if nearest <= known.weak else Support.NO
