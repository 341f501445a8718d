"""What a question is narrowed to: documents, years, tags, kinds, a language. It stays until it is taken away."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gangdan_gui.services.requests import SearchOptions


@dataclass(frozen=True, slots=True)
class ChosenDocument:
    """A document to ask of, by its source and path; `title` is what it is called in the window."""

    source: str
    path: str
    title: str


@dataclass(frozen=True, slots=True)
class ChosenScope:
    """As in `SearchOptions`; what is empty leaves nothing out."""

    documents: tuple[ChosenDocument, ...] = ()
    since: str = ""
    until: str = ""
    tags: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    language: str = ""

    def applied(self, options: SearchOptions) -> SearchOptions:
        """Options that look only there."""
        return replace(
            options,
            documents=tuple((one.source, one.path) for one in self.documents),
            since=self.since,
            until=self.until,
            tags=self.tags,
            kinds=self.kinds,
            language=self.language,
        )

    def with_tag_switched(self, tag: str) -> ChosenScope:
        """With a tag, or without it where it was there."""
        return replace(self, tags=_switched(self.tags, tag))

    def with_kind_switched(self, kind: str) -> ChosenScope:
        """With a kind, or without it where it was there."""
        return replace(self, kinds=_switched(self.kinds, kind))

    def without_document(self, source: str, path: str) -> ChosenScope:
        """Without one of the documents."""
        return replace(self, documents=tuple(one for one in self.documents if (one.source, one.path) != (source, path)))


def _switched(chosen: tuple[str, ...], one: str) -> tuple[str, ...]:
    return tuple(other for other in chosen if other != one) if one in chosen else (*chosen, one)
