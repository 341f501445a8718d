"""Colours, type, style sheet and icons of the window, light and dark.

Widgets get the `Theme` in their constructor, read `theme.tokens` when they paint, and repaint on `theme.changed`.
Plain widgets need no colours of their own: the style sheet (`resources/themes/window.qss`) styles them by two
dynamic properties, `role` on labels and frames and `kind` on buttons.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from enum import StrEnum
from string import Template

from PySide6.QtCore import QByteArray, QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QStyleFactory

from gangdan_gui.bundled import resource

_CHINESE_FAMILIES = ("Noto Sans CJK SC", "Microsoft YaHei UI", "PingFang SC", "WenQuanYi Micro Hei")
# The Korean face of the first Chinese family has the same Latin letters, and quotation marks of Latin width.
_LATIN_FAMILIES = ("Segoe UI", "Helvetica Neue", "Noto Sans CJK KR", "Noto Sans", "DejaVu Sans")
_LATIN = re.compile(r"[^\W\d_\u2e80-\uffef]")
_LETTERS_A_CHARACTER = 4
_EAST = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003134f]")
CODE_FAMILIES = ("Cascadia Mono", "Consolas", "SF Mono", "Menlo", "Noto Sans Mono CJK SC", "DejaVu Sans Mono")

# Sizes in logical pixels.
BASE_SIZE = 13
SMALL_SIZE = 12
HAIR, TIGHT, GAP, MARGIN, WIDE = 4, 6, 10, 14, 28
# The row with the title of a pane, so that the titles of all panes stand on one line.
HEAD_HEIGHT = 32
CARD_RADIUS = 10

_ICON_SIZES = (16, 20, 24, 32, 40, 48)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The colours of one appearance, as `#RRGGBB`: `on_accent` is text on the accent, `faint` marks the disabled."""

    background: str
    surface: str
    line: str
    text: str
    secondary: str
    faint: str
    accent: str
    accent_hover: str
    accent_soft: str
    on_accent: str
    hover: str
    highlight: str
    warning: str
    warning_soft: str
    success: str
    code: str

    def color(self, name: str) -> QColor:
        """A token as a colour to paint with."""
        return QColor(getattr(self, name))


LIGHT = Tokens(
    background="#F6F5F2",
    surface="#FFFFFF",
    line="#E5E2DB",
    text="#23262B",
    secondary="#61666E",
    faint="#A3A49F",
    accent="#1F6F6B",
    accent_hover="#195C59",
    accent_soft="#E3F0EE",
    on_accent="#FFFFFF",
    hover="#EFEDE7",
    highlight="#FFF3C9",
    warning="#A14A08",
    warning_soft="#FBF0E2",
    success="#27714A",
    code="#F3F1EC",
)
DARK = Tokens(
    background="#1B1D20",
    surface="#23262A",
    line="#34383D",
    text="#E7E6E2",
    secondary="#A3A9B0",
    faint="#6C7178",
    accent="#5FB3AC",
    accent_hover="#76C4BD",
    accent_soft="#27403E",
    on_accent="#12211F",
    hover="#2B2F34",
    highlight="#4A4020",
    warning="#E0A458",
    warning_soft="#3A3020",
    success="#6BBF8A",
    code="#1E2124",
)


