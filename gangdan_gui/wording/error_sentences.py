"""The sentences about errors: by the id of each, one of what happened and one of what to do."""

from __future__ import annotations

from collections.abc import Mapping

from gangdan_gui.translating import QT_TRANSLATE_NOOP

ERRORS: Mapping[str, tuple[str, str]] = {
    "unknown-source": (
        QT_TRANSLATE_NOOP("errors", "There is no source “{source}” in this library."),
        QT_TRANSLATE_NOOP("errors", "“sources list” shows the sources there are."),
    ),
    "not-in-trash": (
        QT_TRANSLATE_NOOP("errors", "There is no source “{source}” in the trash."),
        QT_TRANSLATE_NOOP("errors", "“sources trash” shows those that can be brought back."),
    ),
    "no-notes": (
        QT_TRANSLATE_NOOP("errors", "“{source}” is a source of documents, not of notes."),
        QT_TRANSLATE_NOOP("errors", "“notes list” shows the notes and the sources that hold them."),
    ),
    "ambiguous-title": (
        QT_TRANSLATE_NOOP("errors", "Several sources are called “{title}”."),
        QT_TRANSLATE_NOOP("errors", "Name one by its id: {sources}."),
    ),
    "location-missing": (
        QT_TRANSLATE_NOOP("errors", "“{location}” is not there."),
        QT_TRANSLATE_NOOP("errors", "Check the path; if it is on a USB stick or a network drive, connect it first."),
    ),
    "document-missing": (
        QT_TRANSLATE_NOOP("errors", "“{source}” has no document “{location}”."),
        QT_TRANSLATE_NOOP("errors", "“sources show {source}” says what became of each of its files."),
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
    "chosen-not-built": (
        QT_TRANSLATE_NOOP("errors", "Nothing of what was chosen can be searched: {sources}."),
        QT_TRANSLATE_NOOP("errors", "Build it, see in its report what went wrong, or choose other sources."),
    ),
    "empty-question": (
        QT_TRANSLATE_NOOP("errors", "There are no words in the question."),
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
    "no-questions": (
        QT_TRANSLATE_NOOP("errors", "There are no test questions yet."),
        QT_TRANSLATE_NOOP("errors", "Make one from a passage, or take in a file of them."),
    ),
    "unknown-question": (
        QT_TRANSLATE_NOOP("errors", "There is no test question “{question}”."),
        QT_TRANSLATE_NOOP("errors", "“golden list” shows those there are."),
    ),
    "passage-changed": (
        QT_TRANSLATE_NOOP("errors", "“{path}” has changed: this passage does not stand in it as it was."),
        QT_TRANSLATE_NOOP("errors", "Ask again for what it says now; the card still shows what the answer rests on."),
    ),
    "quote-missing": (
        QT_TRANSLATE_NOOP("errors", "“{path}” does not hold these words: “{quote}”."),
        QT_TRANSLATE_NOOP("errors", "Copy them from the document as it was converted."),
    ),
    "line-refused": (
        QT_TRANSLATE_NOOP("errors", "{file}, line {line}: {reason}."),
        QT_TRANSLATE_NOOP("errors", "Mend that line, then try again; nothing was done."),
    ),
    "invalid-filter": (
        QT_TRANSLATE_NOOP("errors", "“{value}” is no date that documents can be chosen by."),
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
    "no-previous": (
        QT_TRANSLATE_NOOP("errors", "No earlier state of “{source}” was kept."),
        QT_TRANSLATE_NOOP("errors", "Rebuild it and choose to keep what answers now; then you can return to that."),
    ),
    "pack-refused": (
        QT_TRANSLATE_NOOP("errors", "The pack {file} was not taken in: {reason}."),
        QT_TRANSLATE_NOOP("errors", "Nothing was changed. Ask whoever gave it to you for a new copy."),
    ),
    "answers-not-packed": (
        QT_TRANSLATE_NOOP("errors", "Answers that you kept can't be shared as a pack: a model wrote them."),
        QT_TRANSLATE_NOOP("errors", "Export them instead, or write a note of your own about them and share that."),
    ),
    "not-packed": (
        QT_TRANSLATE_NOOP("errors", "“{title}” can't be shared now: {reason}."),
        QT_TRANSLATE_NOOP("errors", "Nothing was written. Put that right, then share it."),
    ),
    "pack-installed": (
        QT_TRANSLATE_NOOP(
            "errors", "“{title}” is here already, in the state of {installed}; the pack holds that of {offered}."
        ),
        QT_TRANSLATE_NOOP("errors", "Use --replace to put the pack in its place; your conversations stay."),
    ),
    "backup-refused": (
        QT_TRANSLATE_NOOP("errors", "The backup {file} was not brought back: {reason}."),
        QT_TRANSLATE_NOOP("errors", "Nothing was changed. Try an older backup."),
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
        QT_TRANSLATE_NOOP("errors", "Leave it out, and the usual one is taken."),
    ),
    "no-such-splitter": (
        QT_TRANSLATE_NOOP("errors", "Documents can't be cut by “{what}”."),
        QT_TRANSLATE_NOOP("errors", "Name one of these: {names}."),
    ),
    "catalog-problem": (
        QT_TRANSLATE_NOOP("errors", "{file}, line {line}: {what}"),
        QT_TRANSLATE_NOOP("errors", "Mend that entry; the others are used as they are."),
    ),
    "build-failed": (
        QT_TRANSLATE_NOOP("errors", "The texts could not be made searchable: {reason}."),
        QT_TRANSLATE_NOOP("errors", "Check that the embedder works, then try again."),
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
    "reranker-unavailable": (
        QT_TRANSLATE_NOOP("errors", "The reranker “{reranker}” was not used: {reason}."),
        QT_TRANSLATE_NOOP("errors", "Name another one in the settings, or none."),
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
    "upgrade-impossible": (
        QT_TRANSLATE_NOOP("errors", "This library is of an older version, and no copy of it could be kept: {why}."),
        QT_TRANSLATE_NOOP(
            "errors", "It was left as it is. Make room on the disk of “{home}”, then start GangDan again."
        ),
    ),
    "upgrade-failed": (
        QT_TRANSLATE_NOOP("errors", "This library could not be brought up to date: {why}."),
        QT_TRANSLATE_NOOP("errors", "It is as it was before; a copy of its records is kept as “{copy}”."),
    ),
    "cannot-write": (
        QT_TRANSLATE_NOOP("errors", "“{path}” can't be written: {why}."),
        QT_TRANSLATE_NOOP("errors", "Check that the folder exists, has space and may be written to."),
    ),
    "library-read-only": (
        QT_TRANSLATE_NOOP("errors", "The library in “{path}” is only read: {reason}."),
        QT_TRANSLATE_NOOP(
            "errors",
            "Questions are answered; to add, build or keep anything, copy its folder to a disk of this computer, and "
            "name that with --home or GANGDAN_HOME.",
        ),
    ),
    "store-away": (
        QT_TRANSLATE_NOOP("errors", "The Chroma server at {address} can't be used: {reason}."),
        QT_TRANSLATE_NOOP(
            "errors", "Nothing is lost: until then sources are searched by words. Check its address and the network."
        ),
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
    "worker-not-started": (
        QT_TRANSLATE_NOOP("errors", "The part “{worker}” could not be started; memory may be short."),
        QT_TRANSLATE_NOOP("errors", "Close programs that you do not need and try again. Nothing is lost."),
    ),
    "worker-failed": (
        QT_TRANSLATE_NOOP("errors", "The part “{worker}” met an error: {error}."),
        QT_TRANSLATE_NOOP("errors", "Try again; if it comes back, report it with the log file."),
    ),
}

ANOTHER = QT_TRANSLATE_NOOP("errors", "another program")

# What parts of the program are called inside, and typed as; other languages have words for them.
PARTS = {
    "builtin": QT_TRANSLATE_NOOP("errors", "builtin"),
    "embedder": QT_TRANSLATE_NOOP("errors", "embedder"),
    "converter": QT_TRANSLATE_NOOP("errors", "converter"),
    "chroma": QT_TRANSLATE_NOOP("errors", "chroma"),
}
_INSTALL_AGAIN = QT_TRANSLATE_NOOP(
    "errors", "Start the program again; if that does not help, install it again. Your library stays as it is."
)

# What the window advises instead, where the advice above names something of the command line.
WINDOW_ADVICE: Mapping[str, str] = {
    "library-read-only": QT_TRANSLATE_NOOP(
        "errors",
        "Questions are answered; to add, build or keep anything, copy its folder to a disk of this computer and open "
        "that.",
    ),
    "pack-installed": QT_TRANSLATE_NOOP("errors", "Drag it in again and choose to replace it; conversations stay."),
    "not-in-trash": QT_TRANSLATE_NOOP("errors", "It may have been brought back already."),
    "no-notes": QT_TRANSLATE_NOOP("errors", "Notes lie in the sources that are made for them."),
    "document-missing": QT_TRANSLATE_NOOP(
        "errors", "“Files and problems…” in the menu of the source says what became of each of its files."
    ),
    "unknown-question": QT_TRANSLATE_NOOP("errors", "It may have been removed already."),
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
