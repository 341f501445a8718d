"""What is added to an exported conversation, in the words of the command line."""

from __future__ import annotations

from gangdan_gui.exporting.labels import ExportLabels
from gangdan_gui.wording import reason_sentence

EXPORT_LABELS = ExportLabels(reason=reason_sentence)
