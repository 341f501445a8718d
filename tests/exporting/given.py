"""Conversations for the tests of this room."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Citation, Conversation, Exchange, Passage, Support
from gangdan_gui.exporting.exporters import export

COMMIT = "0c1f2d3e4a5b60718293a4b5c6d7e8f901234567"
LISTS = f"https://github.com/python/cpython/blob/{COMMIT}/Doc/lists.rst"
ASKED = "2026-03-02T10:18:00+08:00"

TEXT = r"""列表（list）可变，元组（tuple）不可变 [1][3]；更新参数用 $\theta - \eta \nabla J$ [2]，
也可以写成 \(E = mc^2\)。

## 公式 Formula

$$
J(\theta) = \frac{1}{2m} \sum_{i=1}^{m} x_i
$$

| 性质 | list | tuple |
|:-----|:----:|------:|
| 可变 | 是 | 否 |
| 语法 | `[1, 2]` | 😀 |

```python
def step(theta):
    # 学习率乘以梯度
    return  theta - 1
```

1. 先写损失函数，
2. 再求导：
   - 见 [NumPy](https://numpy.org/doc/)。
"""


def passage(number: int, source: str, path: str, title: str, heading: tuple[str, ...] = (), url: str = "") -> Passage:
    commit = COMMIT if COMMIT in url else ""
    return Passage(number, source, path, url, title, heading, 0, 9, "words", "zh", 0.6, 0.4, commit)


def citation(found: Passage, title: str, licence: str = "") -> Citation:
    return Citation(
        found.number, found.source, title, found.path, found.url, found.heading, 0, 9, found.commit, licence
    )


PASSAGES = (
    passage(1, "py", "Doc/lists.rst", "Data Structures", ("Data Structures", "Tuples"), LISTS),
    passage(2, "d2l", "优化/gd.md", "梯度下降", ("梯度下降", "多元"), "https://zh.d2l.ai/gd.html"),
    passage(3, "py", "Doc/lists.rst", "Data Structures", ("Data Structures", "More on Lists"), LISTS),
)
CITATIONS = (
    citation(PASSAGES[0], "Python 教程", "PSF-2.0"),
    citation(PASSAGES[1], "动手学深度学习", "CC BY-SA 4.0"),
    citation(PASSAGES[2], "Python 教程", "PSF-2.0"),
)
ANSWER = Answer(TEXT, True, Support.YES, "qwen2.5:3b", CITATIONS, PASSAGES, {}, None, (), 0.2, 8192)
BROKEN = replace(ANSWER, text="It is `1,` and\n\n```python\nx = (1,", complete=False, citations=(),
                 incomplete=Reason("answer-length"))  # fmt: skip
LESSON = Conversation(
    "c1",
    "列表和元组有什么区别？",
    ASKED,
    (Exchange("列表和元组有什么区别？", ANSWER, ASKED), Exchange("How is a tuple made?", BROKEN, ASKED)),
)


def saying(text: str, title: str = "T") -> Conversation:
    """A conversation of one answer with this text."""
    return replace(LESSON, title=title, exchanges=(Exchange("Why?", replace(ANSWER, text=text), ASKED),))


def written(conversation: Conversation, folder: Path, ending: str) -> bytes:
    """The bytes of the file that is written."""
    file = folder / f"lesson{ending}"
    assert export(conversation, file) == file.stat().st_size
    return file.read_bytes()
