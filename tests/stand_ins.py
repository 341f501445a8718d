"""Small stand-ins for parts that are slow, kept honest by running the real parts' contract tests on them."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from zlib import crc32

from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.embedding.checks import check_texts

# What a multilingual model knows, in little.
_GLOSSARY = {
    "矩阵": "matrix", "数组": "array", "循环": "loop", "函数": "function", "列表": "list", "文件": "file",
    "乘": "multiply", "读": "read", "猫": "cat", "排序": "sort", "向量": "vector", "字典": "dictionary",
}  # fmt: skip
_TOKEN = re.compile(r"[^\W_\u3400-\u9fff]+|[\u3400-\u9fff]")
_COMMON = frozenset(
    {*"ai个么什何如怎是样的", "an", "and", "are", "by", "for", "how", "in", "is", "it", "of", "on", "or", "the", "to"}
)


class HashEmbedder:
    """An Embedder without a process: words go into buckets, so texts that share words are near each other.

    `embedded` records the passages in the order they came.
    """

    def __init__(self, dimension: int = 256, digest: str = "1") -> None:
        self._identity = EmbedderIdentity("hash", "hashed-words", digest, dimension)
        self.embedded: list[str] = []
        self.closed = False

    async def identify(self) -> EmbedderIdentity:
        return self._identity

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        check_texts(texts, "hash")
        self.embedded.extend(texts)
        return self._vectors(texts)

    async def embed_question(self, text: str) -> Vectors:
        check_texts([text], "hash")
        return self._vectors([text])

    async def embed_questions(self, texts: Sequence[str]) -> Vectors:
        check_texts(texts, "hash")
        return self._vectors(texts)

    async def close(self) -> None:
        self.closed = True

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        rows = [self._row(text) for text in texts]
        return Vectors.of(rows) if rows else Vectors(self._identity.dimension, b"")

    def _row(self, text: str) -> list[float]:
        buckets = Counter(crc32(word.encode()) % self._identity.dimension for word in _words(text))
        length = math.hypot(*buckets.values())
        return [buckets[index] / length for index in range(self._identity.dimension)]


def _words(text: str) -> list[str]:
    text = text.lower()
    for term, word in _GLOSSARY.items():
        text = text.replace(term, f" {word} ")
    tokens = _TOKEN.findall(text)
    words = [token.removesuffix("s") for token in tokens if token not in _COMMON]
    return words or tokens or [repr(text)]
