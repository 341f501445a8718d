"""Judges whether the sources that were searched hold an answer, by what each was measured to look like."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from gangdan_gui.domain.documents import DOCUMENTATION, NOTES_OF_SOMEBODY, SourceKind
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.search import Support
from gangdan_gui.embedding.builtin_model import IDENTITY
from gangdan_gui.retrieving.calibration import KNOWN_SCALES, Calibration, doubt, read_calibration
from gangdan_gui.retrieving.likelihood import ACROSS, WITHIN, score, verdict
from gangdan_gui.retrieving.passages import rounded
from gangdan_gui.retrieving.signs import Weighed, signs
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.records import Generation, SourceRecord

BEST_FIRST = (Support.YES, Support.WEAK, Support.NO)


@dataclass(frozen=True, slots=True)
class Judgement:
    """`supported` is by what counts as evidence, `notes` by the user's notes alone; `figures` have decided."""

    supported: Support
    notes: Support
    figures: dict[str, float] = field(default_factory=dict)

    def at_most(self, most: Support) -> Judgement:
        """The same where that is no better."""
        worse = [max(one, most, key=BEST_FIRST.index) for one in (self.supported, self.notes)]
        return replace(self, supported=worse[0], notes=worse[1])


@dataclass(frozen=True, slots=True)
class _Group:
    """What compares: of one embedder and one language. `across`: the question is in another one."""

    label: str
    across: bool
    generations: tuple[Generation, ...]
    chunks: int
    seen: tuple[Weighed, ...]


class Judging:
    """Judges searches of one library."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._known: tuple[tuple[int, int] | None, dict[int, Calibration | None]] = None, {}

    async def judge(
        self,
        question: str,
        terms: int,
        seen: Sequence[Weighed],
        records: Sequence[SourceRecord],
        changes: tuple[int, int],
    ) -> Judgement:
        """Whether the sources `records` hold an answer. `seen` is all that was looked at within the ceiling.

        `terms` is how many the question has in the index of words, `changes` are those of the records. Where
        documentation was searched it decides, else the user's own notes. What a model wrote is evidence of nothing.
        """
        kinds = {record.source.id: record.kind for record in records}
        counted = DOCUMENTATION if DOCUMENTATION.intersection(kinds.values()) else NOTES_OF_SOMEBODY
        calibrations = await self._calibrations(records, changes)
        supported, figures = _best(terms, _groups(question, seen, records, counted), calibrations)
        notes, _ = _best(terms, _groups(question, seen, records, {SourceKind.NOTES}), calibrations)
        return Judgement(supported, notes, figures)

    async def _calibrations(self, records: Sequence[SourceRecord], changes: tuple[int, int]) -> dict[int, Calibration]:
        """Those that there are by number of generation; read once for each of the `changes` of the records."""
        known = self._known[1] if self._known[0] == changes else {}
        numbers = [record.live.number for record in records if record.live]
        if lacking := [number for number in numbers if number not in known]:
            kept = await self._parts.manifest.calibrations.of(lacking)
            known |= {number: read_calibration(kept[number]) if number in kept else None for number in lacking}
        self._known = changes, known
        return {number: one for number in numbers if (one := known[number])}


def _groups(
    question: str,
    seen: Sequence[Weighed],
    records: Sequence[SourceRecord],
    kinds: Collection[SourceKind],
) -> Iterator[_Group]:
    asked = detect_language(question)
    counted = [record for record in records if record.live and record.kind in kinds]
    labels = {record.source.id: record.live.identity.label for record in counted if record.live}
    for label in dict.fromkeys(labels.values()):
        of_it = [record for record in counted if labels[record.source.id] == label]
        here = [one for one in seen if labels.get(one.source) == label]
        for language in dict.fromkeys(one.language for one in here):
            yield _Group(
                label,
                bool(asked and language and asked != language),
                tuple(record.live for record in of_it if record.live),
                sum(record.chunks for record in of_it),
                tuple(one for one in here if one.language == language),
            )


def _best(
    terms: int, groups: Iterator[_Group], calibrations: dict[int, Calibration]
) -> tuple[Support, dict[str, float]]:
    """The best that can be said of any group, with its figures; NO where there is none. `terms` has the question."""
    judged = [_judged(group, terms, calibrations) for group in groups]
    return min(judged, key=lambda one: (BEST_FIRST.index(one[0]), -one[1].get("score", 0.0)), default=(Support.NO, {}))


def _judged(group: _Group, terms: int, calibrations: dict[int, Calibration]) -> tuple[Support, dict[str, float]]:
    found = signs(group.seen, terms, group.chunks)
    if found is None:  # sharing words is easy
        return Support.WEAK, {}
    measured = [calibrations[one.number] for one in group.generations if one.number in calibrations]
    scales = [one.scale for one in measured if one.scale]
    if not scales and (known := KNOWN_SCALES.get(group.label)):
        scales = [known]
    if group.label != IDENTITY.label:
        if not scales:  # nobody knows what is near for it, and what shares no word is found by nothing else
            held = found.words > 0 or group.across
            return Support.YES if held else Support.WEAK, {"distance": rounded(1 - found.nearest)}
        found = max(scales, key=lambda scale: scale.strange).as_built_in(found)
    reached_by_strange = doubt(measured, group.chunks, across=group.across)
    fit = ACROSS if group.across else WITHIN
    reached = score(found, fit, reached_by_strange)
    names = ("nearest", "lead", "words", "nearest_words")
    return verdict(reached), {
        **dict(zip(names, found.figures, strict=True)),
        "doubt": reached_by_strange,
        "score": reached,
    }
