"""Which chunk settings fit together."""

from __future__ import annotations

from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.errors import InvalidChunking

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


def _refusal(settings: ChunkSettings, rule: str) -> InvalidChunking:
    return InvalidChunking(
        size=str(settings.size), overlap=str(settings.overlap), minimum=str(settings.minimum), rule=rule
    )
