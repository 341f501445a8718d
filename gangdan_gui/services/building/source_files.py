"""The files of one source as its documents see one another."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gangdan_gui.fetching.local import Listing

_LARGEST = 20_000_000


@dataclass(frozen=True, slots=True)
class SourceFiles:
    """By path inside the source: where the bytes are, and where a reader finds them."""

    files: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    @classmethod
    def listed(cls, listing: Listing) -> SourceFiles:
        """All files of a listing, also those that are no documents: code may be shown out of any."""
        return cls({found.path: (str(found.file), found.url) for found in listing.files})

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None where there is none, or it can't be read, or is too large to be text."""
        file = Path(self.files[path][0]) if path in self.files else None
        try:
            return file.read_bytes() if file and file.stat().st_size <= _LARGEST else None
        except OSError:
            return None

    def sha256(self, path: str) -> str:
        """The SHA-256 of what `read` gives, in hex; empty where it gives nothing."""
        data = self.read(path)
        return hashlib.sha256(data).hexdigest() if data is not None else ""

    def address(self, path: str) -> str:
        """Where a reader finds a file; empty where that is not known."""
        return self.files[path][1] if path in self.files else ""
