"""Python files: what is for readers becomes prose, the rest stays code."""

from __future__ import annotations

import pytest

from gangdan_gui.converting.conversion import convert


def markdown(text: str, codec: str = "utf-8") -> str:
    return convert(text.encode(codec), "m.py").text


def test_a_plain_module() -> None:
    assert markdown('"""What it does.\n\nAnd <how>.\n"""\n\nimport os\n\n\ndef f():\n    """Doc."""\n') == (
        'What it does.\n\nAnd \\<how>.\n\n```python\nimport os\n\n\ndef f():\n    """Doc."""\n```\n'
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
