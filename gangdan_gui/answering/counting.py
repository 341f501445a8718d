"""Tells questions that want something counted or reckoned over the rows of tables, which no passage can answer.

A model is given some rows of a table, rarely all, and reckons badly even with all of them. So a question is told by its
words (how many, a total, an average; not how something is counted), and only where the passages are tables: the first
of them, or half of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gangdan_gui.domain.search import Passage

_FIGURE = r"(?:average|mean|median|sum|total|maximum|minimum|proportion|percentage|share|count|number)"
_COUNTS = re.compile(
    r"\bhow many\b|\bhow much\b.*\b(?:in total|altogether|together|in all|overall)\b"
    rf"|\b(?:the|an?|total|overall|on)\s+{_FIGURE}\b(?!\s+(?:function|method|formula|operator|command|mean))"
    rf"|^\W*{_FIGURE}\s+(?:of|number|per)\b|\bin total\b|\badd(?:ed)? up\b"
    r"|多少(?!的?(?:意思|方法))|共有|一共|总共|总计|合计|总和|总数|总量|总额|之和|求和|平均(?!数?的?(?:定义|概念|公式))|均值"
    r"|几(?=[个条项人名位次种所家行本篇门])|占比|比例|百分之几|中位数|最[大小高低多少]值?的?[是有]?哪",
    re.IGNORECASE,
)
# These ask how it is done or what it means, which prose and code tell.
_EXPLAINS = re.compile(
    r"\b(?:how (?:do|does|can|could|should|to|is|are)|why|what (?:does|do) .* mean|defin|formula|explain|difference"
    r"|what is (?:an?|the) (?:average|mean|median|sum|total)\s*\?*$)"
    r"|怎么|怎样|如何|为什么|什么是|什么意思|是什么\s*[?？]*$|定义|概念|公式|解释|区别|求法|计算方法|算法",
    re.IGNORECASE,
)
_ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$", re.MULTILINE)
_LEAST_ROWS = 4


def counts_over_tables(question: str, passages: Sequence[Passage]) -> bool:
    """Whether a question wants a figure that would have to be reckoned out of the tables that were found."""
    if not passages or not wants_figure(question):
        return False
    tables = [is_table(passage.text) for passage in passages]
    return tables[0] or 2 * sum(tables) >= len(tables)


def wants_figure(question: str) -> bool:
    """Whether it asks for a number of things, a total or an average."""
    return bool(_COUNTS.search(question)) and not _EXPLAINS.search(question)


def is_table(text: str) -> bool:
    """Whether most lines of a Markdown text are rows of a table, and there are some below its head."""
    lines = [line for line in text.splitlines() if line.strip()]
    rows = len(_ROW.findall(text))
    return rows >= _LEAST_ROWS and 2 * rows > len(lines)
