"""How well it is told whether the sources hold an answer: `python -m benchmarks.support [FOLDER] [--quick] [--fit]`.

FOLDER holds retrieval sets. Each library is asked questions that it answers, questions about articles that it was not
given (near) and questions of another domain (far), in its language and in the other. The figure is balanced accuracy,
where WEAK counts as held: what is shown to be fitted elsewhere is fitted on the other libraries only. `--fit` also
prints what `retrieving.likelihood` should say.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.pools import Sets, built
from benchmarks.remembering import Remembering
from benchmarks.retrieval import QUICK, SHARED
from gangdan_gui.app import open_measured
from gangdan_gui.embedding.embedders import embedder
from gangdan_gui.embedding.labels import BUILTIN
from gangdan_gui.retrieving.glossary import OTHER
from gangdan_gui.retrieving.likelihood import ACROSS, SHARE, WITHIN, Fit
from gangdan_gui.retrieving.probes import some_probes
from gangdan_gui.services.evaluation.library import MeasuredLibrary
from gangdan_gui.services.evaluation.sets import Corpus
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.settings import Settings

_SIGNS = ("nearest", "lead", "words", "nearest_words")
_LEAD = 1
_MOST, _PROBES = 120, 40
Matrix = np.ndarray


@dataclass(frozen=True, slots=True)
class Asked:
    """A library with the questions of one language: what each kind showed, a row of signs a question.

    `judged` is the score that the product gave, by kind.
    """

    name: str
    across: bool
    signs: dict[str, Matrix]
    judged: dict[str, Matrix]


@dataclass(frozen=True, slots=True)
class Library:
    """Articles of a domain, and the sets with questions on them (`domain`) and on another (`other`)."""

    name: str
    language: str
    corpus: Corpus
    left_out: frozenset[str]
    domain: tuple[str, ...]
    other: tuple[str, ...]


class Libraries:
    """What is measured."""

    def __init__(self, sets: Sets) -> None:
        self._sets = sets

    def all(self) -> list[Library]:
        """Halves of the encyclopaedia, its questions being those on both halves; and Python's documentation."""
        found = []
        for language in OTHER:
            whole = self._sets.corpus(f"xquad-{language}")
            for half in (0, 1):
                kept = replace(whole, documents=whole.documents[half::2])
                out = frozenset(one.id for one in whole.documents[1 - half :: 2])
                found.append(Library(f"wiki {half}", language, kept, out, ("xquad",), ("pyfaq", "pytut")))
            python = self._sets.corpus(f"pyfaq-{language}")
            found.append(Library("python", language, python, frozenset(), ("pyfaq", "pytut"), ("xquad",)))
        return found

    def questions(self, library: Library, *, across: bool) -> dict[str, list[str]]:
        """By kind; as many as are enough."""
        asked = f"{OTHER[library.language]}2{library.language}" if across else library.language
        held = {document.id for document in library.corpus.documents}
        kinds: dict[str, list[str]] = {"held": [], "near": [], "far": []}
        for name in (*library.domain, *library.other):
            whole = self._sets.corpus(f"{'xquad' if name == 'xquad' else 'pyfaq'}-{library.language}")
            for one in self._sets.asked(f"{name}-{asked}", [whole]).questions:
                here = one.spans[0].document in held
                kinds["held" if here else "near" if name in library.domain else "far"].append(one.text)
        return {kind: some[:: max(1, len(some) // _MOST)][:_MOST] for kind, some in kinds.items() if some}


async def measured(library: Library, libraries: Libraries, remembered: Remembering) -> list[Asked]:
    """What a library shows to all kinds of questions, in both languages."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_measured(Path(folder), Settings(), lambda _: remembered) as opened:
            await built(opened, [library.corpus], BuildOptions(embedder=BUILTIN))
            found = []
            for across in (False, True):
                kinds = libraries.questions(library, across=across)
                kinds["strange"] = list(some_probes(OTHER[library.language] if across else library.language, _PROBES))
                shown = {kind: await _shown(opened, questions) for kind, questions in kinds.items()}
                name = f"{library.name} {library.language}"
                signs = {kind: rows[:, :4] for kind, rows in shown.items()}
                judged = {kind: rows[:, 4] for kind, rows in shown.items()}
                found.append(Asked(name, across, signs, judged))
            return found


async def _shown(opened: MeasuredLibrary, questions: Sequence[str]) -> Matrix:
    rows = []
    for question in questions:
        result = await opened.search(question, SearchOptions(count=5, explain=True))
        figures = result.trace.support if result.trace else {}
        if "score" in figures:
            rows.append([figures[name] for name in (*_SIGNS, "score")])
    return np.array(rows or np.zeros((0, 5)))


def balanced(held: Matrix, absent: Matrix) -> float:
    """Balanced accuracy of scores whose line is at 0."""
    return float((np.mean(held > 0) + np.mean(absent <= 0)) / 2)


def fitted(asked: Sequence[Asked]) -> Fit:
    """A fit on these libraries, each library and each kind of the same weight."""
    rows, held, weights, of = [], [], [], []
    for at, one in enumerate(asked):
        absent = [kind for kind in ("near", "far") if kind in one.signs]
        for kind in ("held", *absent):
            count = len(one.signs[kind])
            rows.append(one.signs[kind])
            held.append(np.full(count, kind == "held", dtype=float))
            weights.append(np.full(count, (1.0 if kind == "held" else 1 / len(absent)) / max(1, count)))
            of.append(np.full(count, at))
    signs, truth, weight, where = np.vstack(rows), np.concatenate(held), np.concatenate(weights), np.concatenate(of)
    if asked[0].across:  # there a lead says nothing that holds in other libraries, too
        signs[:, _LEAD] = 0
    means, spreads = signs.mean(0), np.maximum(signs.std(0), 1e-6)
    weights_of = _logistic((signs - means) / spreads, truth, weight * len(weight) / weight.sum())
    fit = Fit(tuple(means), tuple(spreads), tuple(weights_of[:-1]), float(weights_of[-1]), 0.0)
    raw = _raw(fit, signs) - SHARE * np.array([_doubt(fit, one) for one in asked])[where]
    lines = np.arange(-3, 3.01, 0.05)
    worth = np.array([_worth(raw - line, truth, weight, where) for line in lines])
    return replace(fit, line=float(lines[worth >= worth.max() - 0.002].mean()))


def _logistic(signs: Matrix, truth: Matrix, weight: Matrix) -> Matrix:
    """Newton's method, lightly held to small weights."""
    given = np.c_[signs, np.ones(len(signs))]
    found: Matrix = np.zeros(given.shape[1])
    hold = np.r_[np.full(given.shape[1] - 1, 1e-3 * weight.sum()), 1e-6]
    for _ in range(50):
        likely = 1 / (1 + np.exp(-np.clip(given @ found, -30, 30)))
        slope = given.T @ (weight * (likely - truth)) + hold * found
        bend = (given.T * (weight * likely * (1 - likely))) @ given + np.diag(hold)
        found = found - np.linalg.solve(bend, slope)
    return found


def _raw(fit: Fit, signs: Matrix) -> Matrix:
    raw: Matrix = fit.constant + (signs - np.array(fit.means)) / np.array(fit.spreads) @ np.array(fit.weights)
    return raw


def _doubt(fit: Fit, one: Asked) -> float:
    return float(np.quantile(_raw(fit, one.signs["strange"]), 0.75))


def _worth(scores: Matrix, truth: Matrix, weight: Matrix, where: Matrix) -> float:
    """Balanced accuracy, the mean of all libraries."""
    right = np.where(truth > 0, scores > 0, scores <= 0).astype(float)
    found = []
    for at in np.unique(where):
        for kind in (0, 1):
            chosen = (where == at) & (truth == kind)
            found.append(np.average(right[chosen], weights=weight[chosen]))
    return float(np.mean(found))


def _show(asked: Sequence[Asked]) -> None:
    print(f"{'':24}{'as shipped':>18}{'fitted elsewhere':>20}\n{'':24}{'near':>9}{'far':>9}{'near':>11}{'far':>9}")
    for one in asked:
        others = [other for other in asked if other.across == one.across and other.name != one.name]
        fit = fitted(others)
        told = []
        for kind in ("near", "far"):
            if kind not in one.signs:
                told += ["–", "–"]
                continue
            scores = {k: _raw(fit, one.signs[k]) - SHARE * _doubt(fit, one) - fit.line for k in ("held", kind)}
            told += [f"{balanced(one.judged['held'], one.judged[kind]):.3f}",
                     f"{balanced(scores['held'], scores[kind]):.3f}"]  # fmt: skip
        name = f"{one.name}{' across' if one.across else ''}"
        print(f"{name:24}{told[0]:>9}{told[2]:>9}{told[1]:>11}{told[3]:>9}", flush=True)


async def _run(folder: Path, every: int, vectors: Path | None, *, fit: bool) -> None:
    remembered = Remembering(embedder(BUILTIN), vectors)
    libraries = Libraries(Sets(folder, every))
    asked: list[Asked] = []
    try:
        for library in libraries.all():
            asked += await measured(library, libraries, remembered)
            print(f"measured {library.name} {library.language}", flush=True)
    finally:
        await remembered.end()
    _show(asked)
    if fit:
        for name, shipped, across in (("WITHIN", WITHIN, False), ("ACROSS", ACROSS, True)):
            some = [one for one in asked if one.across == across]
            print(name, fitted(some), "\n  shipped:", shipped, "\n  doubts:", [_doubt(shipped, one) for one in some])


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path, nargs="?", default=SHARED, help="retrieval sets")
    arguments.add_argument("--quick", action="store_true", help="so few questions that the figures say little")
    arguments.add_argument("--vectors", type=Path, metavar="FILE", help="keep vectors here, for the next run")
    arguments.add_argument("--fit", action="store_true", help="also what the coefficients should be")
    given = arguments.parse_args()
    asyncio.run(_run(given.folder, QUICK if given.quick else 1, given.vectors, fit=given.fit))


if __name__ == "__main__":
    main()
