"""What can be added: from what is on offer, or of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.services.requests import WholeSite
from gangdan_gui.ui.sources.add_request import AddRequest
from gangdan_gui.ui.sources.add_source_dialog import AddSourceDialog
from gangdan_gui.ui.sources.catalog_delegate import broken
from gangdan_gui.ui.sources.catalog_model import CatalogRole
from gangdan_gui.ui.theme import SMALL_SIZE, Theme, base_font
from gangdan_gui.ui.translation import Translation
from tests.ui.offered import CATALOGUE

NUMPY, STATS, SPRING, UNKNOWN = CATALOGUE
OWN = Source("numpy", "NumPy", SourceKind.LOCAL, ("/home/li/numpy",))


@pytest.fixture
def offer(qtbot: QtBot, theme: Theme, translation: Translation) -> AddSourceDialog:
    """The dialog with what is on offer."""
    dialog = AddSourceDialog(theme)
    qtbot.addWidget(dialog)
    dialog.show_catalogue(CATALOGUE, [])
    dialog.show()
    return dialog


@pytest.fixture
def dialog(qtbot: QtBot, theme: Theme, translation: Translation) -> AddSourceDialog:
    """The dialog where one's own is asked for."""
    dialog = AddSourceDialog(theme)
    qtbot.addWidget(dialog)
    dialog.tabs.setCurrentIndex(1)
    return dialog


def press(widget: QWidget, key: Qt.Key, text: str = "") -> None:
    QApplication.sendEvent(widget, QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, text))


def titles(dialog: AddSourceDialog) -> list[str]:
    model = dialog.catalog.model
    return [model.index(row).data() for row in range(model.rowCount())]


def ids(dialog: AddSourceDialog) -> list[str]:
    return [request.location for request in dialog.requests]


def submitted(dialog: AddSourceDialog) -> list[list[AddRequest]]:
    calls: list[list[AddRequest]] = []
    dialog.submitted.connect(calls.append)
    return calls


# What is on offer


def test_the_dialog_shows_before_what_is_on_offer_has_come(
    qtbot: QtBot, theme: Theme, translation: Translation
) -> None:
    dialog = AddSourceDialog(theme)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.catalog._message.text() == "Looking at what there is…"
    assert not dialog.add_button.isEnabled()

    dialog.show_catalogue([], [])

    assert dialog.catalog._message.text() == "Nothing is on offer in this version."


def test_words_and_language_filter(offer: AddSourceDialog) -> None:
    offer.catalog.search.setText("NUMPY")
    assert titles(offer) == ["NumPy"]
    offer.catalog.search.setText("")
    offer.catalog.language.setCurrentIndex(2)
    assert titles(offer) == ["动手学统计"]
    offer.catalog.search.setText("no such thing")
    assert titles(offer) == []
    assert offer.catalog._message.isVisible()
    assert offer.catalog._message.text() == "Nothing in this language has these words. Look in all languages."
    offer.catalog.language.setCurrentIndex(0)
    assert offer.catalog._message.text() == "Nothing on offer has these words."
    assert not offer.add_button.isEnabled()


def test_a_row_says_what_to_know_before_a_download(offer: AddSourceDialog) -> None:
    model = offer.catalog.model

    assert model.index(0).data(CatalogRole.FACTS) == "English · BSD-3-Clause · about 3.6\N{NO-BREAK SPACE}MB"
    assert model.index(3).data(CatalogRole.FACTS) == "English · licence not known · size not known"
    assert offer.catalog._chosen.text() == "To be added: NumPy · English · BSD-3-Clause · about 3.6\N{NO-BREAK SPACE}MB"


def test_descriptions_are_in_the_language_of_the_window(offer: AddSourceDialog, translation: Translation) -> None:
    model = offer.catalog.model
    assert model.index(0).data(CatalogRole.DESCRIPTION) == NUMPY.description

    translation.use("zh_CN")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LanguageChange)

    assert model.index(titles(offer).index(NUMPY.title)).data(CatalogRole.DESCRIPTION) == NUMPY.description_zh
    assert offer.catalog.model.index(3).data(CatalogRole.DESCRIPTION) == UNKNOWN.description


