"""Colours can be read, palettes are whole, and the appearance changes while the window runs."""

from __future__ import annotations

import re
from dataclasses import asdict

import pytest
from PySide6.QtGui import QIcon, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QStyle, QStyleOptionButton
from pytestqt.qtbot import QtBot

from gangdan_gui.bundled import resource
from gangdan_gui.ui.theme import DARK, LIGHT, Theme, ThemeMode, Tokens, contrast, families

READABLE = 4.5
GROUNDS = ("background", "surface", "hover", "accent_soft", "warning_soft", "code")


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ink", ["text", "secondary", "accent", "warning", "success"])
def test_every_ink_can_be_read_on_every_ground(tokens: Tokens, ink: str) -> None:
    ratios = {ground: contrast(getattr(tokens, ink), getattr(tokens, ground)) for ground in GROUNDS}

    assert min(ratios.values()) >= READABLE, ratios


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_text_on_the_accent_and_on_marked_words_can_be_read(tokens: Tokens) -> None:
    assert contrast(tokens.on_accent, tokens.accent) >= READABLE
    assert contrast(tokens.on_accent, tokens.accent_hover) >= READABLE
    assert contrast(tokens.text, tokens.highlight) >= READABLE


def test_chinese_and_latin_texts_get_their_own_fonts_first() -> None:
    assert families("资料库")[0] == families("“numpy” 的文件")[0] == "Noto Sans CJK SC"
    assert families("Library")[0] == families("“Añadir” — …")[0] == "Segoe UI"
    assert families("A paragraph that names “机器学习” and goes on for a while.")[0] == "Segoe UI"
    assert set(families("资料库")) == set(families("Library"))


def test_the_window_s_font_follows_its_language(qapp: QApplication, theme: Theme) -> None:
    theme.set_script("资料库")
    assert qapp.font().families()[0] == "Noto Sans CJK SC"
    theme.set_script("Library")
    assert qapp.font().families()[0] == "Segoe UI"


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#777777") == pytest.approx(1)
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)


def test_style_sheet_knows_every_token_it_names() -> None:
    named = set(re.findall(r"\$(\w+)", resource("themes", "window.qss").read_text(encoding="utf-8")))

    assert named <= {*asdict(LIGHT), "images", "appearance"}


@pytest.mark.parametrize("appearance", ["light", "dark"])
def test_pictures_of_the_style_sheet_are_there(appearance: str) -> None:
    sheet = resource("themes", "window.qss").read_text(encoding="utf-8")
    names = {name.replace("$appearance", appearance) for name in re.findall(r'url\("\$images/([^"]+)"\)', sheet)}

    assert len(names) == 2
    assert all(resource("themes", name).is_file() for name in names)


def test_dark_is_light_on_dark_in_every_group(qapp: QApplication, theme: Theme) -> None:
    theme.set_mode(ThemeMode.DARK)

    palette = qapp.palette()
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
        for ink, ground in (
            (QPalette.ColorRole.WindowText, QPalette.ColorRole.Window),
            (QPalette.ColorRole.Text, QPalette.ColorRole.Base),
            (QPalette.ColorRole.ButtonText, QPalette.ColorRole.Button),
            (QPalette.ColorRole.HighlightedText, QPalette.ColorRole.Highlight),
            (QPalette.ColorRole.ToolTipText, QPalette.ColorRole.ToolTipBase),
        ):
            assert contrast(palette.color(group, ink).name(), palette.color(group, ground).name()) >= READABLE


def test_a_shown_widget_changes_with_the_appearance(qapp: QApplication, theme: Theme, qtbot: object) -> None:
    label = QLabel("x")
    label.setProperty("role", "secondary")
    label.ensurePolished()
    light = label.palette().color(QPalette.ColorRole.WindowText).name().upper()

    theme.set_mode(ThemeMode.DARK)
    label.ensurePolished()

    assert light == LIGHT.secondary
    assert label.palette().color(QPalette.ColorRole.WindowText).name().upper() == DARK.secondary


def test_fusion_is_used_on_every_system(qapp: QApplication, theme: Theme) -> None:
    qapp.setStyleSheet("")

    assert qapp.style().name().casefold() == "fusion"


def test_icons_take_the_colour_of_their_token(theme: Theme) -> None:
    image = theme.icon("add", "accent").pixmap(40, 40).toImage()

    assert image.pixelColor(20, 20).name().upper() == LIGHT.accent
    disabled = theme.icon("add", "accent").pixmap(40, 40, QIcon.Mode.Disabled).toImage()
    assert disabled.pixelColor(20, 20).name().upper() == LIGHT.faint


def test_every_icon_can_be_drawn(theme: Theme) -> None:
    for file in resource("icons").glob("*.svg"):
        image = theme.icon(file.stem, "text").pixmap(40, 40).toImage()
        inked = sum(image.pixelColor(x, y).alpha() > 0 for x in range(40) for y in range(40))
        assert inked > 20, file.name


@pytest.mark.parametrize("kind", ["link", "word"])
def test_words_that_are_pressed_stand_in_line_with_the_text_above_them(theme: Theme, qtbot: QtBot, kind: str) -> None:
    button = QPushButton("Pause")
    button.setProperty("kind", kind)
    qtbot.addWidget(button)
    button.ensurePolished()
    option = QStyleOptionButton()
    option.initFrom(button)

    contents = button.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, button)

    assert contents.left() == 0
