"""Builds the window from its panes and presenters, and joins its two sides."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from gangdan_gui.domain.errors import ConversationUnreadable, GangDanError, PassageChanged
from gangdan_gui.domain.search import Passage
from gangdan_gui.services.requests import BuildOptions, Check, Services
from gangdan_gui.ui.backups.presenter import BackupPresenter
from gangdan_gui.ui.chat.ask_presenter import AskPresenter
from gangdan_gui.ui.chat.conversation_message import AnswerMessage
from gangdan_gui.ui.chat.conversation_pane import ConversationPane
from gangdan_gui.ui.doctor.presenter import DoctorPresenter
from gangdan_gui.ui.error_notice import error_notice
from gangdan_gui.ui.golden.compare_presenter import ComparePresenter
from gangdan_gui.ui.golden.presenter import GoldenPresenter
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.main_window import MainWindow
from gangdan_gui.ui.models.model_presenter import ModelPresenter
from gangdan_gui.ui.notes.presenter import NotePresenter
from gangdan_gui.ui.notice_bar import Notice, NoticeBar
from gangdan_gui.ui.packs.presenter import PackPresenter
from gangdan_gui.ui.preferences import Preferences, SettingsKeeper
from gangdan_gui.ui.sources.add_request import AddRequest
from gangdan_gui.ui.sources.cards import SourceCards
from gangdan_gui.ui.sources.drop_target import DropTarget
from gangdan_gui.ui.sources.going_on import GoingOn
from gangdan_gui.ui.sources.library_presenter import LibraryPresenter
from gangdan_gui.ui.sources.model import SourceModel
from gangdan_gui.ui.sources.pane import SourcesPane
from gangdan_gui.ui.sources.states_presenter import StatesPresenter
from gangdan_gui.ui.sources.watching import Watching
from gangdan_gui.ui.status_line import StatusLine
from gangdan_gui.ui.theme import Theme, ThemeMode
from gangdan_gui.ui.told import told
from gangdan_gui.ui.translation import Translation, translate
from gangdan_gui.ui.window_memory import WindowMemory
from gangdan_gui.ui.window_menu import WindowMenu
from gangdan_gui.wording import Face
from gangdan_gui.wording.check_wording import check_sentences

GRACE_SECONDS = 5.0


class OpenLibrary(Protocol):
    """A library that has been opened for the window; its owner closes it when the window has closed."""

    @property
    def home(self) -> Path:
        """The library's folder."""

    @property
    def services(self) -> Services:
        """What the window asks."""

    @property
    def settings(self) -> SettingsKeeper:
        """Where settings are kept."""

    @property
    def problems(self) -> Sequence[GangDanError]:
        """Entries and settings that could not be used."""

    @property
    def moved(self) -> Path | None:
        """Where the library lies that was here before a backup took its place just now."""


