"""The commands of past conversations."""

from __future__ import annotations

import argparse
from pathlib import Path

from gangdan_gui import payloads
from gangdan_gui.app import Application
from gangdan_gui.commands.export_labels import EXPORT_LABELS
from gangdan_gui.commands.outcome import DONE, PROBLEMS, Result
from gangdan_gui.domain.errors import ConversationUnreadable
from gangdan_gui.payloads.moments import local_time
from gangdan_gui.saying import say
from gangdan_gui.wording import tell


async def conversations_list(application: Application, _arguments: argparse.Namespace) -> Result:
    """Past conversations."""
    found = await application.services.assistant.conversations()
    unreadable = await application.services.assistant.unreadable_conversations()
    for file in unreadable:
        told = tell(ConversationUnreadable(conversation=file.stem, file=str(file)))
        say(f"{told.message} {told.advice}")
    lines = [f"{item.id}  {local_time(item.updated)}  {item.title}" for item in found]
    return PROBLEMS if unreadable else DONE, payloads.conversations(found, unreadable), "\n".join(lines)


async def export(application: Application, arguments: argparse.Namespace) -> Result:
    """Write a conversation, or one answer of it, to a file."""
    file = Path(arguments.out)
    assistant = application.services.assistant
    size = await assistant.export(arguments.conversation, file, EXPORT_LABELS, arguments.answer)
    return DONE, {"file": str(file), "bytes": size}, f"Wrote {file} ({size} bytes)."
