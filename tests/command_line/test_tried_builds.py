"""What `golden try` builds anew, and what it only searches otherwise."""

from __future__ import annotations

import pytest

from gangdan_gui.arguments import parser
from gangdan_gui.commands.golden import tried_build
from gangdan_gui.services.settings import Settings


@pytest.mark.parametrize(
    ("words", "is_built"),
    [
        ((), True),
        (("--mode", "keyword"), False),
        (("-k", "3"), False),
        (("--keyword-weight", "0"), False),
        (("--reranker", "none"), False),
        (("--mode", "keyword", "--size", "400"), True),
        (("--fusion", "rrf", "--embedder", "builtin"), True),
    ],
)
def test_nothing_is_built_where_only_the_search_is_another_one(words: tuple[str, ...], is_built: bool) -> None:
    arguments = parser().parse_args(["golden", "try", *words])
    assert (tried_build(Settings(), arguments) is not None) is is_built
