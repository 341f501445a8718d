"""Why test questions fail, and what helps on the command line: each as a clause and a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from gangdan_gui.domain.golden import Cause, Fault

CAUSES: Mapping[Cause, tuple[str, str]] = {
    Cause.NOT_ASKED: (
        "what is expected is in a source that was not asked",
        "Leave out -c, or name that source too.",
    ),
    Cause.NOT_IN_SOURCES: (
        "what is expected is not in your sources any more",
        "Build the source, or bring the document back; if it has changed, make the question anew.",
    ),
    Cause.CUT: (
        "a border between two passages cuts the answer apart",
        "Cut larger, with more overlap, or by headings: “golden try” shows what that changes.",
    ),
    Cause.TOO_LOW: (
        "other passages are ranked before it",
        "Ask in words of the document, or choose the source; “golden try” shows whether another model ranks better.",
    ),
    Cause.TOO_FAR: (
        "it is farther from the question than the settings allow",
        "Raise “distance_ceiling” in the settings (200 leaves nothing out), or ask in words of the document.",
    ),
    Cause.BELOW_THRESHOLD: (
        "it was found, but the sources were judged to hold no answer",
        "Let weak support be answered too, or build the source anew so that it is calibrated again.",
    ),
    Cause.OUT_OF_BUDGET: (
        "it was found, but longer passages before it fill what is read",
        "Cut smaller, or give the model a larger context.",
    ),
    Cause.SEEMED_ANSWERED: (
        "nothing answers it, but the sources were judged to hold an answer",
        "Ask strictly; passages that only sound alike are shown as such there.",
    ),
}
FAULTS: Mapping[Fault, tuple[str, str]] = {
    Fault.RANKING: (
        "given the passage alone, the model cites it: the ranking is at fault",
        "Ask in words of the document, or let more passages be shown; “golden try” shows what ranks it better.",
    ),
    Fault.CROWD: (
        "the passage was read, but only cited when it was given alone: other passages lead the model astray",
        "Have fewer passages shown (-k), or take a larger model.",
    ),
    Fault.TEXT: (
        "not even the passage alone is cited: how it is cut, or its text, is at fault, or the model",
        "Look at the passage with “documents show”, cut larger or by headings, or take another model.",
    ),
}
