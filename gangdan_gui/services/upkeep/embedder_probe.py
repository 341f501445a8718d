"""Tries an embedder: whether its vectors mean something, in English and in Chinese, and how fast it is."""

from __future__ import annotations

import time
from array import array
from dataclasses import dataclass

from gangdan_gui.domain.ports import Embedder
from gangdan_gui.domain.vectors import EmbedderIdentity

# A question, a passage that answers it in other words, and one about something else.
_ENGLISH = (
    "How do I sort a list of numbers?",
    "Put the numbers of a list in ascending order.",
    "The river froze early that winter.",
)
_CHINESE = ("怎样给一列数字排序？", "把列表里的数字按从小到大的顺序排好。", "那年冬天，河水早早就结了冰。")
# About as long as a passage of documentation, and no two alike: a server may remember what it has just embedded.
_TIMED = 8
_PASSAGE = "Row {number} of the table holds one measurement of the water's height, taken by pupils at the harbour. " * 4


@dataclass(frozen=True, slots=True)
class Probed:
    """What was found of an embedder; `speed` is in passages of 400 characters a second."""

    identity: EmbedderIdentity
    speed: float
    english: bool
    chinese: bool

    @property
    def facts(self) -> dict[str, str]:
        """What its sentence says."""
        speed = f"{self.speed:.0f}" if self.speed >= 10 else f"{self.speed:.1f}"
        return {"embedder": self.identity.label, "dimension": str(self.identity.dimension), "speed": speed}


async def probe(embedder: Embedder) -> Probed:
    """The first words load the model. Raises EmbedderUnavailable, BadVectors, WorkerError."""
    identity = await embedder.identify()
    english, chinese = await _means(embedder, _ENGLISH), await _means(embedder, _CHINESE)
    passages = [_PASSAGE.format(number=number) for number in range(_TIMED)]
    begun = time.perf_counter()
    await embedder.embed_passages(passages)
    return Probed(identity, _TIMED / max(time.perf_counter() - begun, 1e-6), english, chinese)


async def _means(embedder: Embedder, texts: tuple[str, str, str]) -> bool:
    question, like, unlike = texts
    asked = (await embedder.embed_question(question)).values(0)
    passages = await embedder.embed_passages([like, unlike])
    return _dot(asked, passages.values(0)) > _dot(asked, passages.values(1))


def _dot(one: array[float], other: array[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
