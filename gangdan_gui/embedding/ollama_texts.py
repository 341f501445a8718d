"""Texts to vectors through one model of an Ollama server, whatever the server says to the first try."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Sequence
from dataclasses import dataclass

from gangdan_gui.domain.errors import BadVectors, EmbedderUnavailable
from gangdan_gui.domain.vectors import Vectors
from gangdan_gui.embedding.checks import is_blank
from gangdan_gui.embedding.ollama_reply import Blame, blame, joined, may_pass, mean, vectors_of
from gangdan_gui.embedding.surrogates import without_surrogates
from gangdan_gui.ollama.failures import OllamaFailure, Refused
from gangdan_gui.ollama.server import OllamaServer

_log = logging.getLogger(__name__)

# Halves of halves of an over-long text: 64 parts at most, the smallest of a chunk's default length about 12 characters.
_HALVINGS = 6
# What every model takes; tells whether an error comes with certain texts or with all.
_HARMLESS = "hello"
# The old endpoint cuts silently what is over the model's tokens. A token has one character at least.
_OLD_CONTEXT = 2048
_SPECIAL_TOKENS = 8
# The status of HTTP for what a server did not foresee.
_FAILED = 500


@dataclass(frozen=True, slots=True)
class Batch:
    """Texts for one request. `first` is the place of the first in what was asked for; `prefix` goes before each.

    `pauses` are seconds before each further try; `dimension` is what the vectors must have, None for the first text
    ever, which can't be the cause of anything.
    """

    texts: tuple[str, ...]
    prefix: str = ""
    first: int = 0
    dimension: int | None = None
    pauses: tuple[float, ...] = ()

    def part(self, start: int, end: int) -> Batch:
        """Some of the texts."""
        return Batch(self.texts[start:end], self.prefix, self.first + start, self.dimension, self.pauses)

    def piece(self, text: str) -> Batch:
        """A piece of the only text in its place."""
        return Batch((text,), self.prefix, self.first, self.dimension, self.pauses)

    def sent(self) -> list[str]:
        """The texts as they go over the wire. A NUL would end a text early: the server's tokeniser is written in C."""
        return [self.prefix + without_surrogates(text).replace("\0", " ") for text in self.texts]


class OllamaTexts:
    """Embeds batches with one model. `label` names the embedder in errors."""

    def __init__(self, server: OllamaServer, model: str, label: str) -> None:
        self._server = server
        self._model = model
        self._label = label
        self._old = False
        self._old_length: int | None = None

    async def embed(self, batch: Batch, halvings: int = _HALVINGS) -> Vectors:
        """One unit vector a text. Raises BadVectors where texts are the cause, else OllamaFailure, EmbedderUnavailable.

        A text that is too long gets the direction of the mean of its parts' vectors, cut in half at most `halvings`
        times.
        """
        try:
            return await self._patiently(batch)
        except BadVectors as bad:
            if batch.dimension and not await self._works(batch):  # or every text there is would be found to be bad
                why = f"its vectors have become useless: {bad.facts['what'].partition(' at ')[0]}"
                raise EmbedderUnavailable(embedder=self._label, why=why) from bad
            raise
        except Refused as refusal:
            match blame(refusal):
                case Blame.LENGTH:
                    return await self._shorter(batch, halvings)
                case Blame.TEXT:
                    raise self._bad(batch, refusal.why) from refusal
                case Blame.UNKNOWN if batch.dimension and await self._works(batch):
                    raise self._bad(batch, refusal.why) from refusal
            raise

    # one request

    async def _patiently(self, batch: Batch) -> Vectors:
        """Send a batch; again after each pause while the failure is one that may pass, and not these texts' own."""
        for tried, pause in enumerate(batch.pauses):
            try:
                return await self._send(batch)
            except OllamaFailure as failure:
                if not may_pass(failure):
                    raise
                if tried and await self._comes_with(batch, failure):
                    break
            # Not all at the same moment again.
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
        return await self._send(batch)

    async def _send(self, batch: Batch) -> Vectors:
        if not self._old:
            # Cutting would be silent; refusing is what lets us embed a long text in parts.
            request = {"model": self._model, "input": batch.sent(), "truncate": False}
            try:
                reply = await self._server.ask("/api/embed", request, loads=True)
            except Refused as refusal:
                if refusal.status not in (404, 405):
                    raise
                self._old = True
            else:
                rows = reply.get("embeddings")
                return vectors_of(rows, len(batch.texts), batch.dimension, self._label, batch.first)
        return await self._send_old(batch)

    async def _send_old(self, batch: Batch) -> Vectors:
        """The endpoint of servers before 0.3: one text a request, not normalised, and long texts cut without a word."""
        if max(map(len, batch.texts)) > await self._old_limit(batch.prefix):
            raise self._too_long()
        rows = []
        for text in batch.sent():
            reply = await self._server.ask("/api/embeddings", {"model": self._model, "prompt": text}, loads=True)
            rows.append(reply.get("embedding"))
        return vectors_of(rows, len(batch.texts), batch.dimension, self._label, batch.first)

    async def _old_limit(self, prefix: str) -> int:
        if self._old_length is None:
            known = await self._server.context_length(self._model)
            self._old_length = min(known or _OLD_CONTEXT, _OLD_CONTEXT)
        return self._old_length - _SPECIAL_TOKENS - len(prefix)

    # what was too long

    async def _shorter(self, batch: Batch, halvings: int) -> Vectors:
        """Halve a batch until the texts that are too long stand alone, and those until their parts fit."""
        if (count := len(batch.texts)) > 1:
            parts = (batch.part(0, count // 2), batch.part(count // 2, count))
            return joined([await self.embed(part, halvings) for part in parts])
        if not halvings or len(batch.texts[0]) < 2:
            raise self._bad(batch, "too long for the model, even in small parts")
        if halvings == _HALVINGS:
            _log.info("A text of %d characters is too long for %s: embedded in parts", len(batch.texts[0]), self._label)
        pieces = [piece for piece in halves(batch.texts[0]) if not is_blank(piece)]
        vectors = [(await self.embed(batch.piece(piece), halvings - 1)).values(0) for piece in pieces]
        row = mean(vectors, [len(piece) for piece in pieces])
        return vectors_of([list(row)], 1, batch.dimension, self._label, batch.first)

    # whose fault it was

    async def _comes_with(self, batch: Batch, failure: OllamaFailure) -> bool:
        """Whether a failure comes with these texts only. A server that is busy says so, and is so with all."""
        if not (isinstance(failure, Refused) and failure.status == _FAILED and batch.dimension):
            return False
        return await self._works(batch)

    async def _works(self, batch: Batch) -> bool:
        """Whether the server embeds a text that can't be the cause of anything."""
        try:
            await self._send(Batch((_HARMLESS,), dimension=batch.dimension))
        except (Refused, BadVectors):
            return False
        return True

    def _bad(self, batch: Batch, what: str) -> BadVectors:
        if len(batch.texts) > 1:
            return BadVectors(embedder=self._label, what=what)
        return BadVectors(embedder=self._label, what=what, rows=str(batch.first))

    def _too_long(self) -> Refused:
        why = "over the context length"
        return Refused(address=str(self._server.address), status="400", why=why)


def halves(text: str) -> Sequence[str]:
    """Both halves of a text of two characters or more, parted at the space nearest the middle if there is one near."""
    middle = len(text) // 2
    for distance in range(len(text) // 8):
        for place in (middle + distance, middle - distance):
            if text[place].isspace():
                return text[:place], text[place:]
    return text[:middle], text[middle:]
