"""Why something could not be downloaded, and whether asking again may help.

Codes of the reasons: `unreachable`, `no-answer`, `broken-off`, `too-long`, `not-there`, `forbidden`, `http-status`,
`rate-limited` (its detail is when it can go on), `busy` (nobody said when), `short-body`, `empty`, `html-page`,
`login-page`, `moved`, `error-page`, `redirect-refused`, `redirect-loop`, `too-large`,
`archive-damaged`, `not-archive`, `other-commit`; of an archive of documents `archive-broken`, `archive-in-parts`,
`password-protected`, `other-archive`, `other-format`, `unpacked-too-large`, `packing-unknown`, `damaged-file`,
`not-readable`; of the way there `certificate` (not trusted), `certificate-expired`, `certificate-early`,
`certificate-name`, `certificate-own`, `certificates-unreadable`, `proxy-broken`, `proxy-socks`, `proxy-password`.
"""

from __future__ import annotations

from gangdan_gui.domain.reasons import Reason

WAY_BARRED = frozenset(
    [
        "certificate", "certificate-expired", "certificate-early", "certificate-name", "certificate-own",
        "certificates-unreadable", "proxy-broken", "proxy-socks", "proxy-password",
    ]
)  # fmt: skip
"""The codes that say that the way to a server is barred."""
SILENT = WAY_BARRED | {"unreachable", "no-answer"}
"""The codes that say nothing of a server's files, as it was not reached."""

# A server may send us to an address of any length; it stands in a sentence.
_DETAIL = 200


class NotBrought(Exception):
    """Something did not arrive. `again`: it may at another try, not before `wait` seconds where the server said so.

    `closed`: nothing else is to be had from that host for now either.
    """

    def __init__(self, code: str, detail: str = "", *, again: bool = False, wait: float = 0.0, closed: bool = False):
        super().__init__(code, detail)
        self.reason = Reason(code, detail if len(detail) <= _DETAIL else f"{detail[: _DETAIL - 1]}…")
        self.again = again
        self.wait = wait
        self.closed = closed
