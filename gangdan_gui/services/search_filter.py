"""Which documents of a collection a search may look in."""

from __future__ import annotations

import re

from gangdan_gui.fetching.globs import matcher
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.storing.records import Generation


async def allowed_paths(parts: Parts, generation: Generation, options: SearchOptions) -> list[str] | None:
    """The documents that pass the filters; None where there is no filter.

    Filters are by path, with the patterns that sources are chosen by, and by language, whatever its case and region
    (`zh-CN`).
    """
    path, language = options.path.strip(), re.split("[-_]", options.language.strip().lower())[0]
    if not path and not language:
        return None
    on_path = matcher([path or "**"])
    records = (await parts.manifest.documents.all(generation)).values()
    return [one.path for one in records if on_path(one.path) and language in ("", one.language)]
