"""The sentences about reasons: by the code of each, a clause that follows a colon, without a full stop."""

from __future__ import annotations

from collections.abc import Mapping

from gangdan_gui.translating import QT_TRANSLATE_NOOP

REASONS: Mapping[str, str] = {
    "read-only-folder": QT_TRANSLATE_NOOP("reasons", "nothing can be written there"),
    "network-drive": QT_TRANSLATE_NOOP("reasons", "it lies on a network drive ({detail})"),
    "not-kept": QT_TRANSLATE_NOOP(
        "reasons", "this conversation is not kept, because the library is only read; export what you need"
    ),
    "store-away": QT_TRANSLATE_NOOP(
        "reasons", "searched by words, because the Chroma server can't be used at the moment: {detail}"
    ),
    "store-not-reached": QT_TRANSLATE_NOOP(
        "reasons",
        "searched by words this time, because a part of the program could not work, as when memory is short; "
        "nothing is damaged: {detail}",
    ),
    "store-not-written": QT_TRANSLATE_NOOP(
        "reasons",
        "searched by words, because the library's folder can't be written; look whether the disk is full: {detail}",
    ),
    "pack-away": QT_TRANSLATE_NOOP("reasons", "searched by words, because the pack is not there now: {detail}"),
    "pack-other": QT_TRANSLATE_NOOP(
        "reasons",
        "searched by words, because the pack is another one by now and is taken in at the next start: {detail}",
    ),
    "pack-other-frozen": QT_TRANSLATE_NOOP(
        "reasons",
        "searched by words, because the pack is another one by now and is not taken in while the source is frozen: "
        "{detail}",
    ),
    "server-away": QT_TRANSLATE_NOOP("reasons", "the Chroma server at {detail} can't be used now; nothing is lost"),
    "server-silent": QT_TRANSLATE_NOOP("reasons", "it does not answer ({detail})"),
    "server-token": QT_TRANSLATE_NOOP("reasons", "it does not accept the token of the settings"),
    "server-version": QT_TRANSLATE_NOOP("reasons", "it is of an older version that is not understood ({detail})"),
    "server-certificate": QT_TRANSLATE_NOOP("reasons", "its certificate is not trusted ({detail})"),
    "server-failed": QT_TRANSLATE_NOOP("reasons", "it could not do what was asked ({detail})"),
    "not-chroma": QT_TRANSLATE_NOOP("reasons", "what answers there is no Chroma server ({detail})"),
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
    "short-pieces": QT_TRANSLATE_NOOP("reasons", "{detail} characters stand in pieces too short to search"),
    "all-too-short": QT_TRANSLATE_NOOP("reasons", "its text is too short to search ({detail} characters)"),
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
    "worker-failed": QT_TRANSLATE_NOOP("reasons", "a part of the program failed on it: {detail}"),
    "too-slow": QT_TRANSLATE_NOOP("reasons", "it took too long to convert"),
    "size-range": QT_TRANSLATE_NOOP("reasons", "the size must be from 1 to 100,000"),
    "overlap-range": QT_TRANSLATE_NOOP("reasons", "the overlap must be 0 or more, and smaller than the size"),
    "minimum-range": QT_TRANSLATE_NOOP("reasons", "the minimum must be 0 or more, and not larger than the size"),
    "answer-stopped": QT_TRANSLATE_NOOP("reasons", "it was stopped"),
    "answer-length": QT_TRANSLATE_NOOP("reasons", "it became longer than there is room for"),
    "answer-empty": QT_TRANSLATE_NOOP("reasons", "the model gave no answer"),
    "ollama-dropped": QT_TRANSLATE_NOOP("reasons", "the connection to Ollama broke"),
    "ollama-silent": QT_TRANSLATE_NOOP("reasons", "Ollama said nothing for {detail} seconds"),
    "ollama-refused": QT_TRANSLATE_NOOP("reasons", "Ollama reported an error: {detail}"),
    "ollama-proxy": QT_TRANSLATE_NOOP("reasons", "a proxy was in the way: {detail}"),
    "not-ollama": QT_TRANSLATE_NOOP("reasons", "what came was not from Ollama: {detail}"),
    "passages-left-out": QT_TRANSLATE_NOOP("reasons", "passages that did not fit into what the model reads: {detail}"),
    "passage-shortened": QT_TRANSLATE_NOOP("reasons", "shortened to what the model reads: passage {detail}"),
    "history-left-out": QT_TRANSLATE_NOOP("reasons", "earlier answers that did not fit into what it reads: {detail}"),
    "whole-library": QT_TRANSLATE_NOOP("reasons", "the model read all that the chosen sources hold"),
    "names-nothing": QT_TRANSLATE_NOOP(
        "reasons",
        "the question names nothing that could be looked for, so what is shown may have nothing to do with it; name "
        "the thing that you mean, or ask in a whole sentence",
    ),
    "no-document-chosen": QT_TRANSLATE_NOOP(
        "reasons",
        "no document is chosen; to have some summarised or compared as a whole, open one and choose “Ask this "
        "document”, or name each with --document",
    ),
    "filtered-out": QT_TRANSLATE_NOOP(
        "reasons",
        "nothing was found within what you chose (documents, kinds, path, language, date, tags); ask again without it",
    ),
    "not-held": QT_TRANSLATE_NOOP(
        "reasons", "nothing was written, because your sources alone may answer and do not seem to hold an answer"
    ),
    "held-in-part": QT_TRANSLATE_NOOP(
        "reasons",
        "nothing was written, because your sources may hold an answer only in part; the settings say whether such "
        "questions are answered",
    ),
    "counting-tables": QT_TRANSLATE_NOOP(
        "reasons",
        "counting over tables is unreliable: a passage holds some rows only, and models reckon badly; open the table "
        "and count there",
    ),
    "documents-empty": QT_TRANSLATE_NOOP("reasons", "there was nothing to read in: {detail}"),
    "documents-alike": QT_TRANSLATE_NOOP(
        "reasons", "what these hold stands in the others too, and was read once: {detail}"
    ),
    "whole-documents": QT_TRANSLATE_NOOP("reasons", "the model read all that these documents hold"),
    "sections-read": QT_TRANSLATE_NOOP("reasons", "read section by section: {detail} of {detail} sections"),
    "sections-partly-read": QT_TRANSLATE_NOOP(
        "reasons", "not all was read; the sections that were, and in brackets those that were not: {detail}"
    ),
    "summary-needs-model": QT_TRANSLATE_NOOP(
        "reasons",
        "to summarise or compare, a chat model of Ollama has to read the documents: choose one beside the question or "
        "with --model; here is a passage of each of their first chapters",
    ),
    "words-only": QT_TRANSLATE_NOOP(
        "reasons", "searched by words alone, because the embedder can't be reached: {detail}"
    ),
    "words-only-now": QT_TRANSLATE_NOOP(
        "reasons",
        "searched by words alone this time, because the computer was too busy for the built-in model; ask again to "
        "search by meaning as well: {detail}",
    ),
    "embedder-changed": QT_TRANSLATE_NOOP(
        "reasons",
        "searched by words alone, because the embedding model is another one now; build again to search by meaning: "
        "{detail}",
    ),
    "translation-away": QT_TRANSLATE_NOOP(
        "reasons",
        "not asked in the documents' language, because {detail} can't be reached in Ollama; the search went on without",
    ),
    "translation-late": QT_TRANSLATE_NOOP(
        "reasons",
        "not asked in the documents' language, because the chat model took longer than {detail} s; give it more time "
        "in the settings, or choose a smaller one",
    ),
    "translation-unusable": QT_TRANSLATE_NOOP(
        "reasons",
        "not asked in the documents' language, because what {detail} said is no translation; the search went on "
        "without",
    ),
    "translation-needs-both": QT_TRANSLATE_NOOP(
        "reasons",
        "not asked in the documents' language: that is done only where meaning and words are searched together",
    ),
    "translation-no-model": QT_TRANSLATE_NOOP(
        "reasons", "not asked in the documents' language, because no chat model is chosen that could translate"
    ),
    "reranker-file-missing": QT_TRANSLATE_NOOP(
        "reasons",
        "the reranker's file is not there, so nothing was reranked; name it anew in the settings, or leave the "
        "reranker out: {detail}",
    ),
    "reranker-tokenizer-missing": QT_TRANSLATE_NOOP(
        "reasons",
        "the reranker's tokenizer is missing, so nothing was reranked; copy tokenizer.json from where the model "
        "comes from to {detail}",
    ),
    "reranker-unreadable": QT_TRANSLATE_NOOP(
        "reasons",
        "the reranker can't be read, so nothing was reranked; download it again, with all files beside it: {detail}",
    ),
    "reranker-unfit": QT_TRANSLATE_NOOP(
        "reasons",
        "this is no cross-encoder, which takes a question with a passage (input_ids) and gives one number or two, so "
        "nothing was reranked; name another file: {detail}",
    ),
    "reranker-no-numbers": QT_TRANSLATE_NOOP(
        "reasons",
        "what the reranker gives are no numbers, so nothing was reranked; name another file, such as one that is not "
        "quantised: {detail}",
    ),
    "reranker-no-runtime": QT_TRANSLATE_NOOP(
        "reasons",
        "what runs ONNX files is missing, so nothing was reranked; install the program again: {detail}",
    ),
    "reranker-stopped": QT_TRANSLATE_NOOP(
        "reasons",
        "the reranker stopped by itself, so nothing was reranked; it may be too large for this computer's memory: "
        "{detail}",
    ),
    "reranker-slow": QT_TRANSLATE_NOOP(
        "reasons",
        "the reranker took too long, so nothing was reranked; a model that had to be loaded first will be there for "
        "the next question, else have it judge fewer passages, give it more time in the settings, or name a smaller "
        "one: {detail}",
    ),
    "reranker-ollama-away": QT_TRANSLATE_NOOP(
        "reasons",
        "Ollama does not answer at {detail}, so nothing was reranked; start it, or leave the reranker out in the "
        "settings",
    ),
    "reranker-not-ollama": QT_TRANSLATE_NOOP(
        "reasons",
        "what answers at {detail} is not Ollama, so nothing was reranked; check Ollama's address in the settings",
    ),
    "reranker-model-missing": QT_TRANSLATE_NOOP(
        "reasons",
        "Ollama does not have the model {detail}, so nothing was reranked; download it, or name another in the "
        "settings",
    ),
    "reranker-refused": QT_TRANSLATE_NOOP(
        "reasons",
        "Ollama reported an error, so nothing was reranked; name a model that can chat, or bring Ollama up to date: "
        "{detail}",
    ),
    "reranker-malformed": QT_TRANSLATE_NOOP(
        "reasons",
        "{detail} gave something else than a grade, so nothing was reranked; name another model, or bring Ollama up "
        "to date",
    ),
    "reranker-needs-both": QT_TRANSLATE_NOOP(
        "reasons", "not reranked: that is done only where meaning and words are searched together"
    ),
    "note-may-answer": QT_TRANSLATE_NOOP(
        "reasons", "a note of your own may answer this, but notes do not count as documentation: {detail}"
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
    "archive-in-parts": QT_TRANSLATE_NOOP(
        "reasons", "it is one of several parts of an archive; unpack them together and add the folder"
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
    "partly-built": QT_TRANSLATE_NOOP(
        "reasons", "only the files that are built so far were searched: {detail}; the rest is still to come"
    ),
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
