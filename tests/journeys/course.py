"""A small course of our own in every format that is read, in English and Chinese."""

from __future__ import annotations

import json
from pathlib import Path

_BROADCASTING = """\
Broadcasting
============

Arrays of different shapes can be combined. The shapes are compared from the last axis to the first;
two axes fit when they are equal or when one of them is one.

.. code-block:: python

   scores = np.ones((30, 2))
   print(scores + [5, 3])

.. note:: Nothing is copied while shapes are stretched, so broadcasting is fast and needs little memory.

Axes that do not fit
--------------------

An error that names both shapes is raised when two axes differ and neither is one. Add an axis with ``newaxis``
to line the shapes up again before the sum is tried a second time.
"""

_SORTING = """\
<!DOCTYPE html><html><head><title>Sorting in the classroom</title><style>p { color: red }</style></head>
<body><nav>Home Contents Next</nav><main><h1>Sorting cards by hand</h1>
<p>Pupils sort playing cards by taking the smallest card left and putting it at the end of a row. This is
selection sort, and it looks at every remaining card for each place in the row.</p>
<pre class="language-python"><code>def selection(cards):
    for place in range(len(cards)):
        smallest = min(range(place, len(cards)), key=cards.__getitem__)
        cards[place], cards[smallest] = cards[smallest], cards[place]</code></pre>
<table><tr><th>Cards</th><th>Looks</th></tr><tr><td>5</td><td>10</td></tr><tr><td>10</td><td>45</td></tr></table>
</main><script>track('everything')</script></body></html>
"""

_GRADIENT = """\
---
title: 梯度下降的直观解释
---

# 梯度下降

想象一个人在浓雾中下山，看不清远处的路，只能摸索脚下哪个方向最陡，然后朝那个方向迈出一小步。
重复这个过程，他就会慢慢走到山谷。梯度下降法正是如此：损失函数是山的高度，参数是所站的位置，
学习率决定每一步迈多大。

## 学习率的选择

学习率太大，会一步跨过山谷，在两侧来回震荡甚至越走越高；学习率太小，则需要非常多的步数才能到达谷底。
课堂上可以让学生用不同的学习率画出损失曲线，自己比较收敛的快慢。
"""

_PHOTOSYNTHESIS = """\
光合作用实验记录

把水草放进装满清水的试管，用台灯照射，观察每分钟冒出的气泡数量。灯离试管越近，光照越强，气泡越多；
把灯移远以后气泡明显减少。气泡里的气体能使带火星的木条复燃，说明植物在光下放出了氧气。
"""

_RECURSION = '''\
"""Recursion for beginners.

A function may call itself. Every recursive function needs a base case that ends the calls, and a step that
brings the problem nearer to it. The factorial is the classic example for a first lesson.
"""


def factorial(number: int) -> int:
    """The product of all whole numbers from one to ``number``."""
    return 1 if number == 0 else number * factorial(number - 1)
'''


_TABLES = """\
# Tables with pandas

A data frame is a table whose columns have names. Rows are chosen by label or by position, and the mean of a group
of rows is found by grouping first. Missing marks can be filled or dropped.
"""


def _notebook() -> str:
    cells = [
        {
            "cell_type": "markdown",
            "metadata": {},
            "source": _TABLES,
        },
        {
            "cell_type": "code",
            "execution_count": 1,
            "metadata": {},
            "outputs": [{"output_type": "stream", "name": "stdout", "text": ["class A 81.5\n"]}],
            "source": ["marks.groupby('class').mean()"],
        },
    ]
    kernel = {"kernelspec": {"language": "python", "name": "python3", "display_name": "Python 3"}}
    return json.dumps({"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 4})


def write_course(folder: Path) -> Path:
    """Write the course's six files and return its folder."""
    (folder / "讲义").mkdir(parents=True)
    (folder / "broadcasting.rst").write_text(_BROADCASTING, encoding="utf-8")
    (folder / "sorting.html").write_text(_SORTING, encoding="utf-8")
    (folder / "tables.ipynb").write_text(_notebook(), encoding="utf-8")
    (folder / "recursion.py").write_text(_RECURSION, encoding="utf-8")
    (folder / "讲义" / "梯度下降.md").write_text(_GRADIENT, encoding="utf-8")
    (folder / "讲义" / "实验.txt").write_bytes(_PHOTOSYNTHESIS.encode("gb18030"))
    return folder
