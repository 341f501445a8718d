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
