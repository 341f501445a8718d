"""The names of directives, by what becomes of them."""

from __future__ import annotations

CODE_LANGUAGES = {
    "ipython": "python",
    "ipython3": "python",
    "python3": "python",
    "py": "python",
    "py3": "python",
    "python-repl": "pycon",
    "default": "",
    "none": "",
    "pycon3": "pycon",
}
LABELS = {
    "note": "Note",
    "warning": "Warning",
    "tip": "Tip",
    "hint": "Hint",
    "important": "Important",
    "caution": "Caution",
    "danger": "Danger",
    "error": "Error",
    "attention": "Attention",
    "seealso": "See also",
    "todo": "To do",
    "impl-detail": "CPython implementation detail",
    "availability": "Availability",
    "audit-event": "Auditing event",
}
VERSIONS = {
    "versionadded": "New in version",
    "versionchanged": "Changed in version",
    "versionremoved": "Removed in version",
    "deprecated": "Deprecated since version",
}
SIGNATURE_WORDS = {
    "class": "class",
    "exception": "exception",
    "classmethod": "classmethod",
    "staticmethod": "staticmethod",
    "property": "property",
    "coroutinefunction": "async",
    "coroutinemethod": "async",
    "coroutine": "async",
    "struct": "struct",
    "union": "union",
    "enum": "enum",
    "autoclass": "class",
    "autoexception": "exception",
}
SIGNATURES = [
    "function", "method", "attribute", "data", "decorator", "decoratormethod", "abstractmethod",
    "awaitablefunction", "awaitablemethod", "coroutinefunction", "coroutinemethod", "opcode", "option", "cmdoption",
    "envvar", "describe", "object", "macro", "type", "member", "var", "enumerator", "confval", "pdbcommand",
    "2to3fixer", "monitoring-event", "alias", "concept", "autofunction", "autoattribute", "automethod", "autodata",
    "autoproperty", "setting", "django-admin",
]  # fmt: skip
GONE = [
    "toctree", "index", "currentmodule", "module", "py:module", "contents", "sectionauthor", "moduleauthor",
    "codeauthor", "highlight", "default-domain", "tabularcolumns", "testsetup", "testcleanup", "program",
    "audit-event-table", "automodule", "meta", "default-role", "sectnum", "section-numbering",
    "target-notes", "cssclass", "rst-class", "bibliography", "footbibliography",
    "git_changelog", "minigallery",
]  # fmt: skip
# Their argument steers the build (a condition, a number of columns, a group's name).
BARE_CONTAINERS = [
    "only", "ifconfig", "hlist", "tab-set", "tabs", "tab-container", "container", "compound", "epigraph",
    "highlights", "pull-quote", "grid", "panels", "div", "row", "column", "columns", "cards",

]  # fmt: skip
CODE = [
    "code-block", "code", "sourcecode", "ipython", "ipython3", "testcode", "testoutput", "doctest", "plot",
    "prompt", "parsed-literal", "console", "productionlist", "jupyter-execute", "code-cell", "graphviz", "digraph",
    "graph", "mermaid", "uml", "plantuml", "pyodide", "exec_code", "command-output",
]  # fmt: skip
CODE_OF_ITSELF = {
    "ipython": "python",
    "ipython3": "python",
    "testcode": "python",
    "doctest": "pycon",
    "plot": "python",
    "prompt": "bash",
    "console": "console",
    "jupyter-execute": "python",
    "code-cell": "python",
    "pyodide": "python",
    "exec_code": "python",
    "parsed-literal": "text",
    "testoutput": "text",
    "productionlist": "text",
}
# Their text may begin on the line of their name.
TEXT_FIRST = frozenset([*LABELS, *VERSIONS, "deprecated-removed"])
