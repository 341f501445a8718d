"""A model that reads English only, as many small models of Ollama do: all-MiniLM-L6-v2 from two files."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors

LABEL = "ollama:all-minilm"
_DIMENSION, _TOKENS, _AT_ONCE = 384, 256, 16


class EnglishModel:
    """An `Embedder`: `model` is an ONNX file with the last hidden state, `tokenizer` a `tokenizer.json`."""

    def __init__(self, model: Path, tokenizer: Path) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session: Any = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self._tokenizer: Any = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.enable_truncation(_TOKENS)
        self._tokenizer.enable_padding()
        digest = hashlib.sha256(model.read_bytes()).hexdigest()
        self._identity = EmbedderIdentity(LABEL, "all-minilm", digest, _DIMENSION)

    async def identify(self) -> EmbedderIdentity:
        """As the same model of Ollama would."""
        return self._identity

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text."""
        return await asyncio.to_thread(self._embedded, list(texts))

    async def embed_question(self, text: str) -> Vectors:
        """The same."""
        return await asyncio.to_thread(self._embedded, [text])

    async def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """The same."""
        return await self.embed_passages(texts)

    async def close(self) -> None:
        """Nothing was started."""

    def _embedded(self, texts: list[str]) -> Vectors:
        rows = [self._rows(texts[at : at + _AT_ONCE]) for at in range(0, len(texts), _AT_ONCE)]
        return Vectors(_DIMENSION, b"".join(rows))

    def _rows(self, texts: list[str]) -> bytes:
        """The mean over a text's tokens, as the model was trained."""
        encoded = self._tokenizer.encode_batch(texts)
        ids = np.array([one.ids for one in encoded], np.int64)
        mask = np.array([one.attention_mask for one in encoded], np.int64)
        fed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        (hidden,) = self._session.run(None, fed)
        means = (hidden * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        means /= np.linalg.norm(means, axis=1, keepdims=True)
        return bytes(means.astype(np.float32).tobytes())
