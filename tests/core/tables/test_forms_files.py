"""The sheet with the table, and the encodings of other scripts."""

from io import BytesIO

import openpyxl
import pytest
from readings import note, notes, question, questions, refused

from rnse_core.tables import NoteKind, OptionKind, QuestionKind, read_table

TABLE = [["name", "x", "y"], *([f"n{k}", k * 7 % 5 + 0.5, k * 3 % 7] for k in range(12))]
NOTES = {
    "text": [["This workbook holds the plants of 2023."], [], ["Contact: the lab"]],
    "settings": [["Author", "J. Doe"], ["Version", 1.2], ["Date", "2023-05-01"], ["Rows", 12]],
    "list": [["Column", "Meaning", "Unit"], ["x", "height", "cm"], ["y", "leaves", "count"], ["name", "plant", ""]],
}


def workbook(sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize("notes", NOTES)
@pytest.mark.parametrize("below", [True, False])
def test_a_sheet_with_a_table_is_taken_before_one_of_notes(notes, below):
    sheets = {"README": NOTES[notes], "Data": TABLE, **({"More": TABLE[:6]} if below else {})}
    data = workbook(sheets)
    table = read_table(data)
    assert table.choices.variable == "Data" and table.n_rows == 12
    asked = [option.keywords["sheet"] for option in question(table, QuestionKind.SHEET).options]
    assert asked == ["Data", *(["*", "More"] if below else []), "README"]
    error = refused(data, sheet="README")
    ways = [option.keywords for option in error.options]
    assert ways and (notes == "settings" or ways == [{"sheet": one} for one in [*sheets][1:]])


@pytest.mark.parametrize("first", [[["x", "y"], [1, 2], [3, 5]], [["who", "n"], *([f"n{k}", k % 3] for k in range(6))]])
def test_the_first_of_several_tables_is_taken(first):
    assert read_table(workbook({"small": first, "large": TABLE})).choices.variable == "small"


WORDS = {
    "cp874": "ชื่อ อายุ น้ำหนัก จังหวัด กรุงเทพ เชียงใหม่ ขอนแก่น",
    "cp1256": "اسم العمر الوزن المدينة القاهرة دبي بغداد",
    "cp1255": "שם גיל משקל עיר אילת חיפה ירושלים",
    "cp1253": "Όνομα Ηλικία Βάρος Πόλη Αθήνα Πάτρα Θεσσαλονίκη",
    "cp1254": "İsim Yaş Ağırlık Şehir İstanbul Eskişehir Muğla",
    "cp1250": "Jméno Věk Váha Město Plzeň Říčany Žďár",
    "iso8859_2": "Imię Wiek Źródło Miasto Łódź Kraków Gdańsk",
    "cp1257": "Vārds Vecums Svars Pilsēta Rīga Jūrmala Šiauliai",
    "cp1251": "Имя Возраст Вес Город Москва Казань Пермь",
    "koi8_r": "Имя Возраст Вес Город Москва Казань Пермь",
    "cp866": "Имя Возраст Вес Город Москва Казань Пермь",
}
# A few letters of these are those of Western words in other places.
FIRST = set(WORDS) - {"cp1257"}


@pytest.mark.parametrize("codec", WORDS)
def test_the_right_encoding_is_among_the_answers(codec):
    words = WORDS[codec].split()
    rows = [[f"A{k}", 20 + k * 7 % 50, 40 + k * 3 % 31, words[4 + k % 3]] for k in range(30)]
    text = "\n".join(",".join(map(str, row)) for row in [words[:4], *rows])
    data = text.encode(codec)
    table = read_table(data)
    asked = question(table, QuestionKind.ENCODING)
    right = [option for option in asked.options if data.decode(option.keywords["encoding"], "replace") == text]
    assert len(right) == 1 and right[0].kind is OptionKind.ENCODING
    assert (right[0] is asked.options[0]) >= (codec in FIRST)
    found = read_table(data, **right[0].keywords)
    assert found.label_name == words[3] and {*found.labels} == {*words[4:]}


@pytest.mark.parametrize(
    "words", ["Größe Länge Füße Stadt München Köln Düsseldorf", "Région Densité Année Ville Orléans Nîmes Besançon"]
)
def test_western_words_are_not_offered_in_other_languages(words):
    names = words.split()
    rows = [[f"A{k}", 20 + k * 7 % 50, 40 + k * 3 % 31, names[4 + k % 3]] for k in range(30)]
    table = read_table("\n".join(",".join(map(str, row)) for row in [names[:4], *rows]).encode("cp1252"))
    asked = [one.keywords["encoding"] for q in questions(table, QuestionKind.ENCODING) for one in q.options]
    assert table.choices.encoding == "cp1252" and {*asked} <= {"cp1252", "mac_roman"}


def test_formulas_without_values_are_said():
    book = openpyxl.Workbook()
    for row in (["x", "y", "z"], *([k * 3 % 7 + 0.5, f"=A{k + 2}*2", k * 5 % 11] for k in range(12))):
        book.active.append(row)
    stream = BytesIO()
    book.save(stream)
    assert note(read_table(stream.getvalue()), NoteKind.UNCOMPUTED).count == 12
    assert not notes(read_table(workbook({"Data": TABLE})), NoteKind.UNCOMPUTED)


def test_words_for_missing_values_in_all_columns_leave_a_column():
    rows = [f"{k * 3 % 7 + 0.5},{k * 5 % 11}" for k in range(20)]
    rows[3], rows[9] = "k.A.,3", "2.5,k.A."
    data = "\n".join(["x,y", *rows]).encode()
    options = question(read_table(data), QuestionKind.MISSING_WORDS).options
    assert [read_table(data, **option.keywords).n_features for option in options] == [2, 1, 1]
    single = "\n".join(["x", *(row.split(",")[0] for row in rows)]).encode()
    assert not questions(read_table(single), QuestionKind.MISSING_WORDS)


def test_the_names_that_pandas_gives_indexes_identify():
    order = [7, 3, 11, 0, 5, 9, 2, 8, 13, 4, 12, 1, 10, 6]
    data = "\n".join(["level_0,a,b", *(f"{k},{k * 3 % 7 + 0.5},{k * 5 % 11 + 0.25}" for k in order)]).encode()
    table = read_table(data)
    assert table.feature_names == ["a", "b"] and "level_0" in question(table, QuestionKind.IDENTIFIERS).columns
