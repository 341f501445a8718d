"""What to search for when a question leans on the one before: "还有呢？", "and the second one?".

Such a question finds nothing by itself. It is told by its words: one that has only words of reference, or points back
and is short, is searched together with the last question that stood by itself. A new topic is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gangdan_gui.simplified import simplified

# Words that name no topic.
_EMPTY_ENGLISH = """
    a about again all also an and another any are at be can could do does else example examples explain few
    first for former from further give go going had has have how i if in is it its last latter list many me
    more most much my next no not now of ok on one ones or other others out please previous really same
    second shall should show so some tell than that the their them then there these they third this those to
    too up us was we were what when where which who whose why will with would yes you your detail details
    elaborate continue mean means answer difference differences english chinese rephrase repeat simpler simply
    summarise summarize summary thank thanks translate words please short shorter long longer brief briefly clearer
"""
_NO_TOPIC = frozenset(_EMPTY_ENGLISH.split())
_EMPTY_CHINESE = re.compile(
    r"说得|还有|其他的?|别的|另外|另一[个种]|再|更多|更详细|详细|具体|一点|一些|一下|一个|继续|接着|然后|那么|那|这[个些种样]?|那[个些种样]"
    r"|它们?|他们?|她们?|上面|上述|前面|刚才|后面|第[一二三四五六七八九十\d]+[个种条点]?|为什么|怎么样?|如何|什么|哪[个些种]?"
    r"|多少|是不是|是否|可以|能不能|请|说明|解释|举个?例子?|例子|呢|吗|吧|啊|呀|的|了|和|与|或|是|有|说|讲|我|你|给|能|会|要|在|也|都|就"
    # What can be asked of any topic.
    r"|上一?[个条次]|前一?[个条次]|区别|不同之处|不同|用法|优缺点|优点|缺点|好处|坏处|原理|原因|步骤|意思|问题|答案"
    r"|换一?[个种]?|话|一?[遍次]|举|回答|翻译成?|简单|简短|通俗|总结|概括|归纳|重新|中文|英文|英语|汉语|谢谢|做|用|法|点(?=[吗吧呢。？?！!]|$)"
)
# What “the second” or “that” may stand before and still mean what was said.
_SAID = (
    r"(?:ones?|method|way|step|option|approach|point|example|case|code|function|command|thing|idea|answer|question"
    r"|line|part|sentence|parameter|argument)"
)
_POINTS_BACK_ENGLISH = re.compile(
    r"\b(?:it|its|they|them|their|these|those|the (?:former|latter)|the other(?: one)?(?! hand))\b"
    r"|\bthe (?:first|second|third|last|same)(?:\s+" + _SAID + r"s?)?(?=\s*[?.!,']|\s*$"
    r"|\s+(?:is|are|was|were|do|does|did|work|works|mean|means|differ|for|in|on|with|and|again|as before)\b)"
    r"|\b(?:this|that) " + _SAID + r"s?\b|\b(?:this|that)(?=\s*[?.!,]|\s*$)"
    r"|\bthe above\b|\babove(?=\s*[?.!,]|\s*$|\s+(?:is|are|do|does|mean|work|" + _SAID + r")\b)|\bthen\s*[?.!]*\s*$",
    re.IGNORECASE,
)
_POINTS_BACK_CHINESE = re.compile(
    r"(?<!其)它|他们(?!说)|这个(?!世界|星球|宇宙|时代)|[这那][些种样]|那个|上面|上述|刚才|前面(?!板)|前者|后者"
    # Of an article of a law or a railway it is told which.
    r"|第[一二三四五六七八九十\d]+(?:[种点]|步(?!兵))|(?<![法典约章程例则])第[一二三四五六七八九十\d]+条"
    r"(?=[^\u3400-\u9fff]|$|[是怎为的呢吗和与有如具该要会能可里中说指讲什做需不也还就])",
)
# “It” that stands for nothing: “Is it safe to use eval?”; and “the first step in photosynthesis”.
_TO_DO = r"(?=to\s+\w+\s+\w|that\b|if\b|when\b)"
_STANDS_FOR_NOTHING = re.compile(
    r"\bit(?:\s+(?:ever|always|still|really|also|so|more|very|a))?\s+(?:possible|impossible|safe|unsafe|ok|okay|fine|legal"
    r"|illegal|allowed|permitted|important|necessary|essential|best|better|good|bad|wise|easy|easier|hard|harder"
    r"|difficult|faster|slower|cheaper|healthy|healthier|dangerous|risky|rude|polite|right|wrong|normal|common|usual"
    r"|true|useful|helpful|correct|advisable|recommended|acceptable|required)(?:\s+(?:idea|practice))?\s+"
    + _TO_DO
    + r"|\bit\s+(?:takes?(?:\s+\w+){0,2}?|means?|makes?\s+sense)\s+"
    + _TO_DO
    + r"|\bit\s+(?:rain|snow)\w*|\b(?:time|day|date|year|season)\s+is\s+it\b"
    r"|\bit\s+(?:so\s+)?(?:dark|cold|hot|warm|light)\s+(?:at|in|on|during)\b"
    r"|\bthe\s+(?:first|second|third|last)\s+(?:step|part|point|thing|line|sentence)s?\s+(?:in|of)\s+"
    r"(?!(?:it|that|this|these|those|them)\b)",
    re.IGNORECASE,
)
# A word that is spoken of: “the difference between "it" and "that"”, “的”和“地”的用法.
SPOKEN_OF = re.compile(r"[\"“”'‘「『](?:[\u3400-\u9fff]{1,2}|[A-Za-z]+)[\"“”'’」』]")
# What is compared was named before, where it is not named beside it.
_COMPARES = re.compile(
    r"^\W*which (?:one|of (?:the two|them)) (?:is|are|was|has|does)\b(?!.*\bor\b|\s+the\s+\w+\s+of\b)"
    r"|^\W*(?:那|那么)?(?:谁|哪[一]?[个种])(?:会|要)?更(?!.*还是)[^，,]{1,6}$",
    re.IGNORECASE,
)
# A few words with 呢 and nothing that asks leave out what was asked: "参数呢？"; so does "On Windows?".
_GOES_ON = re.compile(
    r"\s*and\b(?!\s*(?:[\u3400-\u9fff]|(?:operator|keyword|gates?)\b))"
    r"|\s*(?:what about|how about|also|(?:the )?same (?:question )?(?:for|with|in))\b"
    r"|\s*what if (?:it|there|not|none|no)\b"
    r"|\s*(?:那|还有|另外|以及).*呢|\s*(?:又(?![名称见])|同样)"
    # Before a word of Chinese, or of code, it is spoken of itself: “for 循环怎么写？”, “with statements?”.
    r"|\s*(?:in|on|for|with|without|under)(?!\s+(?:loop|statement|operator|keyword|block|clause)s?\b)"
    r"(?:\s+[^\s?？\u3400-\u9fff]+){1,2}\s*[?？]\s*$"
    r"|(?!.*(?:什么|怎|如何|哪|谁|几|多少|为何|是否|是不是|能不能|吗)).*呢\s*[?？。…]*\s*$",
    re.IGNORECASE,
)
# “What is a generator, and how does it work?” says itself what “it” is; so does “How does a list know its length?”.
_NAMES_FIRST = re.compile(
    r"\W*(?:what|who|how|why|when|where|which)\b(?P<named>[^,;，；]*)(?:[,;，；]|\band\b)[^,;]*\b(?:it|its|they|them|their)\b"
    r"|\W*(?:how|why|when|what|do(?:es)?|can|is|are)\b.*?"
    r"\b(?:an?|the)\s+(?!first|second|third|last|other|same|former|latter)(?P<owner>[\w.]+)\s.*\b(?:its|their)\b"
    r"|(?P<asked>[^，,；;。]*(?:什么|怎|如何|为何|哪)[^，,；;。]*)[，,；;。].*(?:它|他们)",
    re.IGNORECASE | re.DOTALL,
)
_WORD = re.compile(r"[A-Za-z\u00c0-\u024f0-9_'-]+")
_HAN = re.compile(r"[\u3400-\u9fff]")
# Among Chinese, such a word alone is spoken of and no part of the sentence: “and 和 or 的区别”.
_FUNCTION_WORDS = """
    a an and any are at be can could do does for from had has have how if in is it its me my of on or shall should so
    some than that the their them then there these they this those to us was were what when where which who whose why
    will with would your
