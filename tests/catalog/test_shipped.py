"""The catalogue that is shipped: complete, pinned, licensed, and found by the words that teachers use."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from gangdan_gui.bundled import SOURCES_YAML
from gangdan_gui.catalog.finding import matching
from gangdan_gui.catalog.source_list import read_source_list
from gangdan_gui.converting.formats import format_of
from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.fetching.globs import matcher

SOURCES = read_source_list(SOURCES_YAML).sources
LICENCES = frozenset(
    [
        "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC-BY-4.0", "CC-BY-NC-ND-4.0", "CC-BY-NC-SA-3.0",
        "CC-BY-NC-SA-4.0", "CC-BY-SA-2.5", "CC-BY-SA-3.0", "CC-BY-SA-4.0", "CC0-1.0",
        "GFDL-1.3-no-invariants-only", "GPL-2.0-only", "MIT", "PSF-2.0",
        # Licences of their own, which SPDX has no name for.
        "LicenseRef-CppCoreGuidelines", "LicenseRef-Remotion",
    ]
)  # fmt: skip
COMMIT = re.compile(r"[0-9a-f]{40}")
RAW = "raw.githubusercontent.com"
# A source that takes longer than some minutes on a school's line is not one for the catalogue.
LARGEST = 10_000_000
# Offered before, in a format that is not read yet; the source says so and has its other file.
NOT_READ = frozenset(
    [f"https://{RAW}/dennyzhang/cheatsheet-kubernetes-A4/4976b046ebee961239f125fdcf0d7ca7c4b536df/README.org"]
)

Document = tuple[str, str]
"""A repository, `owner/name`, and a path in it."""


def pinned(address: str) -> tuple[str, str, str]:
    """Repository, commit and path of the address of a file's bytes."""
    parts = urlsplit(address)
    assert (parts.scheme, parts.netloc) == ("https", RAW), address
    owner, name, commit, path = unquote(parts.path).lstrip("/").split("/", 3)
    return f"{owner}/{name}", commit, path


def takes(source: Source, document: Document) -> bool:
    """Whether a source has this document among its files."""
    repository, path = document
    if source.kind is SourceKind.GITHUB:
        return f"https://github.com/{repository}" in source.locations and matcher(source.include)(path)
    return any((where, named) == document for where, _, named in map(pinned, source.locations))


def test_the_list_has_no_problems_and_enough_sources() -> None:
    read = read_source_list(SOURCES_YAML)
    assert read.problems == ()
    assert len(read.sources) >= 43
    assert sum(source.language == "zh" for source in read.sources) >= 10


def test_no_two_sources_are_called_the_same() -> None:
    for names in ([one.id for one in SOURCES], [one.title for one in SOURCES], [one.description_zh for one in SOURCES]):
        assert [name for name, count in Counter(names).items() if count > 1] == []


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.id)
class TestEverySource:
    def test_says_what_it_is(self, source: Source) -> None:
        assert source.language in ("en", "zh")
        assert set(re.split(r" (?:AND|OR) ", source.licence)) <= LICENCES
        assert 0 < source.size <= LARGEST
        assert source.description.endswith(".")
        assert source.description.isascii()
        assert source.description_zh.endswith("。")
        assert re.search(r"[\u4e00-\u9fff]", source.description_zh)

    def test_names_a_commit(self, source: Source) -> None:
        if source.kind is SourceKind.GITHUB:
            assert COMMIT.fullmatch(source.revision)
            assert len(source.locations) == 1, "a commit is one repository's"
        else:
            assert all(COMMIT.fullmatch(commit) for _, commit, _ in map(pinned, source.locations))

    def test_takes_each_file_once_and_no_others(self, source: Source) -> None:
        wanted = source.include if source.kind is SourceKind.GITHUB else source.locations
        assert wanted, "without patterns it would be the whole repository"
        assert len(set(wanted)) == len(wanted)

    def test_takes_files_that_can_be_read(self, source: Source) -> None:
        paths = source.include if source.kind is SourceKind.GITHUB else source.locations
        assert {path for path in paths if not format_of(path)} <= NOT_READ


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("机器学习", {"sklearn", "pytorch", "d2l-zh", "pumpkin-book"}),
        ("深度学习", {"pytorch", "tensorflow", "d2l-zh"}),
        ("编程", {"rust", "hello-algo", "javascript"}),
        ("算法", {"hello-algo", "oi-wiki"}),
        ("人工智能", {"sklearn", "pytorch", "tensorflow", "d2l-zh", "pumpkin-book", "tensorflow-zh"}),
        ("中文 算法", {"hello-algo", "oi-wiki"}),
        ("数据库", {"tidb-zh"}),
        ("SQL", {"tidb-zh"}),
        ("前端", {"javascript", "html_css", "react-zh"}),
        ("数学", {"sympy", "manim"}),
        ("化学", {"chempy"}),
        ("数据分析", {"numpy", "pandas"}),
        ("zh 前端", {"react-zh", "mdn-javascript-zh"}),
        ("python 绘图", {"matplotlib"}),
        ("version control git", set()),
        ("deep learning", {"d2l-zh"}),
        ("命令行", {"bash", "command-line-zh"}),
    ],
)
def test_teachers_find_what_they_teach(words: str, found: set[str]) -> None:
    assert found <= {source.id for source in matching(SOURCES, words)}


