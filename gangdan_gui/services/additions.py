"""What is said of a source's documents outside of them: by the user, and by lists of references beside them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from gangdan_gui.domain.corrections import NO_CORRECTION, Correction
from gangdan_gui.domain.documents import NO_FACTS, ChunkSettings, DocumentFacts, FetchedFile
from gangdan_gui.services.prepared import CONVERTER, Order


@dataclass(frozen=True, slots=True)
class Additions:
    """By path inside the source."""

    corrections: Mapping[str, Correction] = field(default_factory=dict)
    facts: Mapping[str, DocumentFacts] = field(default_factory=dict)

    def version(self, path: str) -> str:
        """What a document is made by: it is made anew where this changes, though its file is as it was."""
        said = self.corrections.get(path, NO_CORRECTION), self.facts.get(path, NO_FACTS)
        if said == (NO_CORRECTION, NO_FACTS):
            return CONVERTER
        return f"{CONVERTER}+{hashlib.sha256(repr(said).encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"

    def order(self, file: FetchedFile, chunking: ChunkSettings, language: str) -> Order:
        """A file with what is said of it."""
        return Order(
            file,
            chunking,
            language,
            facts=self.facts.get(file.path, NO_FACTS),
            correction=self.corrections.get(file.path, NO_CORRECTION),
        )
