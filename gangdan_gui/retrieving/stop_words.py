"""Words that nearly every text has, and what questions are made of: they do not tell one text from another."""

from __future__ import annotations

import re

_WORDS = """
    a about an and any are as at be been but by can could did do does for from had has have how i if in into is it its
    may me my no not of on or our shall she should so some than that the their them then there these they this those
    to us was we were what when where which who whom whose why will with would you your

    的 了 在 是 我 有 和 就 不 人 都 一 一个 上 也 很 到 说 要 去 你 会 着 没有 看 好 自己 这 那 吗 呢 吧 什么 怎么 怎样
    如何 哪些 哪个 哪里 多少 是否 为什么 可以 中 与 及 或 被 把 对 从 等 它 他 她 们 其 之 而 于 为 以 时 后 个 哪 谁 几

    一個 說 會 著 沒有 這 嗎 什麼 怎麼 怎樣 哪個 哪裡 為什麼 與 對 從 們 於 為 時 後 個 誰 幾
"""
STOP_WORDS = frozenset(_WORDS.split())
# What Chinese questions are made of.
ASKING = re.compile(
    "为什么|什么是|是什么|什么|怎么样|怎么|为何|何时|何为|怎样|如何|哪些|哪个|哪里|多少|是否|是不是|请问"
    "|為什麼|什麼是|是什麼|什麼|怎麼樣|怎麼|為何|何時|何為|怎樣|哪個|哪裡|請問"
    r"|[吗呢吧啊呀嗎]+(?=\W|$)"
)
# What a question is put together with; documents of another language are not found by it.
_JOINING_ENGLISH = """
    also another anything call called both during each ever every first get gets give given got happen happens
    instead just kind like made make makes making many mean means much must need needs one only other really same say
    something sort still tell thing things through two use used uses using via want way ways within without work works
    yet
"""
_JOINING_CHINESE = """
    下 来 不 不能 不要 不用 两个 为了 之前 之后 之间 也 什么样 以及 以后 以前 但 但是 作为 使 做 做什么 其他 再 写 出来
    分别 别的 到底 办 即 却 又 另 另外 只 叫 叫做 各 各种 同 同样 吗 呢 告诉 哪一 哪一个 哪一年 哪种 哪一种 因为 地
    多久 多大 多长 大家 太 如果 它们 完 完全 将 尽量 属于 干什么 并 并且 应该 当 得 得到 想 想要 怎么办 怎么样 我们 所
    所以 才 按照 换成 提到 放 据 既 是不是 是指 更 最 有些 有什么 有没有 某 某个 根据 次 比 比如 每 没 用 由 由于 甚至
    用来 的话 直接 相 着 称为 究竟 给 而且 而是 能 能够 能否 至 虽然 被 让 该 起来 跟 过 还 还是 还有 这个 这些 这样
    这种 进去 进行 通过 那个 那么 那些 那样 都 里 里面 需要 非常 靠
"""
JOINING = frozenset(f"{_JOINING_ENGLISH} {_JOINING_CHINESE}".split())
_PARTICLES = """
    after again against although because before below between both during each either else ever every however instead
    itself neither nor often otherwise perhaps quite rather since still such therefore though through thus together too
    toward under unless until up upon very whereas whether while within without yet
"""
# English words that name nothing; of the joining ones others (`call`, `use`) are what Chinese verbs stand for.
PARTICLES = frozenset(_PARTICLES.split())
