"""What it means when asking a host ends in an error of httpx."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gangdan_gui.fetching.not_brought import NotBrought

if TYPE_CHECKING:
    import httpx


def connection_failure(error: httpx.HTTPError, host: str) -> NotBrought:
    """Why a host gave nothing, or broke off, and whether another try may help."""
    import httpx

    if isinstance(error, httpx.ProxyError):
        return NotBrought("proxy-broken", str(error), again=True, closed=True)
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
        if "CERTIFICATE_VERIFY_FAILED" in str(error) or "certificate" in str(error).lower():
            return NotBrought("certificate", host, closed=True)
        return NotBrought("unreachable", host, again=True, closed=True)
    if isinstance(error, httpx.TimeoutException):
        return NotBrought("no-answer", host, again=True)
    if isinstance(error, httpx.RemoteProtocolError):
        return NotBrought("broken-off", host, again=True)
    if isinstance(error, httpx.UnsupportedProtocol | httpx.DecodingError):
        return NotBrought("redirect-refused", host)
    return NotBrought("broken-off", host, again=True)
