"""Conversations survive restarts with every fact, and a damaged one harms no other."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.domain.errors import CannotWrite, ConversationUnreadable, UnknownConversation
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Citation, Conversation, Exchange, Passage, Support
from gangdan_gui.storing.conversation_json import from_json, to_json
from gangdan_gui.storing.conversations import ConversationFolder

PASSAGE = Passage(1, "s", "a.md", "https://x/", "标题", ("一", "b"), 3, 9, "text\r\n  code", "zh", 0.75, 0.25)
CITATION = Citation(1, "s", "Title", "a.md", "", ("一",), 3, 9)
ANSWER = Answer(
    "答 [1]", True, Support.WEAK, "", (CITATION,), (PASSAGE,), {"search": 0.1, "total": 0.30000000000000004}
)
EXCHANGE = Exchange("什么？", ANSWER, "2026-01-02T03:04:05+08:00")


@pytest.fixture
def folder(tmp_path: Path) -> ConversationFolder:
    return ConversationFolder(tmp_path / "conversations")


def test_every_fact_survives(folder: ConversationFolder) -> None:
    id_ = folder.start("标题 🧪")
    folder.append(id_, EXCHANGE)
    after = folder.append(id_, EXCHANGE)
    again = ConversationFolder(folder.path).read(id_)
    assert again == after
    assert again.exchanges == (EXCHANGE, EXCHANGE)
    assert (again.id, again.title) == (id_, "标题 🧪")


def test_of_answers_that_end_at_once_none_is_lost(folder: ConversationFolder) -> None:
    id_ = folder.start("a")
    questions = [f"question {number}" for number in range(20)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda question: folder.append(id_, replace(EXCHANGE, question=question)), questions))
    assert sorted(one.question for one in folder.read(id_).exchanges) == sorted(questions)


reasons = st.builds(Reason, st.text(), st.text())
facts = st.builds(
    Conversation,
    st.text(), st.text(), st.text(),
    st.lists(
        st.builds(
            Exchange, st.text(),
            st.builds(
                Answer, st.text(), st.booleans(), st.sampled_from(Support), st.text(),
                st.lists(st.builds(
                    Citation, st.integers(), st.text(), st.text(), st.text(), st.text(),
                    st.lists(st.text()).map(tuple), st.integers(), st.integers(), st.text(), st.text(),
                ), max_size=2).map(tuple),
                st.lists(st.builds(
                    Passage, st.integers(), st.text(), st.text(), st.text(), st.text(),
                    st.lists(st.text()).map(tuple), st.integers(), st.integers(), st.text(), st.text(),
                    st.floats(allow_nan=False), st.none() | st.floats(allow_nan=False),
                    st.text(), st.none() | st.integers(),
                ), max_size=2).map(tuple),
                st.dictionaries(st.text(), st.floats(allow_nan=False)),
                st.none() | reasons, st.lists(reasons, max_size=2).map(tuple),
                st.none() | st.floats(allow_nan=False), st.integers(),
            ),
            st.text(),
        ),
        max_size=2,
    ).map(tuple),
)  # fmt: skip


@given(facts)
def test_any_conversation_comes_back_as_it_was(conversation: Conversation) -> None:
    assert from_json(to_json(conversation)) == conversation


def test_a_conversation_of_before_these_facts_were_kept_is_read_and_gone_on_with(folder: ConversationFolder) -> None:
    id_ = folder.start("old")
    folder.append(id_, EXCHANGE)
    file = folder.path / f"{id_}.json"
    said = json.loads(file.read_bytes())
    answer = said["exchanges"][0]["answer"]
    newer = {"citations": ("commit", "licence"), "passages": ("commit", "keyword_rank")}
    for part, names in newer.items():
        for name in names:
            del answer[part][0][name]
    for name in ("incomplete", "notices", "temperature", "context_tokens"):
        del answer[name]
    file.write_text(json.dumps(said), encoding="utf-8")
    assert folder.read(id_).exchanges == (EXCHANGE,)
    assert folder.append(id_, EXCHANGE).exchanges == folder.read(id_).exchanges == (EXCHANGE, EXCHANGE)


def test_half_a_character_of_a_broken_document_can_be_saved(folder: ConversationFolder) -> None:
    id_ = folder.start("\ud83e")
    assert folder.read(id_).title == "\ud83e"


def test_the_newest_comes_first(folder: ConversationFolder) -> None:
    first, second = folder.start("first"), folder.start("second")
    folder.append(first, EXCHANGE)
    listed = folder.list().readable
    assert {conversation.id for conversation in listed} == {first, second}
    assert [c.updated for c in listed] == sorted((c.updated for c in listed), reverse=True)


def test_an_empty_or_missing_folder_lists_nothing(folder: ConversationFolder) -> None:
    assert folder.list().readable == ()
    assert not folder.path.exists()


@pytest.mark.parametrize(
    "damage",
    [
        b"", b"{", b"[]", b"null", b"1", b'{"format": 1}', b'{"format": 99, "id": "x"}', b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"format": 1, "id": 1, "title": "", "updated": "", "exchanges": []}',
        b'{"format": 1, "id": "x", "title": "", "updated": "", "exchanges": [1]}',
    ],
)  # fmt: skip
def test_a_damaged_file_is_told_kept_and_harms_no_other(folder: ConversationFolder, damage: bytes) -> None:
    good, bad = folder.start("good"), folder.start("bad")
    file = folder.path / f"{bad}.json"
    file.write_bytes(damage)
    listed = folder.list()
    assert [conversation.id for conversation in listed.readable] == [good]
    assert listed.damaged == (file,)
    for act in (folder.read, lambda id_: folder.append(id_, EXCHANGE)):
        with pytest.raises(ConversationUnreadable) as caught:
            act(bad)
        assert caught.value.facts == {"conversation": bad, "file": str(file)}
    assert file.read_bytes() == damage


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("title",), 5), (("exchanges",), {}), (("exchanges", 0), "x"), (("exchanges", 0, "question"), None),
        (("exchanges", 0, "asked"), 1), (("exchanges", 0, "answer"), None), (("exchanges", 0, "answer", "text"), ["x"]),
        (("exchanges", 0, "answer", "complete"), "yes"), (("exchanges", 0, "answer", "supported"), "perhaps"),
        (("exchanges", 0, "answer", "model"), None), (("exchanges", 0, "answer", "temperature"), "warm"),
        (("exchanges", 0, "answer", "seconds"), []), (("exchanges", 0, "answer", "seconds"), {"total": "1"}),
        (("exchanges", 0, "answer", "citations", 0, "number"), "1"),
        (("exchanges", 0, "answer", "citations", 0, "number"), True),
        (("exchanges", 0, "answer", "citations", 0, "heading"), "一"),
        (("exchanges", 0, "answer", "citations", 0, "heading", 0), 1),
        (("exchanges", 0, "answer", "passages", 0, "url"), 0),
        (("exchanges", 0, "answer", "passages", 0, "score"), None),
        (("exchanges", 0, "answer", "incomplete"), {"code": 1}), (("exchanges", 0, "answer", "notices"), ["x"]),
        (("exchanges", 0, "answer", "of a newer version"), "x"), (("of a newer version",), 1),
    ],
)  # fmt: skip
def test_a_fact_of_another_kind_is_found_when_it_is_read(
    folder: ConversationFolder, place: tuple[str | int, ...], value: object
) -> None:
    id_ = folder.start("a")
    folder.append(id_, EXCHANGE)
    file = folder.path / f"{id_}.json"
    said = json.loads(file.read_bytes())
    part = said
    for name in place[:-1]:
        part = part[name]
    part[place[-1]] = value
    file.write_text(json.dumps(said), encoding="utf-8")
    assert folder.list().damaged == (file,)
    with pytest.raises(ConversationUnreadable):
        folder.append(id_, EXCHANGE)
    assert json.loads(file.read_bytes()) == said


@pytest.mark.parametrize("field", ["updated", "exchanges", "title"])
def test_a_file_without_a_field_is_damaged(folder: ConversationFolder, field: str) -> None:
    id_ = folder.start("a")
    file = folder.path / f"{id_}.json"
    said = json.loads(file.read_bytes())
    del said[field]
    file.write_text(json.dumps(said))
    assert folder.list().damaged == (file,)


@pytest.mark.parametrize("id_", ["", "nobody", "../secret", "a/b", r"..\secret", "C:", "x" * 1000, "a\x00"])
def test_an_unknown_id_is_told_and_is_never_a_path(folder: ConversationFolder, tmp_path: Path, id_: str) -> None:
    (tmp_path / "secret.json").write_bytes(to_json(Conversation("secret", "", "")))
    with pytest.raises(UnknownConversation) as caught:
        folder.read(id_)
    assert caught.value.facts == {"conversation": id_}


def test_files_of_others_are_left_alone(folder: ConversationFolder) -> None:
    id_ = folder.start("a")
    (folder.path / ".half.part").write_text("half written")
    (folder.path / "notes.txt").write_text("mine")
    assert [conversation.id for conversation in folder.list().readable] == [id_]
    assert folder.list().damaged == ()


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "conversations").write_text("in the way")
    with pytest.raises(CannotWrite):
        ConversationFolder(tmp_path / "conversations").start("a")
