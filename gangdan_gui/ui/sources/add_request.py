"""What the user wants to add to the library."""

from __future__ import annotations

from dataclasses import dataclass

from gangdan_gui.services.requests import WholeSite


@dataclass(frozen=True, slots=True)
class AddRequest:
    """`location` is a file, a folder, an address, or the id of a source on offer.

    `title` may be empty: the library then names the source after its place; so may `embedder`: it then chooses.
    With `site` an address is meant with all pages below it.
    """

    location: str
    title: str = ""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    build: bool = True
    embedder: str = ""
    site: WholeSite | None = None
