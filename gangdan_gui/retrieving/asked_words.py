"""The words of a question that are looked for in another language, each as it is written there."""

from __future__ import annotations

import re
import unicodedata

from gangdan_gui.retrieving.lexicon import language_of
from gangdan_gui.retrieving.stop_words import ASKING, STOP_WORDS

_LATIN = re.compile(r"[^\W\d_]+")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]+")
# What a question is put together with; documents are not found by it, whatever their language.
_JOINING_ENGLISH = """
    also another anything call called both during each ever every first get gets give given got happen happens
    instead just kind like made make makes making many mean means much must need needs one only other really same say
    something sort still tell thing things through two use used uses using via want way ways within without work works
    yet
"""
_JOINING_CHINESE = """
    下 不 不能 不要 不用 两个 为了 之前 之后 之间 也 什么样 以及 以后 以前 但 但是 作为 使 做 做什么 其他 再 写 出来
    分别 别的 到底 办 即 却 又 另 另外 只 叫 叫做 各 各种 同 同样 吗 呢 告诉 哪一 哪一个 哪一年 哪种 哪一种 因为 地
    多久 多大 多长 大家 太 如果 它们 完 完全 将 尽量 属于 干什么 并 并且 应该 当 得 得到 想 想要 怎么办 怎么样 我们 所
    所以 才 按照 换成 提到 放 据 既 是不是 是指 更 最 有些 有什么 有没有 某 某个 根据 次 比 比如 每 没 用 由 由于 甚至
    用来 的话 直接 相 着 称为 究竟 给 而且 而是 能 能够 能否 至 虽然 被 让 该 起来 跟 过 还 还是 还有 这个 这些 这样
    这种 进去 进行 通过 那个 那么 那些 那样 都 里 里面 需要 非常 靠
"""
_JOINING = frozenset(f"{_JOINING_ENGLISH} {_JOINING_CHINESE}".split())


def asked_words(question: str, language: str) -> tuple[str, ...]:
    """The words of a question that are of its language, in their order, each once.

    Those that only join others are left out unless there are no others. Names and numbers in other letters are not
    among them: they are found as they stand.
    """
    text = ASKING.sub(" ", unicodedata.normalize("NFKC", question))
    words = [word for word in _words(text, language) if word not in STOP_WORDS]
    telling = [word for word in words if word not in _JOINING]
    return tuple(dict.fromkeys(telling or words))


def _words(text: str, language: str) -> list[str]:
    if language == "zh":
        from rjieba import cut  # it reads its dictionary for a moment

        return [word for run in _HAN.findall(text) for word in cut(run, True)]
    return [word for word in (run.casefold() for run in _LATIN.findall(text)) if language_of(word) == language]
