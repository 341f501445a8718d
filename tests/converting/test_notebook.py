"""Notebooks of all ages: their words and code, and of their outputs only what can be read."""

from __future__ import annotations

import json

import pytest

from gangdan_gui.converting.conversion import convert
from gangdan_gui.domain.errors import UnreadableFile


def markdown(*cells: dict[str, object], **metadata: object) -> str:
    content = {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return convert(json.dumps(content).encode(), "n.ipynb").text


def code(source: str | list[str], *outputs: dict[str, object]) -> dict[str, object]:
    return {"cell_type": "code", "source": source, "outputs": list(outputs), "metadata": {}}


def shown(**data: object) -> dict[str, object]:
    return {"output_type": "display_data", "data": {key.replace("_", "/", 1): value for key, value in data.items()}}


def stream(text: str) -> dict[str, object]:
    return {"output_type": "stream", "name": "stdout", "text": text}


@pytest.mark.parametrize(
    "data",
    [
        b"{}",
        b"[]",
        b"null",
        b'"text"',
        b'{"metadata": {}}',
        b'{"cells": [',
        b"not json at all",
        b"[" * 100_000,
        b'{"message": "Not Found"}',
    ],
)
def test_a_broken_notebook_is_refused_with_its_reason(data: bytes) -> None:
    with pytest.raises(UnreadableFile) as refused:
        convert(data, "n.ipynb")
    assert refused.value.reason.code == "broken-notebook"
    assert refused.value.reason.detail


@pytest.mark.parametrize(
    "cell",
    [
        {},
        {"cell_type": 3},
        {"cell_type": "code", "source": None, "outputs": 5},
        {"cell_type": "code", "outputs": [1, {}]},
        "text",
        None,
    ],
)
def test_an_odd_cell_does_not_spoil_the_rest(cell: object) -> None:
    content = {"cells": [cell, {"cell_type": "markdown", "source": "words"}]}
    assert convert(json.dumps(content).encode(), "n.ipynb").text == "words\n"


def test_without_metadata_and_with_lines_of_source() -> None:
    content = {"cells": [code(["x = 1\n", "\n", "    y"])]}
    assert convert(json.dumps(content).encode(), "n.ipynb").text == "```python\nx = 1\n\n    y\n```\n"


@pytest.mark.parametrize(
    ("metadata", "language"),
    [
        ({"kernelspec": {"language": "julia"}}, "julia"),
        ({"language_info": {"name": "R"}}, "r"),
        ({"kernelspec": {"name": "python3"}, "language_info": {"name": "ipython"}}, "python"),
        ({}, "python"),
    ],
)
def test_the_kernel_names_the_language(metadata: dict[str, object], language: str) -> None:
    assert markdown(code("x"), **metadata) == f"```{language}\nx\n```\n"


def test_format_3() -> None:
    cells = [
        {"cell_type": "heading", "level": 3, "source": ["Old\n", "words"]},
        {"cell_type": "markdown", "source": ["*text*"]},
        {
            "cell_type": "code",
            "input": ["print 1"],
            "outputs": [{"output_type": "pyerr", "ename": "E", "evalue": "bad"}],
        },
    ]
    content = {"nbformat": 3, "worksheets": [{"cells": cells[:1]}, {"cells": cells[1:]}]}
    text = convert(json.dumps(content).encode(), "n.ipynb").text
    assert text == "### Old words\n\n*text*\n\n```python\nprint 1\n```\n\n```\nE: bad\n```\n"


BASE64 = "iVBORw0KGgo" * 40_000


@pytest.mark.parametrize(
    "output",
    [
        shown(image_png=BASE64),
        shown(image_png=BASE64, text_plain="<Figure size 640x480 with 1 Axes>"),
        {"output_type": "display_data", "data": {"image/svg+xml": "<svg><text>NOISE</text></svg>"}},
        {"output_type": "display_data", "data": {"application/vnd.plotly.v1+json": {"NOISE": 1}}},
        shown(text_html="<script>NOISE()</script>"),
        shown(text_plain="<matplotlib.lines.Line2D at 0x7f3c>"),
        shown(text_plain="<AxesSubplot: xlabel='x'>", image_png=BASE64),
        {"output_type": "pyout", "png": BASE64},
        stream(""),
        stream("\x1b[0m"),
    ],
)
def test_what_is_for_the_eye_only_goes(output: dict[str, object]) -> None:
    assert markdown(code("x", output)) == "```python\nx\n```\n"


@pytest.mark.parametrize(
    ("output", "words"),
    [
        (stream("a\nb\n"), "a\nb"),
        (stream("\x1b[31mred\x1b[0m \x1b]8;;http://x\x07link"), "red link"),
        (stream(" 1%\r 50%\r100%\ndone\r\n"), "100%\ndone"),
        (shown(text_plain=["   a\n", "0  1"], text_html="<table><tr><td>1</td></tr></table>"), "   a\n0  1"),
        (
            {"output_type": "error", "ename": "ValueError", "evalue": "\x1b[1mno", "traceback": ["x" * 9]},
            "ValueError: no",
        ),
        (stream("key " + BASE64), "key …"),
        (stream("```\n"), "```"),
    ],
)
def test_words_of_an_output(output: dict[str, object], words: str) -> None:
    text = markdown(code("x", output))
    assert text in (f"```python\nx\n```\n\n```\n{words}\n```\n", f"```python\nx\n```\n\n````\n{words}\n````\n")


def test_a_long_output_is_cut_and_marked() -> None:
    text = markdown(code("x", stream("".join(f"line {n}\n" for n in range(5000)))))
    assert "line 39\n…\n```" in text
    assert "line 40" not in text
    assert len(markdown(code("x", stream("w " * 50_000)))) < 2_200


def test_formulas_and_tables_as_outputs() -> None:
    assert "$$x^2$$" in markdown(
        code("x", shown(text_latex="$$x^2$$", text_plain="<IPython.core.display.Math object>"))
    )
    assert "| 1 | 2 |" in markdown(code("x", shown(text_html="<table><tr><td>1</td><td>2</td></tr></table>")))


def test_pictures_in_prose_become_their_words() -> None:
    cell = {"cell_type": "markdown", "source": f"See ![a cloud](attachment:c.png) ![](data:image/png;base64,{BASE64})."}
    assert markdown({**cell, "attachments": {"c.png": {"image/png": BASE64}}}) == "See a cloud .\n"


def test_magic_names_another_language() -> None:
    assert (
        markdown(code("%%bash\nls"), code("%%timeit\nx")) == "```bash\n%%bash\nls\n```\n\n```python\n%%timeit\nx\n```\n"
    )


def test_controls_and_lone_surrogates_never_reach_the_text() -> None:
    raw = '{"cells": [{"cell_type": "markdown", "source": "a\\u0000b\\ud800c\\ufeffd \\ud83d\\ude00"}]}'
    assert convert(raw.encode(), "n.ipynb").text == "ab\ufffdcd 😀\n"
