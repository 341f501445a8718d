"""How likely the sources hold an answer, from what a search shows: a logistic function of its signs.

Fitted on questions that are answered, on such of neighbouring subjects, and on ones of another domain, in English and
Chinese, of an encyclopaedia and of Python's documentation; `benchmarks/support.py --fit` prints what it would be anew.
Balanced accuracy there: .94 within a language, across languages .80 (neighbouring subjects) and .91 (another domain).
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
    (0.323, 0.099, 0.392, 0.270), (0.141, 0.078, 0.268, 0.312), (2.882, -0.793, 2.676, 0.575), 0.264, line=1.05
)
"""Of questions in the language of the text."""
ACROSS = Fit((0.291, 0.080, 0.215, 0.124), (0.135, 0.062, 0.113, 0.126), (2.793, -0.307, 0.292, 0.838), 0.006, line=1.0)
"""Of questions in another one; words are those of the bridge."""


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
