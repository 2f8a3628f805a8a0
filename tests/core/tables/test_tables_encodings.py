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


@pytest.mark.parametrize("data", [b"\x81\xd7", b"\x81\xff", b"\xff\x81", b"\x90\x9d\xff", "番号".encode("cp932")])
def test_no_reading_with_control_characters_is_chosen(data):
    codec = read_table(data + b",b\n1,2\n3,5\n").choices.encoding
    assert not any("\x80" <= letter <= "\x9f" for letter in data.decode(codec))


def test_two_characters_that_are_no_western_letters_are_asked_about():
    table = read_table("番号,b\n1,2\n3,5\n".encode("cp932"))
    assert table.choices.encoding == "cp932" and question(table, QuestionKind.ENCODING)


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


def test_zero_bytes_beside_control_characters_are_no_text():
    error = refused(b"a,b\n1,2\n3,\x00\x014\n5,6,7\n")
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


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_a_line_in_another_encoding_with_any_line_end(end):
    rows = ["Größe,Ort", "1.5,Köln", "2.5,Süd", "4,Nord", "3.5,Würzburg"]
    data = end.join([*(row.encode() for row in rows), "7,Österreich".encode("latin-1"), b""])
    table = read_table(data, label_column="Ort")
    assert table.feature_names == ["Größe"] and table.labels[-1] == "Österreich" and table.labels[0] == "Köln"


@pytest.mark.parametrize(
    ("names", "encoding"),
    [
        ("编号,姓名,身高,体重", "gb18030"),
        ("序号,城市cm,人口,收入kg", "gb18030"),
        ("番号,区,人口,世帯", "cp932"),
        ("番号,とし,人口,ところ", "euc_jp"),
        ("編號,姓名,身高,體重", "big5"),
        ("번호,이름,나이,키", "euc_kr"),
    ],
)
def test_a_few_east_asian_names_are_read_and_asked_about(names, encoding):
    rows = "".join(f"{k},{k * k % 7},{k * 3 % 5},{k * 5 % 11}\n" for k in range(12))
    table = read_table(f"{names}\n{rows}".encode(encoding), label_column=None)
    assert table.choices.encoding == encoding and table.original.header == names.split(",")
    options = question(table, QuestionKind.ENCODING).options
    assert options[0].keywords == {"encoding": encoding} and len(options) > 1


@pytest.mark.parametrize("names", ["Äpfel,Ärzte,Ämter", "née,été,forêt", "GRÖSSE,MÜLL,ÄRZTE"])
def test_western_words_are_no_east_asian_ones(names):
    rows = "".join(f"{k},{k * k % 7},{k * 3 % 5}\n" for k in range(12))
    assert read_table(f"{names}\n{rows}".encode("cp1252")).choices.encoding == "cp1252"
