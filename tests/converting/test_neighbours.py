"""What a document takes from the other files of its source: includes and addresses."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.converting.conversion import Converted, convert
from gangdan_gui.converting.neighbours import joined
from gangdan_gui.domain.reasons import Reason

GITHUB = "https://github.com/o/r/blob/0a1b/"


@dataclass
class Files:
    """A source held in memory, which remembers what was asked for."""

    texts: Mapping[str, str]
    base: str = ""
    asked: list[str] = field(default_factory=list)

    def read(self, path: str) -> bytes | None:
        self.asked.append(path)
        return self.texts[path].encode() if path in self.texts else None

    def address(self, path: str) -> str:
        return self.base + path if self.base and path in self.texts else ""


def made(path: str, texts: Mapping[str, str], base: str = "") -> Converted:
    return convert(texts[path].encode(), path, surroundings=Files(texts, base))


PYTHON = (
    "import os\n\n\nclass Tank:\n    @property\n    def level(self):\n        return 3\n\n    def fill(self):\n"
    "        pass\n"
)


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a/d.rst", ".. include:: part.rst", "The *shared* part.\n"),
        ("a/d.rst", ".. include:: /a/part.rst", "The *shared* part.\n"),
        ("b/d.rst", "Before.\n\n- An item\n\n  .. include:: ../a/part.rst\n", "- An item\n\n  The *shared* part.\n"),
        ("a/d.rst", ".. include:: marks.txt\n   :start-after: begin\n   :end-before: end", "inner\n"),
        ("a/d.rst", ".. include:: marks.txt\n   :start-line: 3", "outer two\n"),
        ("a/d.rst", ".. include:: marks.txt\n   :literal:\n   :end-line: 1", "```\nouter one\n```"),
        ("a/d.rst", ".. include:: page.md", "## A page\n\n- [x](y.md)\n"),
        ("a/d.rst", ".. literalinclude:: ../t.py\n   :lines: 1,4-5", "```python\nimport os\nclass Tank:\n    @prop"),
        (
            "a/d.rst",
            ".. literalinclude:: /t.py\n   :pyobject: Tank.level\n   :dedent:",
            "```python\n@property\ndef level(self):\n    return 3\n```",
        ),
        ("a/d.rst", ".. literalinclude:: data.json\n   :caption: The data", '**The data**\n\n```json\n{"a": 1}\n```'),
        ("a/d.md", "```{include} page.md\n```", "## A page\n\n- [x](y.md)\n"),
        ("a/d.md", "```{include} part.rst\n```", "The *shared* part.\n"),
        ("a/d.md", "```{literalinclude} /t.py\n:start-at: def f\n:language: py\n```", "```python\n    def fill(self)"),
        ("a/d.md", "```rust\n{{#rustdoc_include ../m.rs:main}}\n```", "```rust\nfn main() {}\n```"),
        ("a/d.md", "{{#include page.md:6}}", "- [x](y.md)\n"),
        ("a/d.adoc", "include::part.adoc[]", "A *strong* part."),
        ("a/d.adoc", ":here: .\n\n----\ninclude::{here}/marks.txt[lines=3..3]\n----", "```\ninner\n```"),
        ("a/d.adoc", "= Top\n\ninclude::title.adoc[leveloffset=+1]", "## A title\n"),
        ("a/d.adoc", "----\ninclude::../m.adoc[tag=one]\n----", "```\n1\n```"),
        ("a/d.org", '#+INCLUDE: "../t.py" src python :lines "1-2"', "```python\nimport os\n```"),
        ("a/d.org", '#+INCLUDE: "part.org"', "An *org* part."),
        ("a/d.texi", "@include part.texi", "A `texi` part."),
        ("a/d.texi", "@verbatiminclude data.json", '{"a": 1}'),
    ],
)  # fmt: skip
def test_an_included_file_stands_in_the_text(path: str, text: str, expected: str) -> None:
    texts = {
        "a/part.rst": "The *shared* part.\n",
        "a/marks.txt": "outer one\n.. begin\ninner\nend outer\nouter two\n",
        "a/page.md": "---\nx: 1\n---\n## A page\n\n- [x](y.md)\n",
        "a/data.json": '{"a": 1}\n',
        "t.py": PYTHON,
        "m.rs": "// ANCHOR: main\nfn main() {}\n// ANCHOR_END: main\nfn other() {}\n",
        "m.adoc": "# tag::one[]\n1\n# end::one[]\n2\n",
        "a/part.adoc": "A *strong* part.\n",
        "a/title.adoc": "= A title\n\nWords.\n",
        "a/part.org": "An /org/ part.\n",
        "a/part.texi": "A @code{texi} part.\n@bye\nunseen\n",
    }
    result = made(path, {**texts, path: f"Words before.\n\n{text}\n\nWords after.\n"})
    assert expected.replace("A *strong*", "A **strong**") in result.text
    assert result.text.startswith("Words before.")
    assert result.text.endswith("Words after.\n")
    assert result.warnings == ()
    assert [len(sha256) for _, sha256 in result.included] == [64]


def test_what_is_included_of_an_included_file_is_looked_for_beside_both() -> None:
    texts = {"d.rst": ".. include:: in/a.rst", "in/a.rst": ".. include:: b.rst\n\n.. include:: in/c.rst\n"}
    result = made("d.rst", {**texts, "in/b.rst": "Word b.", "in/c.rst": "Word c."})
    assert result.text == "Word b.\n\nWord c.\n"


@pytest.mark.parametrize("reference", ["../../etc/passwd", "/../x", "..\\..\\x", "gone.rst", "d.rst", "C:/x"])
def test_what_leads_out_of_the_source_is_left_out_with_one_warning(reference: str) -> None:
    texts = {"a/d.rst": f"Words.\n\n.. include:: {reference}\n\n.. include:: {reference}\n"}
    files = Files(texts)
    result = convert(texts["a/d.rst"].encode(), "a/d.rst", surroundings=files)
    assert result.text == "Words.\n"
    assert [warning.code for warning in result.warnings] == ["not-included"]
    assert all(".." not in path and not path.startswith(("/", "C:")) for path in files.asked)


def test_files_that_include_each_other_end() -> None:
    texts = {"a.rst": "A.\n\n.. include:: b.rst\n", "b.rst": "B.\n\n.. include:: a.rst\n"}
    result = made("a.rst", texts)
    assert result.text == "A.\n\nB.\n"
    assert result.warnings == (Reason("not-included", "a.rst"),)


@pytest.mark.slow
def test_a_file_that_includes_itself_over_and_over_stays_small() -> None:
    """Each of ten levels includes the next one ten times."""
    texts = {f"{n}.adoc": f"include::{n + 1}.adoc[]\n" * 10 + "word\n" * 100 for n in range(12)}
    result = made("0.adoc", texts)
    assert len(result.text) < 5_000_000
    assert result.warnings[0].code == "not-included"


def test_a_file_by_itself_includes_nothing_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "b.rst").write_text("Secret.", "utf-8")
    result = convert(f"Words.\n\n.. include:: {tmp_path.as_posix()}/b.rst\n".encode(), "a.rst")
    assert result.text == "Words.\n"
    assert result.warnings[0].code == "not-included"


def test_the_files_asked_for_are_named_with_their_hashes() -> None:
    result = made("a.rst", {"a.rst": "W.\n\n.. include:: b.rst\n\n.. include:: c.rst\n", "b.rst": "B."})
    assert result.included == (("b.rst", hashlib.sha256(b"B.").hexdigest()), ("c.rst", ""))


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a/d.md", "[x](y.md#part)", f"[x]({GITHUB}a/y.md#part)"),
        ("a/d.md", "[x](../top.md)", f"[x]({GITHUB}top.md)"),
        ("a/d.md", "[x](/top.md 'T')", f"[x]({GITHUB}top.md 'T')"),
        ("a/d.md", "[x](pics/%E5%9B%BE.png)", f"[x]({GITHUB}a/pics/%E5%9B%BE.png)"),
        ("a/d.md", "[x](y.html)", f"[x]({GITHUB}a/y.md)"),
        ("a/d.md", "[x](./y)", f"[x]({GITHUB}a/y.md)"),
        ("a/d.md", "[x][k]\n\n[k]: y.md", f"[k]: {GITHUB}a/y.md"),
        ("a/d.md", "[`c`](y.md)", f"[`c`]({GITHUB}a/y.md)"),
        ("a/d.md", "`[x](y.md)`", "`[x](y.md)`"),
        ("a/d.md", "```\n[x](y.md)\n```", "[x](y.md)"),
        ("a/d.md", "[x](#part)", "[x](#part)"),
        ("a/d.md", "[x](https://e.org/y)", "[x](https://e.org/y)"),
        ("a/d.md", "[x](mailto:a@e.org)", "[x](mailto:a@e.org)"),
        ("a/d.md", "[x](<y z.md>)", f"[x]({GITHUB}a/y%20z.md)"),
        ("a/d.html", '<main><p>Go <a href="y.md">on</a>.</p></main>', f"[on]({GITHUB}a/y.md)"),
        ("a/d.ipynb", '{"cells": [{"cell_type": "markdown", "source": "[x](y.md)"}]}', f"[x]({GITHUB}a/y.md)"),
        ("a/d.md", "![A tank](pics/t.png 'T')", f"[A tank]({GITHUB}a/pics/t.png)"),
        ("a/d.md", "![A tank](https://e.org/t.png)", "A tank"),
        ("a/d.md", "[![Built](b.svg)](y.md)", f"[Built]({GITHUB}a/y.md)\n"),
        ("a/d.md", "![](t.png)words", "words"),
        ("a/d.rst", ".. image:: t.png\n   :alt: A tank\n", f"[A tank]({GITHUB}a/t.png)"),
        ("a/d.html", '<main><p>Words</p><img src="t.png" alt="A tank"></main>', f"[A tank]({GITHUB}a/t.png)"),
        ("a/d.ipynb", '{"cells": [{"cell_type": "markdown", "source": "![T](t.png)"}]}', f"[T]({GITHUB}a/t.png)"),
        ("a/d.rst", "`x <https://e.org>`__ words", "[x](https://e.org)"),
    ],
)
def test_links_into_the_source_get_their_full_address(path: str, text: str, expected: str) -> None:
    texts = {path: text, "a/y.md": "y", "top.md": "t"}
    assert expected in made(path, texts, GITHUB).text


def test_links_of_a_page_are_relative_to_the_page_and_its_base() -> None:
    class Site:
        def read(self, _path: str) -> None:
            return None

        def address(self, path: str) -> str:
            return "https://docs.example.org/en/guide/" if path == "en/guide/index.html" else ""

    page = '<html><head>{}</head><body><main><p>Go <a href="../x.html">on</a> <a href="/top">up</a></p></main></body>'
    read = [
        convert(page.format(base).encode(), "en/guide/index.html", surroundings=Site()).text
        for base in ("", '<base href="https://e.org/a/b/">')
    ]
    assert read[0] == "Go [on](https://docs.example.org/en/x.html) [up](https://docs.example.org/top)\n"
    assert read[1] == "Go [on](https://e.org/a/x.html) [up](https://e.org/top)\n"


def test_links_of_files_without_addresses_stay() -> None:
    assert made("d.md", {"d.md": "[x](y.md)", "y.md": ""}).text == "[x](y.md)\n"


@given(st.text(alphabet="ab./\\:", max_size=12), st.text(alphabet="ab./\\:%\x00", max_size=20))
def test_a_joined_path_never_leaves_the_source(path: str, reference: str) -> None:
    found = joined(path, reference)
    if found is not None:
        assert not {"..", ".", ""} & set(found.split("/")) or found == ""
