"""Real documentation: nothing crashes, no word that a reader sees is lost, code stays as it was written."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gangdan_gui.converting.conversion import Converted, convert, format_of
from gangdan_gui.domain.errors import UnreadableFile

SETS = (
    "numpy", "pandas", "python-rst", "python-html", "sqlite-html", "pdsh", "sklearn", "sphinx-gallery", "d2l-en",
    "d2l-zh", "rust-book", "rust-book-zh", "vue-en", "vue-zh", "scipy-lectures", "awkward",
)  # fmt: skip
CODES = {
    "empty", "blank", "binary", "encoding-unknown", "html-page", "lfs-pointer", "broken-notebook", "asset",
    "damaged-file", "other-format", "password-protected", "old-office",
}  # fmt: skip
pytestmark = pytest.mark.shared


def files_of(corpus: Path, *sets: str, ending: str = "") -> list[Path]:
    found = [file for name in sets for file in sorted((corpus / name).rglob(f"*{ending}")) if file.is_file()]
    return [file for file in found if format_of(file.name) and file.name != "huge.rst"]


def every(files: list[Path], step: int) -> list[Path]:
    return files[::step]


def converted(file: Path) -> Converted | None:
    try:
        return convert(file.read_bytes(), file.name)
    except UnreadableFile as error:
        if error.reason.code not in CODES:
            raise
        return None


def check_form(file: Path, text: str) -> None:
    assert text.endswith("\n"), file
    assert not text.endswith("\n\n"), file
    assert not text.startswith("\n"), file
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff]", text), file
    assert "System Message" not in text, file
    assert "[TABLE]" not in text, file
    assert not re.search(r"qz\d+k\d", text), file
    assert not re.search(r"^\s*\.\. [\w:-]+::", without_code(text), re.MULTILINE), file
    assert "\n\n\n" not in without_code(text), file


def without_code(text: str) -> str:
    return re.sub(
        r"^([ \t>]*(?:[-*+] |\d+[.)] )?)(`{3,}|~{3,}).*?^[ \t>]*\2[ \t]*$", "@", text, flags=re.MULTILINE | re.DOTALL
    )


@pytest.mark.parametrize("name", SETS)
def test_a_sample_of_every_set_takes_the_common_form(shared: Path, name: str) -> None:
    files = files_of(shared / "corpus", name)
    step = {"python-rst": 9, "numpy": 6, "pandas": 6, "sklearn": 6}.get(name, 3)
    results = [(file, converted(file)) for file in every(files, step)]
    for file, result in results:
        if result:
            check_form(file, result.text)
    assert any(result for _, result in results)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", SETS)
def test_every_file_takes_the_common_form(shared: Path, name: str) -> None:
    files = files_of(shared / "corpus", name)
    results = [(file, converted(file)) for file in files]
    for file, result in results:
        if result:
            check_form(file, result.text)
    assert sum(1 for _, result in results if result) >= len(files) * 0.8


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_huge_file_is_converted_in_parts(shared: Path) -> None:
    file = shared / "corpus/awkward/derived/huge.rst"
    source = file.read_text("utf-8")
    result = convert(file.read_bytes(), file.name)
    check_form(file, result.text)
    assert word_share(words(prose_of_rst(source)), words(result.text)) > 0.99
    assert "qzlevelmark" not in result.text


class Words(HTMLParser):
    """The text of a page as the standard library reads it, without what never shows."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.hidden = 0
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.hidden += tag in ("script", "style", "button", "svg", "head")

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in ("script", "style", "button", "svg", "head") and self.hidden > 0

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.parts.append(data)


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"[A-Za-z]{3,}|[\u4e00-\u9fff]", text))


def word_share(wanted: Counter[str], found: Counter[str]) -> float:
    """The part of the wanted words, counted with their repetitions, that was found."""
    total = sum(wanted.values())
    return sum(min(count, found[word]) for word, count in wanted.items()) / total if total else 1.0


