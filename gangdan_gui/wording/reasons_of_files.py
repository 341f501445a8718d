"""The sentences about what has become of files: read, converted, cut, or left out."""

from __future__ import annotations

from collections.abc import Mapping

from gangdan_gui.translating import QT_TRANSLATE_NOOP

FILES: Mapping[str, str] = {
    "empty": QT_TRANSLATE_NOOP("reasons", "the file is empty"),
    "blank": QT_TRANSLATE_NOOP("reasons", "there is no text in it"),
    "excluded": QT_TRANSLATE_NOOP("reasons", "you have taken it out of the collection"),
    "chunks-excluded": QT_TRANSLATE_NOOP("reasons", "passages that you left out: {detail}"),
    "exclusion-lost": QT_TRANSLATE_NOOP(
        "reasons",
        "a passage that you left out is not there any more as it was; look whether it is to go again: “{detail}”",
    ),
    "original-changed": QT_TRANSLATE_NOOP(
        "reasons", "the file has changed since you corrected its text; yours is kept, look what is new in the file"
    ),
    "original-unreadable": QT_TRANSLATE_NOOP(
        "reasons", "the file can't be converted any more; the text that you corrected is kept"
    ),
    "corrected-file-gone": QT_TRANSLATE_NOOP(
        "reasons", "the file is gone; what you corrected in it is kept for when it comes back"
    ),
    "binary": QT_TRANSLATE_NOOP("reasons", "it holds binary data, not text"),
    "encoding-unknown": QT_TRANSLATE_NOOP("reasons", "its text encoding could not be told"),
    "html-page": QT_TRANSLATE_NOOP("reasons", "it is a web page under another name"),
    "lfs-pointer": QT_TRANSLATE_NOOP("reasons", "it only points to a file that was not downloaded (Git LFS)"),
    "broken-notebook": QT_TRANSLATE_NOOP("reasons", "the notebook is broken: {detail}"),
    "broken-list": QT_TRANSLATE_NOOP("reasons", "nothing in it can be read as a list of references"),
    "entries-unread": QT_TRANSLATE_NOOP("reasons", "entries that could not be read: {detail}"),
    "attachment-missing": QT_TRANSLATE_NOOP("reasons", "it names “{detail}”, which is not among the files"),
    "conversion-failed": QT_TRANSLATE_NOOP("reasons", "it could not be converted: {detail}"),
    "password-protected": QT_TRANSLATE_NOOP("reasons", "it is protected by a password; save a copy of it without one"),
    "old-office": QT_TRANSLATE_NOOP(
        "reasons",
        "it is in an older format of Office or WPS; install LibreOffice, which GangDan then reads it with, or save it "
        "as {detail}",
    ),
    "other-format": QT_TRANSLATE_NOOP("reasons", "it is not what the ending of its name says"),
    "damaged-file": QT_TRANSLATE_NOOP("reasons", "it is damaged or incomplete; try to open it and save it again"),
    "unpacked-too-large": QT_TRANSLATE_NOOP("reasons", "unpacked it is too large; split it into several files"),
    "unsafe-file": QT_TRANSLATE_NOOP(
        "reasons", "it holds instructions that no document needs and that may do harm ({detail})"
    ),
    "no-pages": QT_TRANSLATE_NOOP("reasons", "there are no pages in it"),
    "scanned": QT_TRANSLATE_NOOP(
        "reasons",
        "it is scanned: its pages are pictures without text; install text recognition (README says how; "
        "the packaged program comes without it) or save it with recognised text",
    ),
    "picture": QT_TRANSLATE_NOOP(
        "reasons",
        "it is a picture; its words are read where text recognition is installed (README says how; the "
        "packaged program comes without it)",
    ),
    "small-picture": QT_TRANSLATE_NOOP("reasons", "it is a small picture, less than 300 dots wide or high"),
    "only-pictures": QT_TRANSLATE_NOOP(
        "reasons", "there are only pictures in it; save it as PDF and have its text recognised (OCR)"
    ),
    "recognised": QT_TRANSLATE_NOOP(
        "reasons", "pages whose text was recognised from pictures and may hold mistakes: {detail}"
    ),
    "uncertain-lines": QT_TRANSLATE_NOOP("reasons", "lines too uncertain to recognise, left out: {detail}"),
    "recognition-stopped": QT_TRANSLATE_NOOP(
        "reasons", "pages left out because recognising text took too long: {detail}; split the file"
    ),
    "recognition-failed": QT_TRANSLATE_NOOP("reasons", "recognising its text failed: {detail}"),
    "no-letters": QT_TRANSLATE_NOOP(
        "reasons", "its fonts do not say which letters they draw; export it again, or run text recognition (OCR) on it"
    ),
    "pages-scanned": QT_TRANSLATE_NOOP("reasons", "pages that are pictures without text: {detail}"),
    "pages-broken": QT_TRANSLATE_NOOP("reasons", "pages that could not be read: {detail}"),
    "letters-unknown": QT_TRANSLATE_NOOP("reasons", "letters that its fonts do not name, left out: {detail}"),
    "bytes-replaced": QT_TRANSLATE_NOOP("reasons", "{detail} unreadable places were replaced by a mark"),
    "nul-removed": QT_TRANSLATE_NOOP("reasons", "{detail} empty bytes were taken out"),
    "cut-short": QT_TRANSLATE_NOOP("reasons", "it ends in the middle of a character; the file may be incomplete"),
    "not-included": QT_TRANSLATE_NOOP("reasons", "files that it includes are not part of the source: {detail}"),
    "asset": QT_TRANSLATE_NOOP("reasons", "it is not a document ({detail})"),
    "format-not-read": QT_TRANSLATE_NOOP("reasons", "files of the kind {detail} are not read"),
    "not-readable": QT_TRANSLATE_NOOP("reasons", "it could not be read: {detail}"),
    "line-not-utf-8": QT_TRANSLATE_NOOP("reasons", "it is not text in UTF-8"),
    "line-not-json": QT_TRANSLATE_NOOP("reasons", "it is no JSON: {detail}"),
    "line-no-object": QT_TRANSLATE_NOOP(
        "reasons", "it is not a JSON object, which begins with “{{” and ends with “}}”"
    ),
    "line-lacks": QT_TRANSLATE_NOOP("reasons", "“{detail}” is missing, or nothing stands there"),
    "line-wrong": QT_TRANSLATE_NOOP("reasons", "what stands at “{detail}” can't be used"),
    "line-twice": QT_TRANSLATE_NOOP("reasons", "“{detail}” stands further up already"),
    "line-other-text": QT_TRANSLATE_NOOP("reasons", "“{detail}” is a document already, with another text"),
    "line-span-outside": QT_TRANSLATE_NOOP("reasons", "an answer lies beyond the end of “{detail}”"),
    "vanished": QT_TRANSLATE_NOOP("reasons", "it disappeared while it was being read"),
    "link-outside": QT_TRANSLATE_NOOP("reasons", "it is a link that leaves the folder, to {detail}"),
    "link-loop": QT_TRANSLATE_NOOP("reasons", "it is a link that leads round in a circle, to {detail}"),
    "link-broken": QT_TRANSLATE_NOOP("reasons", "it is a link to {detail}, which is not there"),
    "short-pieces": QT_TRANSLATE_NOOP("reasons", "{detail} characters stand in pieces too short to search"),
    "all-too-short": QT_TRANSLATE_NOOP("reasons", "its text is too short to search ({detail} characters)"),
    "worker-failed": QT_TRANSLATE_NOOP("reasons", "a part of the program failed on it: {detail}"),
    "too-slow": QT_TRANSLATE_NOOP("reasons", "it took too long to convert"),
    "archive-broken": QT_TRANSLATE_NOOP(
        "reasons", "the archive is damaged or incomplete; try to open it and pack it again"
    ),
    "archive-in-archive": QT_TRANSLATE_NOOP(
        "reasons", "it is an archive in an archive; unpack it and put its files beside it"
    ),
    "archive-in-parts": QT_TRANSLATE_NOOP(
        "reasons", "it is one of several parts of an archive; unpack them together and add the folder"
    ),
    "link-in-archive": QT_TRANSLATE_NOOP("reasons", "it is a link or a device in an archive, which is not followed"),
    "other-archive": QT_TRANSLATE_NOOP("reasons", "archives of the kind {detail} are not read; save it as .zip"),
    "packing-unknown": QT_TRANSLATE_NOOP(
        "reasons", "it is packed in a way that is not read ({detail}); pack it as an ordinary .zip"
    ),
    "unsafe-name": QT_TRANSLATE_NOOP("reasons", "its name leads out of the archive"),
}
