"""The marks inside a line of AsciiDoc, as Markdown. What is finished is put aside, so that nothing is read twice."""

from __future__ import annotations

import re
from collections.abc import Callable

from gangdan_gui.converting.code_fences import inline_code
from gangdan_gui.converting.escaping import escaped

_KEPT = re.compile("\x01(\\d+)\x02")
_TARGET = r"[^\s\[\]\x01]{1,2000}"
_TEXT = r"\[(?P<text>(?:\\\]|[^\[\]]|\[[^\[\]]{0,500}\]){0,2000})\]"
_PASS = re.compile(
    r"(?<!\\)(?:\+\+\+(?P<triple>.{1,2000}?)\+\+\+|pass:[\w,]*\[(?P<macro>(?:\\\]|[^\]]){0,2000})\]|\$\$(?P<dollar>[^$]{1,500})\$\$)",
    re.DOTALL,
)
_MATH = re.compile(r"(?<![\\\w])(?:stem|latexmath|asciimath):\w*\[(?P<text>(?:\\\]|[^\]]){0,2000})\]")
_QUOTED = re.compile("(?<![\\w\\\\])(?P<mark>[\"'])`(?P<text>[^`\\s](?:[^`]{0,1000}?[^`\\s])?)`(?P=mark)(?!\\w)")
_CODE = re.compile(
    r"(?<!\\)(?:``(?P<double>[^`\n](?:.{0,1000}?[^`])?)``|(?<![\w`])`(?P<single>[^`\s](?:[^`]{0,1000}?[^`\s])?)`(?![\w`]))",
    re.DOTALL,
)
_LITERAL = re.compile(r"(?<![\w+\\])\+(?P<text>[^\s+](?:[^+\n]{0,500}?[^\s+])?)\+(?![\w+])")
_FOOTNOTE = re.compile(r"(?<!\\)footnote(?:ref)?:(?P<id>[\w-]*)" + _TEXT)
_KEYS = re.compile(
    r"(?<![\w\\])(?P<kind>kbd|btn|menu|icon):(?P<target>[^\[\]\n]{0,200})\[(?P<text>(?:\\\]|[^\]\n]){0,500})\]"
)
_IMAGE = re.compile(r"(?<![\w\\])(?:image|audio|video):{1,2}(?P<target>[^\s\[\]][^\[\]\n]{0,1000})" + _TEXT)
_LINK = re.compile(
    rf"(?<![\w\\])(?:(?:link|mailto|xref):(?P<named>{_TARGET})|(?P<address>(?:https?|ftp|irc)://{_TARGET})){_TEXT}"
)
_ADDRESS = re.compile(
    r"(?<![\w\\])<?(?P<address>(?:https?|ftp)://[^\s\[\]<>\x01\"]{1,2000}?)>?(?=[.,;:!?)'*_]*(?:[\s\[\]<\x01\"]|$))"
)
_REFERENCE = re.compile(r"(?<!\\)<<(?P<target>[^<>,\n]{1,300})(?:,\s*(?P<text>[^<>]{0,500}))?>>")
_UNSEEN = re.compile(
    r"\[\[[\w:.,' -]{1,300}\]\]|(?<!\w)anchor:[^\s\[\]]{1,300}\[[^\]]{0,300}\]|"
    r"(?<!\w)indexterm:\[[^\]]{0,500}\]|\(\(\([^()]{0,500}\)\)\)"
)
_TERM = re.compile(r"(?<!\()\(\((?P<text>[^()]{1,200})\)\)(?!\))|(?<!\w)indexterm2:\[(?P<macro>[^\]]{0,500})\]")
_ROLE = r"(?:\[[\w.#%,= -]{0,100}\])?"


def _marks(sign: str, inner: str) -> re.Pattern[str]:
    mark = re.escape(sign)
    return re.compile(
        rf"(?<!\\){_ROLE}{mark}{mark}(?P<double>[^{inner}\n](?:[^\n]{{0,1000}}?[^{inner}\n])?){mark}{mark}|"
        rf"(?<![\w\\{inner}]){_ROLE}{mark}(?P<single>[^\s{inner}](?:[^{inner}]{{0,1000}}?[^\s{inner}])?){mark}(?![\w{inner}])"
    )


_BOLD, _ITALIC, _HIGHLIGHT = _marks("*", "*"), _marks("_", "_"), _marks("#", "#")
_RAISED = re.compile(r"(?<!\\)([\^~])(?P<text>[^\s^~]{1,100})\1")
_BREAK = re.compile(r"[ ]\+$", re.MULTILINE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|[A-Za-z]{2,20});")
_BACKSLASH = re.compile(r"\\(?=[*_`#^~+{\[<(:]|\w+:)")
_HTTP = re.compile(r"(?:https?|ftp)://[^\s()<>]+$")


