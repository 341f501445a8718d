"""What the user is told about errors and reasons: one sentence of what happened, one of what to do.

Both faces read this table. It holds English; the window passes a `translate` that looks the same
string up under the same context in its catalogue, so every string here is marked for extraction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from gangdan_gui.domain.errors import GangDanError, UnreadableFile
from gangdan_gui.domain.reasons import Reason

Translate = Callable[[str, str], str]


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # the name that the extractor looks for
    """Mark a string for extraction and return it as it is."""
    del context
    return text


def untranslated(context: str, text: str) -> str:
    """The `translate` of the command line."""
    del context
    return text


class Face(StrEnum):
    """Where the user reads it: advice names what can be done there."""

    COMMAND_LINE = "command line"
    WINDOW = "window"


@dataclass(frozen=True, slots=True)
class Told:
    """An error as the user reads it. `advice` may be empty."""

    id: str
    message: str
    advice: str


_ERRORS: Mapping[str, tuple[str, str]] = {
    "unknown-source": (
        QT_TRANSLATE_NOOP("errors", "There is no source “{source}” in this library."),
        QT_TRANSLATE_NOOP("errors", "“sources list” shows the sources there are."),
    ),
    "ambiguous-title": (
        QT_TRANSLATE_NOOP("errors", "Several sources are called “{title}”."),
        QT_TRANSLATE_NOOP("errors", "Name one by its id: {sources}."),
    ),
    "location-missing": (
        QT_TRANSLATE_NOOP("errors", "“{location}” is not there."),
        QT_TRANSLATE_NOOP("errors", "Check the path; if it is on a USB stick or a network drive, connect it first."),
    ),
    "not-offered": (
        QT_TRANSLATE_NOOP("errors", "“{location}” is neither in the catalogue nor in this folder."),
        QT_TRANSLATE_NOOP("errors", "Did you mean {alike}?"),
    ),
    "address-refused": (
        QT_TRANSLATE_NOOP("errors", "“{address}” can't be a source: {what}."),
        QT_TRANSLATE_NOOP("errors", "Copy the address of a page, a file or a repository from the browser."),
    ),
    "already-added": (
        QT_TRANSLATE_NOOP("errors", "“{location}” is in the library already, as “{title}”."),
        QT_TRANSLATE_NOOP("errors", "Build that source to bring it up to date, or add it under another title."),
    ),
    "nothing-built": (
        QT_TRANSLATE_NOOP("errors", "There is nothing to search yet."),
        QT_TRANSLATE_NOOP("errors", "Add a source and build it first."),
    ),
    "empty-question": (
        QT_TRANSLATE_NOOP("errors", "The question is empty."),
        QT_TRANSLATE_NOOP("errors", "Type a few words to look for."),
    ),
    "empty-note": (
        QT_TRANSLATE_NOOP("errors", "The note is empty."),
        QT_TRANSLATE_NOOP("errors", "Write or paste some text first."),
    ),
    "nothing-to-keep": (
        QT_TRANSLATE_NOOP("errors", "There is nothing to keep of answer {number}: no model wrote it."),
        QT_TRANSLATE_NOOP("errors", "Passages that are shown as they are stand in your sources already."),
    ),
    "empty-text": (
        QT_TRANSLATE_NOOP("errors", "The text of the document is empty."),
        QT_TRANSLATE_NOOP("errors", "Write some text, or leave the document out of the source instead."),
    ),
    "correction-changed": (
        QT_TRANSLATE_NOOP("errors", "“{path}” has been corrected somewhere else meanwhile; nothing was changed."),
        QT_TRANSLATE_NOOP("errors", "Open it again to see that correction, then make yours."),
    ),
    "question-too-long": (
        QT_TRANSLATE_NOOP("errors", "The question is too long for the model: {tokens} tokens, with room for {room}."),
        QT_TRANSLATE_NOOP("errors", "Shorten it, or set a larger context in the settings."),
    ),
    "invalid-chunking": (
        QT_TRANSLATE_NOOP("errors", "Chunk size {size}, overlap {overlap} and minimum {minimum} do not work: {rule}."),
        QT_TRANSLATE_NOOP("errors", "800, 150 and 50 suit most documentation."),
    ),
    "invalid-filter": (
        QT_TRANSLATE_NOOP("errors", "“{value}” is no date that a search can begin at."),
        QT_TRANSLATE_NOOP("errors", "Give a year, a month or a day: 2024, 2024-05 or 2024-05-17."),
    ),
    "invalid-setting": (
        QT_TRANSLATE_NOOP("errors", "“{name}” can't be “{value}” ({file})."),
        QT_TRANSLATE_NOOP("errors", "Expected: {expected}."),
    ),
    "settings-unreadable": (
        QT_TRANSLATE_NOOP("errors", "The settings can't be read ({file}): {value}."),
        QT_TRANSLATE_NOOP("errors", "The standard ones are used; the file is set aside when a setting is changed."),
    ),
    "unknown-conversation": (
        QT_TRANSLATE_NOOP("errors", "There is no conversation “{conversation}”."),
        QT_TRANSLATE_NOOP("errors", "“conversations list” shows the conversations there are."),
    ),
    "conversation-unreadable": (
        QT_TRANSLATE_NOOP(
            "errors", "A conversation can't be read: its file is damaged, or of a newer version ({file})."
        ),
        QT_TRANSLATE_NOOP("errors", "The file stays as it is; a copy of it from a backup may be put in its place."),
    ),
    "unknown-answer": (
        QT_TRANSLATE_NOOP("errors", "The conversation has no answer {number}."),
        QT_TRANSLATE_NOOP("errors", "Answers are counted from 1; it has {count}."),
    ),
    "unsupported-export": (
        QT_TRANSLATE_NOOP("errors", "“{file}” can't be written: its ending names no format known here."),
        QT_TRANSLATE_NOOP("errors", "Use one of: {known}."),
    ),
    "no-display": (
        QT_TRANSLATE_NOOP("errors", "There is no display here to open a window on."),
        QT_TRANSLATE_NOOP("errors", "Use the sub-commands (--help), or --self-test to see whether everything works."),
    ),
    "not-available": (
        QT_TRANSLATE_NOOP("errors", "“{what}” is not available in this version."),
        "",
    ),
    "catalog-problem": (
        QT_TRANSLATE_NOOP("errors", "{file}, line {line}: {what}"),
        QT_TRANSLATE_NOOP("errors", "Mend that entry; the others are used as they are."),
    ),
    "export-failed": (
        QT_TRANSLATE_NOOP("errors", "Nothing was written, because the export failed: {reason}."),
        QT_TRANSLATE_NOOP("errors", "Export to Markdown instead, which needs no other program."),
    ),
    "builtin-unavailable": (
        QT_TRANSLATE_NOOP(
            "errors", "The built-in embedding model can't be used: a file of it is missing, damaged or another one."
        ),
        QT_TRANSLATE_NOOP("errors", "Install the program again ({why}). Your library stays as it is."),
    ),
    "embedder-unavailable": (
        QT_TRANSLATE_NOOP("errors", "The embedder “{embedder}” can't be used: {why}."),
        QT_TRANSLATE_NOOP("errors", "Run the doctor to see what is missing, or install the program again."),
    ),
    "bad-vectors": (
        QT_TRANSLATE_NOOP("errors", "The embedder “{embedder}” gave vectors that can't be used: {what}."),
        QT_TRANSLATE_NOOP("errors", "Try again; if it comes back, the text named in the report is the cause."),
    ),
    "store-damaged": (
        QT_TRANSLATE_NOOP("errors", "The search index can't be read: {what}."),
        QT_TRANSLATE_NOOP("errors", "Build the source again: its text and vectors are kept, so it takes moments."),
    ),
    "records-damaged": (
        QT_TRANSLATE_NOOP("errors", "The library's records can't be read: {what}."),
        QT_TRANSLATE_NOOP("errors", "“doctor --repair” begins them anew and builds the sources again."),
    ),
    "library-locked": (
        QT_TRANSLATE_NOOP("errors", "This library is in use by {holder}."),
        QT_TRANSLATE_NOOP("errors", "Close it first, or ask there."),
    ),
    "library-newer": (
        QT_TRANSLATE_NOOP("errors", "This library was made by a newer version ({found}; known here: {known})."),
        QT_TRANSLATE_NOOP("errors", "Install the newer version. Nothing was changed."),
    ),
    "cannot-write": (
        QT_TRANSLATE_NOOP("errors", "“{path}” can't be written: {why}."),
        QT_TRANSLATE_NOOP("errors", "Check that the folder exists, has space and may be written to."),
    ),
    "ollama-unreachable": (
        QT_TRANSLATE_NOOP("errors", "No Ollama server answers at {address}."),
        QT_TRANSLATE_NOOP("errors", "Start Ollama, or check its address in the settings."),
    ),
    "ollama-silent": (
        QT_TRANSLATE_NOOP("errors", "The Ollama server at {address} did not reply within {seconds} seconds."),
        QT_TRANSLATE_NOOP("errors", "Try again; if it comes back, start Ollama anew or choose a smaller model."),
    ),
    "ollama-dropped": (
        QT_TRANSLATE_NOOP("errors", "The connection to the Ollama server at {address} broke ({why})."),
        QT_TRANSLATE_NOOP("errors", "Try again; if it comes back, start Ollama anew or choose a smaller model."),
    ),
    "ollama-proxy": (
        QT_TRANSLATE_NOOP("errors", "A proxy is in the way to {address} ({found})."),
        QT_TRANSLATE_NOOP("errors", "Name this address in NO_PROXY, or check it in the settings."),
    ),
    "not-ollama": (
        QT_TRANSLATE_NOOP("errors", "What answers at {address} is not an Ollama server ({found})."),
        QT_TRANSLATE_NOOP("errors", "Check Ollama's address in the settings."),
    ),
    "ollama-model-missing": (
        QT_TRANSLATE_NOOP("errors", "Ollama does not have the model {model}."),
        QT_TRANSLATE_NOOP("errors", "Get it with “ollama pull {model}”, or choose another model."),
    ),
    "ollama-refused": (
        QT_TRANSLATE_NOOP("errors", "Ollama reported an error: {why}."),
        QT_TRANSLATE_NOOP("errors", "Choose another model, or bring Ollama up to date."),
    ),
    "worker-died": (
        QT_TRANSLATE_NOOP("errors", "The part “{worker}” stopped by itself (code {code})."),
        QT_TRANSLATE_NOOP("errors", "Try again: it is started anew. What was stored before is kept."),
    ),
    "worker-failed": (
        QT_TRANSLATE_NOOP("errors", "The part “{worker}” met an error: {error}."),
        QT_TRANSLATE_NOOP("errors", "Try again; if it comes back, report it with the log file."),
    ),
}

_ANOTHER = QT_TRANSLATE_NOOP("errors", "another program")

# What parts of the program are called inside, and typed as; other languages have words for them.
_PARTS = {
    "builtin": QT_TRANSLATE_NOOP("errors", "builtin"),
    "embedder": QT_TRANSLATE_NOOP("errors", "embedder"),
    "converter": QT_TRANSLATE_NOOP("errors", "converter"),
    "chroma": QT_TRANSLATE_NOOP("errors", "chroma"),
}
_INSTALL_AGAIN = QT_TRANSLATE_NOOP(
    "errors", "Start the program again; if that does not help, install it again. Your library stays as it is."
)

# What the window advises instead, where the advice above names something of the command line.
_WINDOW_ADVICE: Mapping[str, str] = {
    "unknown-source": QT_TRANSLATE_NOOP(
        "errors", "It may have been removed; the list on the left shows what there is."
    ),
    "unknown-conversation": QT_TRANSLATE_NOOP("errors", "The menu at the top left lists the earlier conversations."),
    "embedder-unavailable": _INSTALL_AGAIN,
    "builtin-unavailable": _INSTALL_AGAIN,
    "records-damaged": QT_TRANSLATE_NOOP(
        "errors",
        "Your own documents are untouched. Close GangDan, move the file library.sqlite3 out of “{home}”, and start "
        "GangDan again: it begins new records.",
    ),
    "ollama-model-missing": QT_TRANSLATE_NOOP("errors", "Download it here, or choose another model."),
    "library-locked": QT_TRANSLATE_NOOP("errors", "Wait until that has ended or close it, then start GangDan again."),
}

_REASONS: Mapping[str, str] = {
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
    "corrections-unreadable": QT_TRANSLATE_NOOP(
        "reasons",
        "your corrections can't be read; they stay in {detail}, to be mended there or taken from a backup",
    ),
    "never-downloaded": QT_TRANSLATE_NOOP("reasons", "it was never downloaded; build it with the network once"),
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
    "vanished": QT_TRANSLATE_NOOP("reasons", "it disappeared while it was being read"),
    "link-outside": QT_TRANSLATE_NOOP("reasons", "it is a link that leaves the folder, to {detail}"),
    "link-loop": QT_TRANSLATE_NOOP("reasons", "it is a link that leads round in a circle, to {detail}"),
    "link-broken": QT_TRANSLATE_NOOP("reasons", "it is a link to {detail}, which is not there"),
    "nothing-found": QT_TRANSLATE_NOOP("reasons", "no document was found in it"),
    "location-missing": QT_TRANSLATE_NOOP("reasons", "“{detail}” is not there; the library was left as it is"),
    "short-pieces": QT_TRANSLATE_NOOP("reasons", "{detail} characters stand in pieces too short to search"),
    "all-too-short": QT_TRANSLATE_NOOP("reasons", "its text is too short to search ({detail} characters)"),
    "entry-changed": QT_TRANSLATE_NOOP("reasons", "its entry in the list of sources has changed; update it"),
    "records-lost": QT_TRANSLATE_NOOP("reasons", "what was known of it was lost or damaged; build it again"),
    "vector-failed": QT_TRANSLATE_NOOP("reasons", "a passage could not be embedded: {detail}"),
    "embedder-unavailable": QT_TRANSLATE_NOOP("reasons", "the embedder can't be used: {detail}"),
    "builtin-unavailable": QT_TRANSLATE_NOOP(
        "reasons", "the built-in embedding model can't be used: a file of it is missing, damaged or another one"
    ),
    "not-written": QT_TRANSLATE_NOOP(
        "reasons", "it could not be written ({detail}); look whether the disk is full and who may write there"
    ),
    "store-failed": QT_TRANSLATE_NOOP("reasons", "the search index could not be written: {detail}"),
    "worker-failed": QT_TRANSLATE_NOOP("reasons", "a part of the program failed on it: {detail}"),
    "too-slow": QT_TRANSLATE_NOOP("reasons", "it took too long to convert"),
    "size-range": QT_TRANSLATE_NOOP("reasons", "the size must be from 1 to 100,000"),
    "overlap-range": QT_TRANSLATE_NOOP("reasons", "the overlap must be smaller than the size"),
    "minimum-range": QT_TRANSLATE_NOOP("reasons", "the minimum must not be larger than the size"),
    "answer-stopped": QT_TRANSLATE_NOOP("reasons", "it was stopped"),
    "answer-length": QT_TRANSLATE_NOOP("reasons", "it became longer than there is room for"),
    "answer-empty": QT_TRANSLATE_NOOP("reasons", "the model gave no answer"),
    "ollama-dropped": QT_TRANSLATE_NOOP("reasons", "the connection to Ollama broke"),
    "ollama-silent": QT_TRANSLATE_NOOP("reasons", "Ollama said nothing for {detail} seconds"),
    "ollama-refused": QT_TRANSLATE_NOOP("reasons", "Ollama reported an error: {detail}"),
    "ollama-proxy": QT_TRANSLATE_NOOP("reasons", "a proxy was in the way: {detail}"),
    "not-ollama": QT_TRANSLATE_NOOP("reasons", "what came was not from Ollama: {detail}"),
    "passages-left-out": QT_TRANSLATE_NOOP("reasons", "passages that did not fit into what the model reads: {detail}"),
    "passage-shortened": QT_TRANSLATE_NOOP("reasons", "passage {detail} was shortened to what the model reads"),
    "history-left-out": QT_TRANSLATE_NOOP("reasons", "earlier answers that did not fit into what it reads: {detail}"),
    "whole-library": QT_TRANSLATE_NOOP("reasons", "the model read all that the chosen sources hold"),
    "words-only": QT_TRANSLATE_NOOP(
        "reasons", "searched by words alone, because the embedder can't be reached: {detail}"
    ),
    "embedder-changed": QT_TRANSLATE_NOOP(
        "reasons",
        "searched by words alone, because the embedding model is another one now; build again to search by meaning: "
        "{detail}",
    ),
    "prompt-cut": QT_TRANSLATE_NOOP(
        "reasons", "the model read only a part ({detail} tokens); a smaller context in the settings may help"
    ),
    "ollama-has-model": QT_TRANSLATE_NOOP("reasons", "embedded with {detail}, because Ollama answers and has it"),
    "ollama-knows-chinese": QT_TRANSLATE_NOOP("reasons", "embedded with {detail} of Ollama, which knows Chinese"),
    "builtin-knows-chinese": QT_TRANSLATE_NOOP(
        "reasons", "embedded with the built-in model, because it knows Chinese and no model of Ollama here does"
    ),
    "builtin-without-ollama": QT_TRANSLATE_NOOP(
        "reasons", "embedded with the built-in model, because no Ollama answers at {detail}"
    ),
    "builtin-without-model": QT_TRANSLATE_NOOP(
        "reasons", "embedded with the built-in model, because Ollama does not have {detail}"
    ),
    "english-centred": QT_TRANSLATE_NOOP(
        "reasons",
        "{detail} was made for English and knows little Chinese; bge-m3, qwen3-embedding and embeddinggemma of Ollama "
        "know both languages, and so does the built-in model",
    ),
    "not-http": QT_TRANSLATE_NOOP("reasons", "only addresses that begin with http or https can be read"),
    "no-host": QT_TRANSLATE_NOOP("reasons", "it names no server"),
    "credentials": QT_TRANSLATE_NOOP("reasons", "there is a name or password in it, which everybody would see"),
    "not-an-address": QT_TRANSLATE_NOOP("reasons", "it is not an address"),
    "other-file": QT_TRANSLATE_NOOP("reasons", "what arrived is another file than the one that was asked for"),
    "mirror-half": QT_TRANSLATE_NOOP("reasons", "one of the two addresses is missing"),
    "mirror-itself": QT_TRANSLATE_NOOP("reasons", "both are the same address"),
    "no-repository": QT_TRANSLATE_NOOP("reasons", "“{detail}” is not a repository on GitHub"),
    "unreachable": QT_TRANSLATE_NOOP("reasons", "{detail} can't be reached; check the network and its proxy"),
    "no-answer": QT_TRANSLATE_NOOP("reasons", "{detail} did not answer in time"),
    "broken-off": QT_TRANSLATE_NOOP("reasons", "the connection to {detail} broke while it was being downloaded"),
    "too-long": QT_TRANSLATE_NOOP("reasons", "the download was not done after {detail} minutes"),
    "not-there": QT_TRANSLATE_NOOP("reasons", "there is nothing at its address ({detail})"),
    "forbidden": QT_TRANSLATE_NOOP("reasons", "the server does not give it out ({detail})"),
    "http-status": QT_TRANSLATE_NOOP("reasons", "the server reported an error ({detail})"),
    "rate-limited": QT_TRANSLATE_NOOP(
        "reasons", "the server has had too many requests from this network; build again after {detail} to go on"
    ),
    "busy": QT_TRANSLATE_NOOP(
        "reasons", "the server has had too many requests from this network; build again later to go on"
    ),
    "short-body": QT_TRANSLATE_NOOP("reasons", "only a part of it arrived"),
    "login-page": QT_TRANSLATE_NOOP("reasons", "the server wants a login: {detail}"),
    "moved": QT_TRANSLATE_NOOP("reasons", "the page only says that it has moved: {detail}"),
    "error-page": QT_TRANSLATE_NOOP("reasons", "the server sent an error instead of it: {detail}"),
    "redirect-refused": QT_TRANSLATE_NOOP("reasons", "its server points to {detail}, which is not followed"),
    "redirect-loop": QT_TRANSLATE_NOOP("reasons", "its server sends us round in a circle, to {detail}"),
    "certificate": QT_TRANSLATE_NOOP(
        "reasons",
        "the certificate of {detail} is signed by nobody that is trusted here, so nothing was asked for; where the "
        "school's network looks into what is downloaded, ask who looks after it for its certificate, a file that the "
        "setting “Further certificates” takes",
    ),
    "certificate-own": QT_TRANSLATE_NOOP(
        "reasons",
        "{detail} has signed its certificate itself, so nobody can tell that it is what it says, and nothing was asked "
        "for; if the server is your school's, ask who looks after it for the certificate, a file that the setting "
        "“Further certificates” takes",
    ),
    "certificate-expired": QT_TRANSLATE_NOOP(
        "reasons",
        "the certificate of {detail} has expired, so nothing was asked for; see whether the date of this computer is "
        "right, else only who runs the server can renew it",
    ),
    "certificate-early": QT_TRANSLATE_NOOP(
        "reasons",
        "the certificate of {detail} is not valid yet, so nothing was asked for; see whether the date of this computer "
        "is right",
    ),
    "certificate-name": QT_TRANSLATE_NOOP(
        "reasons",
        "what answers for {detail} has the certificate of another server, so nothing was asked for; see whether the "
        "network wants a login in the browser first, and whether the address is right",
    ),
    "certificates-unreadable": QT_TRANSLATE_NOOP(
        "reasons",
        "the file that the setting “Further certificates” names can't be read or holds no certificate: {detail}; it "
        "should be a PEM file",
    ),
    "proxy-broken": QT_TRANSLATE_NOOP("reasons", "the proxy can't be used: {detail}; see the setting “Proxy”"),
    "proxy-socks": QT_TRANSLATE_NOOP(
        "reasons",
        "the proxy {detail} speaks SOCKS, which is not spoken here; programs that offer it mostly offer an HTTP proxy "
        "too, whose address the setting “Proxy” takes",
    ),
    "proxy-password": QT_TRANSLATE_NOOP(
        "reasons",
        "the proxy wants a name and a password, or others than it was given; write them into the setting “Address of "
        "the proxy”: http://NAME:PASSWORD@HOST:PORT",
    ),
    "too-large": QT_TRANSLATE_NOOP("reasons", "it is larger than {detail} MB"),
    "archive-damaged": QT_TRANSLATE_NOOP("reasons", "the archive that arrived is damaged: {detail}"),
    "archive-broken": QT_TRANSLATE_NOOP(
        "reasons", "the archive is damaged or incomplete; try to open it and pack it again"
    ),
    "archive-in-archive": QT_TRANSLATE_NOOP(
        "reasons", "it is an archive in an archive; unpack it and put its files beside it"
    ),
    "link-in-archive": QT_TRANSLATE_NOOP("reasons", "it is a link or a device in an archive, which is not followed"),
    "other-archive": QT_TRANSLATE_NOOP("reasons", "archives of the kind {detail} are not read; save it as .zip"),
    "packing-unknown": QT_TRANSLATE_NOOP(
        "reasons", "it is packed in a way that is not read ({detail}); pack it as an ordinary .zip"
    ),
    "unsafe-name": QT_TRANSLATE_NOOP("reasons", "its name leads out of the archive"),
    "not-archive": QT_TRANSLATE_NOOP("reasons", "what arrived is not an archive of its files"),
    "other-commit": QT_TRANSLATE_NOOP("reasons", "the archive that arrived is of another commit ({detail})"),
    "branch-gone": QT_TRANSLATE_NOOP(
        "reasons", "“{detail}” is not there any more; the default branch was taken instead"
    ),
    "commit-unknown": QT_TRANSLATE_NOOP(
        "reasons", "nobody said which commit of {detail} this is, so its links may later show newer text"
    ),
    "page-limit": QT_TRANSLATE_NOOP(
        "reasons", "the site has more pages; {detail} were taken, as many as its source allows"
    ),
    "depth-limit": QT_TRANSLATE_NOOP(
        "reasons", "the site has more pages; links were followed {detail} deep, as far as its source allows"
    ),
    "site-limit": QT_TRANSLATE_NOOP("reasons", "the site has more pages; no more than {detail} MB are taken"),
    "no-links": QT_TRANSLATE_NOOP("reasons", "{detail} leads to no other page now; the pages from before stay"),
    "robots": QT_TRANSLATE_NOOP("reasons", "{detail} asks programs not to read it (robots.txt)"),
    "robots-some": QT_TRANSLATE_NOOP(
        "reasons", "pages that the site asks programs not to read were left out (robots.txt): {detail}"
    ),
    "interrupted": QT_TRANSLATE_NOOP("reasons", "the build was stopped: {detail} files are still to come"),
}


def tell(error: Exception, translate: Translate = untranslated, face: Face = Face.COMMAND_LINE) -> Told:
    """An error as a sentence and advice; an error without an entry is told by its own words."""
    if isinstance(error, UnreadableFile):
        return Told(error.id, reason_sentence(error.reason, translate), "")
    if not isinstance(error, GangDanError):
        return Told("error", f"{type(error).__name__}: {error}", "")
    # An embedder that is a server's model says what the server did, which is what the user can mend.
    names = (error.facts.get("failure", ""), *(getattr(kind, "id", "") for kind in type(error).__mro__))
    for name in names:
        if name in _ERRORS:
            return tell_code(name, error.facts, translate, face, as_id=error.id)
    return Told(error.id, str(error), "")


def tell_code(
    name: str,
    facts: Mapping[str, str],
    translate: Translate = untranslated,
    face: Face = Face.COMMAND_LINE,
    *,
    as_id: str = "",
) -> Told:
    """What is told of an error by its id and facts. Raises KeyError for one that has no sentence."""
    said = facts_in_words(facts, translate)
    message, advice = (translate("errors", text) if text else "" for text in _texts(name, face))
    return Told(as_id or name, message.format_map(said), advice.format_map(said))


def facts_in_words(facts: Mapping[str, str], translate: Translate = untranslated) -> Facts:
    """The facts with words for what stands in them as a code."""
    said = Facts(facts)
    if "rule" in facts:
        said["rule"] = reason_sentence(Reason(facts["rule"]), translate)
    if "reason" in facts:
        said["reason"] = reason_sentence(Reason(facts["reason"], facts.get("detail", "")), translate)
    if "address" in facts and "what" in facts:
        said["what"] = reason_sentence(Reason(facts["what"]), translate)
    for name in ("embedder", "worker"):
        if facts.get(name) in _PARTS:
            said[name] = translate("errors", _PARTS[facts[name]])
    if facts.get("holder") == "":  # it had no time to say its name
        said["holder"] = translate("errors", _ANOTHER)
    return said


def _texts(name: str, face: Face) -> tuple[str, str]:
    message, advice = _ERRORS[name]
    return message, _WINDOW_ADVICE.get(name, advice) if face is Face.WINDOW else advice


def reason_sentence(reason: Reason, translate: Translate = untranslated) -> str:
    """A reason as a clause that follows a colon, without a full stop."""
    text = _REASONS.get(reason.code)
    if text is None:
        return f"{reason.code}: {reason.detail}" if reason.detail else reason.code
    return translate("reasons", text).format_map(Facts({"detail": reason.detail}))


# After these no space follows.
_FULL_WIDTH = "。！？；："


def sentences(*parts: str) -> str:
    """Sentences one after another, as their language sets them; empty ones are left out."""
    text = ""
    for part in filter(None, parts):
        text += part if not text or text[-1] in _FULL_WIDTH else f" {part}"
    return text


class Facts(dict[str, str]):
    """A missing fact leaves a visible gap rather than a second error."""

    def __missing__(self, key: str) -> str:
        return f"<{key}>"
