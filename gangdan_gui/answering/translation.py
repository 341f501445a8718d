"""Has a model put a question into another language, and makes a question to search by of what it says.

What a small model says is often no translation: an answer, an apology, three versions, the question again. All that
does not look like one is dropped; the question itself is searched anyway.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from gangdan_gui.answering.prompt import quoted
from gangdan_gui.answering.tokens import count_tokens
from gangdan_gui.domain.chat import ChatMessage, ChatRequest, Role
from gangdan_gui.domain.language import detect_language

LANGUAGES: Mapping[str, str] = {"en": "English", "zh": "Simplified Chinese (简体中文)"}
"""Those that questions are put into, by their codes, as a model is told them."""
LONGEST = 600
"""Characters of a question; what is longer is a text, and takes a model too long."""
_RULES = """You translate questions for a search in documents. Translate the user's message into {language}.
Reply with the translation alone, on one line: no quotation marks around it, no explanation, no other version.
Do not answer the question. Use the usual terms of its subject.
Names of code, commands, files, quoted text, formulas and numbers stay exactly as they are."""
# A translation has no more than twice the tokens; the rest is for what a model says around it.
_SPARE_TOKENS, _TOKENS_EACH = 48, 2
# A Chinese character says as much as three letters. What is so much longer is an answer, what is shorter an excuse.
_HAN_AS_LETTERS = 3
_LONGEST_SHARE, _LONGEST_SPARE, _SHORTEST_SHARE = 3, 30, 5

_HAN = re.compile(r"[\u3400-\u9fff]")
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
)
_QUOTES = ('""', "“”", "‘’", "''", "「」", "『』", "«»", "``", "**", "__", "《》", "()", "（）", "[]")
_QUOTED = re.compile(r"`([^`\n]+)`|“([^”\n]+)”|\"([^\"\n]+)\"|「([^」\n]+)」|『([^』\n]+)』|‘([^’\n]+)’")
# Names with signs or capitals inside, calls, and numbers of more than one digit: a single one may become a word.
_NAMES = re.compile(
    r"[A-Za-z]\w+(?:\.[A-Za-z]\w+)+|[A-Za-z]*_\w+|\b[A-Za-z]*[a-z][A-Z]\w*|\b[A-Za-z]\w*(?=\(\))|(?<![\w-])--?[a-z][\w-]+"
    r"|(?<![\w.])\d+(?:[.,]\d+)+|(?<![\w.])\d\d+(?!\w)",
    re.ASCII,
)
_LABEL = re.compile(
    r"[*_]*(?:(?:sure|certainly|of course|okay|ok|yes)\b[\s,.!:：]*)?"
    r"(?:here(?:'s|’s| is)\b[^:：\n]{0,60}"
    r"|(?:the |my )?(?:(?:simplified )?(?:english|chinese) )?(?:translat(?:ion|ed)|version)\b[^:：\n]{0,40}"
    r"|(?:in )?(?:simplified )?(?:english|chinese)"
    r"|(?:以下是|下面是|这是)?[^:：\n]{0,8}(?:翻译|译文|译为|译成)[^:：\n]{0,8}|(?:中文|英文|英语|汉语|简体中文)(?:版本?|问题)?)"
    r"\s*[*_]*\s*[:：]\s*[*_]*\s*",
    re.IGNORECASE,
)
_OWN_LABEL = re.compile(r"(?:question|original|source|原文|问题|原句)\s*[:：]", re.IGNORECASE)
_NOTE = re.compile(r"\s*[(（\[](?:note|注|注意|说明|explanation)\s*[:：].*$", re.IGNORECASE | re.DOTALL)
_MARKUP = re.compile(r"\s*(?:#{1,6}\s+|[-*•]\s+|>\s*)")
_REFUSAL = re.compile(
    r"(?:i(?:'m| am) (?:sorry|unable|not able|an ai)|sorry\b|i (?:cannot|can't|can not|do not|don't) \w+"
    r"|as an? (?:ai|language model)|unfortunately\b|抱歉|对不起|很遗憾|作为一[个名]|我(?:不能|无法|不会)|无法翻译)",
    re.IGNORECASE,
)


def translation_request(question: str, language: str, model: str, context_tokens: int) -> ChatRequest:
    """What a model is asked; `context_tokens` are those that it answers with, or a server would load it again."""
    return ChatRequest(
        model,
        (
            ChatMessage(Role.SYSTEM, _RULES.format(language=LANGUAGES[language])),
            ChatMessage(Role.USER, quoted(question)),
        ),
        context_tokens,
        _SPARE_TOKENS + _TOKENS_EACH * count_tokens(question),
        temperature=0.0,
        thinks=False,
    )


def translation_in(said: str, question: str, language: str) -> str:
    """The translation in what a model has said, on one line; empty where there is none that could be one."""
    text = _bare(_lines(said, several="\n" in question.strip()))
    fits = (
        text
        and not _REFUSAL.match(text)
        and _plain(text) != _plain(question)
        and _is_as_long(text, question)
        and _is_in(text, question, language)
        and all(_plain(name) in _plain(text) for name in kept_as_it_is(question))
    )
    return text if fits else ""


def can_be_translated(question: str) -> bool:
    """Whether there is anything to put into other words: it is not too long, and no name of code alone."""
    return len(question) <= LONGEST and any(map(str.isalpha, _without(question, kept_as_it_is(question))))


def leaves_it_as_it_is(said: str, question: str) -> bool:
    """Whether a model has left the question as it is: of a name alone that is its translation."""
    return _plain(_bare(_lines(said, several=False))) == _plain(question)


def kept_as_it_is(question: str) -> tuple[str, ...]:
    """What a translation has to hold letter by letter: names of code, numbers, and quoted words of another language.

    Of what is quoted in the question's own language both are right: to leave it, and to translate it.
    """
    own = detect_language(question)
    quotes = ["".join(filter(None, found)) for found in _QUOTED.findall(question)]
    code = [found[1] for found in re.finditer(r"`([^`\n]+)`", question)]
    foreign = [one for one in quotes if (language := detect_language(one)) and language != own]
    return tuple(dict.fromkeys((*code, *foreign, *_NAMES.findall(unicodedata.normalize("NFKC", question)))))


def _lines(said: str, *, several: bool) -> str:
    """The first paragraph, or all of them, without what stands around a translation."""
    lines = [_INVISIBLE.sub("", line).strip() for line in said.replace("\r\n", "\n").split("\n")]
    lines = [_MARKUP.sub("", line, count=1) for line in lines if not line.startswith(("```", "~~~"))]
    labelled = [number for number, line in enumerate(lines) if _LABEL.match(_unwrapped(line))]
    if labelled:
        lines = lines[labelled[0] :]
        lines[0] = _LABEL.sub("", _unwrapped(lines[0]), count=1)
    lines = [line for line in lines if not _OWN_LABEL.match(line)]
    text = "\n".join(lines).strip()
    return " ".join((text if several else text.split("\n\n")[0]).split())


def _bare(text: str) -> str:
    """Without notes behind it and marks around it."""
    return _unwrapped(_NOTE.sub("", text)).strip()


def _unwrapped(text: str) -> str:
    """Without quotation marks and emphasis around the whole of it, however many."""
    for mark in _QUOTES:
        size = 2 if mark in ("**", "__") else 1
        opening, closing = (mark, mark) if size == 2 else (mark[0], mark[1])
        inside = text[size:-size]
        whole = len(text) > 2 * size and text.startswith(opening) and text.endswith(closing)
        if whole and opening not in inside and closing not in inside:
            return _unwrapped(inside.strip())
    return text


def _plain(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text)).casefold().strip("?？。.!！")


def _letters(text: str) -> int:
    return len(text) + (_HAN_AS_LETTERS - 1) * len(_HAN.findall(text))


def _is_as_long(text: str, question: str) -> bool:
    asked, said = _letters(question), _letters(text)
    return asked <= _SHORTEST_SHARE * said and said <= _LONGEST_SHARE * asked + _LONGEST_SPARE


def _without(text: str, words: Iterable[str]) -> str:
    for word in words:
        text = text.replace(word, " ")
    return text


def _is_in(text: str, question: str, language: str) -> bool:
    """Whether it is written in a language, but for what was left as it is."""
    quotes = ("".join(filter(None, one)) for one in _QUOTED.findall(question))
    rest = _without(text, (*kept_as_it_is(question), *quotes))
    return detect_language(rest if any(map(str.isalpha, rest)) else text) == language
