"""Tells, without a model, whether a question is about documents as a whole: to be summarised, or compared.

What counts is a word for doing so, and what it is done to: the documents themselves (“this chapter”, “these papers”,
“it”), or nothing that is named. “Summarise the rules of slicing” names a topic, which is searched for.
"""

from __future__ import annotations

import re

from gangdan_gui.answering.follow_up import SPOKEN_OF, mentions
from gangdan_gui.simplified import simplified

_SUMMARISES = re.compile(
    r"\b(?:summari[sz](?:e|es|ing)|summary|summaries|sum(?:s|ming)? up|recap|outline|overview|digest|tl;?dr"
    r"|abstract(?!\s+(?!(?:of|for|in|with|from|and|as|about|please)\b)\w)"
    r"|key (?:points|ideas|messages|findings)|main (?:points|ideas|messages|findings|arguments?)|take-?aways?"
    r"|the gist)\b|\b(?:about|say)(?=\s*[?.!]*\s*$)"
    r"|总结|小结|概括|归纳|概述|摘要|综述|梳理|提要|提纲|大纲|概要|大意|要点|主旨|中心思想|主要内容|主要观点|[讲说写]了?(?:什么|些什么|哪些)"
    r"|关于什么|讲讲|介绍一下|重点(?=(?:是|有|在)?(?:什么|哪|[?？。]|$))|知识点(?=(?:是|有)?(?:什么|哪|[?？。]|$))",
    re.IGNORECASE,
)
_COMPARES = re.compile(
    r"\b(?:compar(?:e|es|ing|ison)|contrast(?:s|ing)?|differences?|differ|similarit(?:y|ies)"
    r"|(?:have|has|in) common|agree|disagree)\b"
    r"|比较|对比|对照|异同|区别|不同|差异|差别|相同|相似|共同点",
    re.IGNORECASE,
)
_NOUN = (
    r"(?:documents?|papers?|articles?|chapters?|texts?|files?|books?|reports?|notes?|pages?|essays?|lessons?|slides?"
    r"|handouts?|studies|study|sections?|sources?|materials?|lectures?|notebooks?)"
)
_PAPER = "文档|文件|论文|文章|章节?|课文|资料(?!库)|材料|书|报告|笔记|讲义|课件|教案|文本|内容|研究|课|节|篇|页"
_EACH = r"(?:this|that|these|those|the|both|all|each|every|my|our|two|three|four|five|\d+|selected|chosen|following)"
_OBJECT = re.compile(
    rf"\b{_EACH}\s+(?:\w+\s+){{0,2}}?{_NOUN}\b|^\W*{_NOUN}\W*$|\b(?:it|them|they|everything|this|these|those|both)(?=\s*(?:[,.;:?!]|$"
    r"|for\b|in\b|as\b|to\b|briefly\b|please\b|shortly\b|with\b|into\b|and\b))"
    r"|[这那](?!种)|(?:上述|以上(?!海)|以下|所有(?![权制者格])|全部|选中的?|所选的?)"
    # A book may have such a character in its name: 《资本论》, 三国演义, 二十四节气.
    rf"|(?<![日基根])[本该此每各][一二两三四五六几\d]*[个篇份章节部页门]?的?(?:{_PAPER}|单元|部分|段|讲|期|回)"
    rf"|[两二三四五六几\d][个篇份本部门](?:{_PAPER})|[两二三四五六几\d][章节篇页份](?=\W|$|[的有讲说是])"
    r"|全文|全书|[本该]文|全章|逐[章节段篇]|(?<!其)它们?"
    r"|(?:文档|论文|文章|课文|资料|材料|讲义|课件)(?=\W|$|[的里中讲说是有都和]|主要|内容|大意|摘要|要点|重点)",
    re.IGNORECASE,
)
# To be compared, there must be several.
_SEVERAL = re.compile(
    rf"\b(?:these|those|both|all|each|two|three|four|five|\d+)\s+(?:of\s+)?(?:\w+\s+){{0,2}}?{_NOUN}\b"
    rf"|\b(?:the|my|our|selected|chosen|following)\s+(?:\w+\s+){{0,2}}?{_NOUN}(?<=s)\b"
    r"|\b(?:them|they|this\b.*\bthat)\b(?!\s+\w+\s+(?:and|or)\b)"
    r"|\b(?:both|these|those)(?:\s+(?:two|three|four|five|\d+))?(?=\s*(?:[,.;:?!]|$|(?:for|in|as|to|briefly|please|with"
    r"|and|into|by|on|about|have|say|do|differ|agree|disagree)\b))"
    r"|(?:这|那|以上|上述|所有|全部|选中的|所选|各|每)?[两二三四五六几些各][些个篇份本章节份部页门]?(?:文档|文件|论文|文章|章节?|课文|资料|材料|书|报告"
    r"|笔记|讲义|课件|教案|文本|研究|课|节|篇|页|者)|它们|(?:这|那|各|两|几)些?[篇份本章节]",
    re.IGNORECASE,
)
# How it is done, or what that is, is asked of what is written about it: “How do I compare two files?”, 什么是摘要.
_LEARNS = re.compile(
    r"\bhow\s+(?:to|(?:do|can|could|should|must)\s+(?:i|we|you|one|people|students|pupils))\b"
    r"|^\W*what(?:'s|’s|\s+is|\s+are)\s+an?\b|如何|怎么|怎样|什么是|是什么意思",
    re.IGNORECASE,
)
_HERE = r"[这那]|[本该]文|(?<!日)本[章书课节篇页单部]|全[文书章]|上述|选中|所选|它"
_THIS = re.compile(
    rf"\b(?:this|these|those|that|selected|chosen|following|my|our|the\s+(?:\w+\s+)?{_NOUN})\b"
    rf"|{_HERE}",
    re.IGNORECASE,
)
_THIS_CHINESE = re.compile(_HERE)
# What may stand beside the word for doing so where nothing is named: how, how long, for whom, in which language.
_MANNER = re.compile(
    r"\b(?:please|can|could|would|will|you|i|me|us|my|a|an|the|give|write|make|get|need|want|of|in|into|as|for|to"
    r"|with|and|brief|briefly|short|shorter|shortly|longer|simpler|clearer|easier|quick|quickly|concise|detailed|simple|simply|plain|words?|sentences?|points?"
    r"|bullets?|paragraphs?|lines?|pages?|list|english|chinese|(?:for|in) class|pupils|students|children|beginners"
    r"|grade|year|about|around|at|most|than|less|more|one|two|three|four|five|six|seven|eight|nine|ten|\d+|content|contents"
    r"|main|key|all|just|again|what|are|is|do|does|how|say|says)\b"
    r"|请|帮|我|给|写|做|一下|一个|一份|用|以|的|和|与|并|简要|简短|简单|详细|概|地|成|出|来|列|条|点|篇|页|个|句话?|段|字"
    r"|左右|以内|中文|英文|英语|学生|同学|初学者|课堂|内容|主要|全部|是|有|有什么|有哪些|什么|哪些|之间|吧|吗|呢|下|能|可以|不|为|[一二三四五六七八九十百\d]+",
    re.IGNORECASE,
)


def asks_of_whole(question: str) -> bool:
    """Whether a question wants the documents that it is asked of summarised or compared as a whole."""
    question = SPOKEN_OF.sub(" quotation ", simplified(question))
    if _LEARNS.search(question) and not _THIS.search(question):
        return False
    if mentions(question) and not _THIS_CHINESE.search(question):
        return False
    for verbs, objects in ((_SUMMARISES, _OBJECT), (_COMPARES, _SEVERAL)):
        if verb := verbs.search(question):
            beside = f"{question[: verb.start()]} {question[verb.end() :]}"
            return bool(objects.search(beside)) or not any(map(str.isalnum, _bare(beside)))
    return False


def says_only_how(question: str) -> bool:
    """Whether it names nothing but how, how long, for whom or in which language: “Write it in three sentences.”"""
    return not any(map(str.isalnum, _bare(_OBJECT.sub(" ", simplified(question)))))


def _bare(text: str) -> str:
    """What is left of a text without words for doing and words for how."""
    return _MANNER.sub(" ", _COMPARES.sub(" ", _SUMMARISES.sub(" ", text)))
