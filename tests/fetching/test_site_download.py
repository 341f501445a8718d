"""Documentation sites: which pages there are, which of them are taken, and what stays when they are away."""

from __future__ import annotations

import asyncio
import gzip
import json
import zlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.fetching.patience import Limits
from tests.fetching.download_bench import QUICK, DownloadBench, codes, paths, texts, write
from tests.web_server import days
from tests.web_server.exchange import Reply

HOST = "docs.example.org"
TOP = "site/docs.example.org/"


def page(name: str, *links: str, head: str = "") -> str:
    anchors = "".join(f'<li><a href="{link}">on</a>' for link in links)
    text = f"{name} tells of rivers and of rain. " * 20
    return f"<!DOCTYPE html><html><head>{head}<title>{name}</title></head><body><h1>{name}</h1><p>{text}</p>{anchors}"


def inventory(*entries: str) -> bytes:
    head = b"# Sphinx inventory version 2\n# Project: Water\n# Version: 1\n# The rest is compressed using zlib.\n"
    return head + zlib.compress("\n".join(entries).encode())


class Site:
    """A site below `guide/`, and the source that takes it."""

    def __init__(self, bench: DownloadBench, folder: Path) -> None:
        self.bench, self.folder = bench, folder
        folder.mkdir()
        self.top = bench.server.site(HOST, folder)
        self.source = Source("docs", "Docs", SourceKind.SITE, (f"{self.top}guide/",))

    def write(self, files: Mapping[str, str | bytes]) -> None:
        write(self.folder, {name: text for name, text in files.items() if isinstance(text, str)})
        for name, data in files.items():
            if isinstance(data, bytes):
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / name).write_bytes(data)

    def paths(self, **more: object) -> list[str]:
        """The paths of the files that a build brings, below the site's own folder."""
        source = replace(self.source, **more)  # type: ignore[arg-type]
        return [path.removeprefix(TOP) for path in paths(self.bench.run(source))]

    def asked(self) -> list[str]:
        return [target.removeprefix(f"/{TOP}") for target in self.bench.server.targets()]


@pytest.fixture
def site(tmp_path: Path, bench: DownloadBench) -> Site:
    made = Site(bench, tmp_path / "site")
    made.write({
        "guide/index.html": page("Water", "rain.html", "rivers/"),
        "guide/rain.html": page("Rain", "index.html", "#top", "rivers/index.html?from=rain", "deep/snow.html#cold"),
        "guide/rivers/index.html": page("Rivers", "../rain.html", "../../other/index.html", "https://example.com/"),
        "guide/deep/snow.html": page("Snow", "../index.html"),
        "other/index.html": page("Other"),
    })  # fmt: skip
    return made


LINKED = ["guide/deep/snow.html", "guide/index.html", "guide/rain.html", "guide/rivers/index.html"]


def sitemap(*places: str) -> str:
    entries = "".join(f"<url><loc>{place}</loc><lastmod>2024-01-01</lastmod></url>" for place in places)
    return f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'


# which pages there are


def test_links_below_the_address_are_followed_in_circles_once(site: Site) -> None:
    listing = site.bench.run(site.source)
    assert [path.removeprefix(TOP) for path in paths(listing)] == LINKED
    assert {found.url.removeprefix(site.top) for found in listing.files} == {
        "guide/", "guide/rain.html", "guide/rivers/", "guide/deep/snow.html"
    }  # fmt: skip
    assert not listing.problems
    asked = site.asked()
    assert len(asked) == len(set(asked))
    assert not any("other" in target or "?" in target for target in asked)
    assert (site.bench.progress[-1].done, site.bench.progress[-1].total) == (4, 4)
    assert site.bench.progress[-1].bytes_done > 0


@pytest.mark.parametrize("place", ["guide/sitemap.xml", "sitemap.xml"])
def test_a_sitemap_tells_the_pages(site: Site, place: str) -> None:
    top = site.top
    site.write({place: sitemap(f"{top}guide/deep/snow.html", f"{top}other/", "https://elsewhere.example/guide/x.html")})
    assert site.paths() == ["guide/deep/snow.html", "guide/index.html"]


def test_an_index_of_packed_sitemaps_that_robots_names(site: Site) -> None:
    top = site.top
    maps = "".join(f"<sitemap><loc>{top}maps/{name}</loc></sitemap>" for name in ("a.xml.gz", "b.xml.gz", "index.xml"))
    site.write({
        "maps/index.xml": f"<sitemapindex>{maps}</sitemapindex>",
        "maps/a.xml.gz": gzip.compress(sitemap(f"{top}guide/rain.html").encode()),
        "maps/b.xml.gz": gzip.compress(sitemap(f"{top}guide/rivers/", f"{top}guide/rain.html").encode()),
    })  # fmt: skip
    site.bench.server.days.append(days.on("/robots.txt", Reply(200, f"Sitemap: {top}maps/index.xml".encode())))
    assert site.paths() == ["guide/index.html", "guide/rain.html", "guide/rivers/index.html"]


