"""Repositories come as one archive or file by file, each file with its permanent address."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.domain.events import Stage
from tests.fetching.download_bench import DownloadBench, codes, paths, repository, texts, write
from tests.web_server import days

LICENCE = (Path(__file__).resolve().parents[2] / "LICENSE").read_text("utf-8")
GUIDE = {
    "README.md": "# Guide",
    "docs/water.md": "# Water\n\nRain falls.",
    "docs/deep/snow.rst": "Snow\n====\n",
    "docs/draft/ice.md": "# Ice",
    "docs/picture.png": "no text",
    "src/tool.py": "print()",
}


@pytest.fixture
def served(tmp_path: Path, bench: DownloadBench) -> Path:
    folder = write(tmp_path / "guide", GUIDE)
    bench.server.repository("octo/guide", folder)
    return folder


def test_an_archive_gives_what_is_wanted_of_one_commit(bench: DownloadBench, served: Path) -> None:
    commit = bench.server.repositories["octo/guide"].commit
    listing = bench.run(repository("docs/**", exclude=("docs/draft",)))
    assert paths(listing) == ["docs/deep/snow.rst", "docs/water.md"]
    assert not listing.problems
    assert not listing.unreadable
    water = listing.files[1]
    assert (water.url, water.commit) == (f"https://github.com/octo/guide/blob/{commit}/docs/water.md", commit)
    assert water.file == bench.folder / "guide" / "docs" / "water.md"
    assert water.file.read_text("utf-8") == GUIDE["docs/water.md"]
    assert not list(bench.folder.rglob("*.png"))
    assert not bench.leftovers()
    assert bench.server.targets() == ["/codeload/octo/guide/tar.gz/HEAD"]
    last = bench.progress[-1]
    assert (last.stage, last.done, last.total) == (Stage.FETCH, 2, 2)
    assert last.bytes_done == last.bytes_total > 0


def test_an_unchanged_archive_is_not_sent_again(bench: DownloadBench, served: Path) -> None:
    source = repository("docs/**", revision="main")
    first = bench.run(source)
    again = bench.run(source)
    assert again == first
    assert bench.server.asked[-1].headers["if-none-match"]
    assert bench.progress[-1].bytes_done == 0


def test_a_changed_archive_brings_the_new_and_lets_go_of_the_old(bench: DownloadBench, served: Path) -> None:
    source = repository("docs/**")
    bench.run(source)
    (served / "docs/draft/ice.md").unlink()
    write(served, {"docs/water.md": "# Water\n\nRain falls and rises.", "docs/new.md": "# New"})
    listing = bench.run(source)
    assert texts(listing) == {
        "docs/deep/snow.rst": "Snow\n====\n",
        "docs/new.md": "# New",
        "docs/water.md": "# Water\n\nRain falls and rises.",
    }
    assert not (bench.folder / "guide/docs/draft").exists()
    assert {found.commit for found in listing.files} == {bench.server.repositories["octo/guide"].commit}


def test_other_patterns_are_followed_though_the_archive_is_the_same(bench: DownloadBench, served: Path) -> None:
    assert paths(bench.run(repository("docs/*.md"))) == ["docs/water.md"]
    assert paths(bench.run(repository("*.rst"))) == ["docs/deep/snow.rst"]


def test_a_pinned_commit_that_is_all_there_asks_nobody(bench: DownloadBench, served: Path) -> None:
    commit = bench.server.repositories["octo/guide"].commit
    for include in (("docs/**",), ("README.md", "docs/water.md")):
        source = repository(*include, revision=commit)
        first = bench.run(source)
        assert bench.server.asked
        assert bench.run(source) == first
        assert not bench.server.asked


@pytest.mark.parametrize("include", [("docs/**",), ("docs/water.md", "README.md")])
@pytest.mark.parametrize("harm", ["removed", "changed", "emptied"])
def test_a_copy_that_is_not_as_it_was_brought_is_brought_again(
    bench: DownloadBench, served: Path, include: tuple[str, ...], harm: str
) -> None:
    source = repository(*include, revision=bench.server.repositories["octo/guide"].commit)
    bench.run(source)
    file = bench.folder / "guide/docs/water.md"
    if harm == "removed":
        file.unlink()
    else:
        file.write_text("# Water\n\nRain fails." if harm == "changed" else "", "utf-8")
    assert texts(bench.run(source))["docs/water.md"] == GUIDE["docs/water.md"]


def test_named_files_come_one_by_one_from_one_commit(bench: DownloadBench, served: Path) -> None:
    commit = bench.server.repositories["octo/guide"].commit
    listing = bench.run(repository("docs/water.md", "README.md", "src/tool.py", exclude=("src",), revision="main"))
    assert [(found.path, found.commit, found.url) for found in listing.files] == [
        (path, commit, f"https://github.com/octo/guide/blob/{commit}/{path}") for path in ("README.md", "docs/water.md")
    ]
    assert bench.server.targets()[0] == "/api/repos/octo/guide/commits/main"
    assert bench.server.asked[0].headers["accept"] == "application/vnd.github.sha"
    assert sorted(bench.server.targets()[1:]) == [
        f"/raw/octo/guide/{commit}/README.md", f"/raw/octo/guide/{commit}/docs/water.md",
    ]  # fmt: skip


def test_named_files_are_asked_for_again_only_when_the_commit_has_changed(bench: DownloadBench, served: Path) -> None:
    source = repository("docs/water.md", "README.md")
    bench.run(source)
    bench.run(source)
    assert bench.server.targets("/raw/") == []
    write(served, {"README.md": "# Another guide"})
    commit = bench.server.repositories["octo/guide"].commit
    listing = bench.run(source)
    assert {found.commit for found in listing.files} == {commit}
    assert texts(listing)["README.md"] == "# Another guide"
    # The one that did not change is only confirmed.
    assert [bool(asked.headers.get("if-none-match")) for asked in bench.server.asked[1:]] == [True, True]


def test_without_an_answer_to_which_commit_the_files_come_all_the_same(bench: DownloadBench, served: Path) -> None:
    bench.server.days.append(days.quota("/api/"))
    listing = bench.run(repository("README.md", revision="main"))
    assert texts(listing) == {"README.md": "# Guide"}
    assert listing.files[0].url == "https://github.com/octo/guide/blob/main/README.md"
    assert codes(listing) == [("", "commit-unknown")]
    assert not listing.unreadable


@pytest.mark.parametrize("include", [("docs/**",), ("docs/water.md",)])
def test_a_branch_that_is_gone_is_the_default_branch_and_said(
    bench: DownloadBench, served: Path, include: tuple[str, ...]
) -> None:
    source = repository(*include, revision="master")
    for _ in range(2):
        listing = bench.run(source)
        assert "docs/water.md" in paths(listing)
        assert codes(listing) == [("", "branch-gone")]
        assert listing.files[0].commit == bench.server.repositories["octo/guide"].commit


def test_a_commit_that_is_gone_is_not_replaced_by_another(bench: DownloadBench, served: Path) -> None:
    listing = bench.run(repository("docs/**", revision="a" * 40))
    assert (paths(listing), codes(listing), listing.failed) == ([], [("", "not-there")], 1)


def test_several_repositories_have_their_names_before_their_paths(
    bench: DownloadBench, served: Path, tmp_path: Path
) -> None:
    bench.server.repository("other/guide", write(tmp_path / "other", {"docs/water.md": "# Other water"}))
    bench.server.repository("octo/tool", write(tmp_path / "tool", {"a.md": "# Tool"}))
    locations = tuple(f"https://github.com/{name}" for name in ("octo/guide", "other/guide", "octo/tool"))
    listing = bench.run(Source("many", "Many", SourceKind.GITHUB, locations, include=("*.md",), exclude=("draft",)))
    assert paths(listing) == ["guide (2)/docs/water.md", "guide/README.md", "guide/docs/water.md", "tool/a.md"]
    assert listing.files[0].url.startswith("https://github.com/other/guide/blob/")
    assert listing.files[0].url.endswith("/docs/water.md")
    # One of them fails: what is known of the others is not touched, and its own stays.
    bench.server.days.append(days.failing("/octo/tool/"))
    again = bench.run(Source("many", "Many", SourceKind.GITHUB, locations, include=("*.md",), exclude=("draft",)))
    assert paths(again) == paths(listing)
    assert codes(again) == [("tool", "http-status")]
    assert (again.unreadable, again.failed) == ((), 1)
    named = Source("many", "Many", SourceKind.GITHUB, locations, include=("guide/README.md", "tool/a.md"))
    bench.server.days.clear()
    assert paths(bench.run(named)) == ["guide/README.md", "tool/a.md"]


def test_links_in_an_archive_lead_nowhere(bench: DownloadBench, served: Path) -> None:
    bench.server.repositories["octo/guide"].links |= {"docs/link.md": "/etc/passwd", "docs/up.md": "../../../x.md"}
    listing = bench.run(repository("docs/*.md"))
    assert paths(listing) == ["docs/water.md"]
    assert not any(file.is_symlink() for file in bench.folder.rglob("*"))


@pytest.mark.skipif(os.name == "nt", reason="this system can't hold the names in the folder that is served")
def test_every_file_is_one_file_under_its_own_path(bench: DownloadBench, tmp_path: Path) -> None:
    names = ["docs/aux.md", "docs/con.rst", "docs/a:b.md", "docs/what?.md", "docs/Readme.md", "docs/README.md",
             "docs/\u00e9.md", "docs/e\u0301.md", "数据/索引.md", "a/b_c.md", "a_b/c.md",
             f"{'长' * 80}.md"]  # fmt: skip
    bench.server.repository("octo/guide", write(tmp_path / "awkward", {name: f"# {name}" for name in names}))
    listing = bench.run(repository("**/*.md", "**/*.rst"))
    assert texts(listing) == {name: f"# {name}" for name in sorted(names)}
    assert len({str(found.file).casefold() for found in listing.files}) == len(names)
    assert bench.run(repository("**/*.md", "**/*.rst")).files == listing.files


def test_the_same_names_after_files_came_and_went(bench: DownloadBench, served: Path) -> None:
    write(served, {"docs/WATER.md": "# Twin"})
    before = {found.path: found.file for found in bench.run(repository("docs/**")).files}
    write(served, {"docs/Water.md": "# Triplet"})
    after = {found.path: found.file for found in bench.run(repository("docs/**")).files}
    assert before.items() <= after.items()
    assert after["docs/Water.md"].read_text("utf-8") == "# Triplet"


def test_an_index_that_lies_or_is_broken_is_made_anew(bench: DownloadBench, served: Path, tmp_path: Path) -> None:
    source = repository("docs/**")
    whole = bench.run(source)
    index = bench.folder / "guide.json"
    outside = write(tmp_path, {"precious.md": "# Mine"}) / "precious.md"
    text = index.read_text("utf-8")
    for broken in (
        "", "{", "[]", '{"version": 99}', '{"version": 1, "files": [1, {"path": 3}], "archives": {}}', text[:300],
        text.replace('"name": "docs/water.md"', '"name": "../../precious.md"'),
    ):  # fmt: skip
        index.write_text(broken, "utf-8")
        assert texts(bench.run(source)) == texts(whole)
        assert outside.read_text("utf-8") == "# Mine"


def test_parts_of_a_download_that_died_are_no_documents(bench: DownloadBench, served: Path) -> None:
    source = repository("docs/**")
    bench.run(source)
    part = bench.folder / "guide" / ".parts" / "dead.part"
    part.parent.mkdir(exist_ok=True)
    part.write_text("half", "utf-8")
    assert "docs/water.md" in paths(bench.run(source))
    assert not bench.leftovers()


def test_what_was_brought_is_removed_and_nothing_else(bench: DownloadBench, served: Path) -> None:
    bench.run(repository("docs/**"))
    mine = write(bench.folder / "guide", {"mine.md": "# Mine"}) / "mine.md"
    bench.downloader.remove("guide")
    assert [file for file in bench.folder.rglob("*") if file.is_file()] == [mine]
    shutil.rmtree(bench.folder)
    bench.downloader.remove("guide")


def test_nothing_is_written_or_removed_through_links(bench: DownloadBench, served: Path, tmp_path: Path) -> None:
    bench.run(repository("docs/**"))
    outside, kept = tmp_path / "outside", bench.folder / "guide"
    (kept / "docs").rename(outside)
    (kept / "docs").symlink_to(outside)
    (kept / ".parts").symlink_to(outside)
    before = {file: file.read_bytes() for file in outside.rglob("*") if file.is_file()}
    (served / "docs/water.md").write_text("# Other\n", "utf-8")
    (served / "docs/draft/ice.md").unlink()
    listing = bench.run(repository("docs/**"))
    assert not listing.problems
    assert texts(listing)["docs/water.md"] == "# Other\n"
    assert {file: file.read_bytes() for file in outside.rglob("*") if file.is_file()} == before
    assert not (kept / ".parts").exists()


def test_a_source_s_folder_may_be_a_link_to_another_disk(bench: DownloadBench, served: Path, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    bench.folder.mkdir()
    (bench.folder / "guide").symlink_to(tmp_path / "disk")
    listing = bench.run(repository("docs/**"))
    assert not listing.problems
    assert (tmp_path / "disk/docs").is_dir()
    assert (bench.folder / "guide").is_symlink()


def test_what_other_hands_put_in_the_way_is_put_aside(bench: DownloadBench, served: Path) -> None:
    first, wanted = "docs/water.md", repository("docs/**")
    bench.run(wanted)
    file = bench.folder / "guide" / first
    file.unlink()
    file.mkdir()
    (file / "mine.txt").write_text("mine", "utf-8")
    assert first in texts(bench.run(wanted))
    assert [one.read_text("utf-8") for one in file.parent.rglob("mine.txt")] == ["mine"]
    shutil.rmtree(file.parent)
    file.parent.write_text("mine too", "utf-8")
    assert first in texts(bench.run(wanted))
    assert [one.read_text("utf-8") for one in (bench.folder / "guide").glob("docs.*.old")] == ["mine too"]
    (bench.folder / "guide/.parts").write_text("a file", "utf-8")
    assert not bench.run(repository("docs/**/*.md")).problems


def test_the_licence_at_the_top_is_known_though_the_patterns_leave_it_out(bench: DownloadBench, tmp_path: Path) -> None:
    folder = write(tmp_path / "guide", {"docs/a.md": "# A\n\nRain.\n", "LICENSE": LICENCE, "docs/LICENSE": "Ours."})
    bench.server.repository("octo/guide", folder)
    assert paths(bench.run(repository("docs/*.md"))) == ["docs/a.md"]
    assert bench.index("guide")["archives"][0]["licence"] == "MIT"
    assert bench.downloader.licence("guide") == "MIT"
    assert not bench.leftovers()
    assert bench.run(repository("docs/*.md")).problems == ()  # the archive has not changed: nothing is sent again
    assert bench.downloader.licence("guide") == "MIT"
    write(folder, {"COPYING": "All rights reserved."})
    bench.run(repository("docs/*.md"))
    assert bench.downloader.licence("guide") == ""


def test_a_licence_that_is_taken_is_read_and_stays(bench: DownloadBench, tmp_path: Path) -> None:
    bench.server.repository("octo/guide", write(tmp_path / "guide", {"a.md": "# A\n", "LICENSE.md": LICENCE}))
    assert paths(bench.run(repository("*.md"))) == ["LICENSE.md", "a.md"]
    assert bench.downloader.licence("guide") == "MIT"
    assert paths(bench.run(repository("a.md", "LICENSE.md"))) == ["LICENSE.md", "a.md"]
    assert bench.downloader.licence("guide") == "MIT"
    assert bench.downloader.licence("other") == ""
