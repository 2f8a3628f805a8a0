"""Words that name totals and other statistics of a table, in several languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from enum import StrEnum, auto

# Without accents, in lower case; points, hyphens and underscores are spaces.
_SUMS = """
total|totals|grand total|sum|sums|sum total|column total|overall|all rows|gesamt|summe|insgesamt|gesamtsumme|
gesamtergebnis|total general|suma|somme|totale|somma|totaal|som|soma|razem|ogolem|celkem|yhteensa|summa|totalt|σ|∑
"""
_SUBTOTALS = "subtotal|sub total|subtotals|zwischensumme|teilsumme|teilergebnis|sous total|subtotale|subtotaal|delsumma"
_STATISTICS = """
mean|means|average|avg|arithmetic mean|mean value|mittelwert|mittel|durchschnitt|mw|moyenne|promedio|media aritmetica|
gemiddelde|ø|
sd|std|stdev|std dev|stddev|st dev|s d|standard deviation|standardabweichung|stabw|stdabw|std abw|ecart type|
desviacion estandar|desviacion tipica|deviazione standard|desvio padrao|standaardafwijking|standaarddeviatie|
sem|s e m|standard error|std err|std error|standardfehler|erreur type|error estandar|
variance|varianz|varianza|variancia|cv|coefficient of variation|variationskoeffizient|
median|medians|mediane|mediana|mediaan|summary|zusammenfassung|
lower quartile|upper quartile|first quartile|third quartile|1st quartile|3rd quartile|1st qu|3rd qu|
unteres quartil|oberes quartil|iqr|interquartile range|premier quartile|troisieme quartile|
skewness|kurtosis|schiefe|mean ± sd|mean (sd)|nobs|n obs|observations|anzahl|effectif|fallzahl|conteggio|recuento|aantal
"""
# Words that rows of measurements may be named by as well.
_OTHERS = """
all|se|var|min|max|minimum|maximum|minimo|massimo|maximo|min value|max value|range|spannweite|n|n total|count|counts|
tong|valid n|nombre|numero|contagem|mode|modus|modalwert|media|q1|q2|q3|q 1|q 3|p5|p10|p25|p50|p75|p90|p95|p 25|p 75|
5%|10%|25%|50%|75%|90%|95%|
25 %|50 %|75 %|25th percentile|50th percentile|75th percentile|quartil 1|quartil 3|quartile 1|quartile 3|1 quartil|
3 quartil|missing|fehlend
"""


# In other scripts and languages, as they are written.
_MORE_SUMS = """
итого|всего|сумма|разом|всього|toplam|genel toplam|合計|総計|計|合计|总计|總計|합계|총계|المجموع|الإجمالي|סה"כ|סה״כ|
סך הכל|σύνολο|összesen|i alt|tổng cộng|jumlah|कुल|รวม|جمع|łącznie
"""
# These are names without their accents.
_WITH_ACCENTS = frozenset({"tổng", "média"})
_MORE_SUBTOTALS = "小計|小计|소계|ara toplam|промежуточный итог|részösszeg"
_MORE_MEANS = """
среднее|среднее значение|середнє|ortalama|平均|平均値|平均值|均值|평균|المتوسط|ממוצע|μέσος όρος|átlag|średnia|průměr|
medelvärde|gennemsnit|keskiarvo|medie|trung bình|rata-rata|औसत|ค่าเฉลี่ย|میانگین
"""
_MORE_DEVIATIONS = (
    "стандартное отклонение|标准差|標準差|標準偏差|표준편차|standart sapma|odchylenie standardowe|směrodatná odchylka"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
# An x with a bar, or the letter of the American Psychological Association.
_MEAN_SIGN = re.compile(r"\bx[\u0304\u0305]|\bm\s?=")
_PUNCTUATION = re.compile(r"[\s._\-\u2010-\u2015]+")


def plain_word(cell: str) -> str:
    """Return the text of a cell in lower case, without accents, points, hyphens and marks at its end."""
    text = _MEAN_SIGN.sub("mean ", unicodedata.normalize("NFKD", cell.strip().casefold()))
    text = "".join(letter for letter in text if not unicodedata.combining(letter))
    return _PUNCTUATION.sub(" ", text).strip(" :=*")


def _set(words: str) -> frozenset[str]:
    return frozenset(map(plain_word, words.replace("\n", "").split("|")))


SUMS = _set(_SUMS) | _set(_MORE_SUMS)
SUBTOTALS = _set(_SUBTOTALS) | _set(_MORE_SUBTOTALS)
#: Words of other scripts and languages, for rows of each group too.
MORE_MEANS, MORE_DEVIATIONS, MORE_SUMS = _set(_MORE_MEANS), _set(_MORE_DEVIATIONS), _set(_MORE_SUMS)
#: Names of rows that are nothing else.
SURE = SUMS | SUBTOTALS | _set(_STATISTICS) | MORE_MEANS | MORE_DEVIATIONS
OTHERS = _set(_OTHERS)


class Word(StrEnum):
    """What a text says about its row."""

    STATISTIC = auto()
    SUBTOTAL = auto()
    #: Such as "Max" or "N", which may name a row of measurements too.
    POSSIBLE = auto()
    #: A text with a word for a total in it, such as "Total North", as other names may have.
    WITH_TOTAL = auto()


def word_of(cell: str) -> Word | None:
    """Return what a text says about its row; None for any other text."""
    if len(cell) > _LONGEST:
        return None
    text = plain_word(cell)
    if text in SURE or _is_sum_of_words(text) or cell.strip(_ENDS).casefold() in _WITH_ACCENTS:
        return Word.STATISTIC
    if text in OTHERS:
        return Word.POSSIBLE
    padded = f" {text.replace(',', ' ').replace(':', ' ')} "
    if _ANY_SUBTOTAL.search(padded):
        return Word.SUBTOTAL
    return Word.WITH_TOTAL if _ANY_SUM.search(padded) else None


def _is_sum_of_words(text: str) -> bool:
    """Return whether a text is made of two words for a sum, also with a year behind them, as "Grand total 2020"."""
    words = text.split()
    if len(words) > 1 and _YEAR.fullmatch(words[-1]):
        words.pop()
        return " ".join(words) in SUMS and len(words) > 1
    return any(" ".join(words[:k]) in SUMS and " ".join(words[k:]) in SUMS for k in range(1, len(words)))


def words_among(cells: Collection[str]) -> dict[str, Word]:
    """Return the texts that say something about their rows, of many different ones, with what they say."""
    if not _may_have_any(cells):
        return {}
    if len(cells) > _MOST_SEARCHED:
        plain = {cell.strip(_ENDS).casefold() for cell in cells}
        if plain.isdisjoint(_SHORT_WORDS) and plain.isdisjoint(_LONG_WORDS):
            return {}
    words = ((cell, word_of(cell)) for cell in cells)
    return {cell: word for cell, word in words if word is not None}


def single_words(cells: Iterable[str]) -> set[str]:
    """Return the words of some texts, taken together, without accents and in lower case."""
    joined = "\n".join(cells).casefold()
    if not joined.isascii() or "=" in joined:
        joined = _MEAN_SIGN.sub("mean ", unicodedata.normalize("NFKD", joined))
        joined = joined.translate({ord(letter): None for letter in set(joined) if unicodedata.combining(letter)})
    return set(joined.translate(_AS_SPACES).split())


def _may_have_any(cells: Iterable[str]) -> bool:
    """Return whether the words of some texts, taken together, have those in them that name a statistic."""
    words = single_words(cells)
    return not words.isdisjoint(_LONG_WORDS) or any(parts <= words for parts in _PARTS_OF_SHORT_WORDS)


def _any_of(words: frozenset[str]) -> re.Pattern[str]:
    """Return a pattern that finds any of some words between blanks."""
    return re.compile(f" (?:{'|'.join(map(re.escape, sorted(words)))}) ")


_ANY_SUBTOTAL, _ANY_SUM = _any_of(SUBTOTALS), _any_of(SUMS)
_LONGEST = 100
# More different texts are compared as they stand, and not searched for words in them.
_MOST_SEARCHED = 100_000
_ENDS = " :=*.\t\r\n"
_AS_SPACES = str.maketrans(dict.fromkeys("._-\u2010\u2011\u2012\u2013\u2014\u2015,:=*", " "))
# Of a name of several words the longest one is searched for.
_LONG_WORDS = frozenset(max(word.split(), key=len) for word in SURE | OTHERS if max(map(len, word.split())) > 3)
_SHORT_WORDS = frozenset(word for word in SURE | OTHERS if max(map(len, word.split())) <= 3)
_PARTS_OF_SHORT_WORDS = [frozenset(word.split()) for word in _SHORT_WORDS]