def test_a_sitemap_of_other_folders_only_tells_nothing(site: Site) -> None:
    site.write({"sitemap.xml": sitemap(f"{site.top}other/", f"{site.top}guide/")})
    assert site.paths() == LINKED


def test_the_inventory_of_sphinx_tells_the_pages(site: Site) -> None:
    site.write({
        "guide/objects.inv": inventory(
            "index std:doc -1 $ Water", "rain std:doc -1 rain.html Rain of all kinds", "deep/snow.html std:doc -1 $ -",
            "water.Rain py:class 1 api.html#$ -", "genindex std:label -1 genindex.html Index",
        ),
    })  # fmt: skip
    assert site.paths() == ["guide/deep/snow.html", "guide/index.html", "guide/rain.html"]
    assert not [target for target in site.asked() if "rivers" in target]


@pytest.mark.parametrize("place", ["guide/searchindex.js", "searchindex.js"])
def test_without_an_inventory_the_search_index_of_sphinx_tells_the_pages(site: Site, place: str) -> None:
    site.write({"guide/lonely.html": page("Lonely")})
    names = ["index", "lonely", "deep/snow", "gone"]
    if place == "searchindex.js":
        names = [f"guide/{name}" for name in names] + ["other/index"]
    site.write({place: f'Search.setIndex({{"docnames": {json.dumps(names)}, "terms": {{}}}})'})
    assert site.paths() == ["guide/deep/snow.html", "guide/index.html", "guide/lonely.html"]


def test_a_search_index_of_pages_in_folders(site: Site) -> None:
    site.write({
        "guide/index.html": page("Water", "rivers/"),
        "guide/lonely/index.html": page("Lonely"),
        "guide/searchindex.js": 'Search.setIndex({docnames:["index","rivers","lonely"]})',
    })  # fmt: skip
    assert site.paths() == ["guide/index.html", "guide/lonely/index.html", "guide/rivers/index.html"]


@pytest.mark.parametrize("data", [b"", b"<!DOCTYPE html><html>Home", b"# Sphinx inventory version 1\nold mod old.html"])
def test_what_is_no_inventory_leaves_the_links(site: Site, data: bytes) -> None:
    site.write({"guide/objects.inv": data})
    assert site.paths() == LINKED


# limits


def test_no_more_pages_than_the_limit_which_is_said(site: Site) -> None:
    names = [f"p{number}.html" for number in range(1000)]
    site.write({f"guide/{name}": page(name) for name in names} | {"guide/index.html": page("All", *names)})
    listing = site.bench.run(replace(site.source, pages=30))
    assert len(listing.files) == 30
    assert {path.removeprefix(TOP) for path in paths(listing)} == {
        "guide/index.html",
        *(f"guide/p{n}.html" for n in range(29)),
    }
    assert [(problem.path, problem.reason.code, problem.reason.detail) for problem in listing.problems] == [
        ("", "page-limit", "30")
    ]
    assert not listing.failed


def test_links_are_followed_so_far_and_no_further_which_is_said(site: Site) -> None:
    assert site.paths(depth=1) == ["guide/index.html", "guide/rain.html", "guide/rivers/index.html"]
    assert codes(site.bench.run(replace(site.source, depth=1))) == [("", "depth-limit")]
    assert site.paths(depth=2) == LINKED
    assert not codes(site.bench.run(replace(site.source, depth=2)))


def test_no_more_bytes_than_the_limit(tmp_path: Path, site: Site) -> None:
    bench = DownloadBench(tmp_path / "small", site.bench.server, limits=Limits(site=100, at_once=1))
    listing = bench.run(site.source)
    assert len(listing.files) < len(LINKED)
    assert ("", "site-limit") in codes(listing)


# what is not taken


def test_robots_are_heeded(site: Site) -> None:
    rules = f"User-agent: *\nDisallow: /{TOP}guide/deep/\nDisallow: /{TOP}guide/rivers\nAllow: /{TOP}guide/rivers/\n"
    site.bench.server.days.append(days.on("/robots.txt", Reply(200, rules.encode())))
    listing = site.bench.run(site.source)
    assert "guide/deep/snow.html" not in site.asked()
    assert "guide/rivers/" in site.asked()
    assert [(p.reason.code, p.reason.detail) for p in listing.problems] == [("robots-some", "1")]