def test_a_chinese_window_begins_with_what_is_written_in_chinese(
    offer: AddSourceDialog, translation: Translation
) -> None:
    assert titles(offer) == [source.title for source in CATALOGUE]

    translation.use("zh_CN")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LanguageChange)

    assert titles(offer) == [source.title for source in (STATS, NUMPY, SPRING, UNKNOWN)]
    offer.catalog.search.setText("python")
    assert titles(offer) == [NUMPY.title]

    offer.catalog.search.clear()
    translation.use("en")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LanguageChange)

    assert titles(offer) == [source.title for source in CATALOGUE]


def test_enter_adds_the_current_row(offer: AddSourceDialog, qtbot: QtBot) -> None:
    added = submitted(offer)
    offer.catalog.search.setText("stat")

    qtbot.keyClick(offer.catalog.search, Qt.Key.Key_Return)

    assert added == [[AddRequest(STATS.id)]]
    assert not offer.add_button.isEnabled()


def test_several_are_ticked_by_keys_and_keep_their_ticks_while_others_are_looked_for(offer: AddSourceDialog) -> None:
    offer.activateWindow()
    press(offer.catalog.search, Qt.Key.Key_Down)
    assert offer.catalog.list.currentIndex().row() == 1
    press(offer.catalog.list, Qt.Key.Key_Space, " ")
    offer.catalog.search.setText("spring")
    press(offer.catalog.list, Qt.Key.Key_Space, " ")

    assert ids(offer) == [STATS.id, SPRING.id]
    assert offer.add_button.text() == "Add 2 sources"
    assert offer.catalog._chosen.text() == "2 sources chosen · about 27\N{NO-BREAK SPACE}MB"

    press(offer.catalog.list, Qt.Key.Key_Space, " ")
    assert ids(offer) == [STATS.id]


def test_typing_in_the_list_filters_and_the_way_up_leads_to_the_field(offer: AddSourceDialog, qtbot: QtBot) -> None:
    offer.activateWindow()
    offer.catalog.list.setFocus()
    press(offer.catalog.list, Qt.Key.Key_N, "n")
    press(offer.catalog.list, Qt.Key.Key_U, "u")
    assert offer.catalog.search.text() == "nu"
    assert titles(offer) == ["NumPy"]

    offer.catalog.list.setFocus()
    press(offer.catalog.list, Qt.Key.Key_Up)
    qtbot.waitUntil(offer.catalog.search.hasFocus)


