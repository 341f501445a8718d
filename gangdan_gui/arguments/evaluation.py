"""The words of the commands that measure how well questions are answered."""

from __future__ import annotations

from typing import Any

from gangdan_gui.arguments.chunking import add_chunking
from gangdan_gui.arguments.grammar import Parser, command
from gangdan_gui.arguments.searching import add_mode, add_reranker
from gangdan_gui.arguments.values import count, something

REFERENCE = "reference"


def add_commands(commands: Any, common: Parser) -> None:
    """Put them into the grammar."""
    evaluate = command(commands, common, "evaluate", "measure on files of documents and questions; touches no library")
    documents = "documents as JSON, one a line (id, title, text, lang); several files are one library"
    evaluate.add_argument("--corpus", nargs="+", required=True, action="extend", metavar="FILE", help=documents)
    asked = "questions as JSON, one a line (qid, query, lang, spans); several files are several sets"
    evaluate.add_argument("--queries", nargs="+", required=True, action="extend", metavar="FILE", help=asked)
    evaluate.add_argument("--embedder", type=something, metavar="NAME", help="builtin, or ollama[:MODEL]")
    add_chunking(evaluate)
    add_mode(evaluate)
    add_reranker(evaluate)
    also = "also ask in the language of other documents, as this chat model of Ollama translates each question"
    evaluate.add_argument("--translate", type=something, metavar="MODEL", help=also)
    many = "how many passages of each question go into the run (50); as many are measured, and 50 at least"
    evaluate.add_argument("--k", "-k", type=count, dest="count", default=50, metavar="N", help=many)
    evaluate.add_argument("--run", metavar="FILE", help="write what was found for each question, one a line, as JSON")
    earlier = "reference: as the earlier GangDan searched, to compare with"
    evaluate.add_argument("--preset", choices=(REFERENCE,), metavar="NAME", help=earlier)
