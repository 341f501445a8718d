"""The embedder that is a model of an Ollama server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from gangdan_gui.domain.errors import BadVectors, EmbedderUnavailable
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.embedding.batches import batches
from gangdan_gui.embedding.checks import check_texts
from gangdan_gui.embedding.labels import ollama_label
from gangdan_gui.embedding.ollama_reply import joined
from gangdan_gui.embedding.ollama_texts import Batch, OllamaTexts
from gangdan_gui.embedding.prefixes import Prefixes, prefixes
from gangdan_gui.embedding.turns import Turns
from gangdan_gui.ollama.address import Address
from gangdan_gui.ollama.failures import OllamaFailure
from gangdan_gui.ollama.installed_model import InstalledModel
from gangdan_gui.ollama.model_names import plain_name
from gangdan_gui.ollama.server import OllamaServer, Timeouts
from gangdan_gui.way_out import WayOut

# A second batch is on its way while the first is computed. More would only stand before a question in the server.
IN_FLIGHT = 2
_FEWEST, _MOST = 16, 64
BATCH_CHARACTERS = 32_000
# Reading this many numbers out of JSON holds the loop for about 10 ms.
_NUMBERS = 16_384
_PAUSES = (0.5, 1.0, 2.0)
# To say which models it has. Somebody may wait for it, and a server that is only busy answers at once.
_REPLY_SECONDS = 5.0
_PROBE = "How is a matrix multiplied?"


def texts_at_once(dimension: int) -> int:
    """The most texts of one request to a model whose vectors have that many numbers."""
    return max(_FEWEST, min(_MOST, _NUMBERS // dimension))


class OllamaEmbedder:
    """An Embedder. Nothing is sent before its first use.

    Where the server is away for a moment or busy, passages are tried again after each of `pauses` seconds; a
    question fails at once, because somebody waits for it.
    """

    def __init__(
        self,
        address: Address,
        model: str,
        *,
        timeouts: Timeouts | None = None,
        pauses: Sequence[float] = _PAUSES,
        way_out: Callable[[], WayOut] = WayOut,
    ) -> None:
        self._model = plain_name(model)
        self._label = ollama_label(self._model)
        self._server = OllamaServer(address, timeouts or Timeouts(reply=_REPLY_SECONDS), way_out)
        self._texts = OllamaTexts(self._server, self._model, self._label)
        self._pauses = tuple(pauses)
        self._turns = Turns(IN_FLIGHT)
        self._identifying = asyncio.Lock()
        self._known: tuple[EmbedderIdentity, Prefixes] | None = None

    async def identify(self) -> EmbedderIdentity:
        """What its vectors are bound to: asks the server each time, for a tag may mean other weights by now.

        The first time loads the model, which may take minutes. Raises EmbedderUnavailable.
        """
        with self._told():
            identity, _ = await self._identified()
        return identity

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text, in their order. BadVectors names blank texts before anything is sent."""
        return await self._waiting(texts, lambda prefix: prefix.passage)

    async def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """The same with what goes before a question."""
        return await self._waiting(texts, lambda prefix: prefix.question)

    async def _waiting(self, texts: Sequence[str], before: Callable[[Prefixes], str]) -> Vectors:
        check_texts(texts, self._label)
        with self._told():
            identity, prefix = self._known or await self._identified()
            if not texts:
                return Vectors(identity.dimension, b"")
            most = texts_at_once(identity.dimension)
            vectors = await self._together(
                [
                    Batch(tuple(some), before(prefix), first, identity.dimension, self._pauses)
                    for first, some in batches(texts, most=most, characters=BATCH_CHARACTERS)
                ]
            )
            await self._same(identity)
        return replace(vectors, made_by=identity)

    async def embed_question(self, text: str) -> Vectors:
        """One unit vector. Waits for what the server computes already, for nothing that waits here."""
        check_texts([text], self._label)
        with self._told(), self._turns.question():
            identity, prefix = self._known or await self._identified()
            vectors = await self._texts.embed(Batch((text,), prefix.question, dimension=identity.dimension))
        return replace(vectors, made_by=identity)

    async def close(self) -> None:
        """Close its connections. May be called twice."""
        await self._server.close()

    async def _identified(self) -> tuple[EmbedderIdentity, Prefixes]:
        async with self._identifying:
            installed = await self._server.model(self._model)
            if self._known is None or self._known[0].digest != installed.digest:
                self._known = await self._probed(installed)
            return self._known

    async def _probed(self, installed: InstalledModel) -> tuple[EmbedderIdentity, Prefixes]:
        prefix = prefixes(self._model, installed.family)
        try:
            probe = await self._texts.embed(Batch((_PROBE,), prefix.question))
        except BadVectors as error:  # of a text that every model knows what to do with
            raise EmbedderUnavailable(embedder=self._label, why=error.facts["what"]) from error
        identity = EmbedderIdentity(self._label, self._model, installed.digest, probe.dimension, prefix.scheme)
        return identity, prefix

    async def _same(self, identity: EmbedderIdentity) -> None:
        """Raise EmbedderUnavailable if the tag has come to mean other weights while texts were being embedded."""
        installed = await self._server.model(self._model)
        if installed.digest != identity.digest:
            raise EmbedderUnavailable(embedder=self._label, why="the model was replaced by another version meanwhile")

    async def _together(self, parts: Sequence[Batch]) -> Vectors:
        tasks = [asyncio.ensure_future(self._in_turn(batch)) for batch in parts]
        try:
            return joined(await asyncio.gather(*tasks))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    async def _in_turn(self, batch: Batch) -> Vectors:
        async with self._turns.passages():
            return await self._texts.embed(batch)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Raise a failure of the server as what embedders raise. `failure` and its facts are for a face's own words."""
        try:
            yield
        except OllamaFailure as failure:
            facts = {**failure.facts, "why": failure.clause}
            raise EmbedderUnavailable(embedder=self._label, failure=failure.id, **facts) from failure
