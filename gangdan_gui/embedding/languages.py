"""Which languages a model was made for, as far as its name tells.

Nothing in a server's reply says it, and a model gives a vector to any text, also to one that it can't read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gangdan_gui.domain.reasons import Reason
from gangdan_gui.embedding.labels import model_of

CHINESE = "zh"

# By the model cards. The first that is found in the name counts, so the narrower stand before the wider.
_KNOWS_CHINESE: tuple[tuple[str, bool], ...] = (
    (r"nomic-embed-text-v2|nomic-embed-text.*v2-moe", True),
    (r"nomic-embed-text|mxbai-embed", False),
    (r"multilingual|bge-m3|qwen3-embedding|embeddinggemma|embedding-gemma", True),
    (r"bge-.*zh|gte-.*zh|text2vec.*chinese|\bbce-embedding|conan-embedding|jina-embeddings-v[34]", True),
    (r"arctic-embed2|arctic-embed.*v2|granite-embedding:278m", True),
    (r"arctic-embed|granite-embedding|bge-(?:small|base|large)|minilm|\be5\b|gte-(?:small|base|large)", False),
)
# Offered to whoever needs one, the most fitting first.
MULTILINGUAL = ("bge-m3", "qwen3-embedding", "embeddinggemma")


def knows_chinese(model: str) -> bool | None:
    """Whether a model of Ollama was made for Chinese too; None where its name does not tell."""
    name = model.lower().replace("_", "-")
    return next((known for pattern, known in _KNOWS_CHINESE if re.search(pattern, name)), None)


def is_chinese(language: str) -> bool:
    """Whether a language code is Chinese of any region or script (`zh`, `zh-Hans`, `zh_CN`)."""
    return re.split("[-_]", language.strip().lower())[0] == CHINESE


def reads(language: str, label: str) -> bool:
    """Whether the embedder of that label was made for a language, as far as its name tells."""
    return not (is_chinese(language) and knows_chinese(model_of(label)) is False)


def advice_for(language: str, label: str) -> Reason | None:
    """What the user should know of texts in a language under the embedder of that label; None for nothing."""
    return None if reads(language, label) else Reason("english-centred", model_of(label))


def for_chinese(installed: Sequence[str]) -> str:
    """Of a server's models the one to embed Chinese with; empty for none."""
    fitting = [name for name in installed if knows_chinese(name)]
    return min(fitting, key=_rank, default="")


def _rank(name: str) -> int:
    """The place among `MULTILINGUAL` of a model by its full name (`user/bge-m3:567m`)."""
    return next((place for place, known in enumerate(MULTILINGUAL) if known in name.casefold()), len(MULTILINGUAL))
