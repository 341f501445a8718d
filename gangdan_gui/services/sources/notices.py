"""What the user should know of a built source that is no fault of it."""

from __future__ import annotations

from gangdan_gui.domain.documents import SourceKind
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.embedding.forms import form_of
from gangdan_gui.embedding.labels import model_of
from gangdan_gui.embedding.languages import CHINESE, advice_for
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.sources.freezing import frozen_until
from gangdan_gui.storing.records import SourceRecord

EARLIER_WEIGHTS, EARLIER_FORM, FROZEN = "earlier-weights", "earlier-form", "frozen"

VECTORS_DAMAGED = "vectors-damaged"
"""The code of the notice that names sources which a search could look through by their words only."""

FILTERED_OUT = "filtered-out"
"""The code of the notice that what was chosen by filters holds nothing that was found."""


async def notices(parts: Parts, record: SourceRecord) -> tuple[Reason, ...]:
    """From what is kept, and from what embedders have said of themselves; empty for a source that is not built."""
    if record.live is None:
        return ()
    said = []
    if until := frozen_until(record):
        said.append(Reason(FROZEN, until))
    label = record.live.identity.label
    if record.chunks and parts.embedders.is_outdated(record.live.identity):
        said.append(Reason(EARLIER_WEIGHTS, model_of(label) or label))
    elif record.chunks and record.source.kind is not SourceKind.PACK and record.live.form != form_of(label):
        said.append(Reason(EARLIER_FORM))
    if advice_for(CHINESE, label):  # else the documents need not be looked at
        advice = advice_for(await parts.manifest.documents.main_language(record.live), label)
        said += [advice] if advice else []
    return tuple(said)
