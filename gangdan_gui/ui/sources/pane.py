"""The left pane: what the library holds, and the buttons that ask for more. It asks by signals and acts on nothing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Signal, SignalInstance
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.reports import SourceSummary
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.sources.build_bar import BuildBar
from gangdan_gui.ui.sources.drop_target import DropTarget
from gangdan_gui.ui.sources.empty_library import EmptyLibrary
from gangdan_gui.ui.sources.forecast_panel import ForecastPanel, Words
from gangdan_gui.ui.sources.list import SourceList
from gangdan_gui.ui.sources.model import SourceModel
from gangdan_gui.ui.sources.selection_menu import SelectionMenu
from gangdan_gui.ui.sources.source_filter import SourceFilter
from gangdan_gui.ui.sources.state_words import is_outdated
from gangdan_gui.ui.sources.states_menu import StatesMenu
from gangdan_gui.ui.sources.words import SourceWords
from gangdan_gui.ui.theme import Theme


class SourcesPane(QFrame):
    """Lists of ids in its signals are in the list's order; an empty one in `build_requested` means what needs it.

    `move_requested` brings a source that waits to be built and its new place in the queue, 0 the first.
    """

    add_requested = Signal()
    note_requested = Signal()
    paste_requested = Signal()
    locations_dropped = Signal(list)
    build_requested = Signal(list)
    rebuild_requested = Signal(list)
    embed_requested = Signal(list, str)
    retry_requested = Signal(list)
    stop_requested = Signal()
    move_requested = Signal(str, int)
    take_out_requested = Signal(list)
    remove_requested = Signal(list)
    folder_requested = Signal(str)
    report_requested = Signal(str)
    share_requested = Signal(str)
    web_requested = Signal(str)

    def __init__(self, theme: Theme, model: SourceModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "pane")
        self._theme = theme
        self._model = model
        self._words = SourceWords()
        self._filter = SourceFilter(model, self)
        self._building = False
        self._embedding_model = ""
        self._outlook_words: Words = str
        self._make_parts(theme)
        self._lay_out()
        self._connect()
        self._repaint()
        self._retranslate()
        self._show_selection()

    @property
    def selected(self) -> list[str]:
        """The ids of the selected sources."""
        return self.list.selected

    def set_menu(self, menu: QMenu) -> None:
        """What the button in the corner opens."""
        self.menu_button.setMenu(menu)

    @property
    def embedding_model(self) -> str:
        """The model of Ollama that sources can be built with; empty where there is none."""
        return self._embedding_model

    def set_embedding_model(self, name: str) -> None:
        """The model of Ollama that sources can be built with."""
        self._embedding_model = name

    def set_building(self, *, building: bool) -> None:
        """Offer Stop while something is being built, Build otherwise."""
        self._building = building
        self.build_button.setVisible(not building)
        self.stop_button.setVisible(building)

    def show_forecast(self, words: Words) -> None:
        """Say what building the selection would do and take; no words hide that."""
        self._outlook_words = words
        self.outlook.setText(words())
        self.outlook.setVisible(bool(self.outlook.text()))

    def set_dropping(self, dropping: bool) -> None:
        """Show that what is being dragged would be added here."""
        self.setProperty("dropping", dropping)
        self.style().unpolish(self)
        self.style().polish(self)

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._model.say_again()
            self._retranslate()
            self.show_forecast(self._outlook_words)
        super().changeEvent(event)

    def _make_parts(self, theme: Theme) -> None:
        self._title = PlainLabel(role="title")
        self._count = PlainLabel(role="secondary")
        self.menu_button = QToolButton(popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        self.search = QLineEdit(clearButtonEnabled=True)
        self.list = SourceList(theme)
        self.list.setModel(self._filter)
        self.empty = EmptyLibrary(theme)
        self._no_match = PlainLabel(role="secondary", wrap=True, centred=True)
        self._no_match.setContentsMargins(look.MARGIN, look.WIDE, look.MARGIN, look.WIDE)
        self.update_button, self.remove_button, self.folder_button, self.report_button = (
            QPushButton() for _ in range(4)
        )
        self.add_button, self.build_button, self.stop_button = QPushButton(), QPushButton(), QPushButton()
        self.add_button.setProperty("kind", "primary")
        self.note_button = QPushButton()
        self._note_menu = QMenu(self)
        self.write_action = self._note_menu.addAction("", self.note_requested.emit)
        self.paste_action = self._note_menu.addAction("", self.paste_requested.emit)
        self.note_button.setMenu(self._note_menu)
        self.stop_button.hide()
        self.outlook = PlainLabel(role="secondary", wrap=True)
        self.outlook.hide()
        self.forecast = ForecastPanel()
        self.bar = BuildBar()
        self.states = StatesMenu(self)
        self.drops = DropTarget(self, addresses=True)
        for widget in (self, self.list.viewport()):
            self.drops.watch(widget)
        # A file dropped on the search field is a source, not a text.
        self.search.setAcceptDrops(False)

    def _lay_out(self) -> None:
        header = QHBoxLayout()
        header.addStrut(look.HEAD_HEIGHT)
        header.addWidget(self._title)
        header.addStretch()
        header.addWidget(self._count)
        header.addWidget(self.menu_button, alignment=Qt.AlignmentFlag.AlignVCenter)
        self._stack = QStackedLayout()
        for widget in (self.list, self.empty, self._no_match):
            self._stack.addWidget(widget)
        self._strip = QWidget()
        strip = QHBoxLayout(self._strip)
        strip.setContentsMargins(0, 0, 0, 0)
        strip.setSpacing(look.MARGIN)
        for button in (self.update_button, self.report_button, self.folder_button, self.remove_button):
            button.setProperty("kind", "word")
            strip.addWidget(button)
        strip.addStretch()
        buttons = QHBoxLayout()
        buttons.setSpacing(look.TIGHT)
        buttons.addWidget(self.add_button, 1)
        buttons.addWidget(self.note_button)
        buttons.addWidget(self.build_button)
        buttons.addWidget(self.stop_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.MARGIN, look.GAP, look.MARGIN, look.MARGIN)
        column.setSpacing(look.GAP)
        column.addLayout(header)
        column.addWidget(self.search)
        column.addLayout(self._stack, 1)
        column.addWidget(self.outlook)
        column.addWidget(self._strip)
        column.addWidget(self.forecast)
        column.addWidget(self.bar)
        column.addLayout(buttons)

    def _connect(self) -> None:
        self.add_button.clicked.connect(self.add_requested)
        self.empty.add_requested.connect(self.add_requested)
        self.drops.dropped.connect(self.locations_dropped)
        self.drops.hovered.connect(self.set_dropping)
        self.build_button.clicked.connect(lambda: self.build_requested.emit(self.selected))
        self.stop_button.clicked.connect(self.stop_requested)
        self.list.update_requested.connect(lambda: self.build_requested.emit(self.selected))
        self.update_button.clicked.connect(lambda: self.build_requested.emit(self.selected))
        self.list.remove_requested.connect(self._remove)
        self.remove_button.clicked.connect(self._remove)
        self.folder_button.clicked.connect(lambda: self._ask_one(self.folder_requested))
        self.report_button.clicked.connect(lambda: self._ask_one(self.report_requested))
        self.list.report_requested.connect(self.report_requested)
        self.list.link_followed.connect(self._follow_link)
        self.list.customContextMenuRequested.connect(self._open_menu)
        self.list.selection_changed.connect(self._show_selection)
        self.search.textChanged.connect(self._search)
        self._theme.changed.connect(self._repaint)
        self._model.contents_changed.connect(self._show_contents)

    def _search(self, text: str) -> None:
        self._filter.search(text)
        self._show_contents()

    def _remove(self) -> None:
        if self.selected:
            self.remove_requested.emit(self.selected)

    def _ask_one(self, signal: SignalInstance) -> None:
        if self.selected:
            signal.emit(self.selected[0])

    def _follow_link(self, source: str) -> None:
        """Do what the words in a source's row say."""
        summary = self._model.find(source)
        outdated = summary is not None and is_outdated(summary)
        (self.states.rebuild_now_requested if outdated else self.report_requested).emit(source)

    def _show_selection(self) -> None:
        count = len(self.selected)
        self._strip.setVisible(count > 0)
        for button in (self.folder_button, self.report_button):
            button.setVisible(count == 1)
        self.build_button.setText(self.tr("Update") if self._only_changed() else self.tr("Build"))

    def _only_changed(self) -> bool:
        """Whether all that Build would work on was built, and has changed on disk since."""
        chosen = [summary.state for summary in map(self._model.find, self.selected) if summary]
        needing = [one.state for one in self._model.summaries if one.state is not SourceState.READY]
        return set(chosen or needing) == {SourceState.STALE}

    def _show_contents(self) -> None:
        summaries = self._model.summaries
        self._count.setText(self._words.library_line(summaries) if summaries else "")
        self.search.setVisible(bool(summaries))
        self.build_button.setEnabled(bool(summaries))
        if not summaries:
            shown: QWidget = self.empty
        else:
            shown = self.list if self._filter.rowCount() else self._no_match
        self._stack.setCurrentWidget(shown)
        self.add_button.setVisible(bool(summaries))
        self.build_button.setVisible(bool(summaries) and not self._building)
        self._show_selection()

    def _open_menu(self, place: QPoint) -> None:
        menu = self.context_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.list.viewport().mapToGlobal(place))

    def context_menu(self) -> QMenu:
        """What can be done with the selection; without one, what can be done at all."""
        menu = QMenu(self)
        if not self.selected:
            menu.addAction(self.add_button.text(), self.add_requested.emit)
            menu.addActions([self.write_action, self.paste_action])
            return menu
        return self._selection_menu([summary for summary in map(self._model.find, self.selected) if summary])

    def _selection_menu(self, summaries: list[SourceSummary]) -> SelectionMenu:
        menu = SelectionMenu(summaries, self._model.queue, self._embedding_model, self.states, self)
        menu.build_requested.connect(self.build_requested)
        menu.rebuild_requested.connect(self.rebuild_requested)
        menu.embed_requested.connect(self.embed_requested)
        menu.retry_requested.connect(self.retry_requested)
        menu.move_requested.connect(self.move_requested)
        menu.take_out_requested.connect(self.take_out_requested)
        menu.remove_requested.connect(self.remove_requested)
        menu.folder_requested.connect(self.folder_requested)
        menu.report_requested.connect(self.report_requested)
        menu.share_requested.connect(self.share_requested)
        menu.web_requested.connect(self.web_requested)
        return menu

    def _repaint(self) -> None:
        self.menu_button.setIcon(self._theme.icon("more"))
        self.add_button.setIcon(self._theme.icon("add", "on_accent"))

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Library"))
        self._title.setText(self.tr("Library"))
        self.menu_button.setToolTip(self.tr("Language, appearance, settings"))
        self.menu_button.setAccessibleName(self.tr("Menu"))
        self.search.setPlaceholderText(self.tr("Search sources…"))
        self.search.setAccessibleName(self.tr("Search sources"))
        self.list.setAccessibleName(self.tr("Sources"))
        self._no_match.setText(self.tr("No source has these words in its title or place."))
        self.add_button.setText(self.tr("Add source…"))
        self.note_button.setText(self.tr("Note"))
        self.note_button.setToolTip(self.tr("Keep a text of your own beside your sources"))
        self.write_action.setText(self.tr("Write a note…"))
        self.paste_action.setText(self.tr("Paste text…"))
        self.build_button.setToolTip(
            self.tr("Read the selected sources, or all that need it, and make them searchable")
        )
        self.stop_button.setText(self.tr("Stop"))
        self.stop_button.setToolTip(self.tr("Stop building; what is stored stays"))
        self.update_button.setText(self.tr("Update"))
        self.update_button.setToolTip(self.tr("Look at the files again and take in what changed (F5)"))
        self.report_button.setText(self.tr("Files…"))
        self.report_button.setToolTip(self.tr("The files of this source and their problems"))
        self.folder_button.setText(self.tr("Open folder"))
        self.remove_button.setText(self.tr("Remove"))
        self.remove_button.setToolTip(self.tr("Take it out of the library; your files stay where they are (Delete)"))
        self._show_contents()
