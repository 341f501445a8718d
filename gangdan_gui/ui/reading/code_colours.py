"""Colours code with the tokens of the theme."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from gangdan_gui.ui.theme import Tokens

# Names that documentation gives to code that Pygments knows under another, or to no code at all.
_ALIASES = {"ipython": "python", "ipython3": "python", "py3": "python", "shell": "bash", "console": "pycon"}


def coloured_code(code: str, language: str, tokens: Tokens) -> Iterator[tuple[str, str]]:
    """The code in pieces, each with its colour as `#RRGGBB`; together they are exactly `code`."""
    lexer = _lexer(language.lower())
    if lexer is None:
        yield code, tokens.text
        return
    coloured = ((piece, _colour(kind, tokens)) for kind, piece in lexer.get_tokens(code))
    for colour, group in groupby(coloured, key=itemgetter(1)):
        yield "".join(piece for piece, _ in group), colour


def prepare() -> None:
    """Read what colouring needs, for a thread: the first code would otherwise wait for it in the window's loop."""
    lexer = _lexer("python")
    if lexer is not None:
        list(lexer.get_tokens("x = 1"))


@lru_cache(maxsize=64)
def _lexer(language: str) -> Any:
    # Pygments is imported with the first code that is shown, not with the window.
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    if not language:
        return None
    try:
        return get_lexer_by_name(_ALIASES.get(language, language), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def _colour(kind: Any, tokens: Tokens) -> str:
    from pygments.token import Comment, Keyword, Name, Number, Operator, String

    if kind in Comment:
        return tokens.secondary
    if kind in String:
        return tokens.success
    if kind in Number:
        return tokens.warning
    if kind in Keyword or kind in Operator.Word or kind in Name.Builtin or kind in Name.Decorator:
        return tokens.accent
    return tokens.text
