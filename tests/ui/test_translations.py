"""The catalogues are whole: every string of the sources is in them, finished, with the same gaps to fill."""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from gangdan_gui.bundled import resource
from gangdan_gui.domain.errors import LocationMissing
from gangdan_gui.ui.translation import Translation, translate
from gangdan_gui.wording import tell

CHINESE = resource("translations", "gangdan_zh_CN.ts")
ENGLISH = resource("translations", "gangdan_en.ts")
_GAP = re.compile(r"\{\w+\}|%L?n")

Message = tuple[str, str, list[str], bool]


def messages(catalogue: Path) -> list[Message]:
    """Context, source, translations and whether they are finished."""
    found = []
    for context in ElementTree.parse(catalogue).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            forms = [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]
            finished = translation.get("type") is None and all(forms)
            found.append((context.findtext("name", ""), message.findtext("source", ""), forms, finished))
    return found


@pytest.mark.parametrize("catalogue", [CHINESE, ENGLISH], ids=["zh_CN", "en"])
def test_no_string_is_unfinished(catalogue: Path) -> None:
    unfinished = [(context, source) for context, source, _, finished in messages(catalogue) if not finished]

    assert unfinished == []


@pytest.mark.parametrize("name", [CHINESE.name, ENGLISH.name])
def test_the_sources_hold_no_string_that_the_catalogue_lacks(
    translations_script: ModuleType, tmp_path: Path, name: str
) -> None:
    shutil.copy(resource("translations", name), tmp_path / name)

    translations_script.update_catalogues(tmp_path)

    before = {(context, source) for context, source, *_ in messages(resource("translations", name))}
    after = {(context, source) for context, source, *_ in messages(tmp_path / name)}
    assert after == before


@pytest.mark.parametrize("catalogue", [CHINESE, ENGLISH], ids=["zh_CN", "en"])
def test_translations_fill_the_same_gaps(catalogue: Path) -> None:
    different = [
        (source, form)
        for _, source, forms, _ in messages(catalogue)
        for form in forms
        if sorted(_GAP.findall(source)) != sorted(_GAP.findall(form))
    ]

    assert different == []


def test_chinese_is_written_with_chinese_punctuation() -> None:
    han = re.compile(r"[\u4e00-\u9fff]")
    half_width = re.compile(r"[\u4e00-\u9fff][,;:!?()](?!\S*\*)")
    wrong = [form for *_, forms, _ in messages(CHINESE) for form in forms if half_width.search(form)]
    told = [form for *_, forms, _ in messages(CHINESE) for form in forms if han.search(form)]

    assert wrong == []
    assert len(told) > 200


def test_sentences_of_errors_are_translated(translation: Translation) -> None:
    translation.use("zh_CN")

    told = tell(LocationMissing(location="/a/第三章"), translate)

    assert told.message == "找不到“/a/第三章”。"
    assert told.advice == "请检查路径；如果在 U 盘或网络驱动器上，请先连接。"


def test_standard_buttons_are_translated(qtbot: QtBot, translation: Translation) -> None:
    translation.use("zh_CN")
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(box)

    assert "取消" in box.button(QDialogButtonBox.StandardButton.Cancel).text()


def test_plurals_are_english_in_english(translation: Translation) -> None:
    def count(number: int) -> str:
        return QCoreApplication.translate("SourceWords", "%Ln document(s)", "", number)

    assert (count(1), count(2), count(1204)) == ("1 document", "2 documents", "1,204 documents")


def test_a_language_without_a_catalogue_is_english(qapp: QApplication, tmp_path: Path) -> None:
    translation = Translation(qapp, tmp_path)

    translation.use("zh_CN")

    assert translate("SourcesPane", "Library") == "Library"
    translation.remove()
