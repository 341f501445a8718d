"""The sentences about searches and answers."""

from __future__ import annotations

from collections.abc import Mapping

from gangdan_gui.translating import QT_TRANSLATE_NOOP

ANSWERS: Mapping[str, str] = {
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
    "partly-built": QT_TRANSLATE_NOOP(
        "reasons", "only the files that are built so far were searched: {detail}; the rest is still to come"
    ),
}
