"""Where a reranker is named in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gangdan_gui.services.settings import Settings, SettingsFile
from gangdan_gui.ui.models.model_field import ModelField
from gangdan_gui.ui.preferences import Preferences
from gangdan_gui.ui.settings.dialog import SettingsDialog
from gangdan_gui.ui.settings.reranker_field import RerankerField


@pytest.fixture
def field(qtbot: QtBot) -> RerankerField:
    field = RerankerField()
    qtbot.addWidget(field)
    field.show()
    return field


def test_models_of_ollama_are_offered_by_the_name_the_setting_keeps(field: RerankerField) -> None:
    field.show_models(["qwen3:4b", "llama3.2:3b"])
    assert [field.box.itemData(row) for row in range(3)] == ["", "ollama:qwen3:4b", "ollama:llama3.2:3b"]
    field.box.activated.emit(1)
    assert field.text == "ollama:qwen3:4b"
    field.box.activated.emit(0)
    assert field.text == ""


def test_what_is_wrong_with_a_name_is_said_before_it_is_kept(field: RerankerField, tmp_path: Path) -> None:
    file = tmp_path / "model.onnx"
    said = {}
    field.show_models(["qwen3:4b"])
    for name in ("", "ollama:qwen3:4b", "ollama:other", "bge", str(file)):
        field.set_text(name)
        said[name] = field.hint.text()
        assert field.hint.isVisible() == bool(said[name])
    assert said[""] == said["ollama:qwen3:4b"] == ""
    assert "does not have this model" in said["ollama:other"]
    assert "ends in .onnx" in said["bge"]
    assert said[str(file)] == "", "what is typed is not looked for: its drive may have gone"


def test_a_file_can_be_chosen(field: RerankerField, tmp_path: Path) -> None:
    choice = field.choose_file()
    choice.fileSelected.emit(str(tmp_path / "model.onnx"))
    choice.reject()
    assert field.text == str(tmp_path / "model.onnx")
    assert "tokenizer.json must lie" in field.hint.text()
    (tmp_path / "tokenizer.json").touch()
    again = field.choose_file()
    again.fileSelected.emit(str(tmp_path / "other.onnx"))
    again.reject()
    assert field.hint.text() == ""


def test_the_form_keeps_it_and_offers_what_can_chat(qtbot: QtBot, tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.toml")
    file.save(Settings(reranker="ollama:judge"))
    dialog = SettingsDialog(Preferences(file))
    qtbot.addWidget(dialog)
    reranker, chat = dialog.fields["reranker"], dialog.fields["chat_model"]
    assert isinstance(reranker, RerankerField)
    assert isinstance(chat, ModelField)
    assert reranker.text == "ollama:judge"
    chat.show_models(["qwen3:4b"])
    assert reranker.box.itemData(1) == "ollama:qwen3:4b"
    assert reranker.text == "ollama:judge"
    reranker.set_text(str(tmp_path / "model.onnx"))
    dialog._keep()
    assert file.load().settings.reranker == str(tmp_path / "model.onnx")
    reranker.set_text("bge")
    dialog._keep()
    assert "ollama:qwen3:4b, /folder/model.onnx" in dialog._error.text()
    assert file.load().settings.reranker == str(tmp_path / "model.onnx")
