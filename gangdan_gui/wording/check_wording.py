"""What the user is told by the doctor: for each check one sentence of what was found, one of what to do.

A check's fact `case` tells apart what needs other words; one that met an error is told as that error is (`wording`).
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter

from gangdan_gui.services.requests import Check
from gangdan_gui.translating import QT_TRANSLATE_NOOP, Translate, untranslated
from gangdan_gui.wording import Face, Facts, facts_in_words, sentences, tell_code

_INSTALL_AGAIN = QT_TRANSLATE_NOOP("doctor", "Install the program again.")
_REPAIR = QT_TRANSLATE_NOOP("doctor", "“doctor --repair” builds them again from what is kept.")
_PULL_MULTILINGUAL = QT_TRANSLATE_NOOP(
    "doctor",
    "For Chinese sources get a model that knows both, with “ollama pull bge-m3”, or choose the built-in embedder.",
)

_CHECKS: Mapping[str, tuple[str, str]] = {
    # what answers at Ollama's address
    "address.settings": (QT_TRANSLATE_NOOP("doctor", "Something answers at {address}, as the settings say."), ""),
    "address.environment": (
        QT_TRANSLATE_NOOP("doctor", "Something answers at {address}, as the variable OLLAMA_HOST says."),
        "",
    ),
    "address.default": (QT_TRANSLATE_NOOP("doctor", "Something answers at {address}, Ollama's usual address."), ""),
    "address.unused": (
        QT_TRANSLATE_NOOP("doctor", "No Ollama answers at {address}, and nothing here needs it."),
        QT_TRANSLATE_NOOP("doctor", "GangDan works without it. For written answers, install Ollama from ollama.com."),
    ),
    "version.not checked": (QT_TRANSLATE_NOOP("doctor", "Which Ollama it is could not be checked."), ""),
    "models.not checked": (QT_TRANSLATE_NOOP("doctor", "Which models Ollama has could not be checked."), ""),
    "version.unused": (QT_TRANSLATE_NOOP("doctor", "No Ollama, so no version of it."), ""),
    "models.unused": (QT_TRANSLATE_NOOP("doctor", "No Ollama, so no models of it."), ""),
    "version.ok": (QT_TRANSLATE_NOOP("doctor", "It is Ollama {version}."), ""),
    "models.ok": (QT_TRANSLATE_NOOP("doctor", "Ollama's models ({count}): {names}."), ""),
    "models.none": (
        QT_TRANSLATE_NOOP("doctor", "Ollama has no model yet, and nothing here needs one."),
        QT_TRANSLATE_NOOP("doctor", "For written answers get one with “ollama pull qwen2.5:3b”."),
    ),
    "models.missing": (
        QT_TRANSLATE_NOOP("doctor", "Ollama does not have {missing}, which is chosen or was used here."),
        QT_TRANSLATE_NOOP("doctor", "Get it with “ollama pull {first}”, or choose another model."),
    ),
    "models.missing-for": (
        QT_TRANSLATE_NOOP("doctor", "Ollama does not have {missing}. These sources can't be used: {sources}."),
        QT_TRANSLATE_NOOP("doctor", "Get it with “ollama pull {first}”, or give them another embedder."),
    ),
    # what makes vectors
    "embedding.ok": (
        QT_TRANSLATE_NOOP(
            "doctor",
            "“{embedder}” tells meanings apart in English and Chinese ({dimension} numbers a text, {speed} texts a "
            "second).",
        ),
        "",
    ),
    "embedding.english": (
        QT_TRANSLATE_NOOP(
            "doctor",
            "“{embedder}” tells meanings apart in English, but not in Chinese ({dimension} numbers a text, {speed} "
            "texts a second).",
        ),
        _PULL_MULTILINGUAL,
    ),
    "embedding.meaningless": (
        QT_TRANSLATE_NOOP("doctor", "“{embedder}” does not tell meanings apart, so what it finds is of no use."),
        QT_TRANSLATE_NOOP("doctor", "Choose another embedding model in the settings, and build the sources with it."),
    ),
    "embedding.unusable": (
        QT_TRANSLATE_NOOP("doctor", "“{embedder}” can't be used: {what}."),
        QT_TRANSLATE_NOOP("doctor", "Choose another embedding model in the settings, or bring Ollama up to date."),
    ),
    "embedding.loading": (
        QT_TRANSLATE_NOOP("doctor", "“{embedder}” gave nothing within {seconds} seconds; it may still be loading."),
        QT_TRANSLATE_NOOP("doctor", "A large model takes minutes on a slow disk. Wait, and check again."),
    ),
    "embedding.replaced": (
        QT_TRANSLATE_NOOP("doctor", "“{embedder}” is another version than these sources were built with: {sources}."),
        QT_TRANSLATE_NOOP("doctor", "Build these sources again."),
    ),
    "embedding.away": (
        QT_TRANSLATE_NOOP("doctor", "Not checked: the model for new sources can't be asked."),
        "",
    ),
    "embedding.away-for": (
        QT_TRANSLATE_NOOP("doctor", "Not checked: the embedder is away. These sources wait for it: {sources}."),
        QT_TRANSLATE_NOOP("doctor", "Until then they are not found by their meaning; nothing of them is lost."),
    ),
    "embedder.loading": (
        QT_TRANSLATE_NOOP("doctor", "The built-in embedder gave nothing within {seconds} seconds."),
        QT_TRANSLATE_NOOP("doctor", "The machine may be busy. Check again."),
    ),
    "embedder.ok": (QT_TRANSLATE_NOOP("doctor", "The built-in embedder works ({dimension} numbers)."), ""),
    "embedder.problem": (QT_TRANSLATE_NOOP("doctor", "The built-in embedder does not work: {what}."), _INSTALL_AGAIN),
    "embedder.meaningless": (
        QT_TRANSLATE_NOOP("doctor", "The built-in embedder does not tell meanings apart."),
        _INSTALL_AGAIN,
    ),
    # what writes answers
    "chat.ok": (QT_TRANSLATE_NOOP("doctor", "“{model}” began to answer after {seconds} seconds."), ""),
    "chat.none": (
        QT_TRANSLATE_NOOP("doctor", "No chat model is chosen: the passages themselves are the answer."),
        QT_TRANSLATE_NOOP("doctor", "Choose one in the settings for written answers."),
    ),
    "chat.offered": (
        QT_TRANSLATE_NOOP("doctor", "No chat model is chosen: the passages themselves are the answer."),
        QT_TRANSLATE_NOOP("doctor", "For written answers choose one of these in the settings: {names}."),
    ),
    "chat.away": (QT_TRANSLATE_NOOP("doctor", "Not checked: “{model}” can't be asked."), ""),
    "chat.loading": (
        QT_TRANSLATE_NOOP("doctor", "“{model}” said nothing within {seconds} seconds; it may still be loading."),
        QT_TRANSLATE_NOOP("doctor", "A large model takes minutes on a slow disk. Wait, and check again."),
    ),
    "chat.empty": (
        QT_TRANSLATE_NOOP("doctor", "“{model}” ended without a word."),
        QT_TRANSLATE_NOOP("doctor", "Choose another chat model in the settings."),
    ),
    "reranker.ok": (QT_TRANSLATE_NOOP("doctor", "The reranker “{reranker}” judges passages ({seconds} seconds)."), ""),
    "reranker.problem": (
        QT_TRANSLATE_NOOP("doctor", "The reranker “{reranker}” can't be used: {reason}."),
        "",
    ),
    "reranker.away": (QT_TRANSLATE_NOOP("doctor", "Not checked: the reranker “{reranker}” can't be asked."), ""),
    "reranker.loading": (
        QT_TRANSLATE_NOOP("doctor", "The reranker “{reranker}” gave nothing within {seconds} seconds."),
        QT_TRANSLATE_NOOP("doctor", "A large model takes minutes on a slow disk. Wait, and check again."),
    ),
    # the program and its library
    "converter.ok": (QT_TRANSLATE_NOOP("doctor", "Documents can be converted."), ""),
    "converter.problem": (QT_TRANSLATE_NOOP("doctor", "Documents can't be converted: {reason}."), _INSTALL_AGAIN),
    "records.ok": (QT_TRANSLATE_NOOP("doctor", "The library's records can be read."), ""),
    "records.problem": (
        QT_TRANSLATE_NOOP("doctor", "The library's records are damaged or were lost."),
        QT_TRANSLATE_NOOP("doctor", "“doctor --repair” begins them anew and builds the sources again."),
    ),
    "list.ok": (QT_TRANSLATE_NOOP("doctor", "The list of sources is in order ({count})."), ""),
    "list.problem": (
        QT_TRANSLATE_NOOP("doctor", "Entries that can't be used: {count}. {file}, line {line}: {what}."),
        QT_TRANSLATE_NOOP("doctor", "Mend that entry; the others are used as they are."),
    ),
    "store.not checked": (
        QT_TRANSLATE_NOOP("doctor", "Whether the sources are whole could not be checked, because of another problem."),
        "",
    ),
    "store.ok": (QT_TRANSLATE_NOOP("doctor", "The store is whole (sources: {sources}, passages: {chunks})."), ""),
    "store.server": (
        QT_TRANSLATE_NOOP(
            "doctor", "The Chroma server at {address} holds all of it (sources: {sources}, passages: {chunks})."
        ),
        "",
    ),
    "store.problem": (QT_TRANSLATE_NOOP("doctor", "These sources are damaged: {damaged}."), _REPAIR),
    "store.found": (
        QT_TRANSLATE_NOOP("doctor", "The vectors of these sources are damaged: {damaged}."),
        QT_TRANSLATE_NOOP("doctor", "They are searched by words until “doctor --repair” brings the vectors back."),
    ),
    "texts.ok": (QT_TRANSLATE_NOOP("doctor", "The converted documents can be read."), ""),
    "texts.not checked": (
        QT_TRANSLATE_NOOP("doctor", "The converted documents could not be checked, because of another problem."),
        "",
    ),
    "texts.problem": (
        QT_TRANSLATE_NOOP("doctor", "Converted documents that are missing or were changed: {count} ({paths})."),
        QT_TRANSLATE_NOOP("doctor", "“doctor --repair” makes them again."),
    ),
    "conversations.ok": (QT_TRANSLATE_NOOP("doctor", "The conversations can be read ({count})."), ""),
    "conversations.problem": (
        QT_TRANSLATE_NOOP("doctor", "Conversations that can't be read: {files}."),
        QT_TRANSLATE_NOOP("doctor", "Bring the file back from a backup, or move it away."),
    ),
    # what a repair did
    "repaired.records": (QT_TRANSLATE_NOOP("doctor", "Repaired: the library's records were begun anew."), ""),
    "repaired.list": (
        QT_TRANSLATE_NOOP("doctor", "Repaired: the list of sources was written again from the records."),
        "",
    ),
    "repaired.collection": (
        QT_TRANSLATE_NOOP("doctor", "Repaired: a collection that nothing needs was removed ({name})."),
        "",
    ),
    "repaired.mended": (
        QT_TRANSLATE_NOOP(
            "doctor",
            "Repaired: “{title}”. Passages put back: {count}; left-over ones removed: {removed}; embedded again: "
            "{embedded}.",
        ),
        "",
    ),
    "repaired.set-aside": (
        QT_TRANSLATE_NOOP(
            "doctor",
            "Repaired: “{title}”. The damaged store was moved to {aside}. Passages put back: {count}; embedded again: "
            "{embedded}.",
        ),
        "",
    ),
    "repaired.built": (QT_TRANSLATE_NOOP("doctor", "Repaired: “{title}” was built again (documents: {count})."), ""),
    "repaired.not-built": (
        QT_TRANSLATE_NOOP("doctor", "“{title}” could not be built from what lies here."),
        QT_TRANSLATE_NOOP("doctor", "Build it when its files, or the network, can be reached."),
    ),
    "repaired.refused": (
        QT_TRANSLATE_NOOP("doctor", "“{title}”: the embedder refused {count} of its passages."),
        QT_TRANSLATE_NOOP("doctor", "The next build tries them again and names them."),
    ),
    "repaired.not-mended": (
        QT_TRANSLATE_NOOP("doctor", "“{title}” could not be repaired: {what}."),
        QT_TRANSLATE_NOOP("doctor", "Until it can be, it is searched by its words."),
    ),
    "folders.ok": (QT_TRANSLATE_NOOP("doctor", "The library's folder can be written: {path}."), ""),
    "folders.read-only": (
        QT_TRANSLATE_NOOP("doctor", "The library is only read where it lies: {path}."),
        QT_TRANSLATE_NOOP("doctor", "Questions are answered; nothing can be added, built or kept there."),
    ),
    "folders.problem": (
        QT_TRANSLATE_NOOP("doctor", "The library's folder can't be written: {path} ({why})."),
        QT_TRANSLATE_NOOP("doctor", "Choose another folder with --home or GANGDAN_HOME."),
    ),
    "disk.ok": (QT_TRANSLATE_NOOP("doctor", "{free} GB are free."), ""),
    "disk.problem": (
        QT_TRANSLATE_NOOP("doctor", "Only {free} GB are free."),
        QT_TRANSLATE_NOOP("doctor", "Make room before you build: a thousand pages take about 30 MB."),
    ),
}
_NOT_CHECKED = QT_TRANSLATE_NOOP("doctor", "Not checked, because an earlier check failed.")
_PROXY = QT_TRANSLATE_NOOP("doctor", "The way there leads through the proxy {proxy}.")

# What the window advises instead, where the advice above names something of the command line.
_WINDOW_ADVICE: Mapping[str, str] = {
    "records.problem": QT_TRANSLATE_NOOP("doctor", "“Repair” begins them anew and builds the sources again."),
    "store.problem": QT_TRANSLATE_NOOP("doctor", "“Repair” builds them again from what is kept."),
    "texts.problem": QT_TRANSLATE_NOOP("doctor", "“Repair” makes them again."),
    "store.found": QT_TRANSLATE_NOOP(
        "doctor", "Until they are repaired they are searched by words; nothing of your documents is lost."
    ),
    "folders.problem": QT_TRANSLATE_NOOP("doctor", "See to it that the folder may be written to."),
}
_EMBEDDING_SERVER = "embedding-"


def check_sentences(
    check: Check, translate: Translate = untranslated, face: Face = Face.COMMAND_LINE
) -> tuple[str, str]:
    """What a check found, and the advice (may be empty)."""
    facts = facts_in_words(check.facts, translate)
    kind = check.id.removeprefix(_EMBEDDING_SERVER)
    names = (f"{kind}.{check.facts.get('case')}", f"{kind}.{check.state}")
    name = next((name for name in names if name in _CHECKS), "")
    # An error that came between is told as such where the check's own sentence lacks what it did not come to find.
    if name and ("failure" not in facts or _told_whole(_CHECKS[name][0], facts)):
        found, advice = _CHECKS[name]
        advice = _WINDOW_ADVICE.get(name, advice) if face is Face.WINDOW else advice
        told = [translate("doctor", text).format_map(facts) if text else "" for text in (found, advice)]
    elif "failure" in facts:
        error = tell_code(check.facts["failure"], check.facts, translate, face)
        told = [error.message, error.advice]
    else:
        told = [translate("doctor", _NOT_CHECKED), ""]
    if facts.get("proxy"):
        told[0] = sentences(told[0], translate("doctor", _PROXY).format_map(facts))
    return told[0], told[1]


def _told_whole(text: str, facts: Mapping[str, str]) -> bool:
    return all(field in facts for _, field, _, _ in Formatter().parse(text) if field)


_STATUS: Mapping[str, str] = {
    "builtin": QT_TRANSLATE_NOOP("status", "Built-in embedder · works without a network"),
    "ollama": QT_TRANSLATE_NOOP("status", "Ollama {version}"),
    "missing": QT_TRANSLATE_NOOP("status", "Ollama does not have {missing}"),
    "invalid-setting": QT_TRANSLATE_NOOP("status", "Ollama's address is none: {value}"),
    "ollama-unreachable": QT_TRANSLATE_NOOP("status", "Ollama does not answer at {place}"),
    "ollama-silent": QT_TRANSLATE_NOOP("status", "Ollama does not answer at {place}"),
    "ollama-proxy": QT_TRANSLATE_NOOP("status", "A proxy is in the way to Ollama at {place}"),
    "not-ollama": QT_TRANSLATE_NOOP("status", "What answers at {place} is not Ollama"),
}
_TROUBLE = QT_TRANSLATE_NOOP("status", "Ollama at {place} has a problem")
_BUILTIN = QT_TRANSLATE_NOOP("status", "built-in embedder")
BETWEEN = " · "


def status_words(status: Check, translate: Translate = untranslated) -> str:
    """What `DoctorService.glance` found, short enough for one line."""
    facts = Facts(status.facts)
    first = translate("status", _STATUS.get(facts["case"], _TROUBLE)).format_map(facts)
    if facts["case"] != "ollama":
        return first
    embedder = facts["embedder"] or translate("status", _BUILTIN)
    return BETWEEN.join(filter(None, (first, embedder, facts.get("chat", ""))))
