"""How a collection looks to questions that it does not answer, measured when it was built.

What is measured lies in a table of the library as JSON; what another version has written counts as not there.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import quantiles

from gangdan_gui.retrieving.signs import Signs

VERSION = 1
LEAST_CHUNKS = 40
"""In fewer the nearest ten are most of what there is, and nothing stands out."""
# A collection that grew or shrank by a fifth is another one.
_CHANGED = 0.2
# Where most strange questions of the measured libraries lie: a measure far from it was no measure.
_LEAST, _MOST = -6.0, 0.5
# Of the built-in embedder: the cosine of what is nearest to strange questions, and to a sentence of the text.
_STRANGE, _OWN = 0.20, 0.50
_LEAST_SPAN = 0.02
# Fewer questions tell no share of them.
_FEWEST = 8


@dataclass(frozen=True, slots=True)
class Scale:
    """Where an embedder's cosines lie: `strange` of questions that have nothing to do with the text, `own` of it."""

    strange: float
    own: float

    def as_built_in(self, found: Signs) -> Signs:
        """The same signs as the built-in embedder would have had them, by whose cosines they are judged."""
        stretch = (_OWN - _STRANGE) / max(_LEAST_SPAN, self.own - self.strange)
        nearest = _STRANGE + (found.nearest - self.strange) * stretch
        return Signs(nearest, found.lead * stretch, found.words, found.nearest_words)


@dataclass(frozen=True, slots=True)
class Calibration:
    """`doubt` is the score that three of four strange questions stay below, `doubt_across` in another language.

    `chunks` is how many there were when it was measured. `scale` is needed for other embedders than the built-in one.
    """

    chunks: int
    doubt: float
    doubt_across: float
    scale: Scale | None = None

    def fits(self, chunks: int) -> bool:
        """Whether the collection is still about what it was."""
        return abs(chunks - self.chunks) <= _CHANGED * self.chunks

    @property
    def text(self) -> str:
        """As JSON."""
        return json.dumps({"version": VERSION, **asdict(self)})


TYPICAL = Calibration(chunks=0, doubt=-2.4, doubt_across=-1.4)


def read_calibration(text: str) -> Calibration | None:
    """One that was written as `text`; None for what this version can't use."""
    try:
        said = json.loads(text)
        if said.pop("version") != VERSION:
            return None
        scale = said.pop("scale")
        found = Calibration(scale=Scale(**scale) if scale else None, **said)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    numbers = (found.chunks, found.doubt, found.doubt_across, *((asdict(found.scale).values()) if found.scale else ()))
    return found if all(isinstance(one, int | float) and math.isfinite(one) for one in numbers) else None


def doubt(scores: Sequence[float], otherwise: float) -> float:
    """What three of four scores of strange questions stay below; `otherwise` where there are too few to say.

    One in four may be answered after all, and a library that answers more is not taken for one that answers none.
    """
    if len(scores) < _FEWEST:
        return otherwise
    return min(_MOST, max(_LEAST, quantiles(scores, n=4)[2]))
