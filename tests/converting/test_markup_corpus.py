"""Real AsciiDoc and Texinfo: the words that a reader sees stay, code stays as it was written, no markup is left."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from gangdan_gui.converting.conversion import convert

pytestmark = pytest.mark.shared


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"[A-Za-z]{3,}|[\u4e00-\u9fff\u3040-\u30ff]", text))


def kept(wanted: Counter[str], found: Counter[str]) -> float:
    return sum(min(count, found[word]) for word, count in wanted.items()) / max(1, wanted.total())


def without_code(text: str) -> str:
    text = re.sub(r"^[ >]*(`{3,}).*?^[ >]*\1[ ]*$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"(`+)[^`]+?\1", "", text)


def adoc_files(corpus: Path) -> list[Path]:
    return [*sorted((corpus / "asciidoctor").rglob("*.adoc")), *sorted((corpus / "progit2").rglob("*.asc"))]


def shown_in_adoc(source: str) -> str:
    """What is left of a file when each construct without words goes."""
    source = re.sub(r"^////+$.*?^////+$|^//[^\n]*$", "", source, flags=re.MULTILINE | re.DOTALL)
    values = dict(re.findall(r"^:([\w-]+): (\S.*)$", source, re.MULTILINE))
    source = re.sub(
        r"^(?:if(?:n?def|eval)|endif|include|toc)::[^\n\[]*\[(?::[^\n]*)?\]?$", "", source, flags=re.MULTILINE
    )
    source = re.sub(r"^:!?[\w-]+!?:[^\n]*$|^\[[^\n]*\]$", "", source, flags=re.MULTILINE)
    source = re.sub(r"(?:image|video)::?[^\s\[]+\[([^\],]*)[^\]]*\]", r" \1 ", source)
    source = re.sub(r"\(\(\(.*?\)\)\)|\[\[[^\]]*\]\]", "", source)
    source = re.sub(r"<<(?:[^<>,]*,)?\s*([^<>]*)>>", r" \1 ", source)
    source = re.sub(r"(?:(?:link|xref|mailto):|https?://|\{ur[il]-)[^\s\[]+(?=\[)", "", source)
    source = re.sub(r"(?:kbd|btn|menu|pass|footnote|stem):(?=[^\s\[]*\[)", " ", source)
    return re.sub(r"\{([\w-]+)\}", lambda match: values.get(match[1], ""), source)


def test_asciidoc_keeps_its_words(shared: Path) -> None:
    for file in adoc_files(shared / "corpus"):
        result = convert(file.read_bytes(), file.name)
        assert kept(words(shown_in_adoc(file.read_text("utf-8"))), words(result.text)) >= 0.98, file


def test_asciidoc_keeps_its_code(shared: Path) -> None:
    seen = 0
    for file in adoc_files(shared / "corpus"):
        text = convert(file.read_bytes(), file.name).text
        for block in re.findall(r"^-{4,}\n(.*?)^-{4,}$", file.read_text("utf-8"), re.MULTILINE | re.DOTALL):
            if "{" in block or not block.strip():
                continue  # with attributes in it
            lines = {line.strip() for line in text.split("\n")}
            assert all(line.strip() in lines for line in block.split("\n")), (file, block)
            seen += 1
    assert seen > 100


def test_asciidoc_leaves_no_markup(shared: Path) -> None:
    for file in adoc_files(shared / "corpus"):
        prose = without_code(convert(file.read_bytes(), file.name).text)
        left = re.search(
            r"\[source|^\[(?:NOTE|\[)|^-{4,}$|^={2,} |<<|::\[|(?:xref|link|image):\S*\[|\{url|\x01", prose, re.MULTILINE
        )
        assert not left, (file, prose[max(0, left.start() - 80) : left.end() + 80])


def texinfo_files(corpus: Path) -> list[Path]:
    return sorted((corpus / "octave").rglob("*.txi"))


def shown_in_texinfo(source: str) -> str:
    source = re.sub(r"^@(?:c|comment)\b.*$", "", source, flags=re.MULTILINE)
    for name in ("menu", "tex", "iftex", "ignore", "detailmenu"):
        source = re.sub(rf"^@{name}\b.*?^@end {name}$", "", source, flags=re.MULTILINE | re.DOTALL)
    source = re.sub(
        r"^@(?:node|[a-z]*index|DOCSTRING|end|table|itemize|set|settitle|setfilename)\b.*$",
        "",
        source,
        flags=re.MULTILINE,
    )
    source = re.sub(r"@(?:anchor|sortas)\{[^{}]*\}", "", source)
    source = re.sub(r"@(?:x|px)?ref\{([^{},]*)(?:,[^{}]*)?\}", r" \1 ", source)
    source = re.sub(r"@sc\{([^{}]*)\}", lambda match: match[1].upper(), source)
    return re.sub(r"@(?:[A-Za-z]+|.)", " ", source)


def test_texinfo_keeps_its_words(shared: Path) -> None:
    for file in texinfo_files(shared / "corpus"):
        if file.name == "fn-idx.txi":
            continue  # the frame of an index
        result = convert(file.read_bytes(), file.name)
        assert kept(words(shown_in_texinfo(file.read_text("utf-8"))), words(result.text)) >= 0.98, file


def test_texinfo_keeps_its_code(shared: Path) -> None:
    seen = 0
    for file in texinfo_files(shared / "corpus"):
        lines = {line.strip() for line in convert(file.read_bytes(), file.name).text.split("\n")}
        for block in re.findall(r"^@example\n(.*?)^@end example$", file.read_text("utf-8"), re.MULTILINE | re.DOTALL):
            for line in block.split("\n"):
                if line.strip() and not re.search(r"@(?![@{}])", line):
                    plain = re.sub(r"@([@{}])", r"\1", line).strip()
                    assert plain in lines, (file, line)
                    seen += 1
    assert seen > 300


def test_texinfo_leaves_no_markup(shared: Path) -> None:
    for file in texinfo_files(shared / "corpus"):
        prose = without_code(convert(file.read_bytes(), file.name).text)
        left = re.search(r"@\w+\{|^@\w+|\{\}|DOCSTRING", prose, re.MULTILINE)
        assert not left, (file, prose[max(0, left.start() - 80) : left.end() + 80])
