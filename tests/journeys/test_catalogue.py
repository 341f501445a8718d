"""From the catalogue to a handed-out document: downloaded from a server in GitHub's place, embedded and answered by one
in Ollama's, on the command line as a user runs it.
"""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from gangdan_gui.bundled import SOURCES_YAML
from gangdan_gui.catalog.source_list import read_source_list
from gangdan_gui.converting.conversion import convert
from gangdan_gui.domain.documents import Source
from tests.journeys.course import write_course
from tests.journeys.test_model_answers import run
from tests.ollama_server.models import real, talking
from tests.ollama_server.server import OllamaTestServer
from tests.web_server.server import WebServer

pytestmark = pytest.mark.usefixtures("one_model")

MODEL = "qwen3:0.6b"


def _offered(source: str) -> Source:
    (found,) = [offered for offered in read_source_list(SOURCES_YAML).sources if offered.id == source]
    return found


def _use(home: Path, web: WebServer) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "settings.toml").write_text(f"mirrors = {json.dumps(web.mirrors)}\n", "utf-8")


def _look_up(folder: Path, cited: dict[str, Any], passages: list[dict[str, Any]]) -> str:
    """What stands in the document where a citation says, which is what its passage says."""
    (passage,) = [one for one in passages if one["rank"] == cited["number"]]
    assert (passage["path"], passage["start"], passage["end"]) == (cited["path"], cited["start"], cited["end"])
    text = convert((folder / cited["path"]).read_bytes(), cited["path"]).text
    assert text[cited["start"] : cited["end"]] == passage["text"]
    return str(passage["text"])


@pytest.mark.shared
@pytest.mark.slow
def test_catalogue_sources_are_downloaded_asked_in_two_languages_and_exported(
    home: Path, shared: Path, web_server: WebServer, tmp_path: Path
) -> None:
    numpy, rust = _offered("numpy"), _offered("rust-book-zh")
    web_server.repository("numpy/numpy", shared / "corpus" / "numpy").pinned = numpy.revision
    web_server.repository("KaiserY/trpl-zh-cn", shared / "corpus" / "rust-book-zh").pinned = rust.revision
    _use(home, web_server)
    with OllamaTestServer(real(), talking("See 【1】 and 来源2.", name=MODEL)) as server:
        for source in (numpy, rust):
            added = run(home, server.address, "sources", "add", source.id)
            assert added.said["source"]["kind"] == "github"
        # Asked for by name: for a Chinese source the choice would be a model that knows Chinese.
        built = run(home, server.address, "build", "--embedder", "ollama")
        english, chinese = built.said["sources"]
        assert english["documents"] >= 15
        assert chinese["documents"] >= 15, "an archive, cut down to what is wanted"
        assert (chinese["state"], chinese["problems"]) == ("ready", [])
        # The corpus lacks a few of the files that the catalogue names: each is reported, and nothing else.
        lacking = {path for path in numpy.include if not (shared / "corpus" / "numpy" / path).is_file()}
        assert {problem["path"] for problem in english["problems"]} == lacking
        assert len(web_server.targets("/codeload/")) == 1
        assert {item["embedder"] for item in run(home, server.address, "sources", "list").said["sources"]} == {
            "ollama:nomic-embed-text"
        }

        question = "How do I index an array with a boolean mask?"
        answer = run(home, server.address, "ask", question, "--model", MODEL, "-c", numpy.id)
        assert answer.said["answer"] == "See [1] and [2]."
        for cited in answer.said["citations"]:
            assert cited["url"] == f"https://github.com/numpy/numpy/blob/{numpy.revision}/{cited['path']}"
            _look_up(shared / "corpus" / "numpy", cited, answer.said["passages"])
        assert any("basics.indexing" in passage["path"] for passage in answer.said["passages"][:3])

        thread = answer.said["conversation"]
        asked = ("ask", "所有权的规则是什么？", "--model", MODEL, "-c", rust.id, "--conversation", thread)
        answer = run(home, server.address, *asked)
        assert answer.said["conversation"] == thread
        assert "所有权" in "".join(
            _look_up(shared / "corpus" / "rust-book-zh", cited, answer.said["passages"])
            for cited in answer.said["citations"]
        )

        before = len(web_server.asked)
        again = run(home, server.address, "build", rust.id)
        assert (again.code, again.said["sources"][0]["embedded"]) == (0, 0)
        assert len(web_server.asked) == before, "a commit that is whole here is not asked for again"

        written = {ending: tmp_path / f"备课.{ending}" for ending in ("md", "html", "docx", "json")}
        for file in written.values():
            assert run(home, server.address, "export", thread, "-o", str(file)).code == 0
    _check_exports(written, (numpy, rust))


def _check_exports(written: dict[str, Path], sources: tuple[Source, ...]) -> None:
    markdown = written["md"].read_text("utf-8")
    page = LexborHTMLParser(written["html"].read_bytes())
    assert page.css_first("script") is None
    assert page.body is not None
    with zipfile.ZipFile(written["docx"]) as parts:
        assert parts.testzip() is None
        # Runs of text are split where the script changes.
        word = re.sub(r"<[^>]+>", "", parts.read("word/document.xml").decode())
        links = parts.read("word/_rels/document.xml.rels").decode()
    kept = json.loads(written["json"].read_bytes())
    cited = [one for exchange in kept["exchanges"] for one in exchange["answer"]["citations"]]
    for source in sources:
        mine = [one for one in cited if one["source"] == source.id]
        assert mine
        assert {(one["commit"], one["licence"]) for one in mine} == {(source.revision, source.licence)}
        for text in (markdown, page.body.text(), word):
            assert source.title in text
            assert source.licence in text
            assert source.revision[:7] in text
        for one in mine:
            assert one["url"] in markdown
            assert one["url"] in links
            assert page.css_matches(f'a[href="{one["url"]}"]')


@pytest.mark.slow
def test_a_repository_by_its_address_is_asked_and_follows_its_commits(
    home: Path, web_server: WebServer, tmp_path: Path
) -> None:
    folder = write_course(tmp_path / "course")
    repository = web_server.repository("octo/course", folder)
    _use(home, web_server)
    with OllamaTestServer(real(), talking("Equal ones [1].", name=MODEL)) as server:
        added = run(home, server.address, "sources", "add", "https://github.com/octo/course", "--include", "**/*.*")
        source = added.said["source"]["id"]
        built = run(home, server.address, "build")
        assert (built.code, built.said["sources"][0]["documents"]) == (0, 6)
        first = repository.commit
        found = run(home, server.address, "ask", "Which shapes of arrays can be added?", "--model", MODEL)
        (cited,) = found.said["citations"]
        assert cited["url"] == f"https://github.com/octo/course/blob/{first}/{cited['path']}"
        assert _look_up(folder, cited, found.said["passages"])

        (folder / "tides.md").write_text("# Tides\n\n" + "The moon pulls the sea twice a day. " * 4, "utf-8")
        (folder / "sorting.html").unlink()
        built = run(home, server.address, "build")
        files = built.said["sources"][0]["files"]
        assert (files["fetched"], files["unchanged"], files["removed"]) == (1, 5, 1)
        hit = run(home, server.address, "search", "What pulls the sea?").said["hits"][0]
        assert hit["url"] == f"https://github.com/octo/course/blob/{repository.commit}/tides.md"

        web_server.stop()
        away = run(home, server.address, "build")
        assert (away.code, away.said["sources"][0]["documents"]) == (1, 6), "what is there goes on answering"
        assert run(home, server.address, "search", "What pulls the sea?", "-c", source).said["hits"][0] == hit
