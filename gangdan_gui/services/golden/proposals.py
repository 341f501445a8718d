"""Questions that documents suggest themselves: a heading asks what stands below it, a definition what it defines."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest

from gangdan_gui.chunking.headings import Headings
from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.documents import MarkdownDocument
from gangdan_gui.domain.golden import Expected, Family, GoldenQuestion
from gangdan_gui.domain.language import detect_language

_SHORTEST, _LONGEST = 60, 600
_TITLE = 60
# Headings of which every book has one, and what is numbered only.
_EVERYWHERE = re.compile(
    r"(?i)(introduction|overview|summary|contents|examples?|exercises?|notes?|see also|references|bibliography|index|"
    r"conclusions?|further reading|changelog|license|acknowledg\w*|getting started|installation|faq|questions?|"
    r"简介|引言|概述|小结|总结|目录|示例|例子|练习|习题|思考题?|参考(文献|资料)|附录|致谢|说明|前言|安装|[\W\d_]*)"
)
_NUMBER = re.compile(r"^(?:[\d.]+[.、．\s]+|第?[\d一二三四五六七八九十]+[章节篇讲]?[.、．\s]+)")
_ASKS = re.compile(
    r"(?i)^(how|what|why|when|which|where|who|can|is|are|do|does|should)\b|[?？]$|^(如何|怎样|怎么|什么|为什么)"
)
_DEFINED = re.compile(
    r"(?m)^(?P<en>(?:(?:An?|The) \w|[A-Z])[\w+#-]*(?: [\w+#-]+){0,3}) (?:is|are) (?:an?|the|one of) [^\n]{40,300}[.\n]"
    r"|^(?P<zh>[\u4e00-\u9fffA-Za-z+#]{2,16})(?:（[^（）\n]{1,40}）)?(?:是|指的?是|是指)[^\n]{20,200}。"
)
_ARTICLE = re.compile(r"^(?:An?|The) ")
# Several of a thing (`Binary trees`), but neither `a class` nor `Analysis`, `Calculus` and `abs`.
_PLURAL = re.compile(r"^(?!(?:an?|the) )(?:.* )?[A-Za-z]?[a-z]{2,}(?<![suioax'])s$")
_PRONOUNS = re.compile(
    "It|This|That|These|Those|There|He|She|They|Here|这里?|那里?|它们?|其|此|这个|他们|我们|本章|本节|以下"
)
# Neither one of a thing nor several: `Using lists as stacks`.
_DOES = re.compile(r"[A-Z]?[a-z]+ing [^?？]+$")
# What begins so is told apart from something else that was said before.
_VAGUE = re.compile(
    r"(?i)(?:an? |the )?(?:more|another|other|some|further|first|second|third|next|last|only|main|same|following|above|"
    r"simplest|easiest|best|better|helpful|useful|"
    r"(?:special|common|typical|similar|simple|good|new) (?:problem|way|thing|case|reason|example|idea|point)s?$)\b"
    r"|(?:另|其他|其它|更多|第[一二三]|上述|下面|最后|最好)"
)

# What begins a clause is no term, nor what has one in it, nor what ends in a Chinese particle or adverb.
_CLAUSE = re.compile(
    r"(?i)(if|any|when|while|as|because|since|for|in|on|at|but|and|or|so|to|not|each|every|all|some|both|one|what)\b"
    r"|.*\b(that|which|who)\b|.*[的也都就不还只又并而但总正]$|.*(可能|通常|一般|主要)$"
)


def proposals(documents: Sequence[MarkdownDocument], asked: Collection[str], count: int) -> tuple[GoldenQuestion, ...]:
    """At most so many questions, one of each document in turn, without those that are asked already."""
    found: dict[str, GoldenQuestion] = {}
    for some in zip_longest(*(_of(document) for document in documents)):
        for question in filter(None, some):
            if len(found) < count and question.text not in asked:
                found.setdefault(question.text, question)
        if len(found) >= count:
            break
    return tuple(found.values())


def _of(document: MarkdownDocument) -> Iterator[GoldenQuestion]:
    """Those of one document, from headings and definitions in turn."""
    for pair in zip_longest(_from_definitions(document), _from_headings(document)):
        yield from filter(None, pair)


def _from_headings(document: MarkdownDocument) -> Iterator[GoldenQuestion]:
    headings = Headings(document.text).all
    ends = [*(heading.start for heading in headings), len(document.text)][1:]
    for heading, end in zip(headings, ends, strict=True):
        title = _NUMBER.sub("", heading.title).strip()
        quote = _first_words(document.text, heading.end, end)
        said = title and len(title) <= _TITLE and not _EVERYWHERE.fullmatch(title)
        if quote and said and not _VAGUE.match(title):
            yield _question(_asked(title), document, quote)


def _from_definitions(document: MarkdownDocument) -> Iterator[GoldenQuestion]:
    for match in _DEFINED.finditer(document.text):
        term = match["en"] or match["zh"].removeprefix("所谓的")
        if term and not _PRONOUNS.fullmatch(term.split()[0]) and not _is_vague(term):
            yield _question(
                _what_is(_ARTICLE.sub(lambda found: found[0].lower(), term)),
                document,
                Quote(match[0].strip(), match.start()),
            )


def _is_vague(term: str) -> bool:
    """Whether it is no term: nobody could tell from a question about it what is meant."""
    return bool(_CLAUSE.match(term) or _VAGUE.match(term))


def _first_words(text: str, start: int, end: int) -> Quote | None:
    """The first paragraph of a section that says something."""
    for match in re.finditer(r"[^\n]+(?:\n[^\n]+)*", text[start:end]):
        words = match[0].strip()
        if len(words) >= _SHORTEST and not words.startswith(("#", "```", "|", "!", "<")):
            at = start + match.start() + match[0].index(words[0])
            return Quote(text[at : at + min(len(words), _LONGEST)], at)
    return None


def _asked(title: str) -> str:
    if _DOES.match(title):
        return f"What is there to know about {title}?"
    if not _ASKS.search(title):
        return _what_is(title)
    mark = "？" if detect_language(title) == "zh" else "?"
    return title if title.endswith(("?", "？")) else f"{title.rstrip('.。')}{mark}"


def _what_is(term: str) -> str:
    if detect_language(term) == "zh":
        return f"什么是{term}？"
    return f"What {'are' if _PLURAL.search(term) else 'is'} {term}?"


def _question(text: str, document: MarkdownDocument, quote: Quote) -> GoldenQuestion:
    return GoldenQuestion.of(text, Family.EXACT, Expected(document.source, document.path, quote))
