"""The settings as a form that follows from their declarations."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.services.settings import SETTINGS, Settings, Value
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.models.model_field import ModelField
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.preferences import Preferences
from gangdan_gui.ui.settings.fields import Field, field_value, make_field, set_field
from gangdan_gui.ui.settings.groups import LESS_USED, grouped
from gangdan_gui.ui.settings.mirrors import MirrorsField
from gangdan_gui.ui.settings.reranker_field import RerankerField
from gangdan_gui.ui.settings.words import SettingsWords
from gangdan_gui.ui.told import sentences, told
from gangdan_gui.way_out import MANUAL, WayOut

_WIDTH, _FIELD_WIDTH, _FIELD_HEIGHT = 600, 280, 35
# What the title bar and the system's own bars need of a screen.
_SPARE = 96


class SettingsDialog(QDialog):
    """Open it with `open()`. Nothing changes before it is accepted."""

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._words = SettingsWords()
        self.fields: dict[str, Field] = {setting.name: make_field(setting) for setting in SETTINGS}
        self._labels = {setting.name: PlainLabel() for setting in SETTINGS}
        self._groups: dict[str, PlainLabel] = {}
        self.more_button = QPushButton()
        self.more_button.setCheckable(True)
        self.more_button.setProperty("kind", "link")
        self.more_button.toggled.connect(self._show_more)
        self._note = PlainLabel(role="secondary", wrap=True)
        self._error = PlainLabel(role="warning", wrap=True)
        self._error.hide()
        standard = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(standard.Ok | standard.Cancel | standard.RestoreDefaults)
        self._buttons.accepted.connect(self._keep)
        self._buttons.rejected.connect(self.reject)
        self._buttons.button(standard.RestoreDefaults).clicked.connect(lambda: self._show(Settings()))
        self._form = QFormLayout()
        self._lay_out()
        self._join_proxy()
        self._join_reranker()
        self._retranslate()
        self._show(preferences.settings)

    @property
    def values(self) -> dict[str, Value]:
        """What the form says now."""
        return {name: field_value(field) for name, field in self.fields.items()}

    @property
    def model_fields(self) -> tuple[ModelField, ...]:
        """The fields that name a model: whoever knows the server tells them what it has."""
        return tuple(field for field in self.fields.values() if isinstance(field, ModelField))

    @property
    def mirrors(self) -> MirrorsField:
        """The table of mirrors: whoever may ask the network tests them."""
        return next(field for field in self.fields.values() if isinstance(field, MirrorsField))

    @property
    def way_out(self) -> WayOut:
        """The proxy and the certificates as the form names them now."""
        values = self.values
        return WayOut(str(values["proxy"]), str(values["proxy_address"]), str(values["certificates"]))

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        canvas = self._canvas = QWidget()
        canvas.setProperty("role", "canvas")
        form = self._form
        canvas.setLayout(form)
        form.setContentsMargins(0, 0, look.GAP, 0)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setHorizontalSpacing(look.WIDE)
        form.setVerticalSpacing(look.GAP)
        for group, names in grouped(self.fields):
            if group == LESS_USED:
                form.addRow(self.more_button)
            else:
                self._groups[group] = PlainLabel(role="strong")
                form.addRow(self._groups[group])
            for name in names:
                self._add_row(name)
        self._less_used = dict(grouped(self.fields)).get(LESS_USED, ())
        self._show_more(shown=False)
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

    def _join_proxy(self) -> None:
        """An address that is not asked can't be typed."""
        choice, address = self.fields["proxy"], self.fields["proxy_address"]
        assert isinstance(choice, QComboBox)
        address.setEnabled(choice.currentData() == MANUAL)
        choice.currentIndexChanged.connect(lambda: address.setEnabled(choice.currentData() == MANUAL))

    def _join_reranker(self) -> None:
        """What can chat can judge."""
        chat, reranker = self.fields["chat_model"], self.fields["reranker"]
        assert isinstance(chat, ModelField)
        assert isinstance(reranker, RerankerField)
        chat.listed.connect(reranker.show_models)

    def _add_row(self, name: str) -> None:
        field, label = self.fields[name], self._labels[name]
        if isinstance(field, MirrorsField):
            label.setBuddy(field.table)
            self._form.addRow(label)
            self._form.addRow(field)
            return
        field.setMinimumWidth(_FIELD_WIDTH)
        box = field.box if isinstance(field, ModelField | RerankerField) else field
        box.setFixedHeight(_FIELD_HEIGHT)
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        box.installEventFilter(self)
        label.setBuddy(box)
        # As high as its field, so that both stand on one line.
        label.setFixedHeight(_FIELD_HEIGHT)
        label.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        self._form.addRow(label, field)

    def _show_more(self, shown: bool) -> None:
        for name in self._less_used:
            self._form.setRowVisible(self.fields[name], shown)
        self._retranslate()

    def showEvent(self, event: QShowEvent) -> None:
        """As high as all fields want, on a small screen as high as that."""
        wanted = self._canvas.sizeHint()
        others = self.sizeHint().height() - self._scroll.sizeHint().height()
        room = self.screen().availableGeometry().height() - _SPARE - others
        width = max(wanted.width(), _WIDTH)
        self._scroll.setMinimumSize(width, min(wanted.height(), max(_FIELD_HEIGHT, room)))
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
            set_field(self.fields[name], value)

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
            if isinstance(field, MirrorsField):
                field.table.setAccessibleName(self._words.title(name))
            if isinstance(field, ModelField | RerankerField):
                field.box.setAccessibleName(self._words.title(name))
            if isinstance(field, QLineEdit):
                field.setPlaceholderText(self._words.example(name))
            if isinstance(field, QComboBox):
                for row in range(field.count()):
                    field.setItemText(row, self._words.choice(name, field.itemData(row)))
        for group, label in self._groups.items():
            label.setText(self._words.group(group))
        shown = self.more_button.isChecked()
        self.more_button.setText(self.tr("Fewer settings") if shown else self.tr("More settings…"))
