"""What each family of models wants before a passage and before a question. Ollama adds none of it.

A model finds less without its prefix, and nonsense with another's. The scheme's name is kept with every collection:
**change a scheme's name whenever its texts change**, or old vectors answer for new ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prefixes:
    """What is put before passages and questions. `scheme` names the pair; empty for nothing at all."""

    scheme: str = ""
    passage: str = ""
    question: str = ""


_NONE = Prefixes()
_SENTENCE = "Represent this sentence for searching relevant passages: "
_TASK = "Given a web search query, retrieve relevant passages that answer the query"

_NOMIC = Prefixes("nomic", "search_document: ", "search_query: ")
"""Model cards of nomic-ai/nomic-embed-text-v1.5 and -v2-moe, "Task instruction prefixes"."""
_E5 = Prefixes("e5", "passage: ", "query: ")
"""Model card of intfloat/multilingual-e5-small, "FAQ"."""
_E5_INSTRUCT = Prefixes("e5-instruct", "", f"Instruct: {_TASK}\nQuery: ")
"""Model cards of intfloat/multilingual-e5-large-instruct and e5-mistral-7b-instruct."""
_SENTENCE_QUESTION = Prefixes("sentence", "", _SENTENCE)
"""Model cards of mixedbread-ai/mxbai-embed-large-v1, BAAI/bge-large-en-v1.5, Snowflake/snowflake-arctic-embed-l."""
_BGE_CHINESE = Prefixes("bge-zh", "", "为这个句子生成表示以用于检索相关文章：")
"""Model card of BAAI/bge-large-zh-v1.5, "Model List"."""
_ARCTIC_2 = Prefixes("arctic-2", "", "query: ")
"""Model card of Snowflake/snowflake-arctic-embed-l-v2.0."""
_QWEN_3 = Prefixes("qwen3", "", f"Instruct: {_TASK}\nQuery:")
"""Model card of Qwen/Qwen3-Embedding-0.6B: an instruction in English for questions of any language, no space last."""
_GEMMA = Prefixes("embeddinggemma", "title: none | text: ", "task: search result | query: ")
"""Model card of google/embeddinggemma-300m, "Prompt instructions"."""

# The first that is found in the model's name counts, so the narrower stand before the wider.
_BY_NAME: tuple[tuple[str, Prefixes], ...] = (
    (r"nomic-embed-text", _NOMIC),
    (r"mxbai-embed", _SENTENCE_QUESTION),
    (r"embeddinggemma|embedding-gemma", _GEMMA),
    (r"qwen3-embedding", _QWEN_3),
    (r"\be5-mistral|\be5\b.*instruct", _E5_INSTRUCT),
    (r"\be5\b", _E5),
    (r"arctic-embed2|arctic-embed.*v2", _ARCTIC_2),
    (r"arctic-embed", _SENTENCE_QUESTION),
    (r"bge-m3", _NONE),
    (r"bge-(?:small|base|large)-zh", _BGE_CHINESE),
    (r"bge-(?:small|base|large)", _SENTENCE_QUESTION),
)
# For a copy under a name of the user's own. Most families of Ollama say nothing: `bert` stands for many models.
_BY_FAMILY = {"nomic-bert": _NOMIC, "nomic-bert-moe": _NOMIC}


def prefixes(model: str, family: str = "") -> Prefixes:
    """The prefixes of a model by its name (`user/nomic-embed-text:v1.5`), else by what Ollama calls its family."""
    name = model.lower().replace("_", "-")
    for pattern, found in _BY_NAME:
        if re.search(pattern, name):
            return found
    return _BY_FAMILY.get(family.lower(), _NONE)
