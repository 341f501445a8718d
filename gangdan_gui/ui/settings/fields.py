"""The field of a setting, made from its declaration, and what it says."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QSpinBox

from gangdan_gui.services.settings import Setting, Value
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.models.model_field import ModelField
from gangdan_gui.ui.settings.mirrors import MirrorsField
from gangdan_gui.ui.settings.reranker_field import RerankerField

Field = QCheckBox | QComboBox | QLineEdit | QSpinBox | ModelField | MirrorsField | RerankerField

# Settings that name a model, and whether it is one that embeds.
_MODELS = {"chat_model": False, "embedding_model": True}
_MIRRORS, _RERANKER = "mirrors", "reranker"
_SECRET = frozenset({"chroma_token"})


def make_field(setting: Setting) -> Field:
    """An empty field for a setting."""
    if setting.name in _MODELS:
        return ModelField(for_embedding=_MODELS[setting.name])
    if setting.name == _MIRRORS:
        return MirrorsField()
    if setting.name == _RERANKER:
        return RerankerField()
    if isinstance(setting.default, bool):
        return QCheckBox()
    if isinstance(setting.default, int):
        number = QSpinBox()
        number.setRange(setting.low, setting.high)
        # The style sheet's padding does not reach the editor inside.
        number.lineEdit().setTextMargins(look.GAP - 2, 0, 0, 0)
        return number
    if not setting.choices:
        line = QLineEdit()
        if setting.name in _SECRET:
            line.setEchoMode(QLineEdit.EchoMode.PasswordEchoOnEdit)
        return line
    choice = QComboBox()
    for value in setting.choices:
        choice.addItem(value, value)
    return choice


def field_value(field: Field) -> Value:
    """What a field says."""
    if isinstance(field, QCheckBox):
        return field.isChecked()
    if isinstance(field, QSpinBox):
        return field.value()
    if isinstance(field, ModelField | MirrorsField | RerankerField):
        return field.text
    return field.text().strip() if isinstance(field, QLineEdit) else str(field.currentData())


def set_field(field: Field, value: Value) -> None:
    """Make a field say that."""
    if isinstance(field, QCheckBox):
        field.setChecked(bool(value))
    elif isinstance(field, QSpinBox):
        field.setValue(int(value))
    elif isinstance(field, QLineEdit):
        field.setText(str(value))
    elif isinstance(field, ModelField | MirrorsField | RerankerField):
        field.set_text(str(value))
    else:
        field.setCurrentIndex(field.findData(value))
