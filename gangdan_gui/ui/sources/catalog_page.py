"""What is on offer: a field to type in, a language, the list, and what has been ticked."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QStackedLayout, QVBoxLayout, QWidget

from gangdan_gui.domain.documents import Source
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.sources.add_request import AddRequest
from gangdan_gui.ui.sources.catalog_list import CatalogList
from gangdan_gui.ui.sources.catalog_model import CatalogModel
from gangdan_gui.ui.sources.catalog_words import CatalogWords
from gangdan_gui.ui.theme import Theme

_LANGUAGES = ("", "en", "zh")
_INTO_LIST = (Qt.Key.Key_Down, Qt.Key.Key_PageDown)


class CatalogPage(QWidget):
    """`changed` comes with every change of what would be added, `wanted` with a double click on a row."""

    changed = Signal()
    wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = CatalogModel(self)
        self._words = CatalogWords(self)
        self._come = False
        self.search = QLineEdit(clearButtonEnabled=True)
        self.search.installEventFilter(self)
        self.language = QComboBox()
        for code in _LANGUAGES:
            self.language.addItem("", code)
        self.list = CatalogList(theme, self.model)
        self._message = PlainLabel(role="secondary", wrap=True, centred=True)
        self._message.setContentsMargins(look.MARGIN, look.WIDE, look.MARGIN, look.WIDE)
        self._chosen = PlainLabel(role="secondary")
        self._lay_out()
        self._connect()
        self._retranslate()

    @property
    def chosen(self) -> tuple[Source, ...]:
        """What would be added: all that is ticked or, where nothing is, the current row."""
        current = self.model.source_at(self.list.currentIndex())
        return self.model.ticked or ((current,) if current and not self.model.holds(current) else ())

    @property
    def requests(self) -> list[AddRequest]:
        """What would be added, as the library takes it."""
        return [AddRequest(source.id) for source in self.chosen]

    def show_catalogue(self, offered: Sequence[Source], library: Collection[Source]) -> None:
        """Show what is on offer; `library` are the sources that the library has."""
        self._come = True
        self.model.set_sources(offered, library)

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
            self.model.say_again()
        super().changeEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The way down leads from the field into the list."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in _INTO_LIST:
            if self.model.rowCount():
                self.list.setFocus(Qt.FocusReason.TabFocusReason)
                QCoreApplication.sendEvent(self.list, event)
            return True
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        above = QHBoxLayout()
        above.setSpacing(look.TIGHT)
        above.addWidget(self.search, 1)
        above.addWidget(self.language)
        self._stack = QStackedLayout()
        self._stack.addWidget(self._message)
        self._stack.addWidget(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, look.TIGHT, 0, 0)
        column.setSpacing(look.TIGHT)
        column.addLayout(above)
        column.addLayout(self._stack, 1)
        column.addWidget(self._chosen)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._filter)
        self.language.currentIndexChanged.connect(self._filter)
        self.model.modelReset.connect(self._show_rows)
        self.model.ticks_changed.connect(self._show_chosen)
        self.list.current_changed.connect(self._show_chosen)
        self.list.wanted.connect(self.wanted)
        self.list.typed.connect(self._type)
        self.list.left.connect(lambda: self.search.setFocus(Qt.FocusReason.BacktabFocusReason))

    def _filter(self) -> None:
        self.model.filter(self.search.text(), self.language.currentData() or "")

    def _type(self, text: str) -> None:
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.insert(text)

    def _show_rows(self) -> None:
        if self.model.rowCount():
            self.list.setCurrentIndex(self.model.index(0))
            self.list.scrollToTop()
        self._stack.setCurrentWidget(self.list if self.model.rowCount() else self._message)
        self._say_why_empty()
        self._show_chosen()

    def _show_chosen(self) -> None:
        self._chosen.setText(self._words.chosen(self.chosen))
        self.changed.emit()

    def _say_why_empty(self) -> None:
        if not self._come:
            self._message.setText(self.tr("Looking at what there is…"))
        elif self.model.sources and self.language.currentData():
            self._message.setText(self.tr("Nothing in this language has these words. Look in all languages."))
        elif self.model.sources:
            self._message.setText(self.tr("Nothing on offer has these words."))
        else:
            self._message.setText(self.tr("Nothing is on offer in this version."))

    def _retranslate(self) -> None:
        self.search.setPlaceholderText(self.tr("Search by subject, name or language…"))
        self.search.setAccessibleName(self.tr("Search what is on offer"))
        self.language.setAccessibleName(self.tr("Language"))
        self.list.setAccessibleName(self.tr("Sources on offer"))
        # The names of languages stand in these languages, for whoever looks for their own.
        for row, text in enumerate((self.tr("All languages"), "English", "中文")):
            self.language.setItemText(row, text)
        self._say_why_empty()
        self._show_chosen()
