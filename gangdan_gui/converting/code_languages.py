"""The programming languages that are read, with what tells their comments and the things they define."""

from __future__ import annotations

from dataclasses import dataclass

_C_FAMILY = r"(?:[\w:<>,~*&\[\]]+[ \t]+)+[*&]*(?P<{0}>(?:\w+::)*~?\w+)[ \t]*\((?=[^;]*\{{)"
_TYPE = (
    r"(?:[\w@()]+[ \t]+)*(?:class|struct|interface|enum|record|trait|object|protocol|extension|union)"
    r"[ \t]+(?P<{0}>\w+)(?![^\n]*;)"
)


@dataclass(frozen=True, slots=True)
class Language:
    """A language.

    `fence` is what Markdown calls it, and `lexer` what Pygments does.

    `defines` finds the things that a file defines at the left margin: its group that took part is their name. It is
    empty where that is not sure. `block` opens and closes a comment of several lines. `marked`: its documentation is
    Markdown or HTML by custom. `html` is true where a file may be a web page.
    """

    fence: str
    endings: tuple[str, ...]
    lexer: str = ""
    defines: tuple[str, ...] = ()
    block: tuple[str, str] = ("/*", "*/")
    marked: bool = False
    html: bool = False


def _shaped(*patterns: str) -> tuple[str, ...]:
    return tuple(pattern.format("name") for pattern in patterns)


_SCRIPT = (
    r"(?:export[ \t]+)?(?:default[ \t]+)?(?:async[ \t]+)?function\b[ \t]*\*?[ \t]*(?P<name>[\w$]+)",
    r"(?:(?:export|default|declare|abstract)[ \t]+)*(?:class|interface|enum)[ \t]+(?P<name>[\w$]+)",
)
LANGUAGES = (
    Language("c", (".c", ".h"), defines=_shaped(_C_FAMILY)),
    Language(
        "cpp",
        (".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".tpp", ".ino", ".cu", ".cuh"),
        defines=_shaped(_C_FAMILY, _TYPE),
    ),
    Language("java", (".java",), defines=_shaped(_TYPE), marked=True),
    Language("javascript", (".js", ".mjs", ".cjs", ".jsx"), defines=_SCRIPT, marked=True),
    Language("typescript", (".ts", ".mts", ".cts"), defines=_SCRIPT, marked=True),
    Language("tsx", (".tsx",), defines=_SCRIPT, marked=True),
    Language(
        "go", (".go",), defines=(r"func[ \t]+(?:\([^()\n]*\)[ \t]*)?(?P<name>\w+)", r"type[ \t]+(?P<name>\w+)[ \t]+\w")
    ),
    Language(
        "rust",
        (".rs",),
        defines=(
            (
                r"(?:pub(?:\([^()\n]*\))?[ \t]+)?(?:(?:const|async|unsafe)[ \t]+)*(?:fn|struct|enum|trait|mod|union)"
                r"[ \t]+(?P<name>\w+)(?!\w*[ \t]*;)"
            ),
        ),
        marked=True,
    ),
    Language("csharp", (".cs",), defines=_shaped(_TYPE), marked=True),
    Language(
        "kotlin",
        (".kt", ".kts"),
        defines=(*_shaped(_TYPE), r"(?:\w+[ \t]+)*fun[ \t]+(?:<[^<>\n]*>[ \t]*)?(?P<name>[\w.]+)[ \t]*\("),
        marked=True,
    ),
    Language("swift", (".swift",), defines=(*_shaped(_TYPE), r"(?:[\w@]+[ \t]+)*func[ \t]+(?P<name>\w+)"), marked=True),
    Language("scala", (".scala", ".sc"), defines=(*_shaped(_TYPE), r"def[ \t]+(?P<name>\w+)"), marked=True),
    Language("dart", (".dart",), defines=_shaped(_TYPE), marked=True),
    Language("php", (".php",), defines=(*_shaped(_TYPE), r"function[ \t]+&?(?P<name>\w+)"), marked=True, html=True),
    Language(
        "ruby", (".rb",), block=("=begin", "=end"), defines=(r"(?:class|module|def)[ \t]+(?P<name>[\w.:]+[?!=]?)",)
    ),
    Language(
        "bash", (".sh", ".bash", ".zsh"), block=("", ""), defines=(r"(?:function[ \t]+)?(?P<name>[\w-]+)[ \t]*\(\)",)
    ),
    Language("powershell", (".ps1", ".psm1"), block=("<#", "#>"), defines=(r"[Ff]unction[ \t]+(?P<name>[\w-]+)",)),
    Language("sql", (".sql",)),
    Language("lua", (".lua",), block=("--[[", "]]"), defines=(r"(?:local[ \t]+)?function[ \t]+(?P<name>[\w.:]+)",)),
    Language("r", (".r",), block=("", ""), defines=(r"(?P<name>[\w.]+)[ \t]*(?:<-|=)[ \t]*function\b",)),
    Language(
        "julia",
        (".jl",),
        block=("#=", "=#"),
        defines=(r"function[ \t]+(?P<name>[\w.!]+)", r"(?:mutable[ \t]+)?(?:struct|module|macro)[ \t]+(?P<name>\w+)"),
    ),
    Language(
        "matlab",
        (".m",),
        block=("%{", "%}"),
        lexer="octave",
        defines=(
            r"function\b[ \t]*(?:(?:\[[^\]\n]*\]|\w+)[ \t]*=[ \t]*)?(?P<name>\w+)",
            r"classdef[ \t]+(?:\([^()\n]*\)[ \t]*)?(?P<name>\w+)",
        ),
    ),
    Language("perl", (".pl", ".pm"), block=("", ""), defines=(r"sub[ \t]+(?P<name>\w+)",)),
    Language("haskell", (".hs",), block=("{-", "-}")),
    Language("fortran", (".f90", ".f95", ".f03", ".f08"), block=("", "")),
    Language("pascal", (".pas",), block=("{", "}")),
)
BY_FENCE = {language.fence: language for language in LANGUAGES}
