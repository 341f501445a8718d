"""The settings as a form that follows from their declarations."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.services.settings import SETTINGS, Setting, Settings, Value
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.preferences import Preferences
from gangdan_gui.ui.settings_words import SettingsWords
from gangdan_gui.ui.told import sentences, told

Field = QCheckBox | QComboBox | QLineEdit | QSpinBox

_FIELD_WIDTH, _FIELD_HEIGHT = 240, 35
# What the title bar and the system's own bars need of a screen.
_SPARE = 96


class SettingsDialog(QDialog):
    """Open it with `open()`. Nothing changes before it is accepted."""

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._words = SettingsWords()
        self.fields: dict[str, Field] = {setting.name: _field(setting) for setting in SETTINGS}
        self._labels = {setting.name: PlainLabel() for setting in SETTINGS}
        self._note = PlainLabel(role="secondary", wrap=True)
        self._error = PlainLabel(role="warning", wrap=True)
        self._error.hide()
        standard = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(standard.Ok | standard.Cancel | standard.RestoreDefaults)
        self._buttons.accepted.connect(self._keep)
        self._buttons.rejected.connect(self.reject)
        self._buttons.button(standard.RestoreDefaults).clicked.connect(lambda: self._show(Settings()))
        self._lay_out()
        self._retranslate()
        self._show(preferences.settings)

    @property
    def values(self) -> dict[str, Value]:
        """What the form says now."""
        return {name: _value(field) for name, field in self.fields.items()}

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        canvas = self._canvas = QWidget()
        canvas.setProperty("role", "canvas")
        form = QFormLayout(canvas)
        form.setContentsMargins(0, 0, look.GAP, 0)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setHorizontalSpacing(look.WIDE)
        form.setVerticalSpacing(look.GAP)
        for name, field in self.fields.items():
            field.setMinimumWidth(_FIELD_WIDTH)
            field.setFixedHeight(_FIELD_HEIGHT)
            field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            field.installEventFilter(self)
            self._labels[name].setBuddy(field)
            # As high as its field, so that both stand on one line.
            self._labels[name].setMinimumHeight(_FIELD_HEIGHT)
            form.addRow(self._labels[name], field)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.WIDE - look.HAIR, look.WIDE, look.MARGIN + look.HAIR)
        column.setSpacing(look.MARGIN)
        self._scroll = QScrollArea(widgetResizable=True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(canvas)
        column.addWidget(self._scroll, 1)
        column.addWidget(self._note)
        column.addWidget(self._error)
        column.addWidget(self._buttons)

    def showEvent(self, event: QShowEvent) -> None:
        """As high as all fields want, on a small screen as high as that."""
        wanted = self._canvas.sizeHint()
        others = self.sizeHint().height() - self._scroll.sizeHint().height()
        room = self.screen().availableGeometry().height() - _SPARE - others
        self._scroll.setMinimumSize(wanted.width(), min(wanted.height(), max(_FIELD_HEIGHT, room)))
        self.adjustSize()
        super().showEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The wheel scrolls; it changes no field that it only passes over."""
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def _show(self, settings: Settings) -> None:
        for name, value in dataclasses.asdict(settings).items():
            _set(self.fields[name], value)

    def _keep(self) -> None:
        try:
            self._preferences.change(**self.values)
        except GangDanError as error:
            what = told(error)
            self._error.setText(sentences(what.message, what.advice))
            self._error.show()
            return
        self.accept()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Settings"))
        self._note.setText(self.tr("Embedder and passage lengths apply to sources that are not built yet."))
        for name, field in self.fields.items():
            self._labels[name].setText(self._words.title(name))
            field.setAccessibleName(self._words.title(name))
            if isinstance(field, QComboBox):
                for row in range(field.count()):
                    field.setItemText(row, self._words.choice(name, field.itemData(row)))


def _field(setting: Setting) -> Field:
    if isinstance(setting.default, bool):
        return QCheckBox()
    if isinstance(setting.default, int):
        number = QSpinBox()
        number.setRange(setting.low, setting.high)
        # The style sheet's padding does not reach the editor inside.
        number.lineEdit().setTextMargins(look.GAP - 2, 0, 0, 0)
        return number
    if not setting.choices:
        return QLineEdit()
    choice = QComboBox()
    for value in setting.choices:
        choice.addItem(value, value)
    return choice


def _value(field: Field) -> Value:
    if isinstance(field, QCheckBox):
        return field.isChecked()
    if isinstance(field, QSpinBox):
        return field.value()
    return field.text().strip() if isinstance(field, QLineEdit) else str(field.currentData())


def _set(field: Field, value: Value) -> None:
    if isinstance(field, QCheckBox):
        field.setChecked(bool(value))
    elif isinstance(field, QSpinBox):
        field.setValue(int(value))
    elif isinstance(field, QLineEdit):
        field.setText(str(value))
    else:
        field.setCurrentIndex(field.findData(value))
