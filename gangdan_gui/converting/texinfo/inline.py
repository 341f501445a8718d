"""The commands inside a line of Texinfo, as Markdown. Braces are counted on a stack of our own: none is too deep."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from gangdan_gui.converting.code_fences import inline_code
from gangdan_gui.converting.escaping import escaped

_TOKEN = re.compile(
    r"@verb\{(?P<mark>[^\s{}])(?P<verb>.*?)(?P=mark)\}|@(?P<name>[A-Za-z]+|[^A-Za-z]|$)|[{}]", re.DOTALL
)
_COMMA = "\x00"
_CODE = frozenset(
    [
        "code",
        "samp",
        "kbd",
        "key",
        "command",
        "option",
        "env",
        "file",
        "indicateurl",
        "t",
        "verb",
        "qcode",
        "clicksequence",
    ]
)
_MATH = frozenset(["math"])
_EMPHASIS = {"emph": "*", "var": "*", "dfn": "*", "cite": "*", "slanted": "*", "i": "*", "strong": "**", "b": "**"}
_PARTED = frozenset([
    "xref", "pxref", "ref", "inforef", "link", "uref", "url", "email", "image", "acronym", "abbr", "inlinefmt",
    "inlinefmtifelse", "inlineraw", "inlineifset", "inlineifclear",
])  # fmt: skip
_NOTHING = frozenset(["anchor", "hyphenation", "xrefname", "sortas", "seeentry", "seealso", "errormsg", "namedanchor"])
_SIGNS = {
    "result": "⇒", "expansion": "↦", "print": "⊣", "error": "error→", "equiv": "≡", "point": "⋆", "dots": "...",
    "enddots": "...", "bullet": "•", "minus": "-", "copyright": "©", "registeredsymbol": "®", "TeX": "TeX",
    "LaTeX": "LaTeX", "comma": ",", "lbracechar": "{", "rbracechar": "}", "atchar": "@", "backslashchar": "\\",
    "hashchar": "#", "ampchar": "&", "geq": "≥", "leq": "≤", "euro": "€", "pounds": "£", "textdegree": "°",
    "ordf": "ª", "ordm": "º", "aa": "å", "AA": "Å", "ae": "æ", "oe": "œ", "AE": "Æ", "OE": "Œ", "o": "ø", "O": "Ø",
    "l": "ł", "L": "Ł", "ss": "ß", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "exclamdown": "¡",
    "questiondown": "¿", "quotedblleft": "“", "quotedblright": "”", "quoteleft": "‘", "quoteright": "’",
    "quotedblbase": "„", "quotesinglbase": "‚", "guillemetleft": "«", "guillemetright": "»", "guillemotleft": "«",
    "guillemotright": "»", "guilsinglleft": "‹", "guilsinglright": "›", "arrow": "→", "click": "→", "tie": " ",
    "plus": "+", "today": "",
}  # fmt: skip
_ACCENTS = {
    '"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304", ",": "\u0327",
    "H": "\u030b", "ringaccent": "\u030a", "dotaccent": "\u0307", "u": "\u0306", "v": "\u030c", "ogonek": "\u0328",
    "ubaraccent": "\u0331", "udotaccent": "\u0323", "tieaccent": "\u0361",
}  # fmt: skip
_LITERAL = frozenset("@{}&#!?.\\")
_SAFE = re.compile(r"(?:https?|ftp)://\S+$|mailto:\S+$")


# Commands inside as many others are read as their text: joining that at every level would take for ever.
_DEEPEST = 100


@dataclass(slots=True)
class _Frame:
    """An open command with what it holds so far; `plain` inside code and formulas, where nothing is markup."""

    name: str
    plain: bool
    parts: list[str] = field(default_factory=list)


class Inline:
    """Renders stretches of text. The footnotes they hold are collected, for the reader of blocks to place."""

    def __init__(self) -> None:
        self.footnotes: list[str] = []
        self._numbered = 0

    def markdown(self, text: str) -> str:
        """Text of a paragraph, a title or a cell."""
        return self._rendered(text, plain=False)

    def plain(self, text: str) -> str:
        """Lines of code: the characters that a reader sees, without marks."""
        return self._rendered(text, plain=True)

    def _rendered(self, text: str, *, plain: bool) -> str:
        stack, at = [_Frame("", plain)], 0
        while token := _TOKEN.search(text, at):
            self._words(stack[-1], text[at : token.start()])
            at = self._token(stack, text, token)
        self._words(stack[-1], text[at:])
        while len(stack) > 1:
            stack[-1].name = stack[-1].name.replace("brace", "unclosed")
            self._close(stack)
        return "".join(stack[0].parts).replace(_COMMA, ",")

    def _token(self, stack: list[_Frame], text: str, token: re.Match[str]) -> int:
        frame, name, end = stack[-1], token["name"], token.end()
        if token["mark"]:
            frame.parts.append(token["verb"] if frame.plain else inline_code(token["verb"]))
        elif token[0] == "{":
            _open(stack, "brace", plain=frame.plain)
        elif token[0] == "}":
            if len(stack) > 1:
                self._close(stack)
            else:
                frame.parts.append("}")
        elif name in _ACCENTS:
            return self._accent(stack, text, name, end)
        elif name and not name.isalpha():
            frame.parts.append(self._sign(frame, name))
        elif text[end : end + 1] == "{":
            _open(stack, name or "", plain=frame.plain or name in _CODE or name in _MATH)
            return end + 1
        elif name:
            frame.parts.append(_SIGNS.get(name, ""))
        return end

    @staticmethod
    def _words(frame: _Frame, words: str) -> None:
        if frame.name in _PARTED:
            words = words.replace(",", _COMMA)
        if not frame.plain:
            words = words.replace("``", '"').replace("''", '"').replace("---", "—").replace("--", "–")
            words = escaped(words)
        frame.parts.append(words)

    @staticmethod
    def _sign(frame: _Frame, name: str) -> str:
        if name in _LITERAL:
            return name if frame.plain else escaped(name)
        return "\n" if name == "*" else " " if name.isspace() else ""

    @staticmethod
    def _accent(stack: list[_Frame], text: str, name: str, end: int) -> int:
        if name.isalpha() and text[end : end + 1] != "{":
            end += len(text[end:]) - len(text[end:].lstrip(" "))
        if text[end : end + 1] == "{":
            _open(stack, f"accent:{name}", plain=True)
            return end + 1
        letter = text[end : end + 1]
        stack[-1].parts.append(unicodedata.normalize("NFC", letter + _ACCENTS[name]) if letter.isalpha() else letter)
        return end + 1

    def _close(self, stack: list[_Frame]) -> None:
        frame = stack.pop()
        parent = stack[-1]
        if frame.parts is parent.parts:
            return
        text = "".join(frame.parts)
        if frame.name.startswith("accent:"):
            letter = {"ı": "i", "ȷ": "j"}.get(text[:1], text[:1])
            made = unicodedata.normalize("NFC", letter + _ACCENTS[frame.name[7:]]) + text[1:]
        elif frame.name in _PARTED:
            made = self._parted(frame, [" ".join(part.split()) for part in text.split(_COMMA)], plain=parent.plain)
        else:
            made = self._made(frame.name, text, plain=parent.plain)
        parent.parts.append(made)

    def _made(self, name: str, text: str, *, plain: bool) -> str:
        if name in _SIGNS:
            return _SIGNS[name]
        if name in _NOTHING or name.endswith("index"):
            return ""
        if name in ("brace", "unclosed"):
            return "{" + text + ("}" if name == "brace" else "")
        if name == "U":
            return _character(text)
        if name == "sc":
            return text.upper()
        if name == "dotless":
            return {"i": "ı", "j": "ȷ"}.get(text, text)
        if name == "footnote":
            return f" ({text.strip()})" if plain else self._footnote(text)
        if plain:
            return text
        inner = text.strip()
        if name in _CODE:
            return inline_code(" ".join(text.split())) if inner else ""
        if name in _MATH:
            return f"${' '.join(inner.split())}$" if inner else ""
        mark = _EMPHASIS.get(name, "")
        return f"{mark}{inner}{mark}" if mark and inner and not inner.startswith("*") else text

    def _footnote(self, text: str) -> str:
        self._numbered += 1
        self.footnotes.append(f"[^{self._numbered}]: {' '.join(text.split())}")
        return f"[^{self._numbered}]"

    @staticmethod
    def _parted(frame: _Frame, parts: list[str], *, plain: bool) -> str:
        name = frame.name
        first = parts[0]
        second, third, fourth, fifth = [*parts[1:5], "", "", "", ""][:4]
        if name == "link":
            return second or first
        if name in ("uref", "url"):
            return _link(first, third or second, plain=plain)
        if name == "email":
            return f"{second} ({first})" if second else first
        if name in ("acronym", "abbr"):
            return f"{first} ({second})" if second else first
        if name == "image":
            return fourth
        if name.startswith("inline"):
            return _for_info(name, parts)
        lead = {"xref": "See ", "pxref": "see ", "inforef": "See "}.get(name, "")
        manual = fifth or fourth
        return lead + (third or second or first) + (f" in {manual}" if manual and first else manual)


def _open(stack: list[_Frame], name: str, *, plain: bool) -> None:
    opened = _Frame(name, plain)
    if len(stack) > _DEEPEST:
        opened.parts = stack[-1].parts
    stack.append(opened)


def _for_info(name: str, parts: list[str]) -> str:
    chosen = parts[0] in ("info", "plaintext")
    if name == "inlinefmtifelse":
        return [*parts, "", ""][1 if chosen else 2]
    return ",".join(parts[1:]) if chosen or name.startswith("inlineif") else ""


def _character(digits: str) -> str:
    try:
        found = chr(int(digits.strip(), 16))
    except (ValueError, OverflowError):
        return ""
    return found if found.isprintable() else ""


def _link(address: str, words: str, *, plain: bool) -> str:
    bare = address.replace("\\", "")
    if plain:
        return f"{words} ({bare})" if words else bare
    if not _SAFE.match(bare) or re.search(r"[\s<>()]", bare):
        return words or address
    return f"[{words}]({bare})" if words else f"<{bare}>"
