"""What a model is told of where a passage comes from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gangdan_gui.answering.prompt import fenced
from gangdan_gui.domain.documents import DOCUMENTATION, SourceKind
from tests.answering.given import passage

SAID = "Salt comes from rivers [1], so it says `a[1]` [2]."


@pytest.mark.parametrize("kind", sorted(DOCUMENTATION))
def test_documentation_is_a_source(kind: SourceKind) -> None:
    head, body, _ = fenced(replace(passage(3, SAID), kind=kind), "Guide", "mark").splitlines()
    assert head == "=== mark passage [3] | source: Guide | file: a/b.md"
    assert body == SAID


def test_a_note_is_introduced_as_the_user_s_own() -> None:
    head, body, _ = fenced(replace(passage(3, SAID), kind=SourceKind.NOTES), "My notes", "mark").splitlines()
    assert head == "=== mark passage [3] | the user's own note: My notes | file: a/b.md"
    assert body == SAID


def test_a_kept_answer_is_no_evidence_and_loses_the_numbers_of_other_passages() -> None:
    kept = replace(passage(3, SAID), kind=SourceKind.ANSWERS)
    for text in (None, SAID):
        head, body, _ = fenced(kept, "Kept answers", "mark", text).splitlines()
        assert head == "=== mark passage [3] | written by a model earlier, not evidence: Kept answers | file: a/b.md"
        assert body == "Salt comes from rivers , so it says `a[1]` ."


def test_a_colleague_s_note_is_introduced_as_somebody_s() -> None:
    head, *_ = fenced(replace(passage(3, SAID), kind=SourceKind.PACKED_NOTES), "Notes", "mark").splitlines()
    assert head == "=== mark passage [3] | somebody's note, no documentation: Notes | file: a/b.md"
