"""A manual in reStructuredText is read as such, whatever its name ends in."""

from __future__ import annotations

from gangdan_gui.converting.conversion import convert

MANUAL = b"""=======
Widgets
=======

See :doc:`fields` and :class:`~shop.Widget`.

.. class:: Widget(name)

    What stands in a shelf.
"""


def test_a_manual_named_as_plain_text_is_read_by_its_marks() -> None:
    converted = convert(MANUAL, "docs/widgets.txt")
    assert converted.title == "Widgets"
    assert "# Widgets" in converted.text
    assert ":class:" not in converted.text
    assert ".. class::" not in converted.text


def test_underlines_alone_or_one_mark_make_no_manual() -> None:
    for text in ("Notes\n=====\n\nBuy milk.\n", "Notes\n=====\n\nWrite :ref:`name` for a link.\n"):
        assert "=====" in convert(text.encode(), "notes.txt").text


def test_what_is_asked_for_as_plain_text_stays_so() -> None:
    assert ".. class::" in convert(MANUAL, "widgets.txt", as_format="txt").text
