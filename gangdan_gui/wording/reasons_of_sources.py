"""The sentences about sources, builds, packs, backups and the library."""

from __future__ import annotations

from collections.abc import Mapping

from gangdan_gui.translating import QT_TRANSLATE_NOOP

SOURCES: Mapping[str, str] = {
    "read-only-folder": QT_TRANSLATE_NOOP("reasons", "nothing can be written there"),
    "network-drive": QT_TRANSLATE_NOOP("reasons", "it lies on a network drive ({detail})"),
    "server-away": QT_TRANSLATE_NOOP("reasons", "the Chroma server at {detail} can't be used now; nothing is lost"),
    "server-silent": QT_TRANSLATE_NOOP("reasons", "it does not answer ({detail})"),
    "server-token": QT_TRANSLATE_NOOP("reasons", "it does not accept the token of the settings"),
    "server-version": QT_TRANSLATE_NOOP("reasons", "it is of an older version that is not understood ({detail})"),
    "server-certificate": QT_TRANSLATE_NOOP("reasons", "its certificate is not trusted ({detail})"),
    "server-failed": QT_TRANSLATE_NOOP("reasons", "it could not do what was asked ({detail})"),
    "not-chroma": QT_TRANSLATE_NOOP("reasons", "what answers there is no Chroma server ({detail})"),
    "correction-not-built": QT_TRANSLATE_NOOP(
        "reasons", "the text that you changed of “{detail}” is not built into it yet; build it first"
    ),
    "corrections-unreadable": QT_TRANSLATE_NOOP(
        "reasons",
        "your corrections can't be read; they stay in {detail}, to be mended there or taken from a backup",
    ),
    "pack-none": QT_TRANSLATE_NOOP("reasons", "it is no knowledge pack"),
    "pack-empty": QT_TRANSLATE_NOOP("reasons", "it is an empty file"),
    "pack-folder": QT_TRANSLATE_NOOP("reasons", "it is a folder, and a knowledge pack is one file"),
    "pack-unreadable": QT_TRANSLATE_NOOP("reasons", "it can't be read: {detail}"),
    "pack-cut": QT_TRANSLATE_NOOP(
        "reasons", "its end is missing, as when copying or downloading stopped too early; copy it again"
    ),
    "pack-changed": QT_TRANSLATE_NOOP("reasons", "something in it is not as it was written"),
    "pack-unfit": QT_TRANSLATE_NOOP("reasons", "its parts do not fit together ({detail})"),
    "pack-bomb": QT_TRANSLATE_NOOP("reasons", "unpacked it would be far larger than a knowledge pack is"),
    "pack-newer": QT_TRANSLATE_NOOP(
        "reasons", "it was made by a newer version (format {detail}); update the program to read it"
    ),
    "pack-vectors": QT_TRANSLATE_NOOP("reasons", "the vectors of {detail} in it can't be used for searching"),
    "pack-base-missing": QT_TRANSLATE_NOOP(
        "reasons", "it holds only what has changed in “{detail}”, and no earlier pack of that is installed here"
    ),
    "pack-base-other": QT_TRANSLATE_NOOP(
        "reasons",
        "it holds only what has changed in “{detail}” since another pack than the one installed here; ask for the "
        "whole pack",
    ),
    "pack-base-partial": QT_TRANSLATE_NOOP(
        "reasons", "it is itself only a difference; name the whole pack that was given out before"
    ),
    "pack-base-replaced": QT_TRANSLATE_NOOP(
        "reasons", "the difference would take the place of the pack that it needs; write it into another file"
    ),
    "pack-stale": QT_TRANSLATE_NOOP(
        "reasons",
        "its files have changed since it was built, so the pack holds what they were; build it and pack it again",
    ),
    "pack-other-source": QT_TRANSLATE_NOOP("reasons", "it is a pack of another source"),
    "pack-embedder-missing": QT_TRANSLATE_NOOP("reasons", "it has no vectors of that embedder, only of {detail}"),
    "pack-model-missing": QT_TRANSLATE_NOOP(
        "reasons",
        "it is searched by words until Ollama has the model that it was made with; get that with: ollama pull {detail}",
    ),
    "pack-embedder-other": QT_TRANSLATE_NOOP(
        "reasons",
        "it is searched by words only, because its embedder is not in this version; build it with another embedder to "
        "search it by meaning",
    ),
    "nothing-found": QT_TRANSLATE_NOOP("reasons", "no document was found in it"),
    "location-bare": QT_TRANSLATE_NOOP(
        "reasons", "there is nothing in “{detail}”; if it is a drive, connect it and build again"
    ),
    "location-missing": QT_TRANSLATE_NOOP("reasons", "“{detail}” is not there; the library was left as it is"),
    "frozen": QT_TRANSLATE_NOOP("reasons", "frozen until {detail}: nothing new is taken in before that day"),
    "download-first": QT_TRANSLATE_NOOP("reasons", "it is downloaded first"),
    "download-unknown": QT_TRANSLATE_NOOP("reasons", "it is downloaded first, and nobody knows how much that is"),
    "little-room": QT_TRANSLATE_NOOP(
        "reasons", "there is too little room on the disk; about {detail} more are needed, so make room first"
    ),
    "embedder-away": QT_TRANSLATE_NOOP("reasons", "its passages can't be embedded now: {detail}"),
    "embedding-model-missing": QT_TRANSLATE_NOOP(
        "reasons", "its passages can't be embedded now: Ollama does not have the model {detail}; pull it first"
    ),
    "chat-model-evicted": QT_TRANSLATE_NOOP(
        "reasons",
        "while it is built, Ollama may put {detail} out of memory, and the next question waits until it is loaded "
        "again; where there is memory for two models, Ollama can keep both: README says how",
    ),
    "entry-changed": QT_TRANSLATE_NOOP("reasons", "its entry in the list of sources has changed; update it"),
    "records-lost": QT_TRANSLATE_NOOP("reasons", "what was known of it was lost or damaged; build it again"),
    "vectors-lost": QT_TRANSLATE_NOOP(
        "reasons", "its vectors are damaged; the repair of the check-up, or a build, brings them back"
    ),
    "vectors-damaged": QT_TRANSLATE_NOOP(
        "reasons", "searched by words alone until it is repaired, because its vectors are damaged: {detail}"
    ),
    "vector-failed": QT_TRANSLATE_NOOP("reasons", "a passage could not be embedded: {detail}"),
    "embedder-unavailable": QT_TRANSLATE_NOOP("reasons", "the embedder can't be used: {detail}"),
    "builtin-unavailable": QT_TRANSLATE_NOOP(
        "reasons", "the built-in embedding model can't be used: a file of it is missing, damaged or another one"
    ),
    "not-written": QT_TRANSLATE_NOOP(
        "reasons", "it could not be written ({detail}); look whether the disk is full and who may write there"
    ),
    "store-failed": QT_TRANSLATE_NOOP("reasons", "the search index could not be written: {detail}"),
    "part-not-started": QT_TRANSLATE_NOOP(
        "reasons",
        "a part of the program could not be started, as when memory is short; close what you do not need and build "
        "again",
    ),
    "part-ended": QT_TRANSLATE_NOOP(
        "reasons", "a part of the program stopped by itself, as when memory is short; build again to go on"
    ),
    "size-range": QT_TRANSLATE_NOOP("reasons", "the size must be from 1 to 100,000"),
    "overlap-range": QT_TRANSLATE_NOOP("reasons", "the overlap must be 0 or more, and smaller than the size"),
    "minimum-range": QT_TRANSLATE_NOOP("reasons", "the minimum must be 0 or more, and not larger than the size"),
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
    "no-bridge": QT_TRANSLATE_NOOP(
        "reasons",
        "questions in another language than its documents' will find less, because the built-in model that knows both"
        " can't be used at the moment; the next build tries again",
    ),
    "english-centred": QT_TRANSLATE_NOOP(
        "reasons",
        "{detail} was made for English and knows little Chinese; bge-m3, qwen3-embedding and embeddinggemma of Ollama "
        "know both languages, and so does the built-in model",
    ),
    "earlier-form": QT_TRANSLATE_NOOP(
        "reasons",
        "its passages were embedded in an earlier way; more is found once all of it is made anew (“Rebuild…”, or "
        "build --force)",
    ),
    "made-before": QT_TRANSLATE_NOOP(
        "reasons",
        "an earlier version of this program made {detail} of its documents: the next build reads them again and "
        "changes only what comes out differently; until then they answer as they are",
    ),
    "earlier-weights": QT_TRANSLATE_NOOP(
        "reasons", "made by an earlier version of {detail}, so it is searched by words alone until it is rebuilt"
    ),
    "cut-off": QT_TRANSLATE_NOOP("reasons", "the build was cut off before its end; build again, it goes on from there"),
    "interrupted": QT_TRANSLATE_NOOP("reasons", "the build was stopped: {detail} files are still to come"),
    "backup-other": QT_TRANSLATE_NOOP("reasons", "it is no backup of GangDan"),
    "backup-cut-off": QT_TRANSLATE_NOOP("reasons", "its end is missing; it was not copied to the end"),
    "backup-damaged": QT_TRANSLATE_NOOP("reasons", "it is not as it was written ({detail})"),
    "backup-newer": QT_TRANSLATE_NOOP(
        "reasons", "a newer version of GangDan made it ({detail}); install that version first"
    ),
    "backup-unsafe": QT_TRANSLATE_NOOP(
        "reasons", "it names a file outside of the library (“{detail}”), which no backup of GangDan does"
    ),
    "backup-too-large": QT_TRANSLATE_NOOP("reasons", "it unpacks to more than any library could hold"),
    "not-in-backup": QT_TRANSLATE_NOOP("reasons", "“{detail}” can't be read now and is not in it"),
    "secret-left-out": QT_TRANSLATE_NOOP("reasons", "a password or a key was left out of it ({detail})"),
    "settings-left-out": QT_TRANSLATE_NOOP(
        "reasons", "{detail} can't be read and was left out, because there may be a password in it"
    ),
    "chroma-left-out": QT_TRANSLATE_NOOP(
        "reasons", "something was being built meanwhile; the index of vectors will be made again from the rest"
    ),
    "place-missing": QT_TRANSLATE_NOOP(
        "reasons",
        "the documents of {detail} can't be read on this machine; what was read of them answers all the same, and "
        "“gangdan-gui sources move” lets the source read them where they are now",
    ),
}
