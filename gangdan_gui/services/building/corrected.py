"""A converted file with the user's word on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gangdan_gui.converting.conversion import Converted
from gangdan_gui.converting.title import first_heading
from gangdan_gui.domain.corrections import Correction, Quote, fingerprint
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.building.anchoring import moved

_FIRST_WORDS = 40


def corrected(converted: Converted, correction: Correction, sha256: str) -> Converted:
    """With the user's title and text where there are such; its facts are another matter.

    `sha256` is that of the file that was converted.
    """
    if correction.text is not None:
        # What a file includes may have changed while its own bytes have not.
        same_file = correction.file == sha256 and not converted.included
        converted = _overlaid(converted, correction.text, "" if same_file else correction.original)
    return replace(converted, title=correction.title or converted.title)


def kept_without(failure: UnreadableFile, path: str, correction: Correction) -> Converted:
    """The user's text alone, where its file can't be converted any more. Raises the failure where there is none."""
    text = correction.text
    if text is None:
        raise failure
    return Converted(
        title=correction.title or first_heading(text) or path.rpartition("/")[2],
        text=text,
        language=detect_language(text),
        encoding="",
        warnings=(Reason("original-unreadable"), failure.reason),
    )


def lost(quotes: Iterable[Quote]) -> tuple[Reason, ...]:
    """What is told of quotes that are not there any more: each by its first words."""
    return tuple(Reason("exclusion-lost", _first_words(quote.text)) for quote in quotes)


def _first_words(text: str) -> str:
    line = " ".join(text[: _FIRST_WORDS * 4].split())
    return line if len(line) <= _FIRST_WORDS else f"{line[:_FIRST_WORDS]}…"


def _overlaid(converted: Converted, text: str, original: str) -> Converted:
    """`original` is the fingerprint of what the text was made from, empty where nobody knows."""
    changed = bool(original) and fingerprint(converted.text) != original
    # A title that the file states outside its text is not in the text to be edited; a heading is.
    places = converted.places
    stated = converted.title != first_heading(converted.text)
    return replace(
        converted,
        title=converted.title if stated else first_heading(text) or converted.title,
        text=text,
        language=detect_language(text),
        warnings=(Reason("original-changed"), *converted.warnings) if changed else converted.warnings,
        places=replace(places, starts=moved(places.starts, converted.text, text)),
    )