"""
_MENTIONED = frozenset(_FUNCTION_WORDS.split())
_ALONE = re.compile(r"(?:^|[^A-Za-z\s])\s*([A-Za-z]+)\s*(?=[^A-Za-z\s]|$)")
_SHORT = 8
_HAN_A_WORD = 2


def with_before(question: str, before: Sequence[str]) -> str:
    """A question as one text with those that it leans on, to be searched for or to be told to a model."""
    return "\n".join((*before, question))


def leaned_on(question: str, earlier: Sequence[str]) -> tuple[str, ...]:
    """Those of the earlier questions without which one can't be understood; none where it stands by itself.

    Both are oldest first.
    """
    if not leans(question) or not any(character.isalnum() for character in question):
        return ()
    return _before(earlier)


def _before(earlier: Sequence[str]) -> tuple[str, ...]:
    """The last question that stood by itself, and of those that leaned on it the last with a topic of its own."""
    turned = ""
    for one in reversed(earlier):
        if not leans(one):
            return (one, turned) if turned else (one,)
        turned = turned or (one if has_topic(one) else "")
    return ()


def leans(question: str) -> bool:
    """Whether a question can't be understood without those before it."""
    question = SPOKEN_OF.sub(" quotation ", simplified(question))
    if not has_topic(question):
        return True
    length = len(_WORD.findall(question)) + len(_HAN.findall(question)) / _HAN_A_WORD
    if length > _SHORT:
        return False
    if _GOES_ON.match(question) or _COMPARES.match(question):
        return True
    return _points_back(question) and not _names_first(question)


def has_topic(question: str) -> bool:
    """Whether a question names anything to look for."""
    question = SPOKEN_OF.sub(" quotation ", simplified(question))
    named = any(word.lower() not in _NO_TOPIC for word in _WORD.findall(question))
    return named or mentions(question) or bool(_HAN.search(_EMPTY_CHINESE.sub("", question)))


def mentions(question: str) -> bool:
    """Whether a Chinese one speaks of an English word that would name nothing in an English one."""
    return bool(_HAN.search(question)) and any(word.lower() in _MENTIONED for word in _ALONE.findall(question))


def _points_back(text: str) -> bool:
    if _POINTS_BACK_CHINESE.search(text):
        return True
    return not mentions(text) and bool(_POINTS_BACK_ENGLISH.search(_STANDS_FOR_NOTHING.sub(" ", text)))


def _names_first(question: str) -> bool:
    """Whether what it points back to stands in it."""
    found = _NAMES_FIRST.match(question)
    if found is None or found["owner"]:
        return found is not None
    named: str = found["named"] or found["asked"] or ""
    return has_topic(named) and not _points_back(named)