def test_what_the_library_has_is_marked_and_not_added_again(offer: AddSourceDialog) -> None:
    offer.catalog.model.setData(offer.catalog.model.index(0), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    offer.show_catalogue(CATALOGUE, [NUMPY])

    index = offer.catalog.model.index(0)
    assert index.data(CatalogRole.HELD) == "In the library"
    assert "In the library" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert not offer.catalog.model.setData(index, Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    assert offer.requests == []
    assert not offer.add_button.isEnabled()


def test_a_folder_of_ones_own_with_the_same_name_is_not_what_is_on_offer(offer: AddSourceDialog) -> None:
    offer.show_catalogue(CATALOGUE, [OWN])

    assert offer.catalog.model.index(0).data(CatalogRole.HELD) == ""


def test_the_same_repository_under_another_name_is_in_the_library(offer: AddSourceDialog) -> None:
    offer.show_catalogue(CATALOGUE, [Source("mine", "Mine", NUMPY.kind, NUMPY.locations, NUMPY.include)])

    assert offer.catalog.model.index(0).data(CatalogRole.HELD) == "In the library"


def test_a_click_on_the_box_ticks_and_a_double_click_on_the_row_adds(offer: AddSourceDialog, qtbot: QtBot) -> None:
    added = submitted(offer)
    view = offer.catalog.list
    first, second = (view.visualRect(offer.catalog.model.index(row)) for row in (0, 1))
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier

    qtbot.mouseClick(view.viewport(), button, none, first.topLeft() + QPoint(18, 18))
    assert ids(offer) == [NUMPY.id]
    qtbot.mouseDClick(view.viewport(), button, none, second.center())

    assert added == [[AddRequest(NUMPY.id), AddRequest(STATS.id)]]


def test_an_error_is_told_until_something_changes_and_lets_add_again(offer: AddSourceDialog) -> None:
    offer.add_button.click()
    assert not offer.add_button.isEnabled()
    offer.catalog.search.setText("n")
    assert not offer.add_button.isEnabled()  # the answer is still to come

    offer.show_error("It is refused.")
    assert offer._error.isVisible()
    assert offer.add_button.isEnabled()
    offer.catalog.search.setText("nu")
    assert not offer._error.isVisible()


def test_building_is_chosen_once_for_all(offer: AddSourceDialog) -> None:
    offer.build.setChecked(False)

    assert offer.requests == [AddRequest(NUMPY.id, build=False)]


@pytest.mark.parametrize(
    "text",
    ["", "short", "word " * 100, "备课用的统计学教材，" * 30, "x" * 500, "a 𠮷野家 𠮷 " * 40, "one\n\ntwo"],
)
def test_a_description_is_broken_into_two_lines_that_fit(qapp: QApplication, text: str) -> None:
    font = base_font(SMALL_SIZE, text)
    lines = broken(text, font, 300)

    assert len(lines) <= 2
    assert all(QFontMetrics(font).horizontalAdvance(line) <= 301 for line in lines)
    shown, whole = "".join(lines).replace(" ", ""), "".join(text.split())
    assert shown == whole or (shown.endswith("…") and whole.startswith(shown[:-1]))


@pytest.mark.parametrize("dark", [False, True])
def test_rows_are_painted(offer: AddSourceDialog, theme: Theme, dark: bool) -> None:
    theme.apply(dark=dark)
    offer.show_catalogue(CATALOGUE, [SPRING])

    image = offer.catalog.list.viewport().grab().toImage()

    colours = {image.pixelColor(x, y).name().upper() for x in range(image.width()) for y in range(0, 300, 2)}
    assert {theme.tokens.surface, theme.tokens.accent, theme.tokens.secondary} <= colours


# One's own


@pytest.mark.parametrize(
    ("typed", "places"),
    [
        ("https://github.com/numpy/numpy", ["https://github.com/numpy/numpy"]),
        ("  https://example.org/a.md ", ["https://example.org/a.md"]),
        ("github.com/numpy/numpy", ["https://github.com/numpy/numpy"]),
        ("www.example.org/a b", ["www.example.org/a b"]),
        ("https://a.org/1 https://a.org/2 https://a.org/1", ["https://a.org/1", "https://a.org/2"]),
        ("/home/li/my https notes", ["/home/li/my https notes"]),
        ("", []),
    ],
)
def test_addresses_are_told_from_paths(dialog: AddSourceDialog, typed: str, places: list[str]) -> None:
    dialog.form.location.setText(typed)

    assert ids(dialog) == places


def test_an_address_is_named_by_the_library_and_several_can_have_no_title(dialog: AddSourceDialog) -> None:
    dialog.form.location.setText("https://github.com/numpy/numpy")
    assert dialog.requests[0].title == ""
    dialog.form.title.setText("NumPy")
    dialog.form.title.textEdited.emit("NumPy")
    assert dialog.requests[0].title == "NumPy"

    dialog.form.location.setText("https://a.org/1 https://a.org/2")

    assert [request.title for request in dialog.requests] == ["", ""]
    assert not dialog.form.title.isEnabled()


def test_the_title_follows_the_place_until_it_is_written_by_hand(dialog: AddSourceDialog, tmp_path: Path) -> None:
    (tmp_path / "物理 2024").mkdir()
    (tmp_path / "notes.v2.md").write_text("x", encoding="utf-8")

    dialog.form.location.setText(str(tmp_path / "物理 2024"))
    assert dialog.form.title.text() == "物理 2024"
    dialog.form.location.setText(str(tmp_path / "notes.v2.md"))
    assert dialog.form.title.text() == "notes.v2"

    dialog.form.title.setText("C++")
    dialog.form.title.textEdited.emit("C++")
    dialog.form.location.setText(str(tmp_path))
    assert dialog.form.title.text() == "C++"


@pytest.mark.parametrize("typed", ['"{}"', "  {} ", "'{}'", "file://{}", "FILE://{}"])
def test_a_pasted_place_is_understood(dialog: AddSourceDialog, tmp_path: Path, typed: str) -> None:
    dialog.form.location.setText(typed.format(tmp_path))

    assert Path(dialog.requests[0].location) == tmp_path


@pytest.mark.parametrize("between", [",", "，", "；", ";", "、", " ,  "])
def test_patterns_are_parted_as_people_write_them(dialog: AddSourceDialog, between: str) -> None:
    dialog.form.location.setText("/x")
    dialog.form.include.setText(between.join(("**/*.md", "第 1 章/**")))

    assert dialog.requests[0].include == ("**/*.md", "第 1 章/**")


def test_nothing_can_be_added_without_a_place(dialog: AddSourceDialog) -> None:
    assert not dialog.add_button.isEnabled()
    dialog.form.location.setText("   ")
    assert not dialog.add_button.isEnabled()
    dialog.form.location.setText("/x")
    assert dialog.add_button.isEnabled()


def test_what_is_asked_for_is_what_was_filled_in(dialog: AddSourceDialog, tmp_path: Path) -> None:
    requests: list[list[AddRequest]] = []
    dialog.submitted.connect(requests.append)
    dialog.form.location.setText(str(tmp_path))
    dialog.form.title.setText(" go ")
    dialog.form.exclude.setText("drafts/**")
    dialog.build.setChecked(False)

    dialog.add_button.click()

    assert requests == [[AddRequest(str(tmp_path), "go", (), ("drafts/**",), build=False)]]
    assert not dialog.add_button.isEnabled()


def test_an_address_may_be_meant_with_the_whole_site_below_it(dialog: AddSourceDialog, tmp_path: Path) -> None:
    dialog.form.location.setText(str(tmp_path))
    assert dialog.form.site_box.isHidden()
    dialog.form.location.setText("https://docs.example.org/guide/")
    assert not dialog.form.site_box.isHidden()
    assert [request.site for request in dialog.requests] == [None]
    dialog.form.site_box.setChecked(True)
    assert [request.site for request in dialog.requests] == [WholeSite()]
    dialog.form.location.setText(str(tmp_path))
    assert [request.site for request in dialog.requests] == [None]


@pytest.mark.parametrize("button", ["folder_button", "file_button"])
def test_a_place_is_chosen_in_a_dialog_that_blocks_nothing(
    dialog: AddSourceDialog, tmp_path: Path, button: str
) -> None:
    dialog.show()
    getattr(dialog.form, button).click()
    chooser = dialog.findChild(QFileDialog)
    assert chooser.isVisible()

    chooser.fileSelected.emit(str(tmp_path))
    chooser.reject()

    assert dialog.form.location.text() == str(tmp_path)


def test_patterns_are_folded_away_at_first(dialog: AddSourceDialog) -> None:
    dialog.tabs.setCurrentIndex(1)
    dialog.show()
    assert not dialog.form.include.isVisible()
    dialog.form.more_button.click()
    assert dialog.form.include.isVisible()
    assert dialog.form.more_button.text() == "Less"
