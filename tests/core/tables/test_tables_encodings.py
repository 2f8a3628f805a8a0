"""Encodings of text files: found, guessed, asked about, and chosen."""

import pytest
from readings import note, notes, question, refused

from rnse_core.tables import (
    Note,
    NoteKind,
    Option,
    OptionKind,
    Problem,
    QuestionKind,
    option_text,
    read_table,
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be", "cp1252"])
def test_the_encoding_is_found_and_noted(encoding):
    text = "größe;stadt\n1,5;München\n2,5;Köln\n4;München\n"
    table = read_table(text.encode(encoding))
    assert table.feature_names == ["größe"] and table.labels.tolist() == ["München", "Köln", "München"]
    assert table.choices.encoding == table.report[0].values[1].encoding == encoding
    assert bool(notes(table, NoteKind.UTF16_WITHOUT_MARK)) == (encoding in ("utf-16-le", "utf-16-be"))


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("возраст;рост;город\n1;2;Москва\n3;4;Казань\n7;1;Москва\n", "cp1251"),
        ("возраст;рост;город\n1;2;Москва\n3;4;Казань\n7;1;Москва\n", "koi8_r"),
        ("ηλικία;πόλη\n1;Αθήνα\n2;Πάτρα\n7;Αθήνα\n", "cp1253"),
        ("年齢,都市\n1,東京都\n2,大阪府\n7,東京都\n", "cp932"),
    ],
)
def test_other_scripts_are_guessed_and_asked_about(text, encoding):
    table = read_table(text.encode(encoding))
    assert table.choices.encoding == encoding
    assert table.feature_names[0] == text[: len(table.feature_names[0])]
    assert question(table, QuestionKind.ENCODING).options[0].keywords == {"encoding": encoding}
    assert note(table, NoteKind.ENCODING_GUESSED) == Note(NoteKind.ENCODING_GUESSED, places=(1,), values=(encoding,))


def test_a_lone_sign_is_western_and_the_line_is_named():
    table = read_table("price,x\n1,2\n£5,3\n£7,5\n£9,6\n".encode("cp1252"), convert=["price"])
    assert table.choices.encoding == "cp1252"
    assert note(table, NoteKind.ENCODING_GUESSED).places == (3,)


def test_bytes_that_no_guess_fits_are_latin_1():
    table = read_table(b"\x81\xd7,b\n1,2\n3,5\n")
    assert table.choices.encoding == "latin-1"


def test_the_question_shows_the_letters_in_every_encoding_that_differs():
    asked = question(read_table("łódź,b\n1,2\n3,4\n".encode("cp1250"), name="mine.csv"), QuestionKind.ENCODING)
    assert asked.values == ("mine.csv",)
    words = {option.keywords["encoding"]: option.values for option in asked.options}
    assert next(iter(words)) == "cp1250"
    assert (words["cp1252"], words["cp1250"]) == (("³ódŸ",), ("łódź",))
    assert len(set(words.values())) == len(words)
    asked = question(read_table("größe,b\n1,2\n3,4\n".encode("cp1252")), QuestionKind.ENCODING)
    words = {option.keywords["encoding"]: option.values for option in asked.options}
    assert words == {"cp1252": ("größe",), "mac_roman": ("gr\u02c6\ufb02e",)}


def test_a_letter_that_cannot_be_printed_is_shown_as_one_that_does_not_fit():
    option = Option(OptionKind.ENCODING, {"encoding": "latin-1"}, values=("a\x81b", "c"))
    assert option_text(option).endswith("a\ufffdb, c")


def test_the_user_chooses_the_encoding():
    data = "łódź,x\n1,2\n3,5\n".encode("cp1250")
    assert read_table(data, encoding="cp1250").feature_names[0] == "łódź"
    assert read_table("\ufeffa,b\n1,2\n3,5\n".encode(), encoding="UTF8").feature_names == ["a", "b"]
    assert read_table("\ufeffa,b\n1,2\n3,5\n".encode("utf-16-le"), encoding="utf-16-le").feature_names == ["a", "b"]


@pytest.mark.parametrize("encoding", ["zip", "rot13", "no-such", "undefined", "\0", "ü"])
def test_an_encoding_that_is_none_is_refused(encoding):
    error = refused(b"a,b\n1,2\n3,4\n", encoding=encoding)
    assert (error.problem, error.value) == (Problem.UNKNOWN_ENCODING, encoding)


def test_bytes_that_do_not_fit_the_encoding_are_named_with_their_line():
    error = refused("a,b\n1,2\n3,ü\n".encode("cp1252"), encoding="utf-8")
    assert (error.problem, error.line, error.value) == (Problem.UNDECODABLE_BYTE, 3, 252)
    assert (error.token, error.places) == ("utf-8", (11,))
    assert refused(b"\xff\xfea\x00,\x00\x00\xd8").line == 1


def test_a_bad_byte_beyond_the_first_block_is_found():
    data = b"a,b\n" + b"1,2\n" * 300_000 + b"3,\xff\n"
    assert refused(data, encoding="utf-8").line == 300_002


def test_a_zero_byte_is_no_text():
    error = refused(b"a,b\n1,2\n3,\x004\n5,6,7\n")
    assert (error.problem, error.line) == (Problem.ZERO_BYTE, 3)


@pytest.mark.parametrize("codec", ["cp1252", "cp850", "cp437", "mac_roman"])
@pytest.mark.parametrize("words", ["Größe,Länge,Jürgen", "déjà,hôtel,garçon", "señor,mañana,niño", "Ölfaß,Übung,grün"])
def test_words_of_western_languages_are_read_in_the_encodings_of_dos_and_the_mac(codec, words):
    rows = "".join(f"{k},{k * k % 7},{k * 3 % 5}\n" for k in range(12))
    table = read_table(f"{words}\n{rows}".encode(codec))
    assert table.original.header == words.split(",")


@pytest.mark.parametrize("name", ["Volumen m³", "Fläche m²", "Länge µm", "Preis €", "temp °C", "5 µm"])
def test_signs_of_units_are_western(name):
    rows = "".join(f"{k},{k * k % 7}\n" for k in range(12))
    assert read_table(f"{name},b\n{rows}".encode("cp1252")).choices.encoding == "cp1252"
