"""The sentences about reasons: by the code of each, a clause that follows a colon, without a full stop."""

from __future__ import annotations

from collections.abc import Mapping

from gangdan_gui.wording.reasons_of_answers import ANSWERS
from gangdan_gui.wording.reasons_of_downloads import DOWNLOADS
from gangdan_gui.wording.reasons_of_files import FILES
from gangdan_gui.wording.reasons_of_sources import SOURCES

REASONS: Mapping[str, str] = {**FILES, **DOWNLOADS, **SOURCES, **ANSWERS}
