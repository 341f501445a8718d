"""An error as a notice."""

from __future__ import annotations

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.ui.notice_bar import Notice
from gangdan_gui.ui.told import told


def error_notice(error: GangDanError) -> Notice:
    """An error as a sentence with its advice, in the language of the moment it is read."""
    return Notice(lambda: told(error).message, advice=lambda: told(error).advice, warning=True)