def test_a_site_that_wants_no_programs_is_left_alone(site: Site) -> None:
    site.bench.run(site.source)
    site.bench.server.days.append(days.on("/robots.txt", Reply(200, b"User-agent: GangDan\nDisallow: /\n")))
    listing = site.bench.run(site.source)
    assert site.asked() == ["/robots.txt"]
    assert codes(listing) == [("", "robots")]
    assert len(listing.files) == 4
    assert listing.failed


def test_a_delay_has_pages_come_one_by_one(tmp_path: Path, site: Site) -> None:
    bench = DownloadBench(tmp_path / "slow", site.bench.server, patience=replace(QUICK, delay=0.001))
    site.write({"guide/index.html": page("All", *(f"p{n}.html" for n in range(12)))})
    site.write({f"guide/p{n}.html": page(f"P{n}") for n in range(12)})
    held = days.Held("/guide/p")
    site.bench.server.days += [days.on("/robots.txt", Reply(200, b"User-agent: *\nCrawl-delay: 3600\n")), held]

    async def watch() -> bool:
        running = asyncio.create_task(bench.bring(site.source))
        await asyncio.to_thread(held.entered.acquire)
        for _ in range(20):
            await asyncio.sleep(0)
        others = held.entered.acquire(blocking=False)
        held.open()
        assert len((await running).files) == 13
        return others

    assert not asyncio.run(watch())


def test_what_sphinx_makes_beside_the_pages_is_left_out(site: Site) -> None:
    beside = ["genindex.html", "genindex-A.html", "py-modindex.html", "_sources/rain.rst.txt", "_modules/water.html"]
    search = '<link rel="search" title="Search" href="search.html">'
    site.write({f"guide/{name}": page(name) for name in [*beside, "search.html"]})
    site.write({"guide/index.html": page("Water", "rain.html", "search.html", *beside, head=search)})
    assert "guide/search.html" not in site.paths()
    assert not {f"guide/{name}" for name in beside} & set(site.asked())
    site.write({"guide/index.html": page("Water", "search.html")})  # a page about searching is one like any other
    assert site.paths() == ["guide/index.html", "guide/search.html"]


def test_files_of_formats_that_are_read_are_taken_and_no_others(site: Site) -> None:
    files = ["notes.md", "paper.rst", "list.txt", "photo.png", "all.zip", "app.exe", "style.css", "v1.2/"]
    site.write({f"guide/{name}": f"# {name}\n" for name in files if not name.endswith("/")})
    site.write({"guide/v1.2/index.html": page("New"), "guide/index.html": page("Water", *files, "../away.md")})
    assert site.paths() == [
        "guide/index.html", "guide/list.txt", "guide/notes.md", "guide/paper.rst", "guide/v1.2/index.html"
    ]  # fmt: skip
    assert not {"guide/photo.png", "guide/all.zip", "guide/app.exe", "guide/style.css"} & set(site.asked())


def test_a_picture_under_a_name_of_no_kind_is_not_kept(site: Site) -> None:
    site.write({"guide/index.html": page("Water", "picture")})
    site.bench.server.days.append(days.on("/picture", Reply(200, b"\x89PNG\r\n", "image/png")))
    assert site.paths() == ["guide/index.html"]


# addresses


@pytest.mark.parametrize(
    ("link", "taken"),
    [
        ("雨.html", "guide/雨.html"),
        ("%E9%9B%A8.html", "guide/雨.html"),
        ("%e9%9b%a8.html", "guide/雨.html"),
        ("./a/../b.html", "guide/b.html"),
        ("b.html?utm=1#part", "guide/b.html"),
        ("\n b.html ", "guide/b.html"),
        ("..\\guide\\b.html", "guide/b.html"),
        ("b%2Ehtml", "guide/b.html"),
        ("B.html", "guide/B.html"),
        ("plain", "guide/plain.html"),
    ],
)
def test_links_in_all_their_forms(site: Site, link: str, taken: str) -> None:
    site.write({name: page(name) for name in ("guide/雨.html", "guide/b.html", "guide/B.html")})
    site.bench.server.days.append(days.on("/plain", Reply(200, page("Plain").encode(), "text/html")))
    site.write({"guide/index.html": page("Water", link, link)})
    assert site.paths() == sorted(["guide/index.html", taken])


