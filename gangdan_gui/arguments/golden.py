"""The words of the commands of test questions."""

from __future__ import annotations

import argparse
from typing import Any

from gangdan_gui.arguments.chunking import add_chunking
from gangdan_gui.arguments.grammar import Parser, command, common_options
from gangdan_gui.arguments.searching import add_collections, add_mode, add_reranker
from gangdan_gui.arguments.values import count, share, something
from gangdan_gui.domain.golden import Family
from gangdan_gui.retrieving.fusion import FUSIONS

_PROPOSED = 10


def add_commands(commands: Any, common: Parser) -> None:
    """Put them into the grammar."""
    golden = command(commands, common, "golden", "questions that the library must answer, and whether it does")
    actions = golden.add_subparsers(dest="action", required=True, parser_class=Parser)
    command(actions, common, "list", "the questions, with what is expected")
    _add(command(actions, common, "add", "keep a question with the words that answer it"))
    remove = command(actions, common, "remove", "forget a question")
    remove.add_argument("id", metavar="ID", help="as “golden list” shows it")
    take_in = command(actions, common, "import", "keep the questions of a file of JSON lines")
    take_in.add_argument("file", metavar="FILE")
    give_out = command(actions, common, "export", "write all questions into a file of JSON lines")
    give_out.add_argument("-o", dest="out", required=True, metavar="FILE")
    propose = command(actions, common, "propose", "questions that headings and definitions suggest")
    add_collections(propose)
    propose.add_argument("-n", type=count, dest="number", default=_PROPOSED, metavar="N", help="how many at most (10)")
    propose.add_argument("--add", action="store_true", help="keep them all; look through them with “golden list” then")
    run = command(actions, common, "run", "ask them all and say which fail, and why; no chat model is needed")
    add_collections(run)
    _asked(run)
    hits = "have the chat model answer them too, and say how many answers cite the passage that is expected"
    run.add_argument("--answers", action="store_true", help=hits)
    run.add_argument("--model", type=something, metavar="NAME", help="the model for --answers (as in the settings)")
    command(actions, common, "runs", "what came of it before, newest first")
    compare = command(actions, common, "compare", "two runs side by side, and what each question's rank was")
    for name, default, means in (("first", 2, "the run before the last"), ("second", 1, "the last run")):
        compare.add_argument(
            name, nargs="?", type=count, default=default, metavar=name.upper(),
            help=f"a run by its number in “golden runs”; without it {means}",
        )  # fmt: skip
    other = "in another way; where only the search is another one, nothing is built"
    tried = command(actions, common, "try", f"ask them of the library as it is, and built or searched {other}")
    _way(tried)
    tried.add_argument("--dry-run", action="store_true", help="say what it would take, and do nothing")
    beside = Parser(prog=tried.prog, parents=[common])
    _way(beside)
    against = "in the place of the library as it is, the way that these options say; all that follows it is meant"
    tried.add_argument(
        "--against", nargs=argparse.REMAINDER, metavar="OPTIONS", action=_Against, way=beside, help=against
    )


class _Against(argparse.Action):
    """Reads the options of the first way; those of every command, which may stand last, are the command's."""

    def __init__(self, *args: Any, way: Parser, **options: Any) -> None:
        super().__init__(*args, **options)
        self._way, self._common = way, common_options()

    def __call__(self, _parser: Any, namespace: argparse.Namespace, values: Any, _option: str | None = None) -> None:
        first = self._way.parse_args(values)
        self._common.parse_known_args(values, namespace)
        setattr(namespace, self.dest, first)


def _way(parser: Any) -> None:
    """How a library is built and searched."""
    parser.add_argument("--embedder", type=something, metavar="NAME", help="builtin, or ollama[:MODEL]")
    add_chunking(parser)
    joined = f"how meaning and words are joined: {', '.join(FUSIONS)} (as in the settings)"
    parser.add_argument("--fusion", choices=FUSIONS, metavar="NAME", help=joined)
    parts = "words count for so many of a hundred parts, meaning for the rest (as in the settings)"
    parser.add_argument("--keyword-weight", type=share, metavar="N", help=parts)
    _asked(parser)


def _add(add: Any) -> None:
    add.add_argument("question", metavar="QUESTION", help="in quotation marks, in any language")
    add.add_argument("--document", type=something, metavar="SOURCE/PATH", help="where the answer stands")
    words = "words of the document that answer; may be given more than once, for all of them together"
    add.add_argument("--quote", type=something, dest="quotes", action="append", default=[], metavar="TEXT", help=words)
    add.add_argument("--any", action="store_true", dest="any_passage", help="one of the quotes is enough")
    kinds = f"what kind of question it is: {', '.join(Family)} (exact-term; without a quote: unanswerable)"
    add.add_argument("--family", choices=tuple(map(str, Family)), metavar="KIND", help=kinds)


def _asked(parser: Any) -> None:
    parser.add_argument(
        "-k", type=count, dest="count", metavar="N", help="how many passages count as shown (as in the settings)"
    )
    add_mode(parser)
    add_reranker(parser)
