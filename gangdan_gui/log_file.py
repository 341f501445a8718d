"""The log of a library that is open."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path

from gangdan_gui.domain.errors import GangDanError

_BYTES = 1_000_000


def log_path(home: Path) -> Path:
    """Where the newest lines of a library's log stand."""
    return home / "logs" / "gangdan.log"


class _LogFile(RotatingFileHandler):
    """A full disk is told by what fails on it, not once more by every line of the log."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Drop the line."""


@contextmanager
def log_file(home: Path) -> Iterator[None]:
    """Write what this package logs until the end of the block, and the error that ends it unforeseen."""
    file = log_path(home)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = _LogFile(file, maxBytes=_BYTES, backupCount=3, encoding="utf-8", errors="backslashreplace")
    except OSError:  # what was asked for may work all the same
        yield
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logger = logging.getLogger("gangdan_gui")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    except GangDanError:
        raise
    except Exception:
        logger.exception("ended by an error")
        raise
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
        handler.close()
