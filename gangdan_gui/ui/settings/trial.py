"""Tries the mirrors and the proxy that the form of settings holds, and says there what became of it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from PySide6.QtCore import QObject

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.fetching.trial import Trial, try_download, try_mirror
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.settings.mirrors import MirrorsField, Pair
from gangdan_gui.ui.told import told
from gangdan_gui.ui.translation import translate
from gangdan_gui.way_out import WayOut, is_proxy
from gangdan_gui.wording import reason_sentence


class SettingsTrial(QObject):
    """One test at a time; it ends with the field that asked for it."""

    def __init__(self, jobs: Jobs, field: MirrorsField) -> None:
        super().__init__(field)
        self._jobs = jobs
        self._field = field
        self._task: asyncio.Task[None] | None = None
        field.changed.connect(self.stop)

    def start(self, way_out: WayOut) -> None:
        """Begin a test in that way, in the place of one that is under way."""
        self.stop()
        if not is_proxy(way_out.proxy_address):
            self._field.show_verdicts({}, self.tr("The address of the proxy is not one that can be used."))
            return
        self._field.test_button.setEnabled(False)
        self._field.show_verdicts({pair: self.tr("being asked…") for pair in self._field.usable}, self.tr("Testing…"))
        self._task = self._jobs.start(self._run(self._field.usable, way_out), "test of mirrors and proxy")

    def stop(self) -> None:
        """End a test that is under way; what was tested is not there any more."""
        task, self._task = self._task, None
        if task is not None and not task.done():
            task.cancel()
            self._field.show_verdicts({}, "")
        self._field.test_button.setEnabled(True)

    async def _run(self, pairs: tuple[Pair, ...], way_out: WayOut) -> None:
        mirrors = " ".join("=".join(pair) for pair in pairs)
        try:
            whole, *each = await asyncio.gather(
                try_download(mirrors, way_out), *(try_mirror(pair, way_out) for pair in pairs)
            )
        except GangDanError as error:
            self._end({}, told(error).message)
            return
        verdicts = {pair: self._words(trial) for pair, trial in zip(pairs, each, strict=True)}
        self._end(verdicts, self._whole_words(whole))

    def _end(self, verdicts: Mapping[Pair, str], whole: str) -> None:
        self._task = None
        self._field.show_verdicts(verdicts, whole)
        self._field.test_button.setEnabled(True)

    def _words(self, trial: Trial) -> str:
        if trial.reason is None:
            return self.tr("reached")
        return self._fault_words(trial, trial.reason)

    def _whole_words(self, trial: Trial) -> str:
        if trial.reason is None:
            return self.tr("A download would work: {place} gave what was asked for.").format(place=trial.place)
        words = self._fault_words(trial, trial.reason)
        return self.tr("A download from GitHub would not work now: {why}.").format(why=words)

    def _fault_words(self, trial: Trial, reason: Reason) -> str:
        why = reason_sentence(reason, translate)
        if trial.reached:
            return self.tr("gave something else: {why}").format(why=why)
        return self.tr("not reached: {why}").format(why=why)