# -- what the predecessor offered ------------------------------------------------------------------------------------

# Documents that their repositories have moved, and where we take them from.
MOVED: dict[Document, Document] = {
    ("mdn/content", "files/en-us/web/api/canvas_api/tutorial/getting_started/index.md"): (
        "mdn/content",
        "files/en-us/web/api/canvas_api/tutorial/basic_usage/index.md",
    ),
    ("mdn/content", "files/en-us/web/api/svg_api/tutorial/svg_getting_started/index.md"): (
        "mdn/content",
        "files/en-us/web/svg/tutorial/getting_started/index.md",
    ),
    ("remotion-dev/remotion", "packages/docs/docs/index.md"): (
        "remotion-dev/remotion",
        "packages/docs/docs/getting-started.md",
    ),
}


def offered_before(shared: Path) -> Iterator[tuple[str, Document]]:
    facts: dict[str, Any] = json.loads((shared / "facts" / "gangdan_sources.json").read_text("utf-8"))
    for source in facts["sources"]:
        for entry in source["urls"]:
            yield source["key"], (entry["repo"], entry["path"])


@pytest.mark.shared
def test_every_document_that_was_offered_before_is_offered_under_the_same_name(shared: Path) -> None:
    documents = list(offered_before(shared))
    assert len(documents) == 88
    ours = {source.id: source for source in SOURCES}
    missing = [(key, document) for key, document in documents if not takes(ours[key], MOVED.get(document, document))]
    assert missing == []


@pytest.mark.shared
def test_what_is_said_to_have_moved_is_not_offered_where_it_was(shared: Path) -> None:
    documents = dict.fromkeys(document for _, document in offered_before(shared))
    assert MOVED.keys() <= documents.keys()
    assert [document for document in MOVED if any(takes(source, document) for source in SOURCES)] == []


def test_documents_are_taken_by_repository_and_path() -> None:
    source = Source(
        "x", "X", SourceKind.GITHUB, ("https://github.com/o/n",), ("README.md", "doc/*.rst"), revision="0" * 40
    )
    pages = Source("y", "Y", SourceKind.ADDRESSES, (f"https://{RAW}/o/n/{'0' * 40}/doc/Two%20Words.md",))
    assert takes(source, ("o/n", "README.md"))
    assert takes(source, ("o/n", "doc/a.rst"))
    assert not takes(source, ("o/m", "README.md"))
    assert not takes(source, ("o/n", "doc/deep/a.rst"))
    assert takes(pages, ("o/n", "doc/Two Words.md"))
    assert not takes(pages, ("o/n", "doc/Two%20Words.md"))
