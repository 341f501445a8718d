"""Which function answers which command of a library. Its module is imported when the command is given: what the
others stand on takes half of the time that a short one has."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable
from importlib import import_module

from gangdan_gui.app import Application
from gangdan_gui.commands.outcome import Result

Command = Callable[[Application, argparse.Namespace], Awaitable[Result]]
Name = tuple[str, str | None]

# What the manifest alone can answer, while another process holds the library too.
READS_ONLY = {("sources", "list"), ("sources", "show"), ("sources", "catalog"), ("sources", "trash"),
              ("documents", "show"), ("backup", "create"), ("notes", "list"), ("conversations", "list"),
              ("conversations", "export"), ("export", None), ("golden", "list"), ("golden", "export"),
              ("golden", "runs"), ("golden", "compare")}  # fmt: skip
# What needs vectors but changes nothing: also in a library that can't be written where it lies.
ASKS_ONLY = {("search", None), ("ask", None), ("why", None), ("doctor", None),
             ("golden", "run"), ("golden", "try")}  # fmt: skip
# The module of this room, and its function.
COMMANDS: dict[Name, str] = {
    ("sources", "list"): "sources:sources_list",
    ("sources", "catalog"): "sources:sources_catalog",
    ("sources", "add"): "sources:sources_add",
    ("sources", "show"): "sources:sources_show",
    ("sources", "remove"): "sources:sources_remove",
    ("sources", "move"): "sources:sources_move",
    ("sources", "trash"): "sources:sources_trash",
    ("sources", "restore"): "sources:sources_restore",
    ("sources", "back"): "generations:sources_back",
    ("sources", "forget"): "generations:sources_forget",
    ("sources", "freeze"): "generations:sources_freeze",
    ("build", None): "library:build",
    ("search", None): "library:search",
    ("ask", None): "library:ask",
    ("why", None): "library:why",
    ("documents", "show"): "documents:documents_show",
    ("documents", "edit"): "documents:documents_edit",
    ("notes", "list"): "notes:notes_list",
    ("notes", "add"): "notes:notes_add",
    ("notes", "keep"): "notes:notes_keep",
    ("notes", "remove"): "notes:notes_remove",
    ("conversations", "list"): "conversations:conversations_list",
    ("conversations", "export"): "conversations:export",
    ("export", None): "conversations:export",
    ("doctor", None): "doctor:doctor",
    ("golden", "list"): "golden:golden_list",
    ("golden", "add"): "golden:golden_add",
    ("golden", "remove"): "golden:golden_remove",
    ("golden", "import"): "golden:golden_import",
    ("golden", "export"): "golden:golden_export",
    ("golden", "propose"): "golden:golden_propose",
    ("golden", "run"): "golden:golden_run",
    ("golden", "runs"): "golden:golden_runs",
    ("golden", "compare"): "golden:golden_compare",
    ("golden", "try"): "golden:golden_try",
    ("pack", "create"): "packs:pack_create",
    ("pack", "install"): "packs:pack_install",
    ("backup", "create"): "backups:backup_create",
}


def command(name: Name) -> Command:
    """The function that answers a command."""
    module, _, function = COMMANDS[name].partition(":")
    found: Command = getattr(import_module(f"gangdan_gui.commands.{module}"), function)
    return found
