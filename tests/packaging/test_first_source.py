"""The first source answers what people ask first, as itself: real conversion, real model, real store."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gangdan_gui.app import open_application
from gangdan_gui.bundled import resource
from gangdan_gui.domain.documents import FileState, SourceState
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.reports import SourceReport
from gangdan_gui.domain.search import SearchResult, Support
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.ui.window import _examples

# What the documents themselves and `scripts/start` offer as a first question, and where its answer stands.
FIRST_QUESTIONS = {
    "How do I add a folder of my own documents?": "en/sources.md",
    "How do I add a folder of my own?": "en/sources.md",
    "Where is my library kept?": "en/storage.rst",
    "怎样添加自己的文件夹？": "zh/sources.md",
    "资料库存放在哪里？": "zh/storage.rst",
}
OTHER_QUESTIONS = {
    "Which file formats can be read?": "en/files.md",
    "Do I need Ollama?": "en/storage.rst",
    "Why is a file missing from the answers?": "en/troubleshooting.html",
    "What does the relevance number mean?": "en/passages.md",
    "How can I use this to prepare a lesson?": "en/asking.md",
    "How do I have the answer written by a model?": "en/ollama.md",
    "What can I do when Ollama does not answer?": "en/ollama.md",
    "How do I share a source with a colleague?": "en/sharing.md",
    "How do I make a backup?": "en/sharing.md",
    "我的资料会被上传吗？": "zh/privacy.md",
    "能读取哪些文件？": "zh/files.md",
    "需要安装 Ollama 吗？": "zh/storage.rst",
    "为什么某个文件没有出现在回答里？": "zh/troubleshooting.html",
    "怎么用它来备课？": "zh/asking.md",
    "怎样让模型写出回答？": "zh/ollama.md",
    "Ollama 没有响应怎么办？": "zh/ollama.md",
    "怎样把来源分享给同事？": "zh/sharing.md",
    "怎样备份资料库？": "zh/sharing.md",
}


def window_examples() -> list[str]:
    """The questions that the window offers to begin with, in both of its languages."""
    english = _examples()
    catalogue = ElementTree.parse(resource("translations", "gangdan_zh_CN.ts"))
    chinese = {
        str(message.findtext("source")): str(message.findtext("translation"))
        for message in catalogue.iterfind("context/message")
    }
    return [*english, *(chinese[question] for question in english)]


async def ask_all(home: Path) -> tuple[SourceReport, dict[str, SearchResult]]:
    """Build the first source in an empty library and search it for every question, whatever runs on this machine."""
    async with open_application(home, "a test") as application:
        library, assistant = application.services.library, application.services.assistant
        source = (await library.add(str(resource("first_source")))).source.id
        async with aclosing(library.build([source], BuildOptions(embedder="builtin"))) as events:
            async for _ in events:
                pass
        questions = [*window_examples(), *FIRST_QUESTIONS, *OTHER_QUESTIONS]
        results = {question: await assistant.search(question, SearchOptions()) for question in questions}
        return await library.report(source), results


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[SourceReport, dict[str, SearchResult]]:
    """The report of the built source, and what each question found."""
    return asyncio.run(ask_all(tmp_path_factory.mktemp("library") / "home"))


def test_every_document_is_read_without_a_complaint(built: tuple[SourceReport, dict[str, SearchResult]]) -> None:
    report, _ = built
    assert report.summary.state is SourceState.READY
    assert report.summary.problems == ()
    assert len(report.files) == len([file for file in resource("first_source").rglob("*") if file.is_file()])
    assert {file.state for file in report.files} == {FileState.READY}


@pytest.mark.parametrize("question", window_examples())
def test_the_windows_examples_are_answered_in_their_own_language(
    built: tuple[SourceReport, dict[str, SearchResult]], question: str
) -> None:
    result = built[1][question]
    assert result.supported is Support.YES
    assert detect_language(question) in [passage.language for passage in result.passages[:2]]


@pytest.mark.parametrize(("question", "path"), FIRST_QUESTIONS.items())
def test_a_first_question_is_answered_at_the_first_place_or_in_the_other_language(
    built: tuple[SourceReport, dict[str, SearchResult]], question: str, path: str
) -> None:
    result = built[1][question]
    assert result.supported is Support.YES
    assert Path(result.passages[0].path).name == Path(path).name
    assert path in [passage.path for passage in result.passages[:2]]


@pytest.mark.parametrize(("question", "path"), OTHER_QUESTIONS.items())
def test_other_questions_find_their_document_among_the_first_three(
    built: tuple[SourceReport, dict[str, SearchResult]], question: str, path: str
) -> None:
    assert path in [passage.path for passage in built[1][question].passages[:3]]
