"""Keeps the place of what comes and goes."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def keep_room(widget: QWidget) -> None:
    """Keep the place of a widget that is hidden, so that it does not move the rest."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)
