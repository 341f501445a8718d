"""A text that is edited comes back as it was typed; a form of facts checks what can be checked."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.corrections import NO_CORRECTION
from gangdan_gui.domain.documents import DocumentFacts, MarkdownDocument
from gangdan_gui.ui.documents.correction_edit import CorrectionEdit
from gangdan_gui.ui.documents.correction_facts import CorrectionFacts, is_date
from gangdan_gui.ui.documents.lines import LONGEST_LINE
from gangdan_gui.ui.translation import Translation

_WORDS = st.text(st.sampled_from("ab 句😀\u00a0\u2060\t\n"), max_size=60)


@given(_WORDS, st.integers(0, 60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_a_text_comes_back_as_it_was(qapp: QApplication, text: str, offset: int) -> None:
    edit = CorrectionEdit()
    edit.edit(text, offset)
    edit.queue.finish()
    assert edit.text == text
    assert not edit.changed
    edit.deleteLater()


def test_a_line_that_is_broken_for_the_eye_is_one_line(qtbot: QtBot) -> None:
    text = "前\n" + "".join(f"{n:06d}句" for n in range(3_000)) + "\n后"
    edit = CorrectionEdit()
    qtbot.addWidget(edit)
    edit.edit(text, text.index("002999"))
    edit.queue.finish()
    assert max(map(len, edit.toPlainText().split("\n"))) <= LONGEST_LINE + 2
    assert edit.text == text

    edit.insertPlainText("新")

    assert edit.changed
    assert edit.text == text.replace("002999", "新002999")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("2024", True), ("2024-05", True), ("2024-02-29", True), ("2023-02-29", False), ("2024-13", False),
        ("2024/05", False), ("24", False), ("2024-5", False), ("0000", False), ("２０２４", True),
    ],
)  # fmt: skip
def test_a_date_is_a_day_a_month_or_a_year(text: str, right: bool) -> None:
    assert is_date(text) == (right and text.isascii())


def test_facts_are_brought_in_the_form_in_which_they_are_kept(qtbot: QtBot, translation: Translation) -> None:
    document = MarkdownDocument("s", "a.md", "A", "text", "en", "utf-8", facts=DocumentFacts(("Li",), "2020"))
    form = CorrectionFacts(document, NO_CORRECTION)
    qtbot.addWidget(form)
    brought: list[tuple[str, DocumentFacts]] = []
    form.chosen.connect(lambda title, facts: brought.append((title, facts)))
    assert form.authors.placeholderText() == "Li"

    form.doi.setText("not one")
    form.accept()
    assert brought == []
    assert "10." in form.problem.text()
    form.doi.setText("https://doi.org/10.1000/182")
    form.tags.setText("物理，潮汐, 物理")
    form.accept()

    assert brought == [("", DocumentFacts(doi="10.1000/182", tags=("物理", "潮汐")))]
