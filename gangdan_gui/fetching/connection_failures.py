"""What it means when asking a host ends in an error of httpx."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

from gangdan_gui.fetching.not_brought import NotBrought

if TYPE_CHECKING:
    import httpx

# X509_V_ERR_… of OpenSSL, CERT_E_… of Windows.
_FAULTS = {
    9: "certificate-early", 10: "certificate-expired", 0x800B0101: "certificate-expired",
    62: "certificate-name", 64: "certificate-name", 0x800B010F: "certificate-name",
    18: "certificate-own",
}  # fmt: skip
_PASSWORD_WANTED = "407"


def connection_failure(error: httpx.HTTPError, host: str) -> NotBrought:
    """Why a host gave nothing, or broke off, and whether another try may help."""
    import httpx

    if isinstance(error, httpx.ProxyError) and str(error).startswith(_PASSWORD_WANTED):
        return NotBrought("proxy-password", closed=True)
    if isinstance(error, httpx.ProxyError):
        return NotBrought("proxy-broken", str(error), again=True, closed=True)
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
        if refused := _refused_certificate(error):
            return NotBrought(_FAULTS.get(refused.verify_code & 0xFFFFFFFF, "certificate"), host, closed=True)
        return NotBrought("unreachable", host, again=True, closed=True)
    if isinstance(error, httpx.TimeoutException):
        return NotBrought("no-answer", host, again=True)
    if isinstance(error, httpx.RemoteProtocolError):
        return NotBrought("broken-off", host, again=True)
    if isinstance(error, httpx.UnsupportedProtocol | httpx.DecodingError):
        return NotBrought("redirect-refused", host)
    return NotBrought("broken-off", host, again=True)


def _refused_certificate(error: BaseException | None) -> ssl.SSLCertVerificationError | None:
    """What the system said of a server's certificate, where that is why."""
    while error is not None and not isinstance(error, ssl.SSLCertVerificationError):
        error = error.__cause__ or error.__context__
    return error
