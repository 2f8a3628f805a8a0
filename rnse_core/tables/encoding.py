"""Find the encoding of a text file: byte-order marks, then UTF-8, then charset-normalizer, then cp1252."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from dataclasses import dataclass

from charset_normalizer import from_bytes

from rnse_core.tables.east_asian import east_asian_codecs
from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.mixed_encoding import MIXED, is_mixed, unmixed
from rnse_core.tables.notes import MOST_PLACES, Note
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.single_byte_scripts import SCRIPTS, codecs_of_scripts

# The UTF-32 marks begin with the UTF-16 ones, so they come first.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What spreadsheets write where it is not UTF-8. Rarer encodings are not guessed: the few words of a header do not
# distinguish them.
_OF_DOS = ("cp437", "cp850", "cp852")
_LATIN = ("cp1252", "cp1250", "cp1254", "mac_roman", "cp850", "cp437", "cp852")
# Letters that words of Western Europe often have in them, and the sign for micro; others are rarer.
_COMMON = frozenset("µäöüßéèêëàâáãåæçñíìîïóòôõøúùûýœ")
_CENTRAL = tuple(map(frozenset, ("ąćęłńóśźż", "áčďéěíňóřšťúůýžäôľĺŕ", "áéíóöőúüű", "âîăşţ", "čćđšž", "äöüßé")))
# Those of languages that are written in other encodings; a file is in one language.
_COMMON_IN = {
    "cp1250": _CENTRAL,
    "cp1254": (frozenset("çğıöşüâîû"),),
    "cp1257": tuple(map(frozenset, ("āčēģīķļņšūž", "ąčęėįšųūž", "äöüõšž"))),
    "iso8859_2": _CENTRAL,
}
_ALPHABETS = (*SCRIPTS,)
_ALPHABETS_LIKE_IDEOGRAPHS = ("cp1251", "cp1253", "koi8_r", "cp866")
_EAST_ASIAN = ("cp932", "gb18030", "big5", "euc_jp", "euc_kr")
_OTHER_SCRIPTS = (*_ALPHABETS, *_EAST_ASIAN)
# Signs of units and prices, after letters or alone.
_AT_THE_END = frozenset("²³°€£§ªº")
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_RUN = re.compile(rb"[\x80-\xff]+")
# A word with a letter that is not ASCII; in the encodings above no separator is the second byte of a letter.
_WORD_BEYOND_ASCII = re.compile(rb"[A-Za-z\x80-\xff]{0,12}[\x80-\xff][A-Za-z\x80-\xff]{0,12}")
_WORDS_SHOWN = 3
_MOST_ANSWERS = 6
_MOST_NOISE = 0.5
_BLOCK = 1 << 20
#: Encodings in which each character is several bytes.
WIDE = ("utf-16", "utf-32")
_SAMPLE = 1 << 16


@dataclass(frozen=True)
class Encoding:
    """The encoding of a file, and how it was found.

    Parameters
    ----------
    codec : str
        Its name in Python.
    note : Note, optional
        How it was found, where it is not evident.
    question : Question, optional
        The other encodings that fit.
    repaired : bytes, optional
        The file in this encoding, where some of its lines are in another one.
    """

    codec: str
    note: Note | None = None
    question: Question | None = None
    repaired: bytes | None = None


def find_encoding(data: bytes, name: str, asked: str | None = None) -> Encoding:
    """Choose the encoding of a text file, or check the one the user asked for.

    Raises
    ------
    TableError
        When the encoding asked for does not exist or does not fit, or the file is not text.
    """
    if asked is not None:
        return _check_asked(data, name, asked)
    for mark, codec in _MARKS:
        if data.startswith(mark):
            _require_text(data, codec, name)
            return Encoding(codec)
    wide = _unmarked_wide(data)
    if wide and first_bad_byte(data, wide) is None:
        return Encoding(wide, Note(NoteKind.UTF16_WITHOUT_MARK))
    _refuse_nul(data, name)
    bad = first_bad_byte(data, "utf-8")
    if bad is None:
        return Encoding("utf-8")
    if not is_mixed(data):
        return _guess(data, name, bad)
    mixed, guess = _mixed(data), _guess(data, name, bad)
    own = Option(OptionKind.ENCODING, {"encoding": MIXED}, values=_words_of_mixed(mixed.repaired or b""))
    others = guess.question.options if guess.question is not None else ()
    question = Question(QuestionKind.ENCODING, (own, *others), values=(name,))
    return Encoding("utf-8", mixed.note, question, mixed.repaired)


def _words_of_mixed(data: bytes) -> tuple[str, ...]:
    sample = _lines_beyond_ascii(data)
    words = dict.fromkeys(_WORD_BEYOND_ASCII.findall(sample))
    return tuple(word.decode("utf-8", "replace") for word in words)[:_WORDS_SHOWN]


def as_utf8(data: bytes, codec: str) -> bytes:
    """Return a text in UTF-8, in the memory of one block beside the two."""
    decoder = codecs.getincrementaldecoder(codec)()
    view = memoryview(data)
    text = bytearray()
    for start in range(0, len(data), _BLOCK):
        text += decoder.decode(view[start : start + _BLOCK], final=start + _BLOCK >= len(data)).encode()
    return bytes(text)


def first_bad_byte(data: bytes, codec: str) -> int | None:
    """Return the place of the first byte that `codec` cannot decode, or None, in the memory of one block."""
    if codec == "utf-8" and data.isascii():
        return None
    decoder = codecs.getincrementaldecoder(codec)()
    view = memoryview(data)
    for start in range(0, len(data), _BLOCK):
        block = view[start : start + _BLOCK]
        pending = len(decoder.getstate()[0])
        try:
            decoder.decode(block, final=start + _BLOCK >= len(data))
        except UnicodeError as error:
            return max(0, start - pending + getattr(error, "start", 0))
    return None


def _line_of(data: bytes, place: int) -> int:
    return data.count(b"\n", 0, place) + 1


def _require_text(data: bytes, codec: str, name: str) -> None:
    bad = first_bad_byte(data, codec)
    if bad is not None:
        raise TableError(
            Problem.UNDECODABLE_BYTE,
            file=name,
            line=_line_of(data, bad),
            token=codec,
            value=data[min(bad, len(data) - 1)],
            places=(bad + 1,),
        )


def _mixed(data: bytes) -> Encoding:
    repaired, lines = unmixed(data)
    note = Note(NoteKind.ENCODING_MIXED, count=len(lines), places=tuple(lines[:MOST_PLACES]))
    return Encoding("utf-8", note, repaired=repaired)


def _check_asked(data: bytes, name: str, asked: str) -> Encoding:
    if asked == MIXED:
        return _mixed(data)
    try:
        # Only text encodings pass: "zip" or "base64" are refused by str.encode.
        "".encode(asked)
        codec = codecs.lookup(asked).name
        codecs.getincrementaldecoder(codec)
    except (LookupError, UnicodeError, ValueError, TypeError) as error:
        raise TableError(Problem.UNKNOWN_ENCODING, keyword="encoding", value=asked) from error
    codec = {"iso8859-1": "latin-1"}.get(codec, codec)
    _require_text(data, codec, name)
    if codec == "utf-8" and data.startswith(codecs.BOM_UTF8):
        codec = "utf-8-sig"
    return Encoding(codec)


def _unmarked_wide(data: bytes) -> str:
    """Recognise UTF-16 without a mark: ASCII letters make every other byte zero."""
    sample = data[: _SAMPLE & ~1]
    if len(data) % 2 or b"\x00" not in sample:
        return ""
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if odd > 0.3 * half and even < 0.05 * half:
        return "utf-16-le"
    if even > 0.3 * half and odd < 0.05 * half:
        return "utf-16-be"
    return ""


def _refuse_nul(data: bytes, name: str) -> None:
    place = data.find(b"\x00")
    if place >= 0:
        raise TableError(Problem.ZERO_BYTE, file=name, line=_line_of(data, place))


def _guess(data: bytes, name: str, bad: int) -> Encoding:
    sample = _lines_beyond_ascii(data)
    # In Western text letters beyond ASCII are single; in other scripts whole words are.
    runs = [len(run) for run in _RUN.findall(sample)]
    asian = east_asian_codecs(sample)
    alphabets = codecs_of_scripts(sample)
    is_latin = sum(length for length in runs if length > 2) <= sum(runs) / 2
    is_latin = is_latin or (not asian and not alphabets and _have_ascii_letters(sample))
    scripts = _LATIN if is_latin else _OTHER_SCRIPTS
    # charset-normalizer rates a few words in another script as noise, hence the lenient threshold.
    matches = from_bytes(sample, cp_isolation=list(scripts), threshold=_MOST_NOISE)
    plausible = [codec for match in matches for codec in match.could_be_from_charset]
    # The matches among the Latin encodings have no useful order, and the Western one is by far the commonest.
    if is_latin:
        natural = [codec for codec in _LATIN if _has_usual_letters(sample, codec) and not _oddness(sample, codec)]
        others = [codec for codec in _COMMON_IN if _oddness(sample, codec) < _oddness(sample, _LATIN[0])]
        latin = sorted((*_LATIN[:1], *others, *natural, *plausible), key=lambda codec: _oddness(sample, codec))
        ranked = [*asian, *alphabets, *latin]
    else:
        # Whole words of Cyrillic or Greek may read as ideographs; among the East Asian encodings these are surer.
        first = [codec for codec in (*alphabets, *plausible[:1]) if codec in _ALPHABETS]
        # Characters of two bytes each come in even runs.
        if asian and all(length % 2 == 0 for length in runs):
            first = [codec for codec in first if codec in _ALPHABETS_LIKE_IDEOGRAPHS]
        ranked = [*first, *asian, *alphabets, *plausible, *_LATIN[:1]]
    fitting = [codec for codec in dict.fromkeys(ranked) if first_bad_byte(data, codec) is None]
    if not fitting:  # the last resort has control characters, which East Asian text has not
        fitting = [codec for codec in _EAST_ASIAN if first_bad_byte(data, codec) is None]
    fitting = sorted(fitting, key=lambda codec: _has_controls(sample, codec))
    if is_latin and fitting:  # those of DOS read nearly all text, and are an answer only where that looks natural
        fitting = [one for one in fitting if one == fitting[0] or one not in _OF_DOS or not _oddness(sample, one)]
    chosen, *others = dict.fromkeys((*fitting, "latin-1"))
    note = Note(NoteKind.ENCODING_GUESSED, places=(_line_of(data, bad),), values=(chosen,))
    # Encodings that read the file alike are one answer.
    readings: dict[str, str] = {}
    for codec in (chosen, *others):
        readings.setdefault(sample.decode(codec, "replace"), codec)
    words = list(dict.fromkeys(_WORD_BEYOND_ASCII.findall(sample)))[:_WORDS_SHOWN]
    options = tuple(
        Option(
            OptionKind.ENCODING,
            {"encoding": codec},
            values=tuple(word.decode(codec, "replace") for word in words),
        )
        for codec in list(readings.values())[:_MOST_ANSWERS]
    )
    if len(options) == 1:  # nothing to choose from
        return Encoding(chosen, note)
    return Encoding(chosen, note, Question(QuestionKind.ENCODING, options, values=(name,)))


def _have_ascii_letters(sample: bytes) -> bool:
    """Return whether most words beyond ASCII have letters of ASCII too."""
    words = {*_WORD_BEYOND_ASCII.findall(sample)}
    return 2 * sum(any(byte < 0x80 for byte in word) for word in words) > len(words)


def _has_controls(sample: bytes, codec: str) -> bool:
    """Return whether a reading has the control characters of ISO 8859, which no text has."""
    return any("\x80" <= letter <= "\x9f" for letter in sample.decode(codec, "replace"))


def _oddness(sample: bytes, codec: str) -> float:
    """Rate how unlike words the text is in an encoding: signs and rare letters in them, capitals after small ones."""
    words = [word.decode(codec, "replace") for word in dict.fromkeys(_WORD_BEYOND_ASCII.findall(sample))]
    return min(_oddness_beside(words, common) for common in _COMMON_IN.get(codec, (_COMMON,)))


def _oddness_beside(words: Sequence[str], common: frozenset[str]) -> float:
    total = 0.0
    for text in words:
        for before, letter, after in zip(f" {text}", text, f"{text[1:]} ", strict=False):
            if letter.isascii() or letter in common or letter == "µ" or (letter in _AT_THE_END and not after.isalpha()):
                continue
            if not letter.isalpha():
                total += before.isalpha() or after.isalpha()
            elif letter.isupper() and before.islower():
                total += 1.0
            elif letter.casefold() not in common:
                total += 0.25
    return total


def _has_usual_letters(sample: bytes, codec: str) -> bool:
    words = (word.decode(codec, "replace") for word in _WORD_BEYOND_ASCII.findall(sample))
    return any(not word.isascii() and word[0].isascii() and _COMMON.intersection(word) for word in words)


def _lines_beyond_ascii(data: bytes) -> bytes:
    """Collect the surroundings of bytes that are not ASCII; the encodings differ only there."""
    pieces: list[bytes] = []
    size = place = 0
    while size < _SAMPLE and (match := _NOT_ASCII.search(data, place)):
        found = match.start()
        start = max(place, data.rfind(b"\n", max(0, found - 200), found) + 1, found - 200)
        end = data.find(b"\n", found, found + 1000)
        place = end + 1 if end >= 0 else found + 1000
        pieces.append(data[start:place])
        size += place - start
    return b"\n".join(pieces)
