"""Why a model could not be downloaded: the server's words for it are those of its own code."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.ollama.failures import Refused
from gangdan_gui.ui.told import told
from gangdan_gui.wording import Told

_NO_SUCH_MODEL = re.compile(r"file does not exist|manifest unknown|not found|invalid model name", re.IGNORECASE)
_NO_ROOM = re.compile(r"no space left|not enough space|disk (?:is )?full|quota", re.IGNORECASE)
_NO_NETWORK = re.compile(
    r"dial tcp|no such host|lookup |i/o timeout|connection (?:refused|reset)|network is unreachable|tls|"
    r"max retries|unexpected eof|\bproxy",
    re.IGNORECASE,
)


def pull_failed(model: str, error: GangDanError) -> Told:
    """What went wrong with a download, and what to do."""
    if not isinstance(error, Refused):
        return told(error)
    # No room comes first: the path of the file stands in that error too.
    if _NO_ROOM.search(error.why):
        said = QCoreApplication.translate("pull", "There is no room left where Ollama keeps its models.")
        advice = QCoreApplication.translate("pull", "Make room on that disk; the download goes on where it was.")
    elif _NO_NETWORK.search(error.why):
        said = QCoreApplication.translate("pull", "Ollama does not reach the place where models are kept.")
        advice = QCoreApplication.translate("pull", "Check the network; the download goes on where it was.")
    elif _NO_SUCH_MODEL.search(error.why):
        said = QCoreApplication.translate("pull", "There is no model “{model}” to download.").format(model=model)
        advice = QCoreApplication.translate("pull", "Check its name, or choose another one.")
    else:
        return told(error)
    return Told(error.id, said, advice)
