"""What embedders say to a question."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gangdan_gui.domain.errors import EmbeddingError, WorkerError
from gangdan_gui.domain.vectors import EmbedderIdentity
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


async def _reply(text: str, identity: EmbedderIdentity, embedders: Embedders) -> Reply:
    try:
        seconds = BUILTIN_SECONDS if identity.label == BUILTIN else QUESTION_SECONDS
        return await embedders.within(seconds, _embedded(text, embedders, identity))
    except (EmbeddingError, WorkerError, TimeoutError) as error:
        _log.info("searching by words, not by %s: %r", identity.label, error)
        return Reply(why=_LATE if identity.label == BUILTIN else _AWAY)


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
