"""The built-in embedder of one process for many tests: a process of its own takes a second to start for each."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from gangdan_gui.embedding.builtin import BuiltinEmbedder


class LentModel:
    """The real embedder; whoever closes it only gives it back."""

    def __init__(self) -> None:
        real = BuiltinEmbedder()
        self.identify = real.identify
        self.embed_passages = real.embed_passages
        self.embed_question = real.embed_question
        self.embed_questions = real.embed_questions
        self.end = real.close

    async def close(self) -> None:
        """Others go on with it."""


@contextmanager
def lent_model() -> Iterator[None]:
    """Every library that is opened in here gets the same one."""
    model = LentModel()
    with patch("gangdan_gui.embedding.embedders.BuiltinEmbedder", lambda: model):
        yield
    asyncio.run(model.end())
