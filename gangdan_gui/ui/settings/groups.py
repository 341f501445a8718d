"""Where in the form a setting stands. One that is named nowhere is still shown, among those that are seldom used."""

from __future__ import annotations

from collections.abc import Iterable

LESS_USED = "less used"
_GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("looks", ("language", "theme", "send_with")),
    ("answers", ("chat_model", "translate_questions", "answer_language", "passages", "strict", "answer_weak")),
    ("sources", ("embedder", "embedding_model", "pause_on_battery", "build_at", "check_questions")),
    ("network", ("ollama_address", "proxy", "proxy_address", "certificates", "mirrors")),
)


def grouped(names: Iterable[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The groups in their order, each with those of `names` that stand in it."""
    left = list(names)
    groups = []
    for group, members in _GROUPS:
        groups.append((group, tuple(name for name in members if name in left)))
        left = [name for name in left if name not in members]
    return (*groups, (LESS_USED, tuple(left)))