@pytest.mark.parametrize(
    "link",
    [
        "mailto:a@example.com", "javascript:go()", "data:text/html,x", "https://u:p@docs.example.org/guide/a.html",
        "http://[::1", "//other.example/guide/a.html", "/guidebook/a.html", "../guide-2/a.html", "%2e%2e/other/",
        "ftp://docs.example.org/guide/a.html", "http://127.0.0.1:1/site/docs.example.org/guide/a.html", "", "#",
    ],
)  # fmt: skip
def test_links_that_lead_out_of_the_site(site: Site, link: str) -> None:
    site.write({"guide/index.html": page("Water", link)})
    listing = site.bench.run(site.source)
    assert len(listing.files) == 1
    assert not listing.problems
    lists = ("robots.txt", "sitemap.xml", "objects.inv", "searchindex.js")
    assert [target for target in site.asked() if not target.endswith(lists)] == ["guide/"]


@pytest.mark.parametrize("start", ["guide/", "guide/index.html", "guide/rain.html"])
def test_a_site_may_be_named_by_a_page_in_it(site: Site, start: str) -> None:
    assert site.paths(locations=(f"{site.top}{start}",)) == LINKED


def test_a_site_may_be_named_without_its_slash(site: Site) -> None:
    slash = days.once(days.on("/guide", Reply(301, headers={"Location": f"/{TOP}guide/"})))
    site.bench.server.days += [days.on("/robots.txt", Reply(404)), slash]
    assert len(site.paths(locations=(f"{site.top}guide",))) == len(LINKED)


def test_a_base_decides_what_links_mean(site: Site) -> None:
    site.write({"guide/index.html": page("Water", "snow.html", head='<base href="deep/">')})
    assert "guide/deep/snow.html" in site.paths()


def test_redirects_and_signposts_give_each_page_once(site: Site) -> None:
    refresh = '<html><meta http-equiv="refresh" content="0; url=rain.html"><a href="rain.html">here</a></html>'
    site.write(
        {
            "guide/index.html": page("Water", "old.html", "older.html", "rain.html", "out.html"),
            "guide/old.html": refresh,
        }
    )
    site.bench.server.days += [
        days.on("/older.html", Reply(301, headers={"Location": "rain.html"})),
        days.on("/out.html", Reply(301, headers={"Location": "/site/docs.example.org/other/"})),
    ]
    assert site.paths() == LINKED


def test_the_address_that_a_page_names_as_its_own(site: Site) -> None:
    own = '<link rel="canonical" href="rain.html">'
    site.write({"guide/index.html": page("Water", "print.html"), "guide/print.html": page("Rain, to print", head=own)})
    assert site.paths() == LINKED


def test_a_site_that_calls_every_page_its_first_one(site: Site) -> None:
    first = '<link rel="canonical" href="/site/docs.example.org/guide/">'
    site.write({"guide/index.html": page("Water", "rain.html"), "guide/rain.html": page("Rain", head=first)})
    assert site.paths() == ["guide/index.html", "guide/rain.html"]


def test_pages_with_the_same_content_are_one(site: Site) -> None:
    site.write(
        {"guide/index.html": page("Water", "a.html", "b.html"), "guide/a.html": page("A"), "guide/b.html": page("A")}
    )
    assert site.paths() == ["guide/a.html", "guide/index.html"]


def test_a_site_that_moved_within_its_host_is_followed(site: Site) -> None:
    site.write({"new/guide/index.html": page("Water", "a.html"), "new/guide/a.html": page("A")})
    site.bench.server.days.append(
        days.once(days.on(f"/{TOP}guide/", Reply(302, headers={"Location": "../new/guide/"})))
    )
    assert "new/guide/a.html" in site.paths()


# what goes wrong


def test_one_broken_page_stops_nothing(site: Site) -> None:
    site.write(
        {"guide/index.html": page("Water", "rain.html", "gone.html", "broken.html", "closed.html", "empty.html")}
    )
    site.write({"guide/empty.html": ""})
    site.bench.server.days += [days.failing("/broken.html", 500), days.failing("/closed.html", 403)]
    listing = site.bench.run(site.source)
    assert [path.removeprefix(TOP) for path in paths(listing)] == LINKED
    assert {(path.removeprefix(TOP), code) for path, code in codes(listing)} == {
        ("guide/broken.html", "http-status"), ("guide/closed.html", "forbidden"), ("guide/empty.html", "empty")
    }  # fmt: skip


def test_a_second_build_asks_for_what_has_changed(site: Site) -> None:
    first = site.bench.run(site.source)
    assert site.bench.run(site.source) == first
    assert site.bench.progress[-1].bytes_done < 100
    assert len([asked for asked in site.bench.server.asked if "if-none-match" in asked.headers]) == 4
    site.write({"guide/rain.html": page("New rain", "deep/snow.html")})
    assert "New rain" in texts(site.bench.run(site.source))[f"{TOP}guide/rain.html"]


