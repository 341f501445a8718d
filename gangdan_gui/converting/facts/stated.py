"""Which reader of facts goes with which format. A new one is a function and a line here."""

from __future__ import annotations

from collections.abc import Callable

from gangdan_gui.domain.documents import NO_FACTS, DocumentFacts


def facts_in_text(form: str, text: str) -> DocumentFacts:
    """What a file of that format says of itself beside its text."""
    reader = _OF_TEXT.get(form)
    return reader(text) if reader else NO_FACTS


def facts_in_bytes(form: str, data: bytes) -> DocumentFacts:
    """The same for a file that is not text."""
    reader = _OF_BYTES.get(form)
    return reader(data) if reader else NO_FACTS


def _markdown(text: str) -> DocumentFacts:
    from gangdan_gui.converting.front_matter import take_front_matter

    return take_front_matter(text).facts


def _html(text: str) -> DocumentFacts:
    from gangdan_gui.converting.facts.web_page import read_facts

    return read_facts(text)


def _rst(text: str) -> DocumentFacts:
    from gangdan_gui.converting.facts.markup import rst_facts

    return rst_facts(text)


def _org(text: str) -> DocumentFacts:
    from gangdan_gui.converting.facts.markup import org_facts

    return org_facts(text)


def _asciidoc(text: str) -> DocumentFacts:
    from gangdan_gui.converting.facts.markup import asciidoc_facts

    return asciidoc_facts(text)


def _notebook(text: str) -> DocumentFacts:
    from gangdan_gui.converting.facts.program import notebook_facts

    return notebook_facts(text)


def _python(text: str) -> DocumentFacts:
    from gangdan_gui.converting.facts.program import python_facts

    return python_facts(text)


def _package(data: bytes) -> DocumentFacts:
    from gangdan_gui.converting.facts.package import read_facts

    return read_facts(data)


def _pdf(data: bytes) -> DocumentFacts:
    from gangdan_gui.converting.pdf.facts import read_facts

    return read_facts(data)


_OF_TEXT: dict[str, Callable[[str], DocumentFacts]] = {
    "md": _markdown, "html": _html, "rst": _rst, "org": _org, "asciidoc": _asciidoc, "ipynb": _notebook, "py": _python,
}  # fmt: skip
_OF_BYTES: dict[str, Callable[[bytes], DocumentFacts]] = {
    "pdf": _pdf, **dict.fromkeys(("docx", "pptx", "odt", "epub", "xlsx"), _package),
}  # fmt: skip
