"""What is said of a source's documents outside of them: by the user, and by lists of references beside them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from gangdan_gui.domain.corrections import NO_CORRECTION, Correction
from gangdan_gui.domain.documents import NO_FACTS, DocumentFacts, FetchedFile
from gangdan_gui.services.building.made_by import said_of, version_with, would_be_the_same
from gangdan_gui.services.building.prepared import MAKER, Order
from gangdan_gui.storing.packs.tables import PackDocument
from gangdan_gui.storing.records import Generation


@dataclass(frozen=True, slots=True)
class Additions:
    """By path inside the source; `by_doi` are entries of lists of references that name no file of it.

    `unread`: there are corrections that can't be read now. `converter` is what makes the documents, and `packed` what
    a pack says of them.
    """

    corrections: Mapping[str, Correction] = field(default_factory=dict)
    facts: dict[str, DocumentFacts] = field(default_factory=dict)
    by_doi: Mapping[str, DocumentFacts] = field(default_factory=dict)
    unread: bool = False
    converter: str = MAKER
    packed: Mapping[str, PackDocument] = field(default_factory=dict)

    def learn(self, path: str, doi: str) -> DocumentFacts:
        """What lists of references say of a document of that DOI, which is known once it has been read.

        It is said of that path from then on. A document that a list names by its file is not looked up.
        """
        if path in self.facts or doi.lower() not in self.by_doi:
            return NO_FACTS
        self.facts[path] = self.by_doi[doi.lower()]
        return self.facts[path]

    def version(self, path: str) -> str:
        """What a document is made by: it is made anew where this changes, though its file is as it was."""
        said = self.corrections.get(path, NO_CORRECTION), self.facts.get(path, NO_FACTS)
        if said == (NO_CORRECTION, NO_FACTS):
            return self.converter
        return version_with(
            self.converter, hashlib.sha256(repr(said).encode("utf-8", "surrogatepass")).hexdigest()[:16]
        )

    def is_current(self, path: str, remembered: str, sha256_of: Callable[[str], str]) -> bool:
        """Whether the same file would be made into the document that is `remembered` by what it was made by.

        One that was made with a correction which can't be read now is left as it is: it would lose that.
        """
        return self._withheld(path, remembered) or would_be_the_same(remembered, self.version(path), sha256_of)

    def says_other(self, path: str, remembered: str) -> bool:
        """Whether the user says something else of a document than when it was made, or no longer what they said then.

        What lists of references say now of a document that the user says nothing of is another matter.
        """
        of_user = path in self.corrections or (path not in self.facts and said_of(remembered))
        return (
            bool(of_user)
            and not self._withheld(path, remembered)
            and said_of(self.version(path)) != said_of(remembered)
        )

    def _withheld(self, path: str, remembered: str) -> bool:
        return self.unread and path not in self.corrections and bool(said_of(remembered))

    def order(self, file: FetchedFile, generation: Generation, language: str) -> Order:
        """A file that is to be cut as a generation is, with what is said of it."""
        correction, packed = self.corrections.get(file.path, NO_CORRECTION), self.packed.get(file.path)
        if packed and packed.without:
            correction = replace(correction, quotes=(*packed.without, *correction.quotes))
        return Order(
            file,
            generation.chunking,
            language,
            form=generation.form,
            facts=self.facts.get(file.path, NO_FACTS),
            correction=correction,
            packed=packed,
        )