class ThemeMode(StrEnum):
    """Which appearance the user chose."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours after WCAG 2, 1 (same) to 21 (black on white)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: str) -> float:
    channels = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class Theme(QObject):
    """The appearance of the application: follows the system's colour scheme unless the user chose one."""

    changed = Signal()

    def __init__(self, app: QApplication, mode: ThemeMode = ThemeMode.SYSTEM) -> None:
        super().__init__(app)
        self._app = app
        self._mode = mode
        self._dark = False
        self._sheet = Template(resource("themes", "window.qss").read_text(encoding="utf-8"))
        self._icons: dict[tuple[str, str], QIcon] = {}
        app.setStyle(QStyleFactory.create("Fusion"))
        self._script = ""
        app.styleHints().colorSchemeChanged.connect(self._follow_system)
        self.set_mode(mode)

    @property
    def tokens(self) -> Tokens:
        """The colours in use now."""
        return DARK if self._dark else LIGHT

    @property
    def dark(self) -> bool:
        """Whether the dark appearance is in use now."""
        return self._dark

    @property
    def mode(self) -> ThemeMode:
        """What the user chose."""
        return self._mode

    def set_mode(self, mode: ThemeMode) -> None:
        """Use an appearance from now on. The system is told too, so that title bars and file dialogs match."""
        self._mode = mode
        hints = self._app.styleHints()
        if mode is ThemeMode.SYSTEM:
            hints.unsetColorScheme()
            self.apply(dark=hints.colorScheme() is Qt.ColorScheme.Dark)
        else:
            dark = mode is ThemeMode.DARK
            hints.setColorScheme(Qt.ColorScheme.Dark if dark else Qt.ColorScheme.Light)
            self.apply(dark=dark)

    def set_script(self, sample: str) -> None:
        """Use the fonts for the script of `sample`, a word in the language of the window."""
        if families(sample) != families(self._script):
            self._script = sample
            self.apply(dark=self._dark)

    def apply(self, *, dark: bool) -> None:
        """Set palette and style sheet, then tell who paints by itself."""
        self._dark = dark
        self._app.setFont(base_font(text=self._script))
        self._app.setPalette(_palette(self.tokens))
        images = {"images": resource("themes").as_posix(), "appearance": "dark" if dark else "light"}
        self._app.setStyleSheet(self._sheet.substitute(asdict(self.tokens), **images))
        self.changed.emit()

    def icon(self, name: str, token: str = "secondary") -> QIcon:
        """The icon `resources/icons/NAME.svg` in a token's colour; paler where it is disabled."""
        color = getattr(self.tokens, token)
        key = (name, color)
        if key not in self._icons:
            self._icons[key] = _tinted(name, color, self.tokens.faint)
        return self._icons[key]

    def _follow_system(self, scheme: Qt.ColorScheme) -> None:
        if self._mode is ThemeMode.SYSTEM:
            self.apply(dark=scheme is Qt.ColorScheme.Dark)


def families(text: str) -> tuple[str, ...]:
    """The families to set a text in: in Chinese fonts, quotation marks and dashes are as wide as a character.

    A few Chinese names do not make an English paragraph Chinese.
    """
    east = len(_EAST.findall(text))
    if east and east * _LETTERS_A_CHARACTER >= len(_LATIN.findall(text)):
        return (*_CHINESE_FAMILIES, *_LATIN_FAMILIES)
    return (*_LATIN_FAMILIES, *_CHINESE_FAMILIES)


def base_font(size: int = BASE_SIZE, text: str = "") -> QFont:
    """The window's font at a size in pixels, for the script of `text`."""
    font = QFont()
    font.setFamilies(families(text))
    font.setPixelSize(size)
    return font


def code_font(size: int = BASE_SIZE) -> QFont:
    """The font for code at a size in pixels."""
    font = QFont()
    font.setFamilies((*CODE_FAMILIES, *families("")))
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPixelSize(size)
    return font


def _palette(tokens: Tokens) -> QPalette:
    # Every role is set: whatever a system theme would bring along must not shine through.
    palette = QPalette()
    roles = {
        QPalette.ColorRole.Window: tokens.background,
        QPalette.ColorRole.WindowText: tokens.text,
        QPalette.ColorRole.Base: tokens.surface,
        QPalette.ColorRole.AlternateBase: tokens.hover,
        QPalette.ColorRole.Text: tokens.text,
        QPalette.ColorRole.PlaceholderText: tokens.secondary,
        QPalette.ColorRole.Button: tokens.surface,
        QPalette.ColorRole.ButtonText: tokens.text,
        QPalette.ColorRole.BrightText: tokens.on_accent,
        QPalette.ColorRole.ToolTipBase: tokens.surface,
        QPalette.ColorRole.ToolTipText: tokens.text,
        QPalette.ColorRole.Highlight: tokens.accent,
        QPalette.ColorRole.HighlightedText: tokens.on_accent,
        QPalette.ColorRole.Link: tokens.accent,
        QPalette.ColorRole.LinkVisited: tokens.accent,
        QPalette.ColorRole.Accent: tokens.accent,
        QPalette.ColorRole.Light: tokens.surface,
        QPalette.ColorRole.Midlight: tokens.hover,
        QPalette.ColorRole.Mid: tokens.line,
        QPalette.ColorRole.Dark: tokens.faint,
        QPalette.ColorRole.Shadow: tokens.line,
    }
    for role, color in roles.items():
        palette.setColor(role, QColor(color))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.faint))
    return palette


def _tinted(name: str, color: str, disabled: str) -> QIcon:
    drawing = resource("icons", f"{name}.svg").read_text(encoding="utf-8")
    icon = QIcon()
    for mode, tint in ((QIcon.Mode.Normal, color), (QIcon.Mode.Disabled, disabled)):
        renderer = QSvgRenderer(QByteArray(drawing.replace("currentColor", tint).encode()))
        for size in _ICON_SIZES:
            pixmap = QPixmap(QSize(size, size))
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            renderer.render(painter)
            painter.end()
            icon.addPixmap(pixmap, mode)
    return icon