def test_a_page_that_is_gone_is_let_go(site: Site) -> None:
    site.bench.run(site.source)
    (site.folder / "guide/deep/snow.html").unlink()
    listing = site.bench.run(site.source)
    assert [path.removeprefix(TOP) for path in paths(listing)] == [path for path in LINKED if "snow" not in path]
    assert not listing.problems
    assert not listing.may_hold(f"{TOP}guide/deep/snow.html")


@pytest.mark.parametrize(
    "day",
    [
        days.dropped(),
        days.failing(),
        days.failing("/guide"),
        days.on("/guide/", Reply(404)),
        days.too_many(retry_after="9999"),
    ],
)
def test_a_site_that_is_away_leaves_everything_as_it_was(site: Site, day: days.Day) -> None:
    before = site.bench.run(site.source)
    site.bench.server.days.append(day)
    listing = site.bench.run(site.source)
    assert listing.files == before.files
    assert listing.problems
    assert listing.failed


@pytest.mark.parametrize("place", ["/", "/site/docs.example.org/", "http://127.0.0.2/", "https://user:name@127.0.0.1/"])
def test_a_site_that_sends_us_elsewhere_leaves_everything_as_it_was(site: Site, place: str) -> None:
    before = texts(site.bench.run(site.source))
    site.bench.server.days += [
        days.on(f"/{TOP}guide/", Reply(302, headers={"Location": place})),
        days.page("", page("Portal")),
    ]
    listing = site.bench.run(site.source)
    assert texts(listing) == before
    assert listing.problems[0].reason.code in ("moved", "redirect-refused")


def test_a_page_that_stands_before_everything_takes_no_page_away(site: Site) -> None:
    site.bench.run(site.source)
    site.bench.server.days.append(days.page("", page("Portal of the school")))
    listing = site.bench.run(site.source)
    assert [path.removeprefix(TOP) for path in paths(listing)] == LINKED
    assert codes(listing) == [("", "no-links")]
    assert listing.failed


@pytest.mark.parametrize("part", ["sitemap.xml", "objects.inv", "guide/rain.html"])
def test_what_can_not_be_read_now_takes_no_page_away(site: Site, part: str) -> None:
    site.write({"sitemap.xml": sitemap(*(f"{site.top}guide/{name}" for name in ("rain.html", "extra.html")))})
    site.write({"guide/extra.html": page("Extra")})
    before = set(site.paths())
    site.bench.server.days.append(days.failing(part))
    assert before <= set(site.paths())


def test_a_new_site_that_is_away_brings_nothing_and_says_so(site: Site) -> None:
    site.bench.server.days.append(days.dropped())
    listing = site.bench.run(site.source)
    assert not listing.files
    assert len(listing.problems) == 1
    assert listing.failed


def test_a_stopped_download_goes_on_where_it_was(site: Site) -> None:
    held = days.Held("/deep/snow.html")
    site.bench.server.days.append(held)

    async def stop() -> None:
        running = asyncio.create_task(site.bench.bring(site.source))
        await asyncio.to_thread(held.entered.acquire)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    asyncio.run(stop())
    assert not site.bench.leftovers()
    held.open()
    assert site.paths() == LINKED
    sent = [asked.target for asked in site.bench.server.asked if "if-none-match" in asked.headers]
    assert len(sent) == 3


def test_a_site_behind_a_mirror_keeps_its_own_addresses(site: Site) -> None:
    source = replace(site.source, locations=(f"https://{HOST}/guide/",))
    listing = site.bench.run(source)
    assert [(found.path, found.url) for found in listing.files][:2] == [
        ("guide/deep/snow.html", f"https://{HOST}/guide/deep/snow.html"), ("guide/index.html", f"https://{HOST}/guide/")
    ]  # fmt: skip
    assert not listing.problems


def test_an_address_that_is_none_is_told(site: Site) -> None:
    listing = site.bench.run(replace(site.source, locations=("nowhere", f"{site.top}guide/")))
    assert len(listing.files) == 4
    assert codes(listing) == [("", "not-http")]


@pytest.mark.shared
def test_pages_of_a_real_site(shared: Path, bench: DownloadBench) -> None:
    top = bench.server.site("docs.python.org", shared / "corpus/python-html")
    listing = bench.run(Source("py", "Python", SourceKind.SITE, (f"{top}faq/index.html",)))
    assert len(listing.files) >= 8
    assert all(found.url == f"{bench.server.address}/{found.path}" for found in listing.files)
