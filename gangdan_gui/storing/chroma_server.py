"""Asks a department's Chroma server, in a child process: a server that is slow or away holds nobody up."""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from gangdan_gui.domain.errors import GangDanError, StoreAway
from gangdan_gui.storing.chroma_client import ChromaSaid, refusals, server_client
from gangdan_gui.storing.chroma_collections import ChromaCollections
from gangdan_gui.way_out import CertificatesUnreadable, ProxyUnusable, WayOut

SILENT, TOKEN, VERSION = "server-silent", "server-token", "server-version"
CERTIFICATE, FAILED, NOT_CHROMA = "server-certificate", "server-failed", "not-chroma"
_TIMEOUT = httpx.Timeout(60.0, connect=5.0)
_REFUSED = frozenset({401, 403, 407})
_FROM_A_GATEWAY = frozenset({502, 503, 504})
_LONGEST = 200
_PROXY_VARIABLES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


class _Answered(Exception):
    """A server answered something else than was asked for. `reason` and `detail` are those of a Reason."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


class ChromaServer(ChromaCollections):
    """The collections of one server. Raises StoreAway, and StoreDamaged for a collection that is not as it should be.

    The token is sent as both headers in which servers and what stands before them expect it.
    """

    def __init__(self, url: str, token: str, way_out: WayOut) -> None:
        self.place = url
        with self._told():
            proxy, trusted = _way(url, way_out)
            headers = {"Authorization": f"Bearer {token}", "X-Chroma-Token": token} if token else {}
            _greet(url, headers, trusted, proxy)
            _lead_through(proxy)
            client = server_client(url, headers, trusted, _TIMEOUT, _hear)
        super().__init__(client, url)

    def _find(self, name: str) -> Any:
        # Somebody else may have made the server anew since, with other collections under the same names.
        self._collections.pop(name, None)
        return super()._find(name)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            with refusals():
                yield
        except GangDanError:
            raise
        except Exception as error:  # the edge: its client raises whatever it stumbles over in a reply
            raise self._away(*_why(error)) from error

    def _away(self, reason: str, detail: str) -> StoreAway:
        return StoreAway(address=self.place, reason=reason, detail=" ".join(detail.split())[:_LONGEST])


def _why(error: BaseException) -> tuple[str, str]:
    """The code and the detail of a Reason. What the client says is often less than what led to it."""
    said: BaseException | None = error
    while said is not None:
        match said:
            case _Answered():
                return said.reason, said.detail
            case ChromaSaid():
                return FAILED, said.words
            case CertificatesUnreadable():
                return CERTIFICATE, str(said)
            case ProxyUnusable():
                return SILENT, str(said)
            case httpx.HTTPStatusError() if said.response.status_code in _REFUSED:
                return TOKEN, ""
            case httpx.HTTPStatusError():
                return FAILED, f"HTTP {said.response.status_code}"
            case httpx.HTTPError():
                untrusted = "CERTIFICATE_VERIFY_FAILED" in str(said)
                return CERTIFICATE if untrusted else SILENT, str(said) or type(said).__name__
        said = said.__context__
    return NOT_CHROMA, str(error) or type(error).__name__


def _way(url: str, way_out: WayOut) -> tuple[str, ssl.SSLContext | None]:
    """The proxy, and what checks certificates where there are some."""
    proxy = way_out.proxy_for(url)
    secure = "https:" in (url.lower()[:6], proxy.lower()[:6])
    return proxy, way_out.trusted() if secure else None


def _lead_through(proxy: str) -> None:
    """Say in this process's variables which proxy is taken: the client reads nothing else."""
    for name in _PROXY_VARIABLES:
        os.environ.pop(name, None)
        os.environ.pop(name.upper(), None)
    if proxy:
        os.environ["http_proxy"] = os.environ["https_proxy"] = proxy
    else:
        os.environ["no_proxy"] = "*"


def _greet(url: str, headers: dict[str, str], trusted: ssl.SSLContext | None, proxy: str) -> None:
    """See whether a server of our kind answers there and lets us in; quicker and clearer than its client's failure."""
    with httpx.Client(
        headers=headers, verify=trusted or ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), proxy=proxy or None,
        trust_env=False, timeout=_TIMEOUT,
    ) as session:  # fmt: skip
        for path, name in (("heartbeat", "nanosecond heartbeat"), ("auth/identity", "tenant")):
            response = session.get(f"{url}/api/v2/{path}")
            _hear(response)
            told = _json(response) if response.is_success else None
            if isinstance(told, dict) and name in told:
                continue
            raise _older(session, url) or _Answered(NOT_CHROMA, f"HTTP {response.status_code}")


def _older(session: httpx.Client, url: str) -> _Answered | None:
    """What is told of a server that speaks only what older versions spoke."""
    response = session.get(f"{url}/api/v1/version")
    version = _json(response) if response.is_success else None
    return _Answered(VERSION, version) if isinstance(version, str) else None


def _hear(response: httpx.Response) -> None:
    """What stands before a server may answer in its place. Raises _Answered."""
    if response.status_code in _REFUSED:
        raise _Answered(TOKEN)
    if response.status_code in _FROM_A_GATEWAY:
        raise _Answered(SILENT, f"HTTP {response.status_code}")


def _json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return None
