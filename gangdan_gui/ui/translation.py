"""The language of the window: loads the catalogues and switches them while it runs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from gangdan_gui.bundled import resource

SYSTEM_LANGUAGE = "system"


class Translation(QObject):
    """Installs the catalogues of one language at a time.

    Qt sends LanguageChange to every window when that happens, and each widget sets its texts again. English has a
    catalogue too, for its plurals.
    """

    def __init__(self, app: QCoreApplication, folder: Path | None = None) -> None:
        super().__init__(app)
        self._app = app
        self._folder = folder or resource("translations")
        self._installed: list[QTranslator] = []
        self.language = ""

    def use(self, choice: str) -> None:
        """Speak `en`, `zh_CN`, or what the system speaks; a language without a catalogue is English."""
        language = _system_language() if choice == SYSTEM_LANGUAGE else choice
        if language == self.language:
            return
        self.remove()
        self.language = language
        QLocale.setDefault(QLocale(language))
        qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        candidates = (self._load(f"qtbase_{language}", qt_folder), self._load(f"gangdan_{language}", str(self._folder)))
        self._installed = [translator for translator in candidates if translator is not None]
        for translator in self._installed:
            self._app.installTranslator(translator)

    def remove(self) -> None:
        """Speak the language of the sources, without its plurals."""
        for translator in self._installed:
            self._app.removeTranslator(translator)
        self._installed = []
        self.language = ""
        QLocale.setDefault(QLocale.system())

    def _load(self, name: str, folder: str) -> QTranslator | None:
        translator = QTranslator(self)
        return translator if translator.load(f"{name}.qm", folder) else None


def translate(context: str, text: str) -> str:
    """The window's `translate` for `wording`: looks a string up in the installed catalogues."""
    return QCoreApplication.translate(context, text)


def _system_language() -> str:
    # A Chinese desktop of any region reads simplified characters better than English.
    return "zh_CN" if QLocale.system().language() == QLocale.Language.Chinese else "en"
