"""What is told of a pack: what it says of itself, and the report on one that was made, checked or taken in."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from gangdan_gui.domain.errors import PackRefused
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.services.requests.packs import PackContents, PackedGeneration, PackReport
from gangdan_gui.storing.packs.checking import checked
from gangdan_gui.storing.packs.head import PackedVectors, PackHead
from gangdan_gui.storing.packs.reading import head_of

STAGE = "pack"


def contents_of(file: Path, sha256: str = "") -> PackContents:
    """What a pack says of itself. Blocking. Raises LocationMissing, PackRefused."""
    head = head_of(file)
    return PackContents(
        file=file,
        format=head.format,
        source=head.source,
        title=head.title,
        licence=head.licence,
        language=head.language,
        version=head.version,
        made=head.made,
        documents=head.documents,
        generations=tuple(PackedGeneration(one.identity, one.chunking, one.chunks) for one in head.generations),
        sha256=sha256,
        base=head.base,
    )


async def verify_pack(file: Path) -> PackReport:
    """Check a pack whole, without a library. One that is damaged is a report that says so. Raises LocationMissing."""
    return await asyncio.to_thread(_verify, file)


def _verify(file: Path) -> PackReport:
    try:
        with checked(file) as found:
            return report_on(found.pack.head, found.sha256)
    except PackRefused as refused:
        reason = Reason(refused.facts["reason"], refused.facts["detail"])
        return PackReport("", 0, 0, "", "", ok=False, problems=(Problem("", STAGE, reason),))


def report_on(
    head: PackHead,
    sha256: str,
    *,
    source: str = "",
    generations: Sequence[PackedVectors] = (),
    problems: tuple[Problem, ...] = (),
    notices: tuple[Reason, ...] = (),
) -> PackReport:
    """The report on a pack that is whole: on all of its generations, or on some."""
    told = generations or head.generations
    return PackReport(
        source=source or head.source,
        documents=head.documents,
        chunks=told[0].chunks,
        embedder=", ".join(one.identity.label for one in told),
        sha256=sha256,
        ok=True,
        problems=problems,
        notices=notices,
    )
