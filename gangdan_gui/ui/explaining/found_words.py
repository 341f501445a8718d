"""What is said of how passages were found: in plain words first, with the figures behind them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QLocale, QObject

from gangdan_gui.domain.trace import Asked, Candidate, Fate, Trace, Translated
from gangdan_gui.retrieving.lexicon import whole_words
from gangdan_gui.ui.sources.words import SEPARATOR, SourceWords
from gangdan_gui.wording import sentences

_WORDS = 6


class FoundWords(QObject):
    """Puts a trace into words, in the window's language of the moment."""

    def head(self, trace: Trace) -> str:
        """By what a question was looked for: by meaning, by its own words, and by those of other languages."""
        asked = [one for one in trace.asked if one.words]
        own = next((one for one in asked if one.language in ("", trace.language)), None)
        said = [self._own(trace, own)]
        said += [self._across(one) for one in asked if one is not own and one.language and not one.text]
        said += [self._translated(one) for one in trace.translated]
        shown = sum(one.fate in (Fate.SHOWN, Fate.SHORTENED) for one in trace.candidates)
        near = self.tr("Of {count} pieces of text that came near, {shown} are shown.")
        counted = near.format(count=len(trace.candidates), shown=shown)
        return sentences(*said, self._reranked(trace), counted, self._no_room(trace))

    def how(self, one: Candidate, counts: Mapping[str, int]) -> str:
        """By what a candidate was found, and how well. `counts` are candidates found by meaning, by language."""
        words = self.tr(", ").join(whole_words(one.terms)[:_WORDS])
        if one.dense_rank is not None and words:
            said = self.tr("Found by meaning ({rank} of {count}) and by the words {words}")
        elif one.dense_rank is not None:
            said = self.tr("Found by meaning ({rank} of {count})")
        elif one.translated_rank is not None and not words:
            said = self.tr("Found by the translated question alone")
        else:
            said = self.tr("Found by the words {words} alone")
        found = said.format(rank=one.dense_rank, count=counts.get(one.language, 0), words=words)
        if one.reranked is None:
            return found
        return self.tr("{found}; the reranker put it at {rank}").format(found=found, rank=one.reranked)

    def fate(self, one: Candidate) -> str:
        """What became of a candidate."""
        said = {
            Fate.SHOWN: self.tr("shown in passage {number}"),
            Fate.SHORTENED: self.tr("in passage {number}, shortened for the model"),
            Fate.NO_ROOM: self.tr("in passage {number}, no room in the model"),
            Fate.COPY: self.tr("same text as passage {number}") if one.passage else self.tr("same text as another"),
            Fate.COVERED: self.tr("its text is in passage {number}") if one.passage else self.tr("its text is shown"),
            Fate.TOO_FAR: self.tr("beyond the ceiling of the settings"),
            Fate.RANKED_TOO_LOW: self.tr("others fit better"),
        }
        return said[one.fate].format(number=one.passage)

    def figures(self, one: Candidate) -> str:
        """The figures behind it."""
        locale = QLocale()
        parts = [self.tr("score {score}").format(score=_number(one.fused))]
        if one.distance is not None:
            parts.append(self.tr("distance {distance}").format(distance=_number(one.distance)))
        if one.keyword_rank is not None:
            by_words = self.tr("by words: {rank}, score {score}")
            parts.append(by_words.format(rank=one.keyword_rank, score=_number(one.keyword_score)))
        if one.translated_rank is not None:
            parts.append(self.tr("by the translation: {rank}").format(rank=one.translated_rank))
        if one.reranker_score is not None:
            judged = self.tr("reranked: {rank}, score {score}")
            parts.append(judged.format(rank=one.reranked, score=_number(one.reranker_score)))
        place = self.tr("characters {start} to {end}")
        parts.append(place.format(start=locale.toString(one.start), end=locale.toString(one.end)))
        return SEPARATOR.join(parts)

    def summary(self, trace: Trace) -> str:
        """The time by stage, and the figures by which it was judged whether the sources hold an answer."""
        seconds = SEPARATOR.join(f"{self._name(name)} {taken:.2f}" for name, taken in trace.seconds.items())
        support = SEPARATOR.join(f"{self._name(name)} {figure:.2f}" for name, figure in trace.support.items())
        lines = (
            self.tr("Seconds: {seconds}").format(seconds=seconds) if seconds else "",
            self.tr("Whether the sources hold it: {figures}").format(figures=support) if support else "",
        )
        return "\n".join(filter(None, lines))

    def _name(self, name: str) -> str:
        """What a stage or a figure is called."""
        names = {
            "embed": self.tr("question to vector"),
            "find": self.tr("look up"),
            "rank": self.tr("order"),
            "rerank": self.tr("rerank"),
            "translate": self.tr("translate and look up"),
            "judge": self.tr("judge"),
            "nearest": self.tr("nearest by meaning"),
            "lead": self.tr("its lead"),
            "words": self.tr("most words"),
            "nearest_words": self.tr("words of the nearest"),
            "doubt": self.tr("what strange questions reach"),
            "score": self.tr("score (0: undecided)"),
            "distance": self.tr("distance of the nearest"),
        }
        return names.get(name, name)

    def _own(self, trace: Trace, own: Asked | None) -> str:
        by_meaning = any(one.dense_rank is not None for one in trace.candidates)
        if own is None:
            return self.tr("Your question was looked for by its meaning.") if by_meaning else ""
        if by_meaning:
            said = self.tr("Your question was looked for by its meaning and by its words: {words}.")
        else:
            said = self.tr("Your question was looked for by its words: {words}.")
        return said.format(words=self._list(own))

    def _reranked(self, trace: Trace) -> str:
        if not trace.reranker:
            return ""
        count = sum(one.reranked is not None for one in trace.candidates)
        said = self.tr("“{name}” read the best {count} and put them into the order of how well they answer.")
        return said.format(name=trace.reranker, count=count)

    def _no_room(self, trace: Trace) -> str:
        count = sum(one.fate is Fate.NO_ROOM for one in trace.candidates)
        said = self.tr("Found too, but without room in what the model reads: {count}.")
        return said.format(count=count) if count else ""

    def _across(self, asked: Asked) -> str:
        language = SourceWords(self).language_words(asked.language)
        said = self.tr("Documents in {language} were also looked through for: {words}.")
        return said.format(language=language, words=self._list(asked))

    def _translated(self, one: Translated) -> str:
        said = self.tr("Documents in {language} were also asked “{text}”, as {model} translates it.")
        language = SourceWords(self).language_words(one.language)
        return said.format(language=language, text=one.text, model=one.model)

    def _list(self, asked: Asked) -> str:
        return self.tr(", ").join(whole_words([word for word, _ in asked.words])[: 2 * _WORDS])


def _number(value: float) -> str:
    return QLocale().toString(value, "f", 3)
