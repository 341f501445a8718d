"""What embedders say to a question."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gangdan_gui.domain.errors import BadVectors, EmbeddingError, WorkerError
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.embedding.labels import BUILTIN
from gangdan_gui.retrieving.probes import is_probe
from gangdan_gui.services.embedders import Embedders
from gangdan_gui.services.together import together

_log = logging.getLogger(__name__)

# Enough to load a small model from a disk, or to wait for a batch of a build; then the words must do.
QUESTION_SECONDS = 15.0
# A process of this machine comes, or its end is told: a slow disk or a busy machine only takes longer.
BUILTIN_SECONDS = 120.0
_AWAY, _LATE, _CHANGED = "words-only", "words-only-now", "embedder-changed"


@dataclass(frozen=True, slots=True)
class Reply:
    """An embedder's vector for a `text`, or the code of the notice why it has none."""

    vector: bytes = b""
    why: str = ""
    text: str = ""


async def replies(texts: Mapping[EmbedderIdentity, str], embedders: Embedders) -> dict[EmbedderIdentity, Reply]:
    """What each embedder says to its text."""
    said: Sequence[Reply] = await together(*(_reply(text, one, embedders) for one, text in texts.items()))
    return dict(zip(texts, said, strict=True))


async def replies_to_all(
    texts: Mapping[EmbedderIdentity, Sequence[str]], embedders: Embedders
) -> dict[EmbedderIdentity, Sequence[Reply]]:
    """What each embedder says to texts that nobody waits for, many at a time: users' questions go before them."""
    return {one: await _replies_of(some, one, embedders) for one, some in texts.items()}


async def _replies_of(texts: Sequence[str], identity: EmbedderIdentity, embedders: Embedders) -> list[Reply]:
    known = {text: kept for text in texts if (kept := embedders.of_probes.get((identity, text)))}
    missing = [text for text in dict.fromkeys(texts) if text not in known]
    if missing:
        try:
            vectors = await embedders.within(_seconds(identity), embedders.of(identity).embed_questions(missing))
            if not await _is_of(vectors, identity, embedders):
                return [Reply(why=_CHANGED)] * len(texts)
        except BadVectors:  # of one of them
            return [await _reply(text, identity, embedders) for text in texts]
        except (EmbeddingError, WorkerError, TimeoutError) as error:
            return [_without(identity, error)] * len(texts)
        made = dict(zip(missing, vectors, strict=True))
        embedders.of_probes.update({(identity, text): vector for text, vector in made.items() if is_probe(text)})
        known |= made
    return [Reply(known[text], text=text) for text in texts]


async def _reply(text: str, identity: EmbedderIdentity, embedders: Embedders) -> Reply:
    try:
        return await embedders.within(_seconds(identity), _embedded(text, embedders, identity))
    except (EmbeddingError, WorkerError, TimeoutError) as error:
        return _without(identity, error)


def _without(identity: EmbedderIdentity, error: Exception) -> Reply:
    _log.info("searching by words, not by %s: %r", identity.label, error)
    return Reply(why=_LATE if identity.label == BUILTIN else _AWAY)


def _seconds(identity: EmbedderIdentity) -> float:
    return BUILTIN_SECONDS if identity.label == BUILTIN else QUESTION_SECONDS


async def _is_of(vectors: Vectors, identity: EmbedderIdentity, embedders: Embedders) -> bool:
    """Whether vectors are of these weights: who does not say by whom they were made is asked."""
    now = vectors.made_by or await embedders.of(identity).identify()
    embedders.note(now)
    return now == identity


async def _embedded(text: str, embedders: Embedders, identity: EmbedderIdentity) -> Reply:
    embedder = embedders.of(identity)
    now = await embedder.identify()
    embedders.note(now)
    if now != identity:
        return Reply(why=_CHANGED)
    if kept := embedders.of_probes.get((identity, text)):
        return Reply(kept, text=text)
    vectors = await embedder.embed_question(text)
    if vectors.made_by in (None, identity):
        if is_probe(text):  # it is put to every collection that is built
            embedders.of_probes[identity, text] = vectors.row(0)
        return Reply(vectors.row(0), text=text)
    embedders.note(vectors.made_by)
    return Reply(why=_CHANGED)
