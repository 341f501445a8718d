"""The same journey on real documentation in four formats and two languages, where it is beside the checkout."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import aclosing
from pathlib import Path

import pytest

from gangdan_gui.app import open_application
from gangdan_gui.domain.events import BuildFinished
from gangdan_gui.services.requests import BuildOptions, SearchOptions

SETS = {
    "NumPy": ("numpy/doc/source/user", ("*broadcasting*", "*indexing*", "*copies*", "*creation*", "how-to-io*")),
    "Python FAQ": ("python-html/faq", ("design.html", "library.html", "general.html")),
    "Handbook": ("pdsh/notebooks", ("*.ipynb",)),
    "动手学深度学习": ("d2l-zh/chapter_preliminaries", ("calculus.md", "probability.md", "autograd.md", "pandas.md")),
    "Dive into Deep Learning": ("d2l-en/chapter_preliminaries", ("calculus.md", "probability.md", "autograd.md")),
}
QUESTIONS = [
    ("When operating on two arrays, which dimensions are compatible?", "NumPy", "broadcasting"),
    ("Does slicing an array return a view or a copy?", "NumPy", "copies"),
    ("Why must 'self' be used explicitly in method definitions and calls?", "Python FAQ", "design"),
    ("Why does Python use indentation for grouping of statements?", "Python FAQ", "design"),
    ("How do I make a Python script executable on Unix?", "Python FAQ", "library"),
    ("magic commands to time and debug code in the notebook", "Handbook", "Errors-and-Debugging"),
    ("如何用 pandas 处理缺失值？", "动手学深度学习", "pandas"),
    ("什么是条件概率和贝叶斯定理", "动手学深度学习", "probability"),
    ("偏导数与梯度的定义", "动手学深度学习", "calculus"),
    ("How is a gradient computed automatically with backward?", "Dive into Deep Learning", "autograd"),
]


@pytest.mark.shared
@pytest.mark.slow
def test_each_question_finds_its_document_among_the_first_five(home: Path, shared: Path, tmp_path: Path) -> None:
    async def main() -> None:
        async with open_application(home, "test") as application:
            library, assistant = application.services.library, application.services.assistant
            ids: dict[str, str] = {}
            for title, (folder, include) in SETS.items():
                copied = shutil.copytree(shared / "corpus" / folder, tmp_path / folder)
                added = await library.add(str(copied), title=title, include=include)
                ids[title] = added.source.id
            async with aclosing(library.build(list(ids.values()), BuildOptions())) as events:
                reports = [event.report async for event in events if isinstance(event, BuildFinished)]
            assert [(report.state, report.problems) for report in reports] == [("ready", ())] * len(SETS)
            missed = []
            for question, title, name in QUESTIONS:
                result = await assistant.search(question, SearchOptions((ids[title],), count=5))
                if not any(name in passage.path for passage in result.passages):
                    missed.append((question, [passage.path for passage in result.passages]))
            assert missed == []

            source = ids["Python FAQ"]
            faq = tmp_path / "python-html/faq"
            (faq / "library.html").unlink()
            (faq / "design.html").rename(faq / "general-design.html")
            async with aclosing(library.build([source], BuildOptions())) as events:
                (report,) = [event.report async for event in events if isinstance(event, BuildFinished)]
            assert (report.removed, report.fetched, report.embedded) == (2, 0, 0)
            files = (await library.report(source)).files
            assert {line.path for line in files} == {"general.html"}

    asyncio.run(main())
