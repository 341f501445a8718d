"""How long a text each embedder likes: what is longer is cut off, or its meaning is diluted.

Tokens are turned into characters by what their tokenisers make of prose and code: three Latin letters a token at
least, and a token for each Chinese character. Room is left for prefixes. A form is kept with every collection, so a
change here is for new collections only.
"""

from __future__ import annotations

import re

from gangdan_gui.domain.documents import EmbeddedForm
from gangdan_gui.embedding.labels import BUILTIN, model_of

_BUILTIN = EmbeddedForm(440, 440)
"""By measurement: with parts of about 400 characters more is found than with whole chunks of 800 (recall@5 of the
nearest .824 for .808 in English, .731 for .717 in Chinese), and the mean of two parts' vectors stands for the whole
chunk as well as a vector of its own. A tenth more than 400 lets 800 characters be cut between two words. Title and
headings before each part make it worse."""
_TOKENS_256 = EmbeddedForm(800, 200)
"""Model card of sentence-transformers/all-MiniLM-L6-v2: longer input is truncated at 256 word pieces."""
_TOKENS_512 = EmbeddedForm(1200, 400)
"""Model cards of BAAI/bge-large-en-v1.5 and bge-large-zh-v1.5, mixedbread-ai/mxbai-embed-large-v1, intfloat/
multilingual-e5-large, Snowflake/snowflake-arctic-embed-l, nomic-ai/nomic-embed-text-v2-moe, ibm-granite/
granite-embedding-278m-multilingual. Of Chinese chunks of 800 characters 29 % have more tokens, of English ones none."""
_TOKENS_2048 = EmbeddedForm(6000, 1600)
"""nomic-ai/nomic-embed-text-v1.5 as Ollama runs it, google/embeddinggemma-300m. BAAI/bge-m3 and
Snowflake/snowflake-arctic-embed-l-v2.0 (8192) and Qwen/Qwen3-Embedding-0.6B (32768) take more, but a server gives them
no more than the window that it was started with."""

# The first that is found in the model's name counts, so the narrower stand before the wider.
_BY_NAME: tuple[tuple[str, EmbeddedForm], ...] = (
    (r"all-minilm", _TOKENS_256),
    (r"nomic-embed-text-v2", _TOKENS_512),
    (r"nomic-embed-text|embeddinggemma|embedding-gemma|qwen3-embedding|bge-m3", _TOKENS_2048),
    (r"arctic-embed2|arctic-embed.*v2|arctic-embed-m-long|e5-mistral|jina-embeddings-v[23]", _TOKENS_2048),
)


def form_of(label: str) -> EmbeddedForm:
    """The form for an embedder's new collections. Of a model that nobody knows here 512 tokens are expected."""
    if label == BUILTIN:
        return _BUILTIN
    name = model_of(label).lower().replace("_", "-")
    return next((form for pattern, form in _BY_NAME if re.search(pattern, name)), _TOKENS_512)