class Window(QObject):
    """The whole window: made of parts that know each other through signals only, which are joined here."""

    def __init__(
        self,
        library: OpenLibrary,
        jobs: Jobs,
        theme: Theme,
        translation: Translation,
        open_address: Callable[[QUrl], bool] = QDesktopServices.openUrl,
    ) -> None:
        super().__init__()
        self.services, self._home, self._jobs = library.services, library.home, jobs
        self._theme, self._translation, self._open_address = theme, translation, open_address
        self._moved = library.moved
        self._own = ""
        self._missed: set[Path] = set()
        self.preferences = Preferences(library.settings, self)
        self.memory = WindowMemory(library.home)
        self.model = SourceModel(self.memory.unused())
        self._use_preferences()
        self.sources = SourcesPane(theme, self.model)
        self.conversation = ConversationPane(theme)
        self.cards = SourceCards(theme)
        self.notices = NoticeBar(theme)
        self.status = StatusLine(theme)
        self.main = MainWindow(self.sources, self.conversation, self.cards, self.notices, self.status, self.memory)
        # The views and the model that speaks to them end together.
        self.model.setParent(self.main)
        self.menu = WindowMenu(self.preferences, self.main)
        self.sources.set_menu(self.menu)
        self.library = LibraryPresenter(
            self.services.library, jobs, self.sources, self.model, self.notices, theme, open_address,
            forecasts=self.services.forecasts,
        )  # fmt: skip
        self.states = StatesPresenter(
            self.services, jobs, self.sources, self.model, self.library.queue, self.notices, self.library.refreshed
        )
        self.ask = AskPresenter(
            self.services, jobs, self.conversation, self.cards, self.model, self.notices, theme, open_address
        )
        self.models = ModelPresenter(self.services.assistant, jobs, self.preferences, self.conversation, self.notices)
        self.notes = NotePresenter(
            self.services, jobs, self.library.queue, self.notices, self.library.refreshed, self.main
        )
        self.doctor = DoctorPresenter(self.services.doctor, jobs, self.status, theme, self.main)
        self.watching = Watching(self.services.library, jobs, self.main)
        self.packs = PackPresenter(
            self.services.packs, self.services.assistant, jobs, self.main, self.library.refreshed, open_address
        )
        self.golden = GoldenPresenter(self.services.golden, jobs, self.model, self.notices, theme, self.main)
        self.comparing = ComparePresenter(self.services, jobs, self.model, self.preferences, self.main)
        self.backups = BackupPresenter(self.services.backups, jobs, self.main, open_address)
        self.restarting = False
        self.closed = asyncio.Event()
        self._join()
        self._show_preferences()
        self._tell_problems(library.problems)

    async def open(self, first_source: AddRequest | None = None) -> None:
        """Show the window, then what the library holds; an empty library begins with `first_source`, once.

        Without a title it gets one in the window's language.
        """
        self._own = first_source.location if first_source else ""
        self.main.show()
        self.conversation.focus_question()
        await self.library.refresh()
        self._offer_to_go_on()
        if self._moved is not None:
            self._tell_moved(self._moved)
        else:
            self.doctor.start()
        self.watching.start()
        if first_source is not None and not self.memory.welcomed:
            self.memory.welcomed = True
            if not self.model.summaries:
                title = first_source.title or self.tr("How to use GangDan")
                await self.library.add(replace(first_source, title=title))

    async def close(self) -> None:
        """Stop all work, waiting for it a few seconds at most, and let the window go. May be called twice."""
        self.main.close()
        await self._jobs.close(GRACE_SECONDS)
        self.main.deleteLater()

    def _join(self) -> None:
        self.main.closing.connect(self.closed.set)
        self._join_documents()
        self._join_files()
        self.main.closing.connect(self.watching.stop)
        self.watching.looked.connect(self.library.show_changes)
        self.library.queue.settled.connect(self.watching.look)
        self.ask.cards.wanted.connect(self.main.show_right)
        self.main.rearranged.connect(self._order_tabs)
        self._order_tabs()
        self.model.use_changed.connect(lambda: self.memory.keep_unused(self.model.unused))
        self.model.use_changed.connect(self._show_examples)
        self.preferences.changed.connect(self._use_preferences)
        self.preferences.changed.connect(self._show_preferences)
        self.preferences.changed.connect(self.doctor.refresh)
        self.models.pulls.ended.connect(lambda *_: self.doctor.refresh())
        self.library.queue.finished.connect(lambda _: self.doctor.refresh())
        self.ask.failed.connect(self.doctor.refresh)
        self.ask.failed.connect(self.doctor.check_health)
        self.ask.damage_met.connect(self.doctor.check_health)
        self.doctor.damage_found.connect(self._tell_damage)
        self.doctor.repaired.connect(self.library.refresh)
        self.doctor.glanced.connect(self.library.refresh)
        self.main.closing.connect(self.doctor.stop)
        self.sources.note_requested.connect(self.notes.write)
        self.sources.paste_requested.connect(self.notes.paste)
        self.conversation.keep_requested.connect(self._keep_answer)
        self.menu.chosen.connect(self._choose)
        self.menu.settings_requested.connect(self._open_settings)
        self.models.settings_requested.connect(self._open_settings)
        self.menu.about_requested.connect(self._open_about)
        self.menu.tonight_requested.connect(self._toggle_tonight)
        if self.library.forecasts is not None:
            self.library.forecasts.tonight_requested.connect(self._plan_tonight)
        self.library.nights.planned_changed.connect(self.menu.set_planned)
        self.main.closing.connect(self.library.nights.close)
        self.menu.recent_requested.connect(lambda: self._jobs.start(self._list_recent(), "list conversations"))
        self.menu.conversation_chosen.connect(self.ask.continue_conversation)
        self.drops = DropTarget(self)
        self.drops.watch(self.main)
        self.drops.dropped.connect(self.library.take_dropped)
        self.drops.hovered.connect(self.sources.set_dropping)
        for signal in (self.library.queue.changed, self.model.dataChanged):
            signal.connect(self._show_build)

    def _join_files(self) -> None:
        """What goes out as one file, and comes in."""
        self.sources.share_requested.connect(self._share)
        self.library.packs_offered.connect(lambda files: self.packs.offer([Path(file) for file in files]))
        self.menu.backup_requested.connect(self.backups.back_up)
        self.menu.restore_requested.connect(self.backups.restore)
        self.menu.golden_requested.connect(self.golden.open)
        self.golden.open_requested.connect(lambda *place: self._open_expected(self.golden, *place))
        self.golden.compare_requested.connect(self.comparing.open)
        self.comparing.open_requested.connect(lambda *place: self._open_expected(self.comparing, *place))
        self.library.queue.finished.connect(lambda _: self._check_questions())
        self.cards.question_requested.connect(self._make_question)
        self.backups.restart_requested.connect(self._restart)

    def _join_documents(self) -> None:
        documents = self.ask.documents
        self.main.closing.connect(documents.close)
        self.main.installEventFilter(documents)
        documents.panes = self.memory.shape("document-panes")
        documents.panes_changed.connect(lambda panes: self.memory.keep_shape("document-panes", panes))
        documents.trial_requested.connect(lambda cuts, window: self.comparing.open(window, cuts))
        documents.note_requested.connect(lambda source, path: self.notes.edit(source, path))
        documents.build_requested.connect(lambda source: self.library.queue.add([source], BuildOptions(kept=True)))
        self.library.queue.finished.connect(
            lambda report: self._jobs.start(documents.refresh(report.source), "refresh documents")
        )
        queue = self.library.queue
        queue.settled.connect(lambda: documents.settle({queue.current, *queue.waiting}))
        self.library.reports.note_requested.connect(self.notes.edit)
        self.library.reports.ask_requested.connect(self.ask.ask_about)
        self.library.reports.forget_requested.connect(self.notes.forget)
        self.library.reports.document_requested.connect(lambda source, path: self.ask.open_document(source, path, 0, 0))

    def _make_question(self, passage: Passage) -> None:
        """Offer what was asked last, which the passage may well answer."""
        asked = self.ask.explaining.asked
        self.golden.make(passage, asked[0] if asked else "")

    def _open_expected(
        self, asks: GoldenPresenter | ComparePresenter, source: str, path: str, start: int, end: int, words: str
    ) -> None:
        """Open the passage of a test question. What went wrong is told in the dialog, which is before the window."""

        def tell(error: GangDanError) -> None:
            if asks.dialog is None:
                self.notices.show_notice(error_notice(error))
                return
            what = told(error)
            # What helps is said of the question that lacks its passage.
            asks.dialog.tell(replace(what, advice="") if isinstance(error, PassageChanged) else what)

        self.ask.open_document(source, path, start, end, words, tell)

    def _check_questions(self) -> None:
        if self.preferences.settings.check_questions and not self.library.queue.waiting:
            self.golden.check_after_build()

    def _toggle_tonight(self) -> None:
        self.library.nights.toggle(self.preferences.settings.build_at)

    def _plan_tonight(self) -> None:
        if self.library.nights.tonight.at is None:
            self._toggle_tonight()

    def _share(self, source: str) -> None:
        summary = self.model.find(source)
        if summary is not None:
            self.packs.share(source, summary.source.title)

    def _restart(self) -> None:
        """Close, and say that the window is to be opened again."""
        self.restarting = True
        self.main.close()

    def _tell_moved(self, moved: Path) -> None:
        """Say that a backup has taken the library's place, and mend what is made from the rest."""
        self.notices.show_notice(
            Notice(
                lambda: self.tr("Your backup is back. What was here before is in {folder}.").format(folder=moved.name),
                action=lambda: self.tr("Show in folder"),
                act=lambda: self._show_folder(moved.parent),
            )
        )
        self.doctor.mend()

    def _show_folder(self, folder: Path) -> None:
        self._open_address(QUrl.fromLocalFile(str(folder)))

    def _keep_answer(self, message: AnswerMessage) -> None:
        if self.ask.conversation and message.answer is not None:
            self.notes.keep(self.ask.conversation, message.answer)

    def _order_tabs(self) -> None:
        """From the question to what answers it, without a walk through every message."""
        box, status = self.conversation.box, self.status
        stops = (box.model, box.edit, box.button, self.cards.list)
        foot = (status.left_button, status.doctor_button, status.right_button)
        for before, after in pairwise((*stops, *foot)):
            QWidget.setTabOrder(before, after)

    def _use_preferences(self) -> None:
        settings = self.preferences.settings
        self._translation.use(settings.language)
        self._theme.set_script(self.tr("Library"))
        if self._theme.mode != settings.theme:
            self._theme.set_mode(ThemeMode(settings.theme))

    def _show_preferences(self) -> None:
        settings = self.preferences.settings
        self.sources.set_embedding_model(settings.embedding_model)
        self.conversation.box.set_send_with(settings.send_with)
        self._show_examples()
        self.ask.set_count(settings.passages)
        self.golden.set_count(settings.passages)
        self.golden.set_model(settings.chat_model)

    def _show_examples(self) -> None:
        """Questions to begin with are about the product's own documentation, so they need it in the library."""
        ready = any(self._own in used.source.locations for used in self.model.used)
        self.conversation.set_examples(_examples() if ready else ())

    def _show_build(self) -> None:
        queue = self.library.queue
        self.status.show_build(len(queue.waiting) + bool(queue.current), queue.fraction)

    def _choose(self, name: str, value: str) -> None:
        try:
            self.preferences.change(**{name: value})
        except GangDanError as error:
            self.notices.show_notice(error_notice(error))

    # Dialogs are imported when they are first opened: the window shows sooner.

    def _open_about(self) -> None:
        from gangdan_gui.ui.about_dialog import AboutDialog

        dialog = AboutDialog(self._home, self.main)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _open_settings(self) -> None:
        from gangdan_gui.ui.settings.dialog import SettingsDialog
        from gangdan_gui.ui.settings.trial import SettingsTrial

        dialog = SettingsDialog(self.preferences, self.main)
        dialog.finished.connect(dialog.deleteLater)
        for field in dialog.model_fields:
            self.models.serve(field)
        trial = SettingsTrial(self._jobs, dialog.mirrors)
        dialog.mirrors.test_requested.connect(lambda: trial.start(dialog.way_out))
        dialog.finished.connect(trial.stop)
        dialog.open()

    def _offer_to_go_on(self) -> None:
        notice = GoingOn(self).offer(self.model.summaries, self.library.build)
        if notice is not None and self.notices.notice is None:
            self.notices.show_notice(notice)

    def _tell_problems(self, problems: Sequence[GangDanError]) -> None:
        if problems:
            self.notices.show_notice(error_notice(problems[0]))

    def _tell_damage(self, found: Check) -> None:
        """Say what is damaged, with a button that repairs it."""
        self.library.refresh()
        message, advice = (partial(_said, found, part) for part in (0, 1))
        repair = lambda: self.tr("Repair")  # noqa: E731  (a call is what the translators' tool finds)
        self.notices.show_notice(Notice(message, advice, repair, self.doctor.repair, warning=True))

    async def _list_recent(self) -> None:
        try:
            self.menu.show_recent(await self.services.assistant.conversations())
            unreadable = await self.services.assistant.unreadable_conversations()
            if new := set(unreadable) - self._missed:
                self._missed |= new
                file = min(new)
                raise ConversationUnreadable(conversation=file.stem, file=str(file))
        except GangDanError as error:
            self.notices.show_notice(error_notice(error))


def _said(check: Check, part: int) -> str:
    """What a check found (0), or its advice (1)."""
    return check_sentences(check, translate, Face.WINDOW)[part]


def _examples() -> tuple[str, ...]:
    return (
        QCoreApplication.translate("window", "How do I add my own documents?"),
        QCoreApplication.translate("window", "What does the number before a passage mean?"),
        QCoreApplication.translate("window", "Does anything leave this computer?"),
    )
