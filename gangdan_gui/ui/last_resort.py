"""Where errors end up that nobody expected: the log, and one dialog at a time."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtWidgets import QWidget

from gangdan_gui.ui.crash_dialog import CrashDialog

log = logging.getLogger(__name__)


class LastResort:
    """`parent` may be set once there is a window; `log_file` is what the dialog shows the end of."""

    def __init__(self, log_file: Path | None = None) -> None:
        self.parent: QWidget | None = None
        self.dialog: CrashDialog | None = None
        self._log_file = log_file

    def tell(self, error: BaseException) -> None:
        """Show an error; while one is shown, others go to the log only."""
        if self.dialog is not None or isinstance(error, (KeyboardInterrupt, SystemExit)):
            return
        self.dialog = CrashDialog(error, self._log_file, self.parent)
        self.dialog.finished.connect(self._forget)
        self.dialog.open()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Hear of what slots and callbacks raise, as long as the block runs in the running loop."""
        loop = asyncio.get_running_loop()
        hook_before, handler_before = sys.excepthook, loop.get_exception_handler()
        sys.excepthook = self._from_slot
        loop.set_exception_handler(self._from_loop)
        try:
            yield
        finally:
            sys.excepthook = hook_before
            loop.set_exception_handler(handler_before)

    def _from_slot(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        log.critical("unexpected error", exc_info=(kind, error, trace))
        self.tell(error)

    def _from_loop(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        log.critical("%s", context.get("message"), exc_info=error)
        if error is not None:
            self.tell(error)

    def _forget(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None
