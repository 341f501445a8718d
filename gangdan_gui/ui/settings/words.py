"""The settings' titles and choices in the language of the window."""

from __future__ import annotations

from PySide6.QtCore import QObject

from gangdan_gui.ui.splitter_words import SplitterWords


class SettingsWords(QObject):
    """A setting without words here is shown by its own name, so that a new one is never lost from the form."""

    def title(self, name: str) -> str:
        """What stands before a setting's field."""
        return {
            "language": self.tr("Language"),
            "theme": self.tr("Appearance"),
            "send_with": self.tr("Send a question with"),
            "embedder": self.tr("Embedder for new sources"),
            "embedding_model": self.tr("Ollama's model for new sources"),
            "splitter": self.tr("How new sources are cut into passages"),
            "chunk_size": self.tr("Length of a passage (characters)"),
            "chunk_overlap": self.tr("Overlap of passages (characters)"),
            "chunk_minimum": self.tr("Shortest passage (characters)"),
            "passages": self.tr("Passages shown for a question"),
            "distance_ceiling": self.tr("Leave out passages farther than (200: none)"),
            "fusion": self.tr("Meaning and words are put together"),
            "keyword_weight": self.tr("What words count for (of 100, the rest is meaning)"),
            "rrf_k": self.tr("By ranks: how little the first count for more"),
            "reranker": self.tr("Reranker (model of Ollama, or ONNX file)"),
            "reranked": self.tr("Passages that it judges"),
            "reranker_seconds": self.tr("Seconds that it has for a question"),
            "ollama_address": self.tr("Address of Ollama"),
            "embedding_address": self.tr("Address of the Ollama that embeds"),
            "chat_model": self.tr("Model that answers"),
            "translate_questions": self.tr("Also ask in the documents' language, by that model"),
            "translation_seconds": self.tr("Seconds that a chat model has to translate a question"),
            "context_tokens": self.tr("What the model reads at once (tokens)"),
            "temperature": self.tr("Freedom of the model (0: keeps to the text)"),
            "answer_language": self.tr("Language of answers"),
            "strict": self.tr("Answer from sources alone: not where they hold no answer"),
            "answer_weak": self.tr("Answer from sources alone also where they fit only in part"),
            "mirrors": self.tr("Mirrors for downloads"),
            "proxy": self.tr("Proxy"),
            "proxy_address": self.tr("Address of the proxy"),
            "certificates": self.tr("Further certificates (PEM file)"),
            "chroma_address": self.tr("Address of the department's Chroma server"),
            "chroma_token": self.tr("Token for that server"),
            "pause_on_battery": self.tr("On battery, long builds wait"),
            "check_questions": self.tr("Ask the test questions after each build"),
            "build_at": self.tr("Build all tonight at"),
        }.get(name, name)

    def group(self, group: str) -> str:
        """The heading of a group of settings."""
        return {
            "looks": self.tr("Window"),
            "sources": self.tr("Sources"),
            "answers": self.tr("Answers"),
            "network": self.tr("Network"),
        }.get(group, group)

    def example(self, name: str) -> str:
        """What stands in an empty field: what that means, or how its value looks."""
        return {
            "ollama_address": self.tr("this machine, port 11434"),
            "embedding_address": self.tr("the same as above"),
            "proxy_address": "http://proxy.example:8080",
            "certificates": self.tr("none: those of the system are enough"),
            "chroma_address": self.tr("none: kept on this computer"),
        }.get(name, "")

    def choice(self, name: str, value: str) -> str:
        """What a choice of a setting is called; languages are called as their speakers call them."""
        return {
            ("language", "system"): self.tr("As the system"),
            ("language", "en"): "English",
            ("language", "zh_CN"): "简体中文",
            ("theme", "system"): self.tr("As the system"),
            ("theme", "light"): self.tr("Light"),
            ("theme", "dark"): self.tr("Dark"),
            ("send_with", "enter"): self.tr("Enter (Shift+Enter: new line)"),
            ("send_with", "ctrl+enter"): self.tr("Ctrl+Enter (Enter: new line)"),
            ("answer_language", "question"): self.tr("As the question"),
            ("answer_language", "en"): "English",
            ("answer_language", "zh"): "中文",
            ("fusion", "weighted"): self.tr("By their scores"),
            ("fusion", "rrf"): self.tr("By their ranks alone"),
            ("proxy", "system"): self.tr("As the system says"),
            ("proxy", "none"): self.tr("None"),
            ("proxy", "manual"): self.tr("The one named below"),
            ("embedder", "auto"): self.tr("Ollama where it runs, else built in"),
            ("embedder", "builtin"): self.tr("Built in (no network needed)"),
            ("embedder", "ollama"): "Ollama",
            **{("splitter", splitter): words for splitter, words in SplitterWords(self).all.items()},
        }.get((name, value), value)
