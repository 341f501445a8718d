"""What the user is told of the steps of `ExplainService`: what was found at each, and what can be done about it."""

from __future__ import annotations

from collections.abc import Mapping

from gangdan_gui.services.requests import Check
from gangdan_gui.translating import QT_TRANSLATE_NOOP, Translate, untranslated
from gangdan_gui.wording import facts_in_words

_NO_WAY = QT_TRANSLATE_NOOP("steps", "Not known: it did not come so far.")

_STEPS: Mapping[str, tuple[str, str]] = {
    # why a passage is not there
    "chosen.ok": (QT_TRANSLATE_NOOP("steps", "“{source}” is among the sources that are searched."), ""),
    "chosen.problem": (
        QT_TRANSLATE_NOOP("steps", "“{source}” is not among the sources that are searched."),
        QT_TRANSLATE_NOOP("steps", "Choose it, and ask again."),
    ),
    "chosen.answers": (
        QT_TRANSLATE_NOOP("steps", "“{source}” holds answers of a model, which are only searched where you choose it."),
        QT_TRANSLATE_NOOP("steps", "Choose it, and ask again."),
    ),
    "built.ok": (
        QT_TRANSLATE_NOOP("steps", "“{source}” is built (documents: {documents}, passages: {chunks})."),
        "",
    ),
    "built.problem": (
        QT_TRANSLATE_NOOP("steps", "“{source}” is not built, so nothing of it can be found."),
        QT_TRANSLATE_NOOP("steps", "Build it."),
    ),
    "built.failed": (
        QT_TRANSLATE_NOOP("steps", "“{source}” was built, but nothing of it could be used."),
        QT_TRANSLATE_NOOP("steps", "See the source's report for why, and what helps."),
    ),
    "converted.ok": (
        QT_TRANSLATE_NOOP("steps", "The document was read (characters: {characters}, passages: {chunks})."),
        "",
    ),
    "converted.missing": (
        QT_TRANSLATE_NOOP("steps", "There is no such document in what was built."),
        QT_TRANSLATE_NOOP(
            "steps", "See that the file is in the source and not left out by its patterns, and build it."
        ),
    ),
    "converted.problem": (
        QT_TRANSLATE_NOOP("steps", "The document could not be read: {reason}."),
        QT_TRANSLATE_NOOP(
            "steps", "Put the file right, or give its text in the document's page, and build the source."
        ),
    ),
    "converted.taken-out": (
        QT_TRANSLATE_NOOP("steps", "You have taken the document out."),
        QT_TRANSLATE_NOOP("steps", "Take it back in the document's page, and build the source."),
    ),
    "converted.empty": (
        QT_TRANSLATE_NOOP("steps", "The document has no passages: hardly any text was found in it."),
        QT_TRANSLATE_NOOP("steps", "Look at it beside the original; its text can be put right there."),
    ),
    "whole.all": (
        QT_TRANSLATE_NOOP("steps", "Of the document's passages ({count}) the best counts."),
        "",
    ),
    "whole.one": (
        QT_TRANSLATE_NOOP("steps", "The sentence stands whole in passage {number} of {count} ({length} characters)."),
        "",
    ),
    "whole.cut": (
        QT_TRANSLATE_NOOP("steps", "The sentence is cut by the border of a passage: none holds all of it."),
        QT_TRANSLATE_NOOP("steps", "Build the source with a larger overlap, or cut by headings or sentences."),
    ),
    "whole.taken-out": (
        QT_TRANSLATE_NOOP("steps", "No passage holds this place; some of this document was taken out by you."),
        QT_TRANSLATE_NOOP("steps", "Take it back in the document's page, and build the source."),
    ),
    "whole.dropped": (
        QT_TRANSLATE_NOOP(
            "steps", "No passage holds this place: pieces that were too short were left out ({dropped})."
        ),
        QT_TRANSLATE_NOOP("steps", "Build the source with a lower minimum."),
    ),
    "whole.none": (
        QT_TRANSLATE_NOOP("steps", "No passage holds this place."),
        QT_TRANSLATE_NOOP("steps", "See where the document ends, and ask for a place inside of it."),
    ),
    "filtered.ok": (QT_TRANSLATE_NOOP("steps", "The filters let the document through."), ""),
    "filtered.problem": (
        QT_TRANSLATE_NOOP("steps", "The filters leave the document out."),
        QT_TRANSLATE_NOOP(
            "steps", "Take away the filter by document, path, kind, language, date or tag that it fails."
        ),
    ),
    "meaning.ok": (
        QT_TRANSLATE_NOOP("steps", "Found by meaning: {rank} of {count} that were looked at (distance {distance})."),
        "",
    ),
    "meaning.problem": (
        QT_TRANSLATE_NOOP("steps", "Not found by meaning: it is not among the {count} nearest."),
        QT_TRANSLATE_NOOP("steps", "Ask in a whole sentence, with the words of the document."),
    ),
    "meaning.far": (
        QT_TRANSLATE_NOOP(
            "steps", "Not found by meaning: at distance {distance} it is behind the {count} nearest (up to {last})."
        ),
        QT_TRANSLATE_NOOP(
            "steps", "Ask in a whole sentence, with the words of the document, or choose this source alone."
        ),
    ),
    "meaning.unneeded": (
        QT_TRANSLATE_NOOP("steps", "By meaning it is not among the {count} nearest; it was found by words."),
        "",
    ),
    "meaning.translated": (
        QT_TRANSLATE_NOOP(
            "steps",
            "By meaning it is not among the {count} nearest; it was found by the question as it was translated.",
        ),
        "",
    ),
    "meaning.mode": (QT_TRANSLATE_NOOP("steps", "Not searched by meaning: words alone were asked for."), ""),
    "meaning.away": (
        QT_TRANSLATE_NOOP("steps", "Not searched by meaning: the embedder could not be used."),
        QT_TRANSLATE_NOOP("steps", "See what the doctor says of the embedder."),
    ),
    "words.ok": (
        QT_TRANSLATE_NOOP("steps", "Found by the words {words}: {rank} of {count} that hold any."),
        "",
    ),
    "words.few": (
        QT_TRANSLATE_NOOP("steps", "It holds the words {words}, but too many others hold more of them."),
        QT_TRANSLATE_NOOP("steps", "Add a word to the question that only this passage has."),
    ),
    "words.problem": (
        QT_TRANSLATE_NOOP("steps", "Not found by words: it is not among the best for {asked}."),
        QT_TRANSLATE_NOOP("steps", "Use a word that stands in the passage, such as a name or a term."),
    ),
    "words.unneeded": (
        QT_TRANSLATE_NOOP("steps", "By words it is not among the best; it was found by meaning."),
        "",
    ),
    "words.translated": (
        QT_TRANSLATE_NOOP(
            "steps", "By words it is not among the best; it was found by the question as it was translated."
        ),
        "",
    ),
    "words.none": (
        QT_TRANSLATE_NOOP("steps", "Not found by words: the question has none to search by."),
        QT_TRANSLATE_NOOP("steps", "Use a word that stands in the passage, such as a name or a term."),
    ),
    "words.mode": (QT_TRANSLATE_NOOP("steps", "Not searched by words: meaning alone was asked for."), ""),
    "ranked.ok": (QT_TRANSLATE_NOOP("steps", "It is shown, in passage {number} of {passages}."), ""),
    "ranked.covered": (
        QT_TRANSLATE_NOOP("steps", "It is shown: all that it says stands in better passages that share its text."),
        "",
    ),
    "ranked.low": (
        QT_TRANSLATE_NOOP("steps", "It came in {rank} of {of}, behind the {passages} passages that are shown."),
        QT_TRANSLATE_NOOP(
            "steps", "Ask more exactly, choose fewer sources, or have more passages shown (in the settings)."
        ),
    ),
    "ranked.reranked": (
        QT_TRANSLATE_NOOP(
            "steps", "The reranker “{reranker}” put it at {rank}, behind the {passages} passages that are shown."
        ),
        QT_TRANSLATE_NOOP(
            "steps", "Ask more exactly, or ask without the reranker (in the settings) to see whether it comes then."
        ),
    ),
    "ranked.copy": (
        QT_TRANSLATE_NOOP("steps", "The same text stands elsewhere, and is shown once: see passage {number} ({same})."),
        "",
    ),
    "ranked.ceiling": (
        QT_TRANSLATE_NOOP("steps", "At distance {distance} it is beyond the ceiling of {ceiling} in the settings."),
        QT_TRANSLATE_NOOP("steps", "Raise the ceiling in the settings."),
    ),
    "budget.ok": (QT_TRANSLATE_NOOP("steps", "The chat model reads it."), ""),
    "budget.shortened": (
        QT_TRANSLATE_NOOP(
            "steps", "The chat model reads some of it: passage {number} is shortened to the sentences that matter."
        ),
        QT_TRANSLATE_NOOP("steps", "Have fewer passages shown, or let the model read more tokens (in the settings)."),
    ),
    "budget.cut": (
        QT_TRANSLATE_NOOP(
            "steps",
            "The chat model does not read it: passage {number} is shortened to other sentences, to fit into {tokens} "
            "tokens.",
        ),
        QT_TRANSLATE_NOOP("steps", "Have fewer passages shown, or let the model read more tokens (in the settings)."),
    ),
    "budget.problem": (
        QT_TRANSLATE_NOOP(
            "steps", "The chat model does not read it: of {found} passages {given} have room in {tokens} tokens."
        ),
        QT_TRANSLATE_NOOP("steps", "Have fewer passages shown, or let the model read more tokens (in the settings)."),
    ),
    "budget.not checked": (QT_TRANSLATE_NOOP("steps", "No chat model is chosen: passages are shown as they are."), ""),
    # where a wrong answer went wrong
    "guide-sources.ok": (QT_TRANSLATE_NOOP("steps", "All sources that were searched are built ({count})."), ""),
    "guide-sources.problem": (
        QT_TRANSLATE_NOOP(
            "steps", "Of {all} sources {count} are built; not built, in part, or changed since: {sources}."
        ),
        QT_TRANSLATE_NOOP("steps", "Build them, and ask again."),
    ),
    "guide-sources.gone": (
        QT_TRANSLATE_NOOP("steps", "Not in the library any more: {sources}."),
        QT_TRANSLATE_NOOP("steps", "Bring it back from the trash, or choose other sources, and ask again."),
    ),
    "guide-sources.none": (
        QT_TRANSLATE_NOOP("steps", "There are no sources to look in."),
        QT_TRANSLATE_NOOP("steps", "Add one and build it, and ask again."),
    ),
    "guide-documents.ok": (QT_TRANSLATE_NOOP("steps", "All documents could be read ({documents})."), ""),
    "guide-documents.problem": (
        QT_TRANSLATE_NOOP("steps", "Not all could be read or read whole ({count}): {paths}."),
        QT_TRANSLATE_NOOP("steps", "See the source's report for why, and what helps."),
    ),
    "guide-whole.ok": (QT_TRANSLATE_NOOP("steps", "No sentence is cut off in the passages that it rests on."), ""),
    "guide-whole.problem": (
        QT_TRANSLATE_NOOP("steps", "A sentence is cut off by the border of a passage that it rests on: {numbers}."),
        QT_TRANSLATE_NOOP("steps", "Build the source with a larger overlap, or cut by headings or sentences."),
    ),
    "guide-whole.not checked": (QT_TRANSLATE_NOOP("steps", "Its passages do not stand in the documents any more."), ""),
    "guide-ranked.ok": (
        QT_TRANSLATE_NOOP("steps", "It rests on what fits the question best (passages that it names: {numbers})."),
        "",
    ),
    "guide-ranked.problem": (
        QT_TRANSLATE_NOOP(
            "steps", "It names passages {numbers}, and none of the first {best}, which fit the question better."
        ),
        QT_TRANSLATE_NOOP(
            "steps",
            "Read the first ones. If they are no answer, ask more exactly, choose fewer sources, or have a reranker "
            "put them in order (in the settings).",
        ),
    ),
    "guide-ranked.order": (
        QT_TRANSLATE_NOOP("steps", "The passages stand in the order in which they fit; the first is of “{first}”."),
        QT_TRANSLATE_NOOP("steps", "If the right one stands farther down, ask more exactly, or choose fewer sources."),
    ),
    "guide-ranked.not checked": (QT_TRANSLATE_NOOP("steps", "There is nothing to put in order."), ""),
    "guide-found.ok": (
        QT_TRANSLATE_NOOP("steps", "Passages that were found: {count}."),
        QT_TRANSLATE_NOOP(
            "steps", "If the right one is missing, open its document, select the passage, and ask why it was not found."
        ),
    ),
    "guide-found.none": (
        QT_TRANSLATE_NOOP("steps", "No passage was found."),
        QT_TRANSLATE_NOOP("steps", "Ask in other words, or choose more sources."),
    ),
    "guide-found.words": (
        QT_TRANSLATE_NOOP("steps", "Some sources were searched by words alone."),
        QT_TRANSLATE_NOOP("steps", "See what the doctor says of the embedder, and ask again."),
    ),
    "guide-held.yes": (QT_TRANSLATE_NOOP("steps", "The passages fit the question well."), ""),
    "guide-held.weak": (
        QT_TRANSLATE_NOOP("steps", "The passages fit the question only in part."),
        QT_TRANSLATE_NOOP("steps", "Read them before you rely on the answer, or ask with the words of the documents."),
    ),
    "guide-held.no": (
        QT_TRANSLATE_NOOP("steps", "The sources do not seem to hold the answer."),
        QT_TRANSLATE_NOOP("steps", "Add a source that does, or ask so that only the sources may answer."),
    ),
    "guide-read.ok": (QT_TRANSLATE_NOOP("steps", "The model was given all passages ({count})."), ""),
    "guide-read.problem": (
        QT_TRANSLATE_NOOP("steps", "The model was not given all that was found: {reason}."),
        QT_TRANSLATE_NOOP("steps", "Have fewer passages shown, or let the model read more tokens (in the settings)."),
    ),
    "guide-read.not checked": (QT_TRANSLATE_NOOP("steps", "No model wrote this: the passages are the answer."), ""),
    "guide-written.ok": (
        QT_TRANSLATE_NOOP("steps", "{model} wrote it and names what it rests on (passages: {count})."),
        QT_TRANSLATE_NOOP("steps", "Open the passages that it names: if they say otherwise, try a larger model."),
    ),
    "guide-written.problem": (
        QT_TRANSLATE_NOOP("steps", "{model} wrote it and names no passage: it may have answered from its own memory."),
        QT_TRANSLATE_NOOP("steps", "Ask so that only the sources may answer, or try a larger model."),
    ),
    "guide-written.incomplete": (
        QT_TRANSLATE_NOOP("steps", "{model} did not finish: {reason}."),
        QT_TRANSLATE_NOOP("steps", "Ask again."),
    ),
    "guide-written.unfinished": (
        QT_TRANSLATE_NOOP("steps", "{model} did not finish."),
        QT_TRANSLATE_NOOP("steps", "Ask again."),
    ),
    "guide-written.not checked": (QT_TRANSLATE_NOOP("steps", "Nothing was added to the passages."), ""),
}


def step_sentences(step: Check, translate: Translate = untranslated) -> tuple[str, str]:
    """What was found at a step, and what to do (may be empty)."""
    names = (f"{step.id}.{step.facts.get('case')}", f"{step.id}.{step.state}")
    name = next((name for name in names if name in _STEPS), "")
    if not name:
        return translate("steps", _NO_WAY), ""
    facts = facts_in_words(step.facts, translate)
    found, advice = _STEPS[name]
    said = translate("steps", found).format_map(facts)
    return said, translate("steps", advice).format_map(facts) if advice else ""
