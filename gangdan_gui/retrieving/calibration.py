"""How a collection looks to questions that it does not answer, measured when it was built.

What is measured lies in a table of the library as JSON; what another version has written counts as not there.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import zip_longest
from statistics import quantiles

from gangdan_gui.retrieving.signs import Signs

VERSION = 3
LEAST_CHUNKS = 40
"""In fewer there is so little to be near to by chance that what strange questions reach is known without asking."""
# A collection that grew or shrank by a fifth is another one.
_CHANGED = 0.2
# Where most strange questions of the measured libraries lie: a measure far from it was no measure.
_LEAST, _MOST = -7.0, 0.5
# Across languages by an embedder that knows one of them only, strange questions are asked by words of the collection
# itself and reach farther than any that a user has: what they reach would have a third of what is held refused.
_MOST_ACROSS = -1.0
# What three of four strange questions stay below. In the language of the text it grows by the logarithm of how many
# chunks there are that something may be near to (measured: 5 to 53 chunks); of more all that is known is the mean.
_TYPICAL_OF_ONE, _TYPICAL_GROWTH, _MOST_TYPICAL = -7.8, 1.02, -2.7
_TYPICAL_ACROSS_FEW, _TYPICAL_ACROSS = -2.8, -1.2
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


KNOWN_SCALES = {"ollama:all-minilm": Scale(strange=0.13, own=0.50)}
"""Of embedders as they were measured, by their label, for collections that were not."""
Scores = tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Calibration:
    """What each strange question scored, those of all languages in their order: in the text's language, and across.

    None where a question was not of that kind. `chunks` is how many there were when it was measured. `scale` is needed
    for other embedders than the built-in one.
    """

    chunks: int
    within: Scores = ()
    across: Scores = ()
    scale: Scale | None = None

    def fits(self, chunks: int) -> bool:
        """Whether the collection is still about what it was."""
        return abs(chunks - self.chunks) <= _CHANGED * self.chunks

    @property
    def text(self) -> str:
        """As JSON."""
        return json.dumps({"version": VERSION, **asdict(self)})


@lru_cache(maxsize=128)  # each question asks for those of all collections
def read_calibration(text: str) -> Calibration | None:
    """One that was written as `text`; None for what this version can't use."""
    try:
        said = json.loads(text)
        if said.pop("version") != VERSION:
            return None
        scale = said.pop("scale")
        within, across = (tuple(said.pop(name)) for name in ("within", "across"))
        found = Calibration(within=within, across=across, scale=Scale(**scale) if scale else None, **said)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    numbers = [found.chunks, *(one for one in (*found.within, *found.across) if one is not None)]
    numbers += asdict(found.scale).values() if found.scale else ()
    return found if all(isinstance(one, int | float) and math.isfinite(one) for one in numbers) else None


def typical_doubt(chunks: int, *, across: bool) -> float:
    """What it is in so many chunks where too few strange questions were asked."""
    if across:
        return _TYPICAL_ACROSS_FEW if chunks < LEAST_CHUNKS else _TYPICAL_ACROSS
    return min(_MOST_TYPICAL, max(_LEAST, _TYPICAL_OF_ONE + _TYPICAL_GROWTH * math.log(max(1, chunks))))


def doubt(measured: Sequence[Calibration], chunks: int, *, across: bool) -> float:
    """What three of four strange questions stay below in collections that are searched together, of so many chunks.

    Each question counts by the collection that it reaches farthest in: of several one easily has something near. One
    in four may be answered after all; a library that answers more is not taken for one that answers none.
    """
    of_each = zip_longest(*(one.across if across else one.within for one in measured))
    reached = [max(known) for some in of_each if (known := [score for score in some if score is not None])]
    if len(reached) < _FEWEST:
        return typical_doubt(chunks, across=across)
    most = _MOST_ACROSS if across and any(one.scale for one in measured) else _MOST
    return min(most, max(_LEAST, quantiles(reached, n=4)[2]))
