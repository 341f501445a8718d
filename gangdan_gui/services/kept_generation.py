"""The generation that was kept when another took its place: it is to be whole whenever it is returned to."""

from __future__ import annotations

import logging

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.services.mending import Mending
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.passage_vectors import PassageVectors
from gangdan_gui.storing.records import Generation

_log = logging.getLogger(__name__)


async def mend_kept(parts: Parts, generation: Generation) -> None:
    """Bring back what its collection has lost, from the texts and vectors that are kept.

    Raises EmbedderUnavailable where vectors are lost as well, StoreDamaged.
    """
    live = await parts.manifest.documents.live_ids(generation)
    identity = generation.identity
    vectors = PassageVectors(parts.embedders.of(identity), identity, parts.manifest.vectors, maker=generation.maker)
    mended = await Mending(parts, generation, vectors).run(live, thorough=False)
    await parts.manifest.documents.withdraw(generation, list(mended.refused))


async def mend_all_kept(parts: Parts) -> None:
    """The same of every source, after a build, when what they share may have been lost.

    What can't be mended now is tried again when it is returned to, which fails then and changes nothing.
    """
    for record in await parts.manifest.sources.all():
        kept = await parts.manifest.generations.previous(record.source.id)
        try:
            if kept and await parts.store.count(kept.collection) != len(await parts.manifest.documents.live_ids(kept)):
                await mend_kept(parts, kept)
        except GangDanError:
            _log.warning("the earlier state of “%s” is not whole", record.source.id, exc_info=True)
