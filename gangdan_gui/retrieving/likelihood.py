"""How likely the sources hold an answer, from what a search shows: a logistic function of its signs.

Fitted on questions that are answered, on such of neighbouring subjects, and on ones of another domain, in English and
Chinese, of two encyclopaedias, Python's documentation and three long texts; `benchmarks/support.py --fit` prints what
it would be anew. Balanced accuracy on kinds of texts that it was not fitted on: within a language .89 (neighbouring
subjects) and .96 (another domain), across languages .82 and .93.
"""

from __future__ import annotations

from dataclasses import dataclass

from gangdan_gui.domain.search import Support
from gangdan_gui.retrieving.signs import Signs

# How much of what strange questions reach in a collection is taken from the score of one asked there.
SHARE = 0.5
# Of what is above, one in thirty is not answered.
_YES = 1.0


@dataclass(frozen=True, slots=True)
class Fit:
    """Means and spreads of the four signs, what each spread weighs, and what is added.

    `line` is what a score, less its share of the doubt, has to be above.
    """

    means: tuple[float, float, float, float]
    spreads: tuple[float, float, float, float]
    weights: tuple[float, float, float, float]
    constant: float
    line: float


WITHIN = Fit(
    (0.294, 0.090, 0.314, 0.212), (0.140, 0.060, 0.237, 0.275), (2.541, -0.814, 2.572, 0.519), -0.270, line=0.90
)
"""Of questions in the language of the text."""
ACROSS = Fit((0.268, 0.080, 0.224, 0.144), (0.125, 0.060, 0.112, 0.144), (2.343, 0.0, 1.208, 0.659), 0.001, line=0.43)
"""Of questions in another one, on the encyclopaedia and Python's documentation in both languages.

Words are those of the bridge. There a lead says nothing that holds elsewhere, too.
"""


def raw_score(found: Signs, fit: Fit) -> float:
    """The score, whatever the collection."""
    parts = zip(found.figures, fit.means, fit.spreads, fit.weights, strict=True)
    return fit.constant + sum(weight * (figure - mean) / spread for figure, mean, spread, weight in parts)


def score(found: Signs, fit: Fit, doubt: float) -> float:
    """The score in a collection where three of four strange questions have less than `doubt`; 0 is undecided."""
    return raw_score(found, fit) - SHARE * doubt - fit.line


def verdict(reached: float) -> Support:
    """What a score says: WEAK is still more likely answered than not."""
    if reached > _YES:
        return Support.YES
    return Support.WEAK if reached > 0 else Support.NO
