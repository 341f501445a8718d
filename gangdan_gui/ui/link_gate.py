"""Which addresses in a text may be opened: web pages and e-mail, written without tricks. All others stay text."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 2000
SCHEME = "gangdan"

# Names and passwords before the host (`https://bank.example@elsewhere`) are refused with everything else unusual.
_WEB = re.compile(r"https?://(?:[^\s/?#\\@:\[\]]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#].*)?", re.IGNORECASE | re.DOTALL)
_MAIL = re.compile(r"mailto:[^\s?#@/\\:%]+@[^\s?#@/\\:%]+(?:\?(?P<fields>.*))?", re.IGNORECASE)
# `attach=` makes some mail programs send a file of this machine.
_MAIL_FIELD = re.compile(r"(?:subject|body)=(?:(?!%0)[^&])*", re.IGNORECASE)
# Control, format (direction marks, zero width), surrogate, private and unassigned characters; spaces of all kinds.
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"}


def safe_address(address: str) -> str:
    """The address as it stands when it may be opened, else an empty string."""
    if len(address) > LONGEST or "\\" in address or any(unicodedata.category(c) in _HIDDEN for c in address):
        return ""
    if _WEB.fullmatch(address):
        return address
    mail = _MAIL.fullmatch(address)
    if mail and all(_MAIL_FIELD.fullmatch(item) for item in (mail["fields"] or "subject=").split("&")):
        return address
    return ""


def passage_address(number: int) -> str:
    """The address behind a chip; only our own drawing makes these, a link in a text never becomes one."""
    return f"{SCHEME}:passage/{number}"


def passage_number(address: str) -> int:
    """The passage that an address made by `passage_address` means; 0 for any other address."""
    start, _, number = address.partition("/")
    return int(number) if start == f"{SCHEME}:passage" and number.isascii() and number.isdigit() else 0
