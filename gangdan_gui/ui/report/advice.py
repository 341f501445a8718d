"""What a user can do about a file that was not read, or not whole, by the code of its reason."""

from __future__ import annotations

from collections.abc import Mapping

from gangdan_gui.domain.reasons import Reason
from gangdan_gui.translating import QT_TRANSLATE_NOOP
from gangdan_gui.ui.translation import translate

_LOOK = QT_TRANSLATE_NOOP("report advice", "Open the file in its own program to see whether it is whole.")
_AGAIN = QT_TRANSLATE_NOOP("report advice", "Build the source again later; what was there before stays until then.")
_ASK = QT_TRANSLATE_NOOP("report advice", "Open its address in the browser, and ask who looks after the network.")
_COMPARE = QT_TRANSLATE_NOOP("report advice", "Open the file here and compare it with its original.")
_NOTHING = QT_TRANSLATE_NOOP("report advice", "There is nothing you need to do.")
_OTHERWISE = QT_TRANSLATE_NOOP("report advice", "Look at the file, put it right, and build the source again.")

_ADVICE: Mapping[str, str] = {
    **dict.fromkeys(("empty", "blank", "other-format", "vanished", "not-readable"), _LOOK),
    **dict.fromkeys(("no-answer", "short-body", "http-status", "archive-damaged"), _AGAIN),
    **dict.fromkeys(("forbidden", "login-page", "proxy-broken", "not-there"), _ASK),
    **dict.fromkeys(("pages-scanned", "pages-broken", "letters-unknown", "bytes-replaced", "nul-removed"), _COMPARE),
    **dict.fromkeys(("cut-short", "encoding-unknown", "conversion-failed"), _COMPARE),
    **dict.fromkeys(("recognised", "uncertain-lines", "recognition-failed"), _COMPARE),
    **dict.fromkeys(("asset", "small-picture", "short-pieces"), _NOTHING),
    "binary": QT_TRANSLATE_NOOP("report advice", "If it is a document, save it under the ending that it belongs to."),
    "format-not-read": QT_TRANSLATE_NOOP("report advice", "Save it as PDF, Word or text, and add that instead."),
    "interrupted": QT_TRANSLATE_NOOP("report advice", "Build the source again: it goes on where it was stopped."),
    "cut-off": QT_TRANSLATE_NOOP("report advice", "Build the source again: it goes on where it was stopped."),
    "all-too-short": QT_TRANSLATE_NOOP("report advice", "Open it, and add to its text where something is missing."),
    "excluded": QT_TRANSLATE_NOOP("report advice", "Open it to take it in again."),
    "lfs-pointer": QT_TRANSLATE_NOOP("report advice", "Get the file itself (“git lfs pull”), and build again."),
}
# Their sentences say what to do themselves.
_SAY_IT = frozenset(
    (
        "password-protected", "old-office", "damaged-file", "unpacked-too-large", "archive-in-parts", "scanned",
        "location-bare",
        "no-letters", "picture", "only-pictures", "recognition-stopped",
        "rate-limited", "busy", "certificate", "records-lost", "entry-changed", "never-downloaded", "exclusion-lost",
        "original-changed", "chunks-excluded",
    )
)  # fmt: skip


def advice(reason: Reason) -> str:
    """What to do, as a full sentence in the language of the window; empty where the reason says it."""
    if reason.code in _SAY_IT:
        return ""
    return translate("report advice", _ADVICE.get(reason.code, _OTHERWISE))
