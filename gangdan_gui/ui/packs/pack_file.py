"""Tells packs from what else is dropped or typed."""

from __future__ import annotations

from gangdan_gui.services.requests.packs import PACK_ENDING


def is_pack(place: str) -> bool:
    """Whether a place is a pack on this machine, by its name."""
    return place.strip().lower().endswith(PACK_ENDING) and "://" not in place
