"""A conversation as one HTML file: formulas as MathML, nothing that runs and nothing that is loaded."""

from __future__ import annotations

from collections.abc import Mapping

from gangdan_gui.bundled import resource
from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.search import Conversation
from gangdan_gui.exporting.contents import contents
from gangdan_gui.exporting.labels import ExportLabels
from gangdan_gui.exporting.pandoc_document import write_with_pandoc


def to_html(conversation: Conversation, labels: ExportLabels, sources: Mapping[str, Source]) -> bytes:
    """The page in UTF-8. Raises ExportFailed."""
    return write_with_pandoc(
        contents(conversation, labels, sources),
        "--to=html5",
        "--standalone",
        f"--template={resource('pandoc', 'export.html')}",
        "--mathml",
        "--syntax-highlighting=haddock",
        "--eol=lf",
        top=2,
    )
