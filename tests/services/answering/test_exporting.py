"""Conversations become files through the assistant, whatever has become of the library they were held in."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest

from gangdan_gui.domain.errors import RecordsDamaged, UnknownAnswer, UnknownConversation, UnsupportedExport
from gangdan_gui.domain.events import AnswerFinished
from gangdan_gui.domain.search import Answer, Conversation, Exchange, Passage, Support
from gangdan_gui.exporting.labels import ENGLISH
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.storing.conversations import ConversationFolder
from gangdan_gui.storing.source_table import SourceTable

ASKED = "2026-03-02T10:18:00+08:00"


def kept(home: Path, source: str) -> str:
    """A conversation of two answers; the second cites nothing of the source."""
    folder = ConversationFolder(home / "conversations")
    conversation = folder.start("Rain and rivers")
    found = Passage(1, source, "a.md", "", "Water", (), 0, 4, "rain", "en", 0.5, 0.5)
    folder.append(conversation, Exchange("Why rain?", Answer("It rains.", True, Support.YES, "", (), ()), ASKED))
    folder.append(conversation, Exchange("Why?", Answer("So.", True, Support.YES, "m", (), (found,)), ASKED))
    return conversation


async def damaged(*_arguments: object) -> None:
    raise RecordsDamaged(what="no database", home="")


def test_passages_used_are_named_by_their_source_while_it_is_known(
    shelf, home: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder), title="水 Water")).source.id
            conversation = kept(home, source)
            await bench.assistant.export(conversation, folder / "x.md", ENGLISH, 2)
            assert "- **[1]** 水 Water › Water › a.md" in (folder / "x.md").read_text("utf-8")
            monkeypatch.setattr(SourceTable, "all", damaged)
            await bench.assistant.export(conversation, folder / "y.html")
            assert f"{source} › Water › a.md" in (folder / "y.html").read_text("utf-8")

    asyncio.run(main())


def test_an_answer_survives_the_conversation_that_was_taken_away(
    shelf, home: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = ConversationFolder.append

    def take_away(conversations: ConversationFolder, conversation: str, exchange: Exchange) -> Conversation:
        (conversations.path / f"{gone}.json").unlink(missing_ok=True)
        return append(conversations, conversation, exchange)

    gone = ""

    async def main() -> None:
        nonlocal gone
        async with shelf.open() as bench:
            (folder / "a.md").write_text("# Water\n\nThe rain falls into the river.\n" * 9, encoding="utf-8")
            await bench.build((await bench.library.add(str(folder))).source.id)
            gone = kept(home, "s")
            monkeypatch.setattr(ConversationFolder, "append", take_away)
            async with aclosing(bench.assistant.ask("rain", SearchOptions(model=""), gone)) as events:
                (place,) = [event.conversation async for event in events if isinstance(event, AnswerFinished)]
            assert place != gone
            (exchange,) = (await bench.assistant.conversation(place)).exchanges
            assert exchange.question == "rain"
            assert await bench.assistant.unreadable_conversations() == ()

    asyncio.run(main())


def test_what_can_not_be_exported_is_told(shelf, home: Path, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            conversation = kept(home, "s")
            with pytest.raises(UnsupportedExport):
                await bench.assistant.export("nowhere", folder / "x.exe")
            with pytest.raises(UnknownConversation):
                await bench.assistant.export("nowhere", folder / "x.docx")
            with pytest.raises(UnknownAnswer):
                await bench.assistant.export(conversation, folder / "x.docx", ENGLISH, 3)
            assert not list(folder.glob("x.*"))
            await bench.assistant.export(conversation, folder / "x.md", ENGLISH, 1)
            assert (folder / "x.md").read_text("utf-8") == "# Why rain?\n\n*2026-03-02 10:18*\n\nIt rains.\n"

    asyncio.run(main())