class Inline:
    """Renders stretches of text. `titles` are what ids refer to; footnotes are collected, to be placed later."""

    def __init__(self, titles: dict[str, str]) -> None:
        self._titles = titles
        self._kept: list[str] = []
        self.footnotes: list[str] = []
        self._numbered = 0

    def markdown(self, text: str) -> str:
        """A paragraph, a title or a cell."""
        made = self._restored(escaped(self._marked(text.replace("\x01", "").replace("\x02", ""))))
        self._kept.clear()
        return made

    def _marked(self, text: str) -> str:
        """Everything that is finished stands behind marks of ours; the rest is plain words."""
        steps: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
            (_PASS, lambda m: self._keep(_passed(m["triple"] or m["macro"] or m["dollar"] or ""))),
            (_MATH, lambda m: self._keep(f"${m['text'].strip().replace(chr(92) + ']', ']')}$")),
            (_QUOTED, lambda m: m["mark"] + m["text"] + m["mark"]),
            (_CODE, self._code),
            (_LITERAL, lambda m: self._keep(escaped(m["text"]))),
            (_UNSEEN, lambda _: ""),
            (_TERM, lambda m: m["text"] or m["macro"]),
            (_FOOTNOTE, self._footnote),
            (_KEYS, self._keys),
            (_IMAGE, lambda m: _first(m["text"])),
            (_LINK, self._link),
            (_REFERENCE, self._reference),
            (_ADDRESS, lambda m: self._keep(f"<{m['address']}>")),
            (_ENTITY, lambda m: self._keep(m[0])),
            (_BOLD, lambda m: self._around("**", m["double"] or m["single"])),
            (_ITALIC, lambda m: self._around("*", m["double"] or m["single"])),
            (_HIGHLIGHT, lambda m: m["double"] or m["single"]),
            (_RAISED, lambda m: m["text"]),
            (_BREAK, lambda _: ""),
            (_BACKSLASH, lambda _: ""),
        )
        for pattern, made in steps:
            text = pattern.sub(made, text)
        return text.replace(" -- ", " — ")

    def _keep(self, markdown: str) -> str:
        self._kept.append(markdown)
        return f"\x01{len(self._kept) - 1}\x02"

    def _around(self, mark: str, text: str) -> str:
        return self._keep(mark) + text + self._keep(mark)

    def _restored(self, text: str) -> str:
        """What was kept may hold earlier ones, never itself."""
        while _KEPT.search(text):
            text = _KEPT.sub(lambda found: self._kept[int(found[1])], text)
        return text

    def _code(self, found: re.Match[str]) -> str:
        text = found["double"] or found["single"]
        if len(text) > 2 and text[0] == text[-1] == "+":
            text = text[1:-1]
        plain = self._restored(text).replace("\\{", "{").replace("\\`", "`").replace("\\<<", "<<")
        return self._keep(inline_code(" ".join(plain.split())))

    def _footnote(self, found: re.Match[str]) -> str:
        words = self._marked(found["text"])
        if not words:
            return ""
        self._numbered += 1
        self.footnotes.append(f"[^{self._numbered}]: {' '.join(self._restored(escaped(words)).split())}")
        return self._keep(f"[^{self._numbered}]")

    def _keys(self, found: re.Match[str]) -> str:
        target, text = found["target"], found["text"].replace("\\]", "]")
        if found["kind"] == "icon":
            return ""
        if found["kind"] == "kbd":
            return self._keep(inline_code(text)) if text else ""
        steps = [part.strip() for part in [target, *text.split(">")] if part.strip()]
        return " → ".join(steps)

    def _link(self, found: re.Match[str]) -> str:
        address = self._restored(found["address"] or found["named"])
        text = re.sub(r",\s*\w+=.*$", "", found["text"], flags=re.DOTALL).replace("\\]", "]")
        words = text.strip().strip('"').removesuffix("^").strip()
        if found["address"] is None and not _HTTP.match(address):
            return words or self._title(address)
        if not _HTTP.match(address):
            return words or address
        if not words:
            return self._keep(f"<{address}>")
        return self._keep("[") + words + self._keep(f"]({address})")

    def _reference(self, found: re.Match[str]) -> str:
        return (found["text"] or "").strip() or self._title(found["target"])

    def _title(self, target: str) -> str:
        """What a reference without words shows: the title of its target, else its name in words."""
        name = target.strip().rpartition("#")[2] or target.strip().rstrip("#")
        if title := self._titles.get(name):
            return title
        return " ".join(re.sub(r"^ch\d+-|^_|[_-]+", " ", name).split()) or target


def _first(attributes: str) -> str:
    """The alternative text of an image, which stands first and unnamed."""
    if attributes.startswith('"') and '"' in attributes[1:]:
        return attributes[1:].partition('"')[0]
    first = attributes.partition(",")[0].strip()
    return "" if re.match(r"\w+=", first) else first


def _passed(html: str) -> str:
    """What goes past the processor is for browsers: their tags are no words."""
    return re.sub(r"<[A-Za-z/!?][^<>]*>", "", html.replace("\\]", "]"))
