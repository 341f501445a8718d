"""Python files: what is for readers becomes prose, the rest stays code."""

from __future__ import annotations

import ast
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.converting.conversion import convert
from gangdan_gui.converting.python import docstrings


def markdown(text: str, codec: str = "utf-8") -> str:
    return convert(text.encode(codec), "m.py").text


def test_a_plain_module() -> None:
    assert markdown('"""What it does.\n\nAnd <how>.\n"""\n\nimport os\n\n\ndef f():\n    """Doc."""\n') == (
        "What it does.\n\nAnd \\<how>.\n\n```python\nimport os\n```\n\n## `f()`\n\nDoc.\n\n```python\ndef f():\n```\n"
    )


@pytest.mark.parametrize(
    "code",
    [
        "x = 1\n\n\n\nif x:\n\ty = '''\n  # %s\n'''  # ``` \\d",
        "print 'Python 2'",
        "'not a docstring' + x",
        '"""doc"""; x = 1',
        "def broken(:",
        "x = '\\d'",
    ],
)
def test_code_stays_as_it_is(code: str) -> None:
    assert code in markdown(f"{code}\n")


@pytest.mark.parametrize("mark", ["#" * 20, "#" * 79, "# %%", "#%%"])
def test_a_gallery(mark: str) -> None:
    text = markdown(
        f'"""\nTitle\n=====\n\nWords of :func:`f`.\n"""\na = 1\n\n'
        f"{mark}\n# Part\n# ----\n#\n# More **words**.\n#\n#     lit\n\n"
        f"# a comment\nb = 2\n\n{mark}\n# The end.\n"
    )
    assert text == (
        "# Title\n\nWords of `f()`.\n\n```python\na = 1\n```\n\n## Part\n\nMore **words**.\n\n> lit\n\n"
        "```python\n# a comment\nb = 2\n```\n\nThe end.\n"
    )


def test_a_title_behind_the_mark() -> None:
    text = markdown('"""\nTi\n==\n"""\n# %%\n# Words.\nx = 1\n# %%\n# - a\n# - b\n')
    assert text == "# Ti\n\nWords.\n\n```python\nx = 1\n```\n\n- a\n- b\n"


def test_cells() -> None:
    text = markdown('# %% [markdown]\n# # T\n# a <b>b</b>\n\n# %%\nx = 1\n# no text\n\n# %% [md]\n"""\n*quoted*\n"""\n')
    assert text == "# T\na **b**\n\n```python\nx = 1\n# no text\n```\n\n*quoted*\n"


@pytest.mark.parametrize("codec", ["gbk", "gb2312", "latin-1", "utf-8"])
def test_the_coding_line_is_obeyed_and_goes(codec: str) -> None:
    word = "é" if codec == "latin-1" else "中文"
    text = markdown(f"#!/usr/bin/env python\n# -*- coding: {codec} -*-\nx = '{word}'\n", codec)
    assert text == f"```python\nx = '{word}'\n```\n"


MODULE = '''"""Tanks."""
import os

# All about tanks.
# They hold water.

X = 1
# a = 1
# b = 2


@dec
class Tank(Base):
    """A tank.

    Parameters
    ----------
    size : int
        How large, see :class:`~a.b.Size`.
    name
        Who.
    """

    a = 1

    def fill(self, n, *args, k: int = 3, **kw) -> int:
        """Fill it.

        Args:
            n (int): how much
                and more

        Returns:
            the level

        >>> Tank().fill(1)
        3
        """
        return n

    # why
    @property
    def level(self): return 3

    class Inner:
        def deep(self, x): "one"; return x


def only(x=1, y=2):
    """Only.

    :param x: the x

    Like so::

        only(1)

    End.
    """
'''


def test_a_module_is_told_by_what_it_defines() -> None:
    text = markdown(MODULE)
    headings = [line for line in text.split("\n") if line.startswith("#") and "`" in line]
    assert headings == [
        "## `class Tank(Base)`", "### `Tank.fill(n, *args, k=3, **kw)`", "### `Tank.level()`",
        "### `class Tank.Inner`", "#### `Tank.Inner.deep(x)`", "## `only(x=1, y=2)`",
    ]  # fmt: skip
    assert "```\n\nAll about tanks.\nThey hold water.\n\n```python\nX = 1\n# a = 1\n# b = 2\n```" in text
    assert (
        "A tank.\n\n**Parameters**\n\n- size : int\n  How large, see `a.b.Size`.\n- name\n  Who.\n\n```python\n@dec"
        in text
    )
    assert "**Args**\n\n- n (int): how much\n  and more\n\n**Returns**\n\nthe level\n\n```pycon\n>>> Tank()" in text
    assert "Only.\n\n- **param x:** the x\n\nLike so:\n\n```\nonly(1)\n```\n\nEnd.\n" in text
    assert convert(MODULE.encode(), "tanks.py").title == "tanks"


def test_every_line_of_code_of_a_module_is_there_once() -> None:
    fences = re.findall(r"^```python\n(.*?)\n```$", markdown(MODULE), re.MULTILINE | re.DOTALL)
    written = [line for fence in fences for line in fence.split("\n") if line.strip()]
    tree = ast.parse(MODULE)
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    owners = [node for node in ast.walk(tree) if isinstance(node, kinds) and ast.get_docstring(node)]
    first = [owner.body[0] for owner in owners if "deep" not in getattr(owner, "name", "")]
    gone = {line for node in first for line in range(node.lineno - 1, node.end_lineno)}
    kept = [line for at, line in enumerate(MODULE.split("\n")) if at not in gone and line.strip()]
    assert written == [line for line in kept if line not in ("# All about tanks.", "# They hold water.")]


@given(
    st.lists(
        st.sampled_from(["Args:", "    x: one", "Notes", "-----", ">>> a", "b::", "", "      c", ":param q: r", "d"])
    )
)
def test_no_word_of_a_docstring_is_lost(lines: list[str]) -> None:
    given = "\n".join(lines)
    assert Counter(re.findall(r"\w+", given)) == Counter(
        re.findall(r"\w+", docstrings.to_markdown(given).replace("pycon", ""))
    )
