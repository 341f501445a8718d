"""Tells questions that want something counted or reckoned over the rows of tables, which no passage can answer.

A model is given some rows of a table, rarely all, and reckons badly even with all of them. So a question is told by its
words (how many, a total, an average; not how something is counted), and only where the passages are tables: the first
of them, or half of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gangdan_gui.domain.search import Passage
from gangdan_gui.simplified import simplified

_FIGURE = (
    r"(?:average|mean|median|sum|total|maximum|minimum|proportion|percentage|share|count|number|ratio|variance"
    r"|standard deviation)"
)
_MOST = (
    r"(?:highest|lowest|largest|smallest|biggest|best|worst|most|least|fewest|longest|shortest|oldest|youngest"
    r"|earliest|latest|greatest|cheapest)"
)
_COUNTS = re.compile(
    r"\bhow (?:many|often)\b|\bhow much\b.*\b(?:in total|altogether|together|in all|overall)\b"
    rf"|\b(?:the|an?|total|overall|on|what|compute|calculate)\s+{_FIGURE}\b"
    r"(?!\s+(?:function|method|formula|operator|command|mean))"
    rf"|^\W*{_FIGURE}\s+(?:of|number|per)\b|\bin total\b|\b(?:add(?:ed)?|sum(?:med)?|tot(?:al)?) up\b"
    r"|^\W*(?:please\s+)?count\s+(?:the|all|every|how|up)\b"
    # Which is the highest, or stands above a limit, has to be looked for in all rows.
    rf"|\b(?:which|who|whose|what|where|when|name|find|show|list)\b.*\b{_MOST}\b(?!\s+(?:ways?|practices?)\b)"
    rf"|^\W*(?:the\s+)?{_MOST}\s+\w+\s+(?:in|of|for)\b|\b(?:rank|sort|order)\s.*\bby\b|\b(?:top|first|last)\s+\d+\b"
    r"|\b(?:top|bottom)\s+(?:two|three|four|five|ten)\b"
    r"|\b(?:list|show|name|find|give|which|who|all|every)\b.*"
    r"\b(?:above|below|over|under|more than|less than|fewer than|at least|at most|between|greater than)\s+\d"
    r"|有多少|多少(?=[^\W\d_])(?!的?(?:意思|方法)|[的分钱元])|共有|一共|总共|总计|合计|总和|总数|总量|总额|总分|之和|求和"
    r"|平均(?!数?的?(?:定义|概念|公式))|均值|几(?=[个条项人名位次种所家行本篇门])|占比|比例|百分之几|中位数|标准差|方差"
    r"|(?:及格|合格|通过|优秀|出勤|升学)率|人数|统计(?!学)"
    r"|最[高低大小多少好差长短早晚].{0,6}?(?:谁|哪|多少|几|是什么)|(?:谁|哪).*最[高低大小多少好差长短早晚]"
    r"|[前后][一二两三四五六七八九十百\d]+[名个位]|从[高大多]到[低小少]|从[低小少]到[高大多]|排名|排序|排列"
    r"|(?:超过|高于|低于|大于|小于|不到|不足|多于|少于)\s*[\d一二三四五六七八九十百千]|\d+\s*[分岁元个人]?\s*(?:及?以[上下])",
    re.IGNORECASE,
)
# These ask how it is done or what it means, which prose and code tell.
_EXPLAINS = re.compile(
    r"\b(?:how (?:do|does|can|could|should|to|is|are)|why|what (?:does|do) .* mean|defin|formula|explain|difference"
    r"|what is (?:an?|the) (?:average|mean|median|sum|total|variance|standard deviation)\s*\?*$)"
    r"|怎么|怎样|如何|为什么|什么是|什么意思|(?<!最[高低大小多少好差长短早晚][的])是什么\s*[?？]*$|定义|概念|公式|解释|区别|求法"
    r"|计算方法|算法",
    re.IGNORECASE,
)
_ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$", re.MULTILINE)
_LEAST_ROWS = 4
# What is longer is a text with a question in front; looked through whole, it would take minutes.
_LONGEST = 500


def counts_over_tables(question: str, passages: Sequence[Passage]) -> bool:
    """Whether a question wants a figure that would have to be reckoned out of the tables that were found."""
    if not passages or not wants_figure(question):
        return False
    tables = [is_table(passage.text) for passage in passages]
    return tables[0] or 2 * sum(tables) >= len(tables)


def wants_figure(question: str) -> bool:
    """Whether it asks for a number of things, a total or an average."""
    question = simplified(question[:_LONGEST])
    return bool(_COUNTS.search(question)) and not _EXPLAINS.search(question)


def is_table(text: str) -> bool:
    """Whether most lines of a Markdown text are rows of a table, and there are some below its head."""
    lines = [line for line in text.splitlines() if line.strip()]
    rows = len(_ROW.findall(text))
    return rows >= _LEAST_ROWS and 2 * rows > len(lines)
