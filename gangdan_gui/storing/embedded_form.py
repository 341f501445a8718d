"""How an `EmbeddedForm` stands in a table and in a pack: `400/400+context`, empty for whole chunks as they are."""

from __future__ import annotations

import re

from gangdan_gui.domain.documents import EmbeddedForm

_CONTEXT = "+context"
_FORM = re.compile(r"(?:(?P<narrow>\d{1,6})/(?P<wide>\d{1,6}))?(?P<context>\+context)?")


def form_text(form: EmbeddedForm) -> str:
    """A form as a text that names it."""
    lengths = f"{form.narrow}/{form.wide}" if form.narrow or form.wide else ""
    return lengths + (_CONTEXT if form.context else "")


def read_form(text: str) -> EmbeddedForm:
    """The form of such a text. Raises ValueError for any other."""
    found = _FORM.fullmatch(text)
    if not found:
        raise ValueError(text)
    return EmbeddedForm(int(found["narrow"] or 0), int(found["wide"] or 0), bool(found["context"]))
