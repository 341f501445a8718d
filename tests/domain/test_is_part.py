"""When a source is said to be there in part only."""

from __future__ import annotations

import pytest

from gangdan_gui.domain.documents import SourceState, is_part
from gangdan_gui.domain.reasons import Problem, Reason

UNREADABLE = tuple(Problem(f"{number}.txt", "convert", Reason("binary")) for number in range(2))
STOPPED = (Problem("", "embed", Reason("interrupted", "1488")),)


@pytest.mark.parametrize(
    ("state", "documents", "expected", "problems", "part"),
    [
        (SourceState.PARTIAL, 412, 1900, STOPPED, True),
        (SourceState.FAILED, 412, 1900, (), True),
        (SourceState.PARTIAL, 38, 40, UNREADABLE, True),
        (SourceState.PARTIAL, 40, 40, (), False),
        (SourceState.READY, 38, 40, UNREADABLE, False),
        (SourceState.STALE, 38, 40, UNREADABLE, False),
        (SourceState.NEW, 0, 40, STOPPED, False),
        (SourceState.BUILDING, 38, 40, UNREADABLE, False),
        (SourceState.QUEUED, 38, 40, UNREADABLE, False),
        (SourceState.BUILDING, 37, 40, UNREADABLE, True),
        (SourceState.BUILDING, 0, 1900, (), True),
        (SourceState.PARTIAL, 5, 0, (), False),
    ],
)
def test_a_source_is_partial_where_files_are_still_to_come(
    state: SourceState, documents: int, expected: int, problems: tuple[Problem, ...], part: bool
) -> None:
    assert is_part(state, documents, expected, problems) is part
