"""What the user has put right in a converted document. It outlives every update of the source."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from gangdan_gui.domain.documents import NO_FACTS, DocumentFacts


@dataclass(frozen=True, slots=True)
class Quote:
    """A stretch of a document by its words, to be found again when the text around it has changed.

    `start` is where it began in the Markdown when it was marked; of several equal stretches the nearest is meant.
    """

    text: str
    start: int

    @property
    def end(self) -> int:
        """Where it ended then."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Correction:
    """The user's own word on one document; what is empty leaves what the document says.

    `text` is Markdown in the place of the converted one, of which `original` is the fingerprint: where the document
    has become another since, the user's text stays and the conflict is told. `file` is the SHA-256 of the file that it
    was converted from: of the same bytes another version makes another text, which is no conflict. None leaves the
    converted text; an empty text is no text. `excluded` takes the document out of the source's collection, `quotes`
    the chunks that these stretches stand in.
    """

    title: str = ""
    facts: DocumentFacts = NO_FACTS
    text: str | None = None
    original: str = ""
    file: str = ""
    excluded: bool = False
    quotes: tuple[Quote, ...] = ()

    def __bool__(self) -> bool:
        """Whether it says anything."""
        return self != NO_CORRECTION


NO_CORRECTION = Correction()


def fingerprint(text: str) -> str:
    """The SHA-256 of a text in hex, by which its change is noticed."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
