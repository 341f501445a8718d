"""Tells of every candidate of a search what became of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from gangdan_gui.domain.search import Hit, Passage
from gangdan_gui.domain.trace import Candidate, Fate
from gangdan_gui.retrieving.editions import touches
from gangdan_gui.retrieving.passages import beginning, edition_of, rounded, same_text
from gangdan_gui.retrieving.ranking import Found
from gangdan_gui.retrieving.signs import Weighed


def candidates(
    found: Sequence[Found],
    too_far: Collection[str] = (),
    *,
    fused: Mapping[str, float] | None = None,
    passages: Sequence[Passage] = (),
) -> tuple[Candidate, ...]:
    """The candidates, best first. `too_far` are those beyond the ceiling.

    Of what was ranked `fused` are the scores by chunk, and `passages` is what is shown.
    """
    scores = fused or {}
    near, by_words = ranks(found)
    shown = _Shown(passages)
    said = _Said(found)
    made = []
    for one in found:
        hit = one.hit
        worded = said.worded(one)
        fate, passage = (Fate.TOO_FAR, 0) if hit.chunk in too_far else shown.fate(one)
        made.append(
            Candidate(
                chunk=hit.chunk,
                source=hit.source,
                path=hit.path,
                heading=hit.heading,
                start=hit.start,
                end=hit.end,
                language=hit.language,
                dense_rank=near.get(hit.chunk),
                distance=hit.distance,
                keyword_rank=by_words.get(worded.hit.chunk, hit.keyword_rank),
                keyword_score=worded.bridged or worded.words,
                terms=worded.hit.terms,
                fused=scores.get(hit.chunk, 0.0),
                fate=fate,
                passage=passage,
            )
        )
    return tuple(sorted(made, key=lambda one: _merit(one, one.fused)))


def weighed(found: Iterable[Found], fused: Mapping[str, float] | None = None) -> list[Weighed]:
    """The chunks that were found, in the order of `candidates` and with their scores."""
    scores = fused or {}
    those = list(found)
    said = _Said(those)
    if len({one.hit.language for one in those}) > 1:  # among those of one language it makes no difference
        those.sort(key=lambda one: _merit(one.hit, scores.get(one.hit.chunk, 0.0)))
    worded = ((one.hit, said.worded(one)) for one in those)
    return [Weighed(hit.chunk, hit.source, hit.language, hit.distance, one.bridged or one.words) for hit, one in worded]


def _merit(one: Hit | Candidate, fused: float) -> tuple[float, float, str, str, int]:
    return -fused, rounded(one.distance), one.source, one.path, one.start


def ranks(found: Sequence[Found]) -> tuple[dict[str, int], dict[str, int]]:
    """The places by meaning and by words among those of the same language."""
    near: dict[str, int] = {}
    by_words: dict[str, int] = {}
    for language in {one.hit.language for one in found}:
        here = [one for one in found if one.hit.language == language]
        far = sorted((one for one in here if one.hit.distance is not None), key=lambda one: _order(one, by_words=False))
        said = sorted((one for one in here if one.words or one.bridged), key=lambda one: _order(one, by_words=True))
        near |= {one.hit.chunk: rank for rank, one in enumerate(far, 1)}
        by_words |= {one.hit.chunk: rank for rank, one in enumerate(said, 1)}
    return near, by_words


def _order(one: Found, *, by_words: bool) -> tuple[float, str, str, int]:
    best = -(one.bridged or one.words) if by_words else rounded(one.hit.distance)
    return best, one.hit.source, one.hit.path, one.hit.start


class _Said:
    """What was found by words, by its text. Most texts are told apart by where they begin."""

    def __init__(self, found: Sequence[Found]) -> None:
        self._by_beginning: defaultdict[tuple[str, ...], list[Found]] = defaultdict(list)
        for one in found:
            if one.hit.terms:
                self._by_beginning[beginning(one.hit.text)].append(one)

    def worded(self, one: Found) -> Found:
        """The one by whose words it is told: of texts that are the same only the first is found by words."""
        if one.hit.terms:
            return one
        like = self._by_beginning.get(beginning(one.hit.text), ())
        whole = same_text(one.hit.text) if like else ""
        return next((other for other in reversed(like) if same_text(other.hit.text) == whole), one)


class _Shown:
    """Where passages stand, and what they say."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._by_place: defaultdict[tuple[str, str], list[Passage]] = defaultdict(list)
        self._copies: defaultdict[tuple[str, str], list[Passage]] = defaultdict(list)
        for passage in passages:
            self._by_place[passage.source, passage.path].append(passage)
            for place in passage.same_as:
                self._copies[place].append(passage)

    def fate(self, one: Found) -> tuple[Fate, int]:
        """What became of a chunk, and in which passage it is shown; where little of it is, a better one holds that."""
        place = one.hit.source, one.hit.path
        held = [(_shared(one, passage), passage) for passage in self._by_place[place]]
        shared, passage = max(held, key=lambda pair: (pair[0], -pair[1].number), default=(0, None))
        if passage and shared:
            whole = min(len(one.hit.text), len(passage.text))
            return (Fate.SHOWN if 2 * shared >= whole else Fate.COVERED), passage.number
        copied = [passage for passage in self._copies[place] if passage.text.strip() in one.hit.text]
        copied += [passage for passage in self._copies[place] if one.hit.text.strip() in passage.text]
        copied += [passage for passage in self._copies[place] if _is_edition(one.hit, passage)]
        return (Fate.COPY, copied[0].number) if copied else (Fate.RANKED_TOO_LOW, 0)


def _is_edition(hit: Hit, passage: Passage) -> bool:
    said = edition_of(passage, passage.text, passage.terms)
    return touches(said, edition_of(hit, hit.text, hit.terms))


def _shared(one: Found, passage: Passage) -> int:
    """How many characters of a chunk a passage shows."""
    return max(0, min(one.hit.end, passage.end) - max(one.hit.start, passage.start))
