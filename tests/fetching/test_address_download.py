"""Single addresses become files under the paths that they have."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.converting.formats import format_of
from gangdan_gui.fetching.address_download import path_of
from tests.fetching.download_bench import DownloadBench, addresses, codes, paths, texts, write
from tests.web_server import days
from tests.web_server.exchange import Reply

SITE = "https://docs.example.org/"
PAGE = "<!DOCTYPE html><html><body><h1>Water</h1><p>" + "Rain falls on hills. " * 40 + "</p></body></html>"


@pytest.fixture
def site(tmp_path: Path, bench: DownloadBench) -> Path:
    folder = write(
        tmp_path / "site", {"guide/index.html": PAGE, "a/notes.md": "# Notes", "b/notes.md": "# Other notes"}
    )
    bench.server.site("docs.example.org", folder)
    return folder


def test_every_address_is_a_file_under_its_own_path(bench: DownloadBench, site: Path) -> None:
    listing = bench.run(addresses(f"{SITE}guide/", f"{SITE}a/notes.md", f"{SITE}b/notes.md", f"{SITE}a/notes.md?v=2"))
    assert [(found.path, found.url) for found in listing.files] == [
        ("a/notes (v=2).md", f"{SITE}a/notes.md?v=2"),
        ("a/notes.md", f"{SITE}a/notes.md"),
        ("b/notes.md", f"{SITE}b/notes.md"),
        ("guide/index.html", f"{SITE}guide/"),
    ]
    assert not listing.problems
    assert (bench.progress[-1].done, bench.progress[-1].total) == (4, 4)


def test_unchanged_files_are_not_sent_again(bench: DownloadBench, site: Path) -> None:
    source = addresses(f"{SITE}guide/", f"{SITE}a/notes.md")
    first = bench.run(source)
    assert bench.run(source) == first
    assert bench.progress[-1].bytes_done == 0
    write(site, {"a/notes.md": "# New notes"})
    assert texts(bench.run(source))["a/notes.md"] == "# New notes"
    (bench.folder / "pages/a/notes.md").write_text("# No notes", "utf-8")
    assert texts(bench.run(source))["a/notes.md"] == "# New notes"


def test_an_address_taken_out_of_the_source_is_let_go(bench: DownloadBench, site: Path) -> None:
    bench.run(addresses(f"{SITE}guide/", f"{SITE}a/notes.md"))
    assert paths(bench.run(addresses(f"{SITE}a/notes.md"))) == ["a/notes.md"]
    assert not (bench.folder / "pages/guide").exists()


def test_patterns_count_for_addresses_too(bench: DownloadBench, site: Path) -> None:
    source = replace(addresses(f"{SITE}guide/", f"{SITE}a/notes.md", f"{SITE}b/notes.md"), include=("*.md",))
    assert paths(bench.run(replace(source, exclude=("b",)))) == ["a/notes.md"]
    assert paths(bench.run(source)) == ["a/notes.md", "b/notes.md"]


def test_redirects_and_signposts_lead_to_the_address_that_is_quoted(bench: DownloadBench, site: Path) -> None:
    home = f"{bench.server.address}/site/docs.example.org/"
    bench.server.days += [
        days.on("/old.md", Reply(301, headers={"Location": "a/notes.md"})),
        days.page(
            "/start", '<html><meta http-equiv="refresh" content="0; url=guide/"><a href="guide/">here</a></html>'
        ),
    ]
    listing = bench.run(addresses(f"{home}old.md", f"{home}start"))
    assert sorted(found.url for found in listing.files) == [f"{home}a/notes.md", f"{home}guide/"]
    assert not listing.problems


@pytest.mark.parametrize(
    ("day", "code"),
    [
        (days.on("/a.md", Reply(302, headers={"Location": "a.md"})), "redirect-loop"),
        (days.on("/a.md", Reply(302, headers={"Location": "http://10.0.0.1/a.md"})), "redirect-refused"),
        (days.on("/a.md", Reply(302, headers={"Location": "http://localhost:1/a.md"})), "redirect-refused"),
        (days.on("/a.md", Reply(302, headers={"Location": "file:///etc/passwd"})), "redirect-refused"),
        (days.on("/a.md", Reply(302, headers={"Location": "http://u:p@127.0.0.1/"})), "redirect-refused"),
        (days.on("/a.md", Reply(302)), "http-status"),
    ],
)
def test_redirects_that_are_not_followed(bench: DownloadBench, day: days.Day, code: str) -> None:
    bench.server.days.append(day)
    listing = bench.run(addresses(f"{bench.server.address}/a.md"))
    assert codes(listing) == [("a.md", code)]
    assert listing.unreadable == ("a.md",)


def test_signposts_that_go_round_or_elsewhere(bench: DownloadBench) -> None:
    def signpost(to: str) -> str:
        return f'<html><meta http-equiv="refresh" content="0; url={to}"></html>'

    bench.server.days += [
        days.page("/a", signpost("/b")), days.page("/b", signpost("/a")), days.page("/c", signpost("https://x.example/")),
    ]  # fmt: skip
    listing = bench.run(addresses(f"{bench.server.address}/a", f"{bench.server.address}/c"))
    assert codes(listing) == [("a.html", "redirect-loop"), ("c.html", "moved")]


def test_an_address_in_the_list_that_is_none_is_told(bench: DownloadBench, site: Path) -> None:
    listing = bench.run(addresses("ftp://docs.example.org/a.md", f"{SITE}a/notes.md"))
    assert (paths(listing), codes(listing), listing.failed) == (["a/notes.md"], [("", "not-http")], 1)


def test_files_in_repositories_have_their_pages_and_commits(bench: DownloadBench, tmp_path: Path) -> None:
    served = bench.server.repository(
        "octo/guide", write(tmp_path / "guide", {"docs/a b.md": "# A", "README.md": "# G"})
    )
    raw = "https://raw.githubusercontent.com/octo/guide"
    source = addresses(f"{raw}/{served.commit}/docs/a%20b.md", "https://github.com/octo/guide/blob/main/README.md")
    listing = bench.run(source)
    assert [(found.path, found.url, found.commit) for found in listing.files] == [
        ("guide/README.md", "https://github.com/octo/guide/blob/main/README.md", ""),
        ("guide/docs/a b.md", f"https://github.com/octo/guide/blob/{served.commit}/docs/a%20b.md", served.commit),
    ]
    assert bench.run(source) == listing
    assert bench.server.targets() == ["/raw/octo/guide/main/README.md"], "a commit never changes"


@pytest.mark.parametrize(
    ("address", "media", "path"),
    [
        ("https://x.example/", "text/html", "index.html"),
        ("https://x.example/guide/", "", "guide/index.html"),
        ("https://x.example/guide", "text/html", "guide.html"),
        ("https://x.example/guide", "text/markdown", "guide.md"),
        ("https://x.example/v1.2", "text/html", "v1.2.html"),
        ("https://x.example/page.php?id=3&x=a/b", "text/html", "page.php (id=3&x=a_b).html"),
        ("https://x.example/notes.md?raw=1", "text/plain", "notes (raw=1).md"),
        ("https://x.example/a/../b/%2e%2e/%E6%95%99.rst", "text/plain", "a/b/教.rst"),
        ("https://x.example/a%2Fb.md", "text/plain", "a_b.md"),
        ("https://raw.githubusercontent.com/o/n/main/a/b.md", "text/plain", "n/a/b.md"),
        ("https://x.example/README", "text/plain", "README"),
        ("https://x.example/slides.key", "application/octet-stream", "slides.key"),
    ],
)
def test_paths(address: str, media: str, path: str) -> None:
    assert path_of(address, media, lambda name: bool(format_of(name)), with_host=False) == path


def test_hosts_are_told_apart() -> None:
    path = path_of("https://x.example:8000/a.md", "", lambda _: True, with_host=True)
    assert path == "x.example_8000/a.md"
