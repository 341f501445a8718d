"""Which chunk settings can be used, and which are usual."""

from __future__ import annotations

from gangdan_gui.chunking.names import NAMES, PARENTS
from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.errors import InvalidChunking, NotAvailable

# A chunk is embedded, shown on a card and quoted in a prompt: none of them serves a longer one.
LARGEST_SIZE = 100_000


def check(settings: ChunkSettings) -> None:
    """Raise InvalidChunking unless the settings fit together. Its `rule` is a code:

    `size-range` (1 to LARGEST_SIZE), `overlap-range` (0 to size − 1: windows must go forward),
    `minimum-range` (0 to size: with a larger one no piece at all would be kept).
    """
    if not 1 <= settings.size <= LARGEST_SIZE:
        raise _refusal(settings, "size-range")
    if not 0 <= settings.overlap < settings.size:
        raise _refusal(settings, "overlap-range")
    if not 0 <= settings.minimum <= settings.size:
        raise _refusal(settings, "minimum-range")


def no_such_splitter(name: str) -> NotAvailable:
    """That there is none of that name."""
    return NotAvailable(what=name, failure="no-such-splitter", names=", ".join(NAMES))


def checked(settings: ChunkSettings) -> ChunkSettings:
    """The settings, where they can be used. Raises NotAvailable for an unknown splitter, and as `check`."""
    if settings.splitter not in NAMES:
        raise no_such_splitter(settings.splitter)
    check(settings)
    return settings


def usual(splitter: str) -> ChunkSettings:
    """What is usual for a splitter: of parents the chunks are small, because their section is what is read."""
    return ChunkSettings(PARENTS, 300, 60, 40) if splitter == PARENTS else ChunkSettings(splitter)


def _refusal(settings: ChunkSettings, rule: str) -> InvalidChunking:
    return InvalidChunking(
        size=str(settings.size), overlap=str(settings.overlap), minimum=str(settings.minimum), rule=rule
    )
