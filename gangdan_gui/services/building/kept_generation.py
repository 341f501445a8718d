"""The generation that was kept when another took its place: it is to be whole whenever it is returned to."""

from __future__ import annotations

import logging

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.services.integrity.mending import mended
from gangdan_gui.services.integrity.verifying import how_differs
from gangdan_gui.services.parts import Parts

_log = logging.getLogger(__name__)


async def mend_all_kept(parts: Parts) -> None:
    """Mend that of every source, after a build, when what they share may have been lost.

    What can't be mended now is tried again when it is returned to, which fails then and changes nothing.
    """
    for record in await parts.manifest.sources.all():
        kept = await parts.manifest.generations.previous(record.source.id)
        try:
            if kept and await how_differs(parts, kept, written=False):
                await mended(parts, kept, thorough=False)
        except GangDanError:
            _log.warning("the earlier state of “%s” is not whole", record.source.id, exc_info=True)