def test_pages_keep_their_words_and_code(shared: Path) -> None:
    for file in every(files_of(shared / "corpus", "python-html", "sqlite-html"), 2):
        source = file.read_text("utf-8", "replace")
        main = re.search(r'<div class="body" role="main">.*?<div class="clearer">', source, re.DOTALL)
        paragraphs = re.findall(r"<p>.*?(?=<(?:p|h\d|ul|ol|div|table|blockquote)\b)", source, re.DOTALL)
        page = Words()
        page.feed(re.sub(r"<nav\b.*?</nav>", "", main[0] if main else " ".join(paragraphs), flags=re.DOTALL))
        result = convert(file.read_bytes(), file.name)
        assert word_share(words(" ".join(page.parts)), words(result.text)) > 0.98, file
        lines = Counter(line.strip() for line in result.text.split("\n"))
        for block in re.findall(r"<pre\b[^>]*>(.*?)</pre>", main[0] if main else "", re.DOTALL):
            for line in html.unescape(re.sub(r"<[^>]+>", "", block)).split("\n"):
                assert not line.strip() or lines[line.strip()], (file, line)


def test_notebooks_keep_their_code(shared: Path) -> None:
    for file in files_of(shared / "corpus", "pdsh", ending=".ipynb"):
        text = convert(file.read_bytes(), file.name).text
        for cell in json.loads(file.read_text("utf-8"))["cells"]:
            source = "".join(cell["source"])
            if cell["cell_type"] == "code" and source.strip():
                assert source.strip("\n") in text, (file, source)
        assert not re.search(r"[A-Za-z0-9+/]{300,}", text), file


def test_markdown_keeps_its_words_and_code(shared: Path) -> None:
    names = ("d2l-en", "d2l-zh", "rust-book", "rust-book-zh", "vue-en", "vue-zh", "scipy-lectures")
    for file in every(files_of(shared / "corpus", *names, ending=".md"), 2):
        source = file.read_text("utf-8")
        text = convert(file.read_bytes(), file.name).text
        unseen = r"^```toc.*?^```|^[ \t]*`{3,}[^`\n]*$|^[ \t]*:[\w-]+:[^\n]*$|:\w+:`[^`]*`"
        source = re.sub(unseen, "", source, flags=re.MULTILINE | re.DOTALL)
        shown = re.sub(
            r"<!--.*?-->|<script.*?</script>|<[^>]*>|\A---\n.*?\n---\n|\(http[^)]*\)", "", source, flags=re.DOTALL
        )
        assert word_share(words(shown), words(text)) > 0.93, file  # names of directives are words of the source only
        fences = r"^```(?:python|rust|js|html|vue-html|vue|console|\{\.python)[^\n]*\n(.*?)^```"
        for block in re.findall(fences, file.read_text("utf-8"), re.MULTILINE | re.DOTALL):
            assert block.strip("\n") in text, (file, block)


def prose_of_rst(source: str) -> str:
    unseen = r"^\.\. (?:toctree|include|index|testsetup|_[^\n]*)::?.*?(?=^\S|\Z)"
    source = re.sub(unseen, "", source, flags=re.MULTILINE | re.DOTALL)
    kept = [line for line in source.split("\n") if not re.match(r"\s*(?:\.\. |:[\w-]+:(?:\s|$))", line)]
    return re.sub(r":[\w:+-]+:(?=`)|<[^<>`]*>(?=`)", " ", "\n".join(kept))


def test_restructured_text_keeps_its_words(shared: Path) -> None:
    for file in every(files_of(shared / "corpus", "python-rst", "numpy", "pandas", ending=".rst"), 10):
        source = file.read_text("utf-8")
        if ".. raw:: html" in source:
            continue  # its tags are not words
        result = convert(file.read_bytes(), file.name)
        assert word_share(words(prose_of_rst(source)), words(result.text)) > 0.95, file


def test_restructured_text_keeps_its_code(shared: Path) -> None:
    for file in every(files_of(shared / "corpus", "python-rst", "pandas", ending=".rst"), 12):
        lines = {line.strip() for line in convert(file.read_bytes(), file.name).text.split("\n")}
        for line in file.read_text("utf-8").split("\n"):
            if re.match(r"\s*(?:>>> |\.\.\. )", line) and "``" not in line:
                assert line.strip() in lines, (file, line)


def test_derived_encodings_give_one_text(shared: Path) -> None:
    folder = shared / "corpus/awkward/derived"
    texts = {file.name: convert(file.read_bytes(), file.name) for file in folder.glob("linear-algebra.*.md")}
    assert len(texts) == 6
    assert len({result.text for name, result in texts.items()}) == 1
    assert {result.encoding for result in texts.values()} == {"utf-8", "utf-8-sig", "gb18030", "utf-16-le", "utf-16-be"}
    assert {result.title for result in texts.values()} == {"线性代数"}
