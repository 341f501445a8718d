"""Whatever a server does, only whole documents arrive, and what was there before stays."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from gangdan_gui.domain.events import StageProgress
from gangdan_gui.fetching.downloader import Downloader
from gangdan_gui.fetching.patience import Limits, Patience
from tests.fetching.download_bench import DownloadBench, addresses, codes, paths, repository, texts, write
from tests.web_server import days
from tests.web_server.exchange import Asked, Reply, raw

WATER = "# Water\n\n" + "Rain falls on hills, runs into rivers and reaches the sea.\n" * 80
FILES = {f"docs/{number}.md": f"# {number}\n\n{WATER}" for number in range(9)}


@pytest.fixture
def served(tmp_path: Path, bench: DownloadBench) -> Path:
    folder = write(tmp_path / "guide", {"docs/water.md": WATER})
    bench.server.repository("octo/guide", folder)
    return folder


ONE = repository("docs/water.md", revision="main")
ALL = repository("docs/**")

BAD: list[tuple[Callable[[str], days.Day], str]] = [
    (days.announced_longer, "broken-off"),
    (days.chunk_missing, "broken-off"),
    (days.gzip_cut, "short-body"),
    (days.announced_shorter, "short-body"),
    (days.nothing, "empty"),
    (days.dropped, "broken-off"),
    (days.page, "html-page"),
    (days.failing, "http-status"),
    (days.too_many, "busy"),
    (days.quota, "rate-limited"),
    (lambda part: days.too_many(part, "120"), "rate-limited"),
    (lambda part: days.failing(part, 404), "not-there"),
    (lambda part: days.failing(part, 403), "forbidden"),
    (lambda part: days.on(part, Reply(200, b'{"message": "Not Found"}', "application/json")), "error-page"),
]


@pytest.mark.parametrize(("day", "code"), BAD)
def test_no_bad_reply_becomes_a_document_and_the_old_one_stays(
    bench: DownloadBench, served: Path, day: Callable[[str], days.Day], code: str
) -> None:
    bench.server.days.append(day("/raw/"))
    first = bench.run(ONE)
    assert (paths(first), codes(first), first.unreadable) == ([], [("docs/water.md", code)], ("docs/water.md",))
    assert first.failed == 1
    assert not bench.leftovers()
    bench.server.days.clear()
    assert texts(bench.run(ONE)) == {"docs/water.md": WATER}
    write(served, {"docs/water.md": "# New water"})
    bench.server.days.append(day("/raw/"))
    later = bench.run(ONE)
    assert texts(later) == {"docs/water.md": WATER}
    assert (codes(later), later.unreadable) == ([("docs/water.md", code)], ())


@pytest.mark.parametrize(
    ("day", "code"),
    [
        (days.announced_longer, "broken-off"),
        (days.chunk_missing, "broken-off"),
        (lambda part: days.end_not_marked(part, keep=lambda body: body[:-9]), "archive-damaged"),
        (days.nothing, "empty"),
        (days.page, "not-archive"),
        (days.failing, "http-status"),
        (days.quota, "rate-limited"),
    ],
)
def test_no_bad_archive_is_unpacked_and_the_old_files_stay(
    bench: DownloadBench, served: Path, day: Callable[[str], days.Day], code: str
) -> None:
    bench.server.days.append(day("/codeload/"))
    first = bench.run(ALL)
    assert (paths(first), codes(first), first.unreadable) == ([], [("", code)], ("",))
    bench.server.days.clear()
    whole = bench.run(ALL)
    assert texts(whole) == {"docs/water.md": WATER}
    write(served, {"docs/water.md": "# New water"})
    bench.server.days.append(day("/codeload/"))
    later = bench.run(ALL)
    assert (later.files, codes(later)) == (whole.files, [("", code)])
    assert not bench.leftovers()


@pytest.mark.parametrize(
    "day",
    [days.failing, days.dropped, days.announced_longer, days.chunk_missing, days.gzip_cut, days.too_many],
)
def test_what_passes_is_asked_for_again(bench: DownloadBench, served: Path, day: Callable[[str], days.Day]) -> None:
    bench.server.days.append(days.once(day("/raw/"), 2))
    listing = bench.run(ONE)
    assert (texts(listing), listing.problems) == ({"docs/water.md": WATER}, ())
    assert len(bench.server.targets("/raw/")) == 3


def test_a_compressed_body_that_is_whole_is_read(bench: DownloadBench, served: Path) -> None:
    bench.server.days.append(days.gzipped("/raw/"))
    assert texts(bench.run(ONE)) == {"docs/water.md": WATER}
    assert bench.server.asked[-1].headers["accept-encoding"] == "identity"


def test_a_body_whose_end_nothing_marks_is_asked_for_twice(bench: DownloadBench, served: Path) -> None:
    bench.server.days.append(days.end_not_marked("/raw/"))
    assert texts(bench.run(ONE)) == {"docs/water.md": WATER}
    assert len(bench.server.targets("/raw/")) == 2
    lengths = iter(range(1000, 5000, 7))
    write(served, {"docs/water.md": WATER + "More."})
    bench.server.days[:] = [days.end_not_marked("/raw/", keep=lambda body: body[: next(lengths)])]
    listing = bench.run(ONE)
    assert (texts(listing), codes(listing)) == ({"docs/water.md": WATER}, [("docs/water.md", "short-body")])


def test_a_quota_that_is_far_away_stops_at_once_and_the_rest_comes_later(bench: DownloadBench, served: Path) -> None:
    write(served, FILES)
    source = repository(*FILES, revision="main")
    bench.server.days.append(days.after(5, days.too_many("/raw/", "120")))
    first = bench.run(source)
    assert len(first.files) == 5
    assert {problem.reason.code for problem in first.problems} == {"rate-limited"}
    assert len(first.problems) == first.failed == 4
    assert all(":" in problem.reason.detail for problem in first.problems)
    # Those under way may each hear it once; none asks again.
    assert len(bench.server.targets("/raw/")) <= 5 + 4
    bench.server.days.clear()
    assert len(bench.run(source).files) == 9
    assert len(bench.server.targets("/raw/")) == 4


def test_a_quota_that_nobody_explains_is_not_asked_for_ever(bench: DownloadBench, served: Path) -> None:
    write(served, FILES)
    bench.server.days.append(days.too_many("/raw/"))
    listing = bench.run(repository(*FILES, revision="main"))
    assert codes(listing) == [("", "busy")]
    assert len(listing.unreadable) == len(FILES)
    assert len(bench.server.targets("/raw/")) <= 8 * 3


def test_nothing_there_and_nobody_to_reach_is_one_problem(bench: DownloadBench) -> None:
    for source in (repository(*FILES), repository("docs/**"), addresses("https://x.example/a", "https://x.example/b")):
        listing = bench.run(source)
        assert paths(listing) == []
        assert codes(listing) == [("", "unreachable" if source.kind == "addresses" else "not-there")]


def test_a_mirror_that_answers_with_a_page_is_passed_over(bench: DownloadBench, served: Path) -> None:
    good = bench.server
    bad = f"https://raw.githubusercontent.com/={good.address}/portal/"
    mirrors = f"{bad} {good.mirrors}"
    bench.downloader._mirrors = lambda: mirrors
    bench.server.days.append(days.page("/portal/"))
    listing = bench.run(ONE)
    assert (texts(listing), listing.problems) == ({"docs/water.md": WATER}, ())
    assert len(bench.server.targets("/portal/")) == 1
    assert bench.index("guide")["files"][0]["place"].startswith(f"{good.address}/raw/")


def test_a_mirror_that_is_not_there_is_asked_once(bench: DownloadBench, served: Path) -> None:
    write(served, FILES)
    mirrors = f"https://raw.githubusercontent.com/=http://127.0.0.1:1/ {bench.server.mirrors}"
    bench.downloader._mirrors = lambda: mirrors
    listing = bench.run(repository(*FILES, revision="main"))
    assert (len(listing.files), listing.problems) == (len(FILES), ())


def test_a_proxy_that_is_none_is_a_sentence(bench: DownloadBench, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTPS_PROXY", "https_proxy"):
        monkeypatch.setenv(name, "gopher://proxy.example:70")
    assert codes(bench.run(addresses("https://x.example/a.md"))) == [("a.md", "proxy-broken")]


def test_a_file_without_an_end_is_left(tmp_path: Path, bench: DownloadBench, served: Path) -> None:
    small = DownloadBench(tmp_path / "small", bench.server, limits=Limits(file=1000, archive=500))
    assert codes(small.run(ONE)) == [("docs/water.md", "too-large")]
    write(served, {f"docs/{number}.md": WATER[number:] for number in range(40)})
    assert codes(small.run(ALL)) == [("", "too-large")]


@pytest.mark.parametrize("include", [tuple(FILES), ("docs/**",)])
def test_cancelling_stops_at_once_and_what_has_come_is_kept(
    bench: DownloadBench, served: Path, include: tuple[str, ...]
) -> None:
    write(served, FILES)
    held = days.Held("/docs/7.md" if len(include) > 1 else "/codeload/")
    bench.server.days.append(held)

    async def main() -> None:
        task = asyncio.create_task(bench.bring(repository(*include, revision="main")))
        await asyncio.to_thread(held.entered.acquire)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert not bench.leftovers()
    before = {one["path"] for one in bench.index("guide")["files"]}
    held.open()
    bench.server.days.clear()
    assert len(bench.run(repository(*include, revision="main")).files) == (9 if len(include) > 1 else 10)
    asked = {target.rpartition("guide/")[2].partition("/")[2] for target in bench.server.targets("/raw/")}
    assert not asked & before


def test_a_compressed_body_of_several_members_is_read_whole(bench: DownloadBench, served: Path) -> None:
    halves = gzip.compress(WATER[:999].encode()) + gzip.compress(WATER[999:].encode())
    for behind in (b"", bytes(8), b"junk"):
        bench.server.days[:] = [
            days.on("raw/", raw(f"HTTP/1.1 200 OK\nContent-Encoding: gzip\nX: {len(behind)}", halves + behind))
        ]
        (bench.folder / "guide.json").unlink(missing_ok=True)
        assert texts(bench.run(ONE)) == {"docs/water.md": WATER}
    bench.server.days[:] = [days.on("raw/", raw("HTTP/1.1 200 OK\nContent-Encoding: gzip", halves[:-9]))]
    (bench.folder / "guide.json").unlink()
    assert codes(bench.run(ONE)) == [("docs/water.md", "short-body")]


def test_slow_files_use_up_their_own_time_alone(bench: DownloadBench, tmp_path: Path) -> None:
    site = bench.server.site(
        "slow.example.org", write(tmp_path / "slow", {f"{number}.md": WATER for number in range(8)})
    )
    held = days.Held("/held-")
    bench.server.days.append(held)
    hurried = Downloader(
        bench.folder, lambda: "", lambda path: path.endswith(".md"), patience=Patience(file=1.5, tries=1)
    )
    wanted = addresses(
        *(f"{site}held-{number}.md" for number in range(4)), *(f"{site}{number}.md" for number in range(4))
    )

    async def nobody(progress: StageProgress) -> None:
        pass

    listing = asyncio.run(hurried.bring(wanted, nobody))
    assert [path.rpartition("/")[2] for path in paths(listing)] == ["0.md", "1.md", "2.md", "3.md"]
    assert {code for _, code in codes(listing)} == {"too-long"}


@pytest.mark.parametrize("media", ["application/octet-stream", "text/plain", "image/png", ""])
def test_a_page_is_one_whatever_it_is_called(bench: DownloadBench, media: str) -> None:
    page = "<!DOCTYPE html><html><body><h1>Water</h1><p>Rain falls.</p></body></html>"
    bench.server.days.append(days.on("/water", Reply(200, page.encode(), media)))
    assert paths(bench.run(addresses(f"{bench.server.address}/water"))) == ["water.html"]


def test_the_date_of_a_mirror_is_no_date_of_the_server(bench: DownloadBench, tmp_path: Path) -> None:
    def dated(text: str, date: str) -> days.Day:
        def reply(server: days.Ending, asked: Asked, regular: days.Regular) -> Reply | None:
            if f"/{text}/" not in asked.target:
                return None
            return (
                Reply(304)
                if asked.headers.get("if-modified-since", "") >= date
                else Reply(200, f"# {text}\n".encode(), headers={"Last-Modified": date})
            )

        return reply

    mirror, own = dated("mirror", "Mon, 01 Jun 2026 00:00:00 GMT"), dated("own", "Fri, 01 May 2026 00:00:00 GMT")
    away = days.failing("/mirror/")
    bench.server.days[:] = [mirror, own]
    address = bench.server.address
    through = Downloader(bench.folder, lambda: f"{address}/own/={address}/mirror/", bool, patience=Patience(tries=1))

    async def nobody(progress: StageProgress) -> None:
        pass

    wanted = addresses(f"{address}/own/a.md")
    assert texts(asyncio.run(through.bring(wanted, nobody))) == {"own/a.md": "# mirror\n"}
    bench.server.days[:] = [away, own]
    assert texts(asyncio.run(through.bring(wanted, nobody))) == {"own/a.md": "# own\n"}
    bench.server.asked.clear()
    assert texts(asyncio.run(through.bring(wanted, nobody))) == {"own/a.md": "# own\n"}
    assert [asked.headers.get("if-modified-since") for asked in bench.server.asked] == [
        None, "Fri, 01 May 2026 00:00:00 GMT",
    ]  # fmt: skip


def test_a_file_behind_a_redirect_is_not_sent_again(bench: DownloadBench, tmp_path: Path) -> None:
    site = bench.server.site("docs.example.org", write(tmp_path / "site", {"new.md": WATER}))
    bench.server.days.append(days.on("/old.md", Reply(302, headers={"Location": f"{site}new.md"})))
    wanted = addresses(f"{bench.server.address}/old.md")
    assert texts(bench.run(wanted)) == {"old.md": WATER}
    assert texts(bench.run(wanted)) == {"old.md": WATER}
    assert ["if-none-match" in asked.headers for asked in bench.server.asked] == [False, True]
