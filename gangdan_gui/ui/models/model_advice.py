"""Which models of Ollama's library we would get, and about how large they are. Only advice: any other name works."""

from __future__ import annotations

from dataclasses import dataclass

from gangdan_gui.embedding.languages import knows_chinese


@dataclass(frozen=True, slots=True)
class AdvisedModel:
    """A model to download; `megabytes` is about what the download takes, as Ollama's library says."""

    name: str
    megabytes: int


CHAT = (
    AdvisedModel("qwen2.5:3b", 1_900),
    AdvisedModel("qwen3:4b", 2_500),
    AdvisedModel("llama3.2:3b", 2_000),
)
# Those that know Chinese come first.
EMBEDDING = (
    AdvisedModel("bge-m3", 1_200),
    AdvisedModel("qwen3-embedding:0.6b", 640),
    AdvisedModel("embeddinggemma", 620),
    AdvisedModel("nomic-embed-text", 270),
)
MULTILINGUAL = tuple(model.name for model in EMBEDDING if knows_chinese(model.name))
