"""Adds sources in one of two ways: from what is on offer, or a file, a folder or an address of one's own."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from gangdan_gui.domain.documents import Source
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.sources.add_request import AddRequest
from gangdan_gui.ui.sources.catalog_page import CatalogPage
from gangdan_gui.ui.sources.form import SourceForm
from gangdan_gui.ui.theme import Theme

_SIZE = (700, 540)
_OFFERED, _OWN = range(2)


class AddSourceDialog(QDialog):
    """Open it with `open()`. It stays until whoever acts on `submitted` accepts it or shows what was wrong.

    `submitted` brings a list of `AddRequest`. With a `location` it begins with that, else with what is on offer, which
    `show_catalogue` brings.
    """

    submitted = Signal(list)

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, location: str = "") -> None:
        super().__init__(parent)
        self._submitting = False
        self._make_parts(theme)
        self._lay_out()
        self._connect()
        self._retranslate()
        self.form.location.setText(location)
        self.tabs.setCurrentIndex(_OWN if location else _OFFERED)
        self._show_page()

    @property
    def requests(self) -> list[AddRequest]:
        """What would be added now."""
        page = self.form if self.tabs.currentIndex() == _OWN else self.catalog
        return [dataclasses.replace(request, build=self.build.isChecked()) for request in page.requests]

    def show_catalogue(self, offered: Sequence[Source], library: Collection[Source]) -> None:
        """Show what is on offer; `library` are the sources that the library has."""
        self.catalog.show_catalogue(offered, library)

    def show_error(self, message: str) -> None:
        """Say why something can't be added, and let the user mend it."""
        self._error.setText(message)
        self._error.show()
        self._submitting = False
        self._show_readiness()

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _make_parts(self, theme: Theme) -> None:
        self.tabs = QTabBar(drawBase=False)
        self.tabs.setExpanding(False)
        for page in (_OFFERED, _OWN):
            self.tabs.insertTab(page, "")
        self.catalog, self.form = CatalogPage(theme), SourceForm()
        self._pages = QStackedWidget()
        self._pages.addWidget(self.catalog)
        self._pages.addWidget(self.form)
        self.build = QCheckBox()
        self.build.setChecked(True)
        self._error = PlainLabel(role="warning", wrap=True)
        self._error.hide()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.add_button = self._buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self.add_button.setDefault(True)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.MARGIN, look.WIDE, look.MARGIN + look.HAIR)
        column.setSpacing(look.TIGHT)
        column.addWidget(self.tabs)
        column.addWidget(self._pages, 1)
        column.addWidget(self._error)
        column.addWidget(self.build)
        column.addSpacing(look.TIGHT)
        column.addWidget(self._buttons)
        self.resize(*_SIZE)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._show_page)
        self.catalog.changed.connect(self._changed)
        self.catalog.wanted.connect(self._submit)
        self.form.changed.connect(self._changed)
        self._buttons.accepted.connect(self._submit)
        self._buttons.rejected.connect(self.reject)

    def _show_page(self) -> None:
        own = self.tabs.currentIndex() == _OWN
        self._pages.setCurrentIndex(self.tabs.currentIndex())
        (self.form.location if own else self.catalog.search).setFocus()
        self._changed()

    def _changed(self) -> None:
        self._error.hide()
        self._show_readiness()

    def _submit(self) -> None:
        requests = self.requests
        if requests and self.add_button.isEnabled():
            self._submitting = True
            self.add_button.setEnabled(False)
            self.submitted.emit(requests)

    def _show_readiness(self) -> None:
        count = len(self.requests)
        self.add_button.setEnabled(count > 0 and not self._submitting)
        self.add_button.setText(self.tr("Add %Ln source(s)", "", count) if count > 1 else self.tr("Add"))

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Add source"))
        self.tabs.setAccessibleName(self.tr("Where the source comes from"))
        self.tabs.setTabText(_OFFERED, self.tr("From the catalogue"))
        self.tabs.setTabText(_OWN, self.tr("Your own file, folder or address"))
        self.build.setText(self.tr("Make it searchable right away"))
        self._show_readiness()
