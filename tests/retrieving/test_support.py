"""Support follows distance, for embedders whose distances are known."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from gangdan_gui.domain.search import Support
from gangdan_gui.embedding.builtin_model import IDENTITY, BuiltinModel
from gangdan_gui.retrieving.support import THRESHOLDS, by_distance


@pytest.mark.parametrize(
    ("nearest", "expected"),
    [(0.0, Support.YES), (0.70, Support.YES), (0.71, Support.WEAK), (0.78, Support.WEAK), (0.781, Support.NO),
     (2.0, Support.NO)],
)  # fmt: skip
def test_by_the_nearest_passage(nearest: float, expected: Support) -> None:
    assert by_distance(nearest, "builtin") is expected


def test_an_unknown_embedder_is_taken_at_its_word() -> None:
    assert by_distance(1.9, "ollama:nomic-embed-text") is Support.YES


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
    judged = [by_distance(distance, "builtin") for distance in nearest(asked, LIBRARY)]
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
        judged = [by_distance(distance, "builtin") for distance in nearest(questions, texts[:300])]
        right = sum((support is not Support.NO) == wanted for support in judged)
        assert right >= 0.75 * len(judged)
