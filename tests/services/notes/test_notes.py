"""Notes and kept answers are sources that the library keeps itself, and no documentation."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import aclosing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from gangdan_gui.app import open_application
from gangdan_gui.domain.documents import SourceKind, SourceState
from gangdan_gui.domain.errors import (
    CannotWrite,
    EmptyNote,
    LocationMissing,
    NoNotes,
    NothingBuilt,
    NothingToKeep,
    UnknownAnswer,
    UnknownConversation,
    UnknownSource,
    UnreadableFile,
)
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Citation, Exchange, Passage, Support
from gangdan_gui.exporting.labels import ExportLabels
from gangdan_gui.retrieving.calibration import KNOWN_SCALES, Scale
from gangdan_gui.services.notes.notes import Notes
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.storing.conversations import ConversationFolder

ABOUT_SEA = "Rivers carry salt to the sea, and there it stays, because only the water itself goes up as a cloud again."
ABOUT_CATS = "The cat of the house sleeps on the warm stove all day and goes out only when it is dark in the garden."
RIVER = Passage(1, "geo", "sea.md", "https://geo.example/sea", "Sea", ("Salt",), 0, 9, "Salt text", "en", 0.9, 0.1)


def run(shelf, work) -> None:  # type: ignore[no-untyped-def]
    async def main() -> None:
        async with shelf.open() as bench:
            await work(bench)

    asyncio.run(main())


async def found(bench, question: str) -> list[str]:  # type: ignore[no-untyped-def]
    return [text.strip() for text in await bench.texts(question)]


def answered(home: Path, text: str = "Salt comes from rivers [1].", **more: object) -> str:
    """A conversation with an answer of a model, then one of passages only."""
    folder = ConversationFolder(home / "conversations")
    cited = Citation.of(RIVER, None)
    answer = Answer(text, True, Support.YES, "tiny:1b", (cited,), (RIVER,), {"total": 1.0})
    name = folder.start("Why is the sea salty?")
    folder.append(name, Exchange("Why is the sea salty?", replace(answer, **more), "2026-11-30T09:00:00+08:00"))
    passages = replace(answer, text="**[1]** Sea\n\nSalt text", model="")
    folder.append(name, Exchange("And where?", passages, "2026-11-30T09:01:00+08:00"))
    return name


def test_a_note_becomes_a_source_and_is_found_once_it_is_built(shelf, home: Path) -> None:
    async def work(bench) -> None:
        note = await bench.notes.write_note("Salt", ABOUT_SEA, tags=["sea", "lesson 3"], shelf="我的笔记")
        assert (note.source, note.path, note.shelf) == ("my-notes", "Salt.md", "我的笔记")
        (source,) = await bench.library.sources()
        assert (source.source.title, source.source.kind, source.state) == ("我的笔记", "notes", SourceState.NEW)
        await bench.build("my-notes")
        result = await bench.assistant.search("salt of rivers", SearchOptions())
        assert [passage.text.strip() for passage in result.passages] == [ABOUT_SEA]
        assert result.passages[0].kind is SourceKind.NOTES
        assert result.passages[0].title == "Salt"

    run(shelf, work)
    text = (home / "notes" / "my-notes" / "Salt.md").read_text("utf-8")
    assert text.startswith('---\ntitle: "Salt"\ndate: 20')
    assert "\ntags: [sea, lesson 3]\n---\n\nRivers" in text
    assert 'kind: "notes"' in (home / "sources.yaml").read_text("utf-8")


def test_a_second_note_makes_the_source_stale_and_equal_titles_get_a_number(shelf) -> None:
    async def work(bench) -> None:
        await bench.notes.write_note("Salt", ABOUT_SEA)
        await bench.build("my-notes")
        others = [await bench.notes.write_note(title, ABOUT_CATS) for title in ("Salt", "SALT")]
        assert [(one.title, one.path) for one in others] == [("Salt (2)", "Salt (2).md"), ("SALT (3)", "SALT (3).md")]
        (source,) = await bench.library.sources()
        assert source.state is SourceState.STALE
        report = await bench.build("my-notes")
        assert (report.state, report.fetched, report.unchanged) == (SourceState.READY, 2, 1)
        assert [note.title for note in await bench.notes.notes()] == ["SALT (3)", "Salt (2)", "Salt"]

    run(shelf, work)


@pytest.mark.parametrize("text", ["", "   \n\t\n", "…!?—。，", "---\ntitle: only a head\n---\n", "\x00\x00", "🙂"])
def test_a_note_without_words_is_refused_and_makes_no_source(shelf, home: Path, text: str) -> None:
    async def work(bench) -> None:
        with pytest.raises(EmptyNote):
            await bench.notes.write_note("Title", text)
        assert await bench.library.sources() == ()

    run(shelf, work)
    assert not (home / "notes").exists()


@pytest.mark.parametrize(
    "title",
    [
        "a/b\\c:d*e?f\0g", "../../escape", "长" * 300, "CON", "nul.txt", "🙂👩‍👩‍👧", ".hidden", "~$lock", "...", "a\nb",
        "desktop.ini", "[1]: x", '"quoted": yes', "2026-11-30", "null", "- # x", "\ud800half", "é", "trailing. ",
    ],
)  # fmt: skip
def test_any_title_gives_a_file_that_is_read_and_keeps_its_words(shelf, home: Path, title: str) -> None:
    async def work(bench) -> None:
        note = await bench.notes.write_note(title, ABOUT_SEA)
        assert len(note.path.encode()) < 100
        assert await bench.notes.note(note.source, note.path) == note
        await bench.build(note.source)
        result = await bench.assistant.search("salt of rivers", SearchOptions())
        (found,) = result.passages
        assert found.path == note.path
        # A title on show loses what joins emoji and what stands for half a character.
        assert found.title == note.title.replace("\u200d", "").replace("\ufffd", "")

    run(shelf, work)
    assert [file.parent for file in (home / "notes").rglob("*.md")] == [home / "notes" / "my-notes"]


def test_a_note_without_a_title_is_called_by_its_first_line(shelf) -> None:
    async def work(bench) -> None:
        for text, title in (
            (f"\n\n## **Salt**\n\n{ABOUT_SEA}", "Salt"),
            ("***\n\n- 盐从哪里来\n", "盐从哪里来"),
            ("word " * 60, f"{'word ' * 20}"[:100].rstrip() + "…"),
        ):
            assert (await bench.notes.write_note("  ", text)).title == title

    run(shelf, work)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("\ufeffone", "one"),
        ("o\x00n\x1be", "one"),
        ("half \ud83d here", "half \ufffd here"),
        ("    code first\n", "    code first"),
        ("one\n\n\n", "one"),
        ("---\nnot: [closed\n---\nbody", "---\nnot: [closed\n---\nbody"),
        ("rule\n\n---\n\nafter", "rule\n\n---\n\nafter"),
    ],
)
def test_texts_are_kept_as_text(shelf, text: str, kept: str) -> None:
    async def work(bench) -> None:
        note = await bench.notes.write_note("T", text)
        assert note.text == kept
        assert await bench.notes.note(note.source, note.path) == note

    run(shelf, work)


def test_a_pasted_file_with_a_head_of_its_own_keeps_what_that_says(shelf, home: Path) -> None:
    async def work(bench) -> None:
        text = f"---\ntitle: Its own\ntags: [sea, x]\nauthor: Li Lei\ndate: 2020-01-02\n---\n{ABOUT_SEA}\n"
        note = await bench.notes.write_note("", text, tags=["mine", "sea"])
        assert (note.title, note.tags, note.date, note.text) == (
            "Its own",
            ("mine", "sea", "x"),
            "2020-01-02",
            ABOUT_SEA,
        )
        await bench.build("my-notes")
        assert await found(bench, "salt") == [ABOUT_SEA]

    run(shelf, work)
    text = (home / "notes" / "my-notes" / "Its own.md").read_text("utf-8")
    assert text.count("---\n") == 2
    assert "author: Li Lei\n" in text
    assert "date: 2020-01-02\n" in text


def test_a_note_is_rewritten_in_its_place(shelf) -> None:
    async def work(bench) -> None:
        note = await bench.notes.write_note("Salt", f"---\nauthor: Li Lei\n---\n{ABOUT_SEA}", tags=["a"])
        await bench.build("my-notes")
        again = await bench.notes.rewrite_note(note.source, note.path, "Cats", ABOUT_CATS, tags=["b"])
        assert (again.path, again.title, again.tags, again.date) == (note.path, "Cats", ("b",), note.date)
        assert (await bench.library.sources())[0].state is SourceState.STALE
        await bench.build("my-notes")
        assert await found(bench, "the warm stove") == [ABOUT_CATS]
        with pytest.raises(EmptyNote):
            await bench.notes.rewrite_note(note.source, note.path, "Cats", " ")
        with pytest.raises(LocationMissing):
            await bench.notes.rewrite_note(note.source, "other.md", "Cats", ABOUT_CATS)
        assert (await bench.notes.note(note.source, note.path)).text == ABOUT_CATS

    run(shelf, work)


def test_a_forgotten_note_answers_no_more_and_the_last_one_takes_its_source_along(shelf, home: Path) -> None:
    async def work(bench) -> None:
        first, second = [await bench.notes.write_note(t, x) for t, x in (("Salt", ABOUT_SEA), ("Cats", ABOUT_CATS))]
        await bench.build("my-notes")
        await bench.notes.forget_note(first.source, first.path)
        await bench.build("my-notes")
        assert await found(bench, "salt rivers cat stove") == [ABOUT_CATS]
        for path in (first.path, "../my-notes/Cats.md", "/etc/passwd", ""):
            with pytest.raises(LocationMissing):
                await bench.notes.forget_note(first.source, path)
        await bench.notes.forget_note(second.source, second.path)
        assert await bench.library.sources() == ()
        again = await bench.notes.write_note("Salt", ABOUT_SEA)
        assert again.source == "my-notes"
        await bench.build("my-notes")
        assert await found(bench, "salt rivers cat stove") == [ABOUT_SEA]

    run(shelf, work)


def test_what_was_forgotten_is_put_back_as_what_it_was(shelf, home: Path) -> None:
    name = answered(home)

    async def work(bench) -> None:
        note = await bench.notes.write_note("Salt", f"---\nauthor: Li Lei\n---\n{ABOUT_SEA}", tags=["sea"])
        kept = await bench.notes.keep_answer(name, 1)
        files = [home / "notes" / one.source / one.path for one in (note, kept)]
        before = [file.read_text("utf-8") for file in files]
        for one in (note, kept):
            forgotten = await bench.notes.forget_note(one.source, one.path)
            assert await bench.notes.put_back(forgotten) == one
        assert [file.read_text("utf-8") for file in files] == before
        assert len(await bench.library.sources()) == 2

    run(shelf, work)


def test_a_source_of_others_is_no_place_for_notes(shelf, folder: Path) -> None:
    async def work(bench) -> None:
        (folder / "a.md").write_text(ABOUT_SEA)
        source = (await bench.library.add(str(folder))).source.id
        for name, error in ((source, NoNotes), ("nothing", UnknownSource)):
            with pytest.raises(error):
                await bench.notes.forget_note(name, "a.md")
            with pytest.raises(error):
                await bench.notes.note(name, "a.md")
        assert (folder / "a.md").exists()

    run(shelf, work)


def test_a_note_brings_its_source_out_of_the_trash_with_all_it_held(shelf, folder: Path) -> None:
    async def work(bench) -> None:
        await bench.notes.write_note("Salt", ABOUT_SEA)
        await bench.build("my-notes")
        await bench.library.remove("my-notes")
        assert await bench.notes.notes() == ()
        # Another source of that title takes nothing of it away.
        await bench.library.add(str(folder), title="My notes")
        note = await bench.notes.write_note("Cats", ABOUT_CATS)
        assert note.source == "my-notes"
        assert await bench.library.trashed() == ()
        await bench.build("my-notes")
        assert sorted(await found(bench, "salt rivers cat stove")) == sorted([ABOUT_SEA, ABOUT_CATS])

    run(shelf, work)


def test_files_go_when_the_trash_is_emptied_and_not_before(shelf, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def throw_away(bench) -> None:
        await bench.notes.write_note("Salt", ABOUT_SEA)
        await bench.library.remove("my-notes")

    async def look(bench) -> None:
        assert len(await bench.library.trashed()) == len(list((home / "notes").rglob("*.md")))

    run(shelf, throw_away)
    run(shelf, look)
    assert (home / "notes" / "my-notes" / "Salt.md").exists()
    monkeypatch.setattr("gangdan_gui.services.library.opening._KEPT_IN_TRASH", timedelta(days=-1))
    run(shelf, look)
    assert not (home / "notes" / "my-notes").exists()


def test_a_library_moved_elsewhere_finds_its_notes(shelf, home: Path, tmp_path: Path) -> None:
    async def write(bench) -> None:
        await bench.notes.write_note("Salt", ABOUT_SEA)

    async def build(bench) -> None:
        assert (await bench.build("my-notes")).state is SourceState.READY
        assert await found(bench, "salt rivers") == [ABOUT_SEA]

    run(shelf, write)
    shelf.home = tmp_path / "搬 moved"
    shutil.move(home, shelf.home)
    run(shelf, build)


def test_records_and_list_that_are_lost_cost_no_note(shelf, home: Path) -> None:
    async def write(bench) -> None:
        await bench.notes.write_note("Salt", ABOUT_SEA)

    async def again(bench) -> None:
        await bench.notes.write_note("Cats", ABOUT_CATS)
        await bench.build("my-notes")
        assert len(await found(bench, "salt rivers cat stove")) == 2

    run(shelf, write)
    (home / "library.sqlite3").unlink()
    (home / "sources.yaml").unlink()
    run(shelf, again)


def test_two_at_once_write_two_notes(shelf) -> None:
    async def work(bench) -> None:
        await asyncio.gather(*(bench.notes.write_note("Salt", ABOUT_SEA) for _ in range(5)))
        assert len({note.title for note in await bench.notes.notes()}) == 5
        assert len(await bench.library.sources()) == 1

    run(shelf, work)


def test_a_folder_that_can_t_be_written_leaves_no_source_without_its_note(shelf, home: Path) -> None:
    async def work(bench) -> None:
        (home / "notes").write_text("a file in the way")
        with pytest.raises(CannotWrite):
            await bench.notes.write_note("Salt", ABOUT_SEA)
        assert await bench.library.sources() == ()
        (home / "notes").unlink()
        (home / "sources.yaml").mkdir()
        with pytest.raises(CannotWrite):
            await bench.notes.write_note("Salt", ABOUT_SEA)
        assert list((home / "notes").rglob("*.md")) == []

    run(shelf, work)


def test_a_note_of_a_few_words_is_found(shelf) -> None:
    async def work(bench) -> None:
        await bench.notes.write_note("", "cat stove")
        assert (await bench.build("my-notes")).state is SourceState.READY
        assert await found(bench, "cat") == ["cat stove"]

    run(shelf, work)


def test_five_megabytes_are_a_note(shelf) -> None:
    async def work(bench) -> None:
        text = "句子 sentence. " * 300_000
        note = await bench.notes.write_note("Large", text)
        assert (await bench.notes.note(note.source, note.path)).text == text

    run(shelf, work)


def test_a_kept_answer_says_who_wrote_it_and_what_it_cites(shelf, home: Path) -> None:
    name = answered(home)

    async def work(bench) -> None:
        labels = ExportLabels(sources="来源", model="模型", colon="：")
        note = await bench.notes.keep_answer(name, 1, shelf="采纳的回答", labels=labels)
        assert (note.source, note.kind, note.shelf) == ("kept-answers", SourceKind.ANSWERS, "采纳的回答")
        assert (note.title, note.date) == ("Why is the sea salty?", "2026-11-30")
        assert note.text.endswith("### 来源\n\n- **[1]** geo › Sea › Salt › sea.md — <https://geo.example/sea>")
        assert "*模型：tiny:1b" in note.text
        again = await bench.notes.keep_answer(name, 1, labels=labels)
        assert again.path == note.path
        assert len(await bench.notes.notes()) == 1

    run(shelf, work)
    text = (home / "notes" / "kept-answers" / "Why is the sea salty_.md").read_text("utf-8")
    for line in ("machine-written: true", "model: tiny:1b", f"conversation: {name}", "answer: 1", "sources:"):
        assert f"\n{line}\n" in text
    assert "incomplete" not in text


def test_a_partial_answer_is_kept_as_one(shelf, home: Path) -> None:
    name = answered(home, complete=False, incomplete=Reason("answer-length"))

    async def work(bench) -> None:
        note = await bench.notes.keep_answer(name, 1)
        assert "This answer is incomplete" in note.text

    run(shelf, work)
    (file,) = (home / "notes" / "kept-answers").iterdir()
    assert "\nincomplete: true\n" in file.read_text("utf-8")


def test_what_no_model_wrote_is_not_kept(shelf, home: Path) -> None:
    name, refused = answered(home), answered(home, text=" ", citations=())

    async def work(bench) -> None:
        for conversation, number, error in (
            (name, 2, NothingToKeep),
            (refused, 1, NothingToKeep),
            (name, 3, UnknownAnswer),
            (name, 0, UnknownAnswer),
            ("gone", 1, UnknownConversation),
        ):
            with pytest.raises(error):
                await bench.notes.keep_answer(conversation, number)
        assert await bench.library.sources() == ()

    run(shelf, work)


def test_a_kept_answer_outlives_its_conversation(shelf, home: Path) -> None:
    name = answered(home)

    async def work(bench) -> None:
        note = await bench.notes.keep_answer(name, 1)
        (home / "conversations" / f"{name}.json").unlink()
        assert "Salt comes from rivers" in (await bench.notes.note(note.source, note.path)).text
        with pytest.raises(UnknownConversation):
            await bench.notes.keep_answer(name, 1)

    run(shelf, work)


def test_kept_answers_are_searched_only_by_name_and_never_support(shelf, home: Path, folder: Path) -> None:
    name = answered(home, text=ABOUT_SEA)

    async def work(bench) -> None:
        await bench.notes.keep_answer(name, 1)
        await bench.build("kept-answers")
        with pytest.raises(NothingBuilt):
            await bench.assistant.search("salt of rivers", SearchOptions())
        chosen = await bench.assistant.search("salt of rivers", SearchOptions(("kept-answers",)))
        assert chosen.passages
        assert chosen.passages[0].kind is SourceKind.ANSWERS
        assert chosen.supported is Support.NO
        (folder / "cats.md").write_text(ABOUT_CATS)
        documents = (await bench.library.add(str(folder))).source.id
        await bench.build(documents)
        usual = await bench.assistant.search("salt of rivers", SearchOptions())
        assert {passage.source for passage in usual.passages} == {documents}
        both = await bench.assistant.search("salt of rivers", SearchOptions((documents, "kept-answers")))
        assert {passage.source for passage in both.passages} == {documents, "kept-answers"}

    run(shelf, work)


def test_strict_gives_no_answer_from_kept_answers_alone(shelf, home: Path) -> None:
    name = answered(home, text=ABOUT_SEA)

    async def work(bench) -> None:
        await bench.notes.keep_answer(name, 1)
        await bench.build("kept-answers")
        for strict in (False, True):
            options = SearchOptions(("kept-answers",), strict=strict, model="")
            async with aclosing(bench.assistant.ask("salt of rivers", options)) as events:
                (*_, last) = [event async for event in events]
            assert bool(last.answer.text) is not strict
            assert last.answer.passages

    run(shelf, work)


def test_notes_support_where_no_documentation_is_asked(shelf, folder: Path) -> None:
    async def work(bench) -> None:
        await bench.notes.write_note("Salt", ABOUT_SEA)
        await bench.build("my-notes")
        assert (await bench.assistant.search("salt of rivers", SearchOptions())).supported is Support.YES

    run(shelf, work)


def test_a_note_that_may_answer_what_the_documentation_does_not_is_named(
    shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KNOWN_SCALES, "hash", Scale(strange=0.4, own=0.9))
    (folder / "cats.md").write_text(f"# Cats\n\n{ABOUT_CATS}\n", "utf-8")

    async def work(bench) -> None:  # type: ignore[no-untyped-def]
        source = (await bench.library.add(str(folder))).source.id
        await bench.notes.write_note("Salty sea", ABOUT_SEA)
        await bench.build(source, "my-notes")
        named = Reason("note-may-answer", "Salty sea")
        salt = await bench.assistant.search(ABOUT_SEA, SearchOptions())
        assert (salt.supported, salt.notices) == (Support.NO, (named,))
        assert (await bench.assistant.search(ABOUT_CATS, SearchOptions())).notices == ()
        assert (await bench.assistant.search(ABOUT_SEA, SearchOptions(("my-notes",)))).notices == ()
        async with aclosing(bench.assistant.ask(ABOUT_SEA, SearchOptions(strict=True, model=""))) as events:
            *_, last = [event async for event in events]
        assert (last.answer.text, last.answer.notices) == ("", (named, Reason("not-held")))

    run(shelf, work)


def test_what_other_programs_put_there_is_read_in_its_encoding_and_never_damaged(
    shelf, home: Path, tmp_path: Path
) -> None:
    words = "河流把岩石里的盐带到大海，盐留在海里，海水越来越咸。"
    secret = tmp_path / "outside.md"
    secret.write_text("Not a note.", "utf-8")

    async def work(bench) -> None:  # type: ignore[no-untyped-def]
        note = await bench.notes.write_note("Salt", ABOUT_SEA)
        place = home / "notes" / note.source
        (place / "old.md").write_bytes(words.encode("gb18030"))
        (place / "program.md").write_bytes(b"\x7fELF\x02\x01\x01\x00" * 400)
        (place / "blank.md").write_bytes(b" \n")
        (place / "link.md").symlink_to(secret)
        found = {one.path: one.text for one in await bench.notes.notes()}
        assert found == {note.path: ABOUT_SEA, "old.md": words, "blank.md": ""}
        rewritten = await bench.notes.rewrite_note(note.source, "old.md", "Old", f"{words}\n\nMore.")
        assert rewritten.text == f"{words}\n\nMore."
        assert words in (place / "old.md").read_text("utf-8")
        for change in (bench.notes.note, bench.notes.forget_note):
            with pytest.raises(UnreadableFile):
                await change(note.source, "program.md")
            with pytest.raises(LocationMissing):
                await change(note.source, "link.md")
        assert (place / "program.md").is_file()

    run(shelf, work)


def test_tags_are_the_same_in_the_note_and_where_a_search_compares_them(shelf) -> None:
    async def work(bench) -> None:  # type: ignore[no-untyped-def]
        note = await bench.notes.write_note("Salt", ABOUT_SEA, tags=["地理，高一 下", "#sea; 海,sea"])
        assert note.tags == ("地理", "高一 下", "sea", "海")
        await bench.build(note.source)
        (file,) = (await bench.library.report(note.source)).files
        assert file.facts.tags == note.tags

    run(shelf, work)


def test_a_locked_library_takes_no_note_of_a_second_program(shelf, home: Path) -> None:
    async def work(_bench) -> None:
        async with open_application(home, "another", may_read_only=True) as second:
            assert second.read_only
            assert isinstance(second.services.notes, Notes)

    run(shelf, work)
