"""Support follows distance, for embedders whose distances are known."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gangdan_gui.domain.documents import DOCUMENTATION, SourceKind
from gangdan_gui.domain.search import Passage, Support
from gangdan_gui.embedding.builtin_model import IDENTITY, BuiltinModel
from gangdan_gui.retrieving.support import THRESHOLDS, evidence, judge


def passages(*distances: float) -> list[Passage]:
    return [Passage(1, "s", "p", "", "", (), 0, 1, "x", "", 1 - distance, distance) for distance in distances]


@pytest.mark.parametrize(
    ("distances", "expected"),
    [
        ([], Support.NO),
        ([0.0], Support.YES),
        ([0.70, 0.9], Support.YES),
        ([0.71], Support.WEAK),
        ([0.78], Support.WEAK),
        ([0.781, 1.2], Support.NO),
        ([2.0], Support.NO),
        ([0.9, 0.5], Support.YES),
    ],
)
def test_by_the_nearest_passage(distances: list[float], expected: Support) -> None:
    assert judge(passages(*distances), "builtin") is expected


def test_an_unknown_embedder_is_taken_at_its_word() -> None:
    assert judge(passages(1.9), "ollama:nomic-embed-text") is Support.YES
    assert judge([], "ollama:nomic-embed-text") is Support.NO


@pytest.mark.parametrize("label", ["builtin", "ollama:nomic-embed-text"])
def test_shared_words_alone_are_weak_and_take_nothing_from_what_is_near(label: str) -> None:
    by_words = [replace(one, distance=None, keyword_rank=1, score=1.0) for one in passages(0.0)]
    assert judge(by_words, label) is Support.WEAK
    assert judge([*passages(0.1), *by_words], label) is Support.YES
    assert judge([*passages(1.9), *by_words], "builtin") is Support.WEAK


def test_notes_count_only_without_documentation_and_a_model_s_words_never() -> None:
    of = {kind: replace(passages(0.1)[0], kind=kind) for kind in SourceKind}
    notes, answers = SourceKind.NOTES, SourceKind.ANSWERS
    for kind in DOCUMENTATION:
        assert evidence(list(of.values()), {kind, notes, answers}) == tuple(
            of[kind] for kind in of if kind in DOCUMENTATION
        )
        # Documentation that was searched and gave nothing has no answer, whatever a note says.
        assert evidence([of[notes], of[answers]], {kind, notes, answers}) == ()
    assert evidence([of[notes], of[answers]], {notes, answers}) == (of[notes],)
    assert judge(evidence([of[answers]], {answers}), "builtin") is Support.NO


def test_the_thresholds_belong_to_the_built_in_embedder() -> None:
    assert IDENTITY.label in THRESHOLDS


LIBRARY = [
    "Boil the rice for twelve minutes, then let it stand with the lid on so that the steam finishes the work.",
    "To knead bread dough, push it away with the heel of your hand, fold it back and turn it a quarter.",
    "西红柿炒鸡蛋：先把鸡蛋炒熟盛出，再炒西红柿，最后放在一起加盐翻匀。",
    "煮饺子要等水开了再下锅，水再开时加一次凉水，一共加三次。",
]


def nearest(questions: list[str], texts: list[str]) -> list[float]:
    vectors = BuiltinModel().embed([*questions, *texts])
    matrix = np.frombuffer(vectors.data, dtype=np.float32).reshape(-1, vectors.dimension)
    similar = matrix[: len(questions)] @ matrix[len(questions) :].T
    return [float(1 - best) for best in similar.max(axis=1)]


def test_the_real_model_tells_a_question_of_the_subject_from_a_strange_one() -> None:
    asked = [
        "How long does rice need to boil?",
        "饺子怎么煮？",
        "Who won the football cup in 1986?",
        "如何计算矩阵的特征值？",
    ]
    judged = [judge(passages(distance), "builtin") for distance in nearest(asked, LIBRARY)]
    assert judged == [Support.YES, Support.YES, Support.NO, Support.NO]


@pytest.mark.shared
@pytest.mark.slow
def test_questions_on_python_are_answered_by_its_tutorial_and_not_by_an_encyclopaedia(shared: Path) -> None:
    def read(name: str, file: str) -> list[dict[str, str]]:
        return [json.loads(line) for line in (shared / "bench" / name / file).read_text("utf-8").splitlines()]

    questions = [line["query"] for line in read("pytut-en", "queries.jsonl")]
    for name, wanted in (("pyfaq-en", True), ("xquad-en", False)):
        texts = [
            doc["text"][at : at + 800] for doc in read(name, "docs.jsonl") for at in range(0, len(doc["text"]), 1600)
        ]
        judged = [judge(passages(distance), "builtin") for distance in nearest(questions, texts[:300])]
        right = sum((support is not Support.NO) == wanted for support in judged)
        assert right >= 0.75 * len(judged)
