"""A server whose certificate is not as it should be is asked for nothing, and each fault has its own words."""

from __future__ import annotations

import asyncio
import shutil
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gangdan_gui.domain.events import StageProgress
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.fetching.downloader import Downloader
from gangdan_gui.fetching.local import Listing
from gangdan_gui.fetching.patience import Patience
from gangdan_gui.way_out import WayOut
from gangdan_gui.wording import reason_sentence
from tests.fetching.certificate_maker import CertificateMaker
from tests.fetching.download_bench import addresses, codes, texts, write
from tests.web_server.server import WebServer

pytestmark = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl makes the certificates")
TEXT = "# Rain\n\nIt falls on hills.\n"


@pytest.fixture
def school(tmp_path: Path) -> CertificateMaker:
    (tmp_path / "certificates").mkdir()
    return CertificateMaker(tmp_path / "certificates")


@pytest.fixture
def served(tmp_path: Path) -> Path:
    return write(tmp_path / "site", {"rain.md": TEXT})


@contextmanager
def secure(served: Path, certificate: tuple[Path, Path]) -> Iterator[WebServer]:
    """A server that speaks TLS with that certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    server = WebServer()
    server._http.socket = context.wrap_socket(server._http.socket, server_side=True)
    with server:
        server.site("docs", served)
        yield server


def bring(folder: Path, server: WebServer, host: str, certificates: Path | str = "") -> Listing:
    downloader = Downloader(
        folder, lambda: "", bool, patience=Patience(tries=1), way_out=lambda: WayOut(certificates=str(certificates))
    )

    async def nobody(progress: StageProgress) -> None:
        pass

    wanted = addresses(f"https://{host}:{server.port}/site/docs/rain.md")
    return asyncio.run(downloader.bring(wanted, nobody))


@pytest.mark.parametrize(
    ("names", "begins", "ends", "host", "known", "code"),
    [
        ("DNS:localhost", -1, 1, "localhost", True, ""),
        ("IP:127.0.0.1", -1, 1, "127.0.0.1", True, ""),
        ("DNS:localhost", -1, 1, "localhost", False, "certificate"),
        ("DNS:localhost", -9, -2, "localhost", True, "certificate-expired"),
        ("DNS:localhost", 2, 9, "localhost", True, "certificate-early"),
        ("DNS:docs.example.org", -1, 1, "localhost", True, "certificate-name"),
        ("DNS:localhost", -1, 1, "127.0.0.1", True, "certificate-name"),
    ],
)
def test_what_is_wrong_with_a_certificate(
    tmp_path: Path, school: CertificateMaker, served: Path, names: str, begins: int, ends: int, host: str,
    known: bool, code: str,
) -> None:  # fmt: skip
    with secure(served, school.signed(names, begins=begins, ends=ends)) as server:
        listing = bring(tmp_path / "files", server, host, school.file if known else "")
        assert [found for _, found in codes(listing)] == [code] * bool(code)
        assert list(texts(listing).values()) == [TEXT] * (not code)
        assert bool(server.asked) == (not code)
    kept = [path.name for path in (tmp_path / "files").rglob("*.md")]
    assert kept == ["rain.md"] * (not code)


def test_one_that_has_signed_itself_is_trusted_where_its_file_was_handed_out(
    tmp_path: Path, school: CertificateMaker, served: Path
) -> None:
    own = school.own()
    with secure(served, own) as server:
        listing = bring(tmp_path / "files", server, "localhost")
        assert ([code for _, code in codes(listing)], server.asked) == (["certificate-own"], [])
        assert list(texts(bring(tmp_path / "files", server, "localhost", own[0])).values()) == [TEXT]


def test_a_file_without_certificates_is_named_and_nothing_is_asked(
    tmp_path: Path, school: CertificateMaker, served: Path
) -> None:
    with secure(served, school.signed()) as server:
        listing = bring(tmp_path / "files", server, "localhost", served / "rain.md")
        assert [problem.reason for problem in listing.problems] == [
            Reason("certificates-unreadable", str(served / "rain.md"))
        ]
        assert not server.asked


def test_each_fault_has_a_sentence_of_its_own_with_advice() -> None:
    faults = ("certificate", "certificate-own", "certificate-expired", "certificate-early", "certificate-name")
    sentences = {reason_sentence(Reason(code, "docs.example.org")) for code in faults}
    assert len(sentences) == len(faults)
    assert all("docs.example.org" in one and "nothing was asked for" in one and ";" in one for one in sentences)
