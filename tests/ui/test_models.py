"""What answers and which models there are: the menu, its button, the settings' fields, and who serves them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from pytestqt.qtbot import QtBot

from gangdan_gui.ollama.failures import ModelMissing, Unreachable
from gangdan_gui.services.settings import SettingsFile
from gangdan_gui.ui.chat.conversation_pane import ConversationPane
from gangdan_gui.ui.chat.conversation_remedy import Remedy, way_out
from gangdan_gui.ui.link_gate import safe_address
from gangdan_gui.ui.models.model_advice import EMBEDDING, MULTILINGUAL
from gangdan_gui.ui.models.model_button import ModelButton
from gangdan_gui.ui.models.model_field import ModelField
from gangdan_gui.ui.models.model_help import DOWNLOAD_ADDRESS, OllamaHelp
from gangdan_gui.ui.models.model_menu import ModelMenu
from gangdan_gui.ui.models.model_presenter import ModelPresenter
from gangdan_gui.ui.notice_bar import NoticeBar
from gangdan_gui.ui.preferences import Preferences
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.told import told
from gangdan_gui.ui.translation import Translation
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.gated_assistant import GatedAssistant
from tests.ui.waiting import until

AWAY = Unreachable(address="http://127.0.0.1:1", why="refused")


@pytest.fixture
def menu(qtbot: QtBot) -> ModelMenu:
    menu = ModelMenu()
    qtbot.addWidget(menu)
    return menu


def checked(menu: ModelMenu) -> list[str]:
    return [name for name, action in menu.choices.items() if action.isChecked()]


def test_the_menu_offers_passages_and_what_the_server_has(menu: ModelMenu) -> None:
    menu.set_current("qwen3:4b")
    assert list(menu.choices) == ["", "qwen3:4b"]
    assert "Asking" in " ".join(action.text() for action in menu.actions())
    menu.show_models(["llama3.2:3b", "qwen3:4b"])
    assert list(menu.choices) == ["", "llama3.2:3b", "qwen3:4b"]
    assert checked(menu) == ["qwen3:4b"]
    menu.show_models([])
    assert "no model" in " ".join(action.text() for action in menu.actions())


def test_what_is_known_stays_when_the_server_goes(menu: ModelMenu) -> None:
    menu.show_models(["llama3.2:3b"])
    menu.show_failure("No & server")
    assert list(menu.choices) == ["", "llama3.2:3b"]
    (note,) = [action for action in menu.actions() if "server" in action.text()]
    assert (note.text(), note.isEnabled()) == ("No && server", False)


def test_one_name_with_and_without_its_tag_is_one_model(menu: ModelMenu) -> None:
    menu.set_current("Talker:latest")
    menu.show_models(["talker"])
    assert checked(menu) == ["talker"]


def test_a_choice_may_change_the_menu_that_it_was_made_in(menu: ModelMenu) -> None:
    chosen: list[str] = []
    menu.chosen.connect(chosen.append)
    menu.chosen.connect(menu.set_current)
    menu.show_models(["one", "two & three"])
    menu.choices["two & three"].trigger()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    menu.choices[""].trigger()
    assert chosen == ["two & three", ""]
    assert checked(menu) == [""]


def test_the_button_says_what_answers(qtbot: QtBot) -> None:
    button = ModelButton()
    qtbot.addWidget(button)
    assert button.text().startswith("Passages only")
    button.set_model("a<b>&c")
    assert button.text().startswith("a<b>&&c")
    assert "<b>" not in button.toolTip()
    button.set_model("registry.example/" + "long" * 60)
    assert len(button.text()) < 40
    assert button.focusPolicy() is Qt.FocusPolicy.TabFocus


# The settings' fields


@pytest.fixture
def field(qtbot: QtBot) -> ModelField:
    field = ModelField()
    qtbot.addWidget(field)
    field.show()
    return field


def items(field: ModelField) -> list[object]:
    return [field.box.itemData(row) for row in range(field.box.count())]


def test_a_field_lists_what_is_there_and_offers_the_rest(field: ModelField) -> None:
    field.set_text("my/own:7b")
    field.show_models(["qwen3:8b", "llama3.2:3b"])
    assert field.text == "my/own:7b"
    assert [name for name in items(field) if name] == ["qwen3:8b", "llama3.2:3b", "qwen2.5:3b", "qwen3:4b"]
    row = items(field).index("qwen2.5:3b")
    assert "1.9\N{NO-BREAK SPACE}GB" in field.box.itemText(row)
    field.box.activated.emit(row)
    assert field.text == "qwen2.5:3b"
    field.box.activated.emit(items(field).index(""))
    assert field.text == ""


def test_only_what_is_known_to_be_missing_can_be_downloaded(field: ModelField) -> None:
    field.set_text("qwen3:4b")
    assert not field.button.isVisible()
    field.show_failure(told(AWAY))
    assert not field.button.isVisible()
    assert "127.0.0.1:1" in field.hint.text()
    field.show_models([])
    assert field.button.isVisible()
    wanted: list[str] = []
    field.pull_requested.connect(wanted.append)
    field.button.click()
    assert wanted == ["qwen3:4b"]
    field.pull.begin("qwen3:4b")
    assert not field.button.isVisible()
    field.pull.show_end("qwen3:4b", None)
    field.pulled("qwen3:4b", None)
    assert not field.button.isVisible()
    assert "qwen3:4b" in items(field)
    field.set_text("  ")
    assert not field.button.isVisible()


@pytest.mark.parametrize(
    ("model", "advised"),
    [("nomic-embed-text", True), ("all-minilm:33m", True), ("bge-m3", False), ("my-own", False), ("", False)],
)
def test_a_model_made_for_english_is_told_where_it_is_chosen(qtbot: QtBot, model: str, advised: bool) -> None:
    field = ModelField(for_embedding=True)
    qtbot.addWidget(field)
    field.set_text(model)
    assert all(name in field.hint.text() for name in MULTILINGUAL) is advised
    assert "Passages only" not in [field.box.itemText(row) for row in range(field.box.count())]
    assert items(field) == [model.name for model in EMBEDDING]


# Who serves them


class Served:
    def __init__(self, qtbot: QtBot, theme: Theme, make_jobs: MakeJobs, home: Path) -> None:
        self.assistant, self.jobs = GatedAssistant(), make_jobs()
        self.preferences = Preferences(SettingsFile(home / "settings.toml"))
        self.pane, self.notices = ConversationPane(theme), NoticeBar(theme)
        for widget in (self.pane, self.notices):
            qtbot.addWidget(widget)
        self.pane.show()
        self.presenter = ModelPresenter(self.assistant, self.jobs, self.preferences, self.pane, self.notices)

    @property
    def menu(self) -> ModelMenu:
        return self.pane.box.model.menu_of_models

    async def idle(self) -> None:
        await until(lambda: not self.jobs.names)


@pytest.fixture
def served(qtbot: QtBot, theme: Theme, translation: Translation, make_jobs: MakeJobs, tmp_path: Path) -> Served:
    return Served(qtbot, theme, make_jobs, tmp_path)


def test_the_menu_asks_when_it_is_opened_and_changes_what_answers(served: Served, in_loop: RunInLoop) -> None:
    async def work() -> None:
        served.assistant.chat = ("qwen3:4b",)
        served.menu.aboutToShow.emit()
        await served.idle()
        served.menu.choices["qwen3:4b"].trigger()
        assert served.preferences.settings.chat_model == "qwen3:4b"
        assert served.pane.box.model.text().startswith("qwen3:4b")
        served.assistant.list_error = AWAY
        served.menu.aboutToShow.emit()
        await served.idle()
        assert "127.0.0.1" in " ".join(action.text() for action in served.menu.actions())

    in_loop(work())


def test_a_choice_that_cannot_be_kept_is_told(served: Served, in_loop: RunInLoop, tmp_path: Path) -> None:
    async def work() -> None:
        (tmp_path / "settings.toml").mkdir()
        served.menu.show_models(["qwen3:4b"])
        served.menu.choices["qwen3:4b"].trigger()

    in_loop(work())
    assert "can't be written" in served.notices.text
    assert served.pane.box.model.text().startswith("Passages only")


def test_fields_are_told_the_models_of_their_own_server(served: Served, in_loop: RunInLoop, qtbot: QtBot) -> None:
    chat, embedding = ModelField(), ModelField(for_embedding=True)
    for field in (chat, embedding):
        qtbot.addWidget(field)

    async def work() -> None:
        served.assistant.chat, served.assistant.embedding = ("talks",), ("embeds",)
        for field in (chat, embedding):
            served.presenter.serve(field)
        await served.idle()
        assert "talks" in items(chat)
        assert "embeds" in items(embedding)
        embedding.set_text("bge-m3")
        embedding.button.click()
        await served.idle()
        assert served.assistant.pulled == [("bge-m3", True)]
        assert not embedding.missing

    in_loop(work())


def test_a_field_follows_a_download_that_is_under_way(served: Served, in_loop: RunInLoop, qtbot: QtBot) -> None:
    first, again = ModelField(), ModelField()
    for field in (first, again):
        qtbot.addWidget(field)
        field.set_text("qwen3:4b")

    async def work() -> None:
        served.assistant.pull_gate.clear()
        served.presenter.serve(first)
        first.pull_requested.emit("qwen3:4b")
        await until(lambda: first.pull.bar.value() == 25)
        served.presenter.serve(again)
        assert again.pull.running
        served.assistant.pull_gate.set()
        await served.idle()
        assert not again.pull.running

    in_loop(work())
    assert served.assistant.pulled == [("qwen3:4b", False)]


def test_a_download_goes_on_when_its_message_has_gone_and_is_told_in_the_end(
    served: Served, in_loop: RunInLoop
) -> None:
    async def work() -> None:
        message = served.pane.add_question("q")
        error = ModelMissing(address="http://127.0.0.1:1", model="qwen3:4b")
        message.show_failure(partial(told, error), way_out(error))
        served.assistant.pull_gate.clear()
        message.failure.buttons[Remedy.DOWNLOAD].click()
        await until(lambda: message.failure.pull.bar.value() == 25)
        served.pane.clear()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        served.assistant.pull_gate.set()
        await served.idle()

    asked: list[str] = []
    served.pane.asked.connect(asked.append)
    in_loop(work())
    assert served.notices.text == "qwen3:4b is there."
    assert asked == []


def test_a_question_that_is_being_answered_is_not_stopped_by_a_download(served: Served, in_loop: RunInLoop) -> None:
    asked: list[str] = []
    served.pane.asked.connect(asked.append)

    async def work() -> None:
        message = served.pane.add_question("q")
        error = ModelMissing(address="http://127.0.0.1:1", model="qwen3:4b")
        message.show_failure(partial(told, error), way_out(error))
        served.pane.box.set_answering(True)
        message.failure.buttons[Remedy.DOWNLOAD].click()
        await served.idle()

    in_loop(work())
    assert asked == []
    assert served.notices.text == "qwen3:4b is there."


@pytest.mark.parametrize(("platform", "named"), [("win32", "Start menu"), ("darwin", "menu bar"), ("linux", "serve")])
def test_how_to_start_ollama_is_said_for_this_kind_of_machine(
    qtbot: QtBot, translation: Translation, platform: str, named: str
) -> None:
    dialog = OllamaHelp(platform=platform)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    assert named in " ".join(step.text() for step in dialog.steps)
    wanted: list[str] = []
    dialog.link_requested.connect(wanted.append)
    dialog.site_button.click()
    assert wanted == [DOWNLOAD_ADDRESS]
    assert safe_address(DOWNLOAD_ADDRESS)
