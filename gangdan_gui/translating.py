"""How a table of sentences marks them for translation: it holds English, and who shows a sentence looks it up.

The window passes a `translate` that looks the same string up under the same context in its catalogue, so every string
of such a table is marked for extraction.
"""

from __future__ import annotations

from collections.abc import Callable

Translate = Callable[[str, str], str]


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # the name that the extractor looks for
    """Mark a string for extraction and return it as it is."""
    del context
    return text


def untranslated(context: str, text: str) -> str:
    """The `translate` of the command line."""
    del context
    return text
