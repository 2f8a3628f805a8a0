"""Cells with several numbers, such as 120/80 or [1.2, 3.4], are offered as one column for each number."""

import numpy as np
import pytest
from readings import column, notes, question, questions, refused

from rnse_core.tables import NoteKind, OptionKind, Problem, QuestionKind, TableError, read_table
from rnse_core.tables.several_numbers import find_several

N = 24
PAIRS = np.random.default_rng(3).integers(20, 99, size=(N, 3))
FORMS = {
    "/": lambda a, b, c: f"{a}/{b}",
    ":": lambda a, b, c: f"{a}:{b}",
    ";": lambda a, b, c: f"{a};{b}",
    "x": lambda a, b, c: f"{a} × {b}",
    ",": lambda a, b, c: f"[{a}.5, {b}.25]",
    "-": lambda a, b, c: f"{c % 4}-{a % 9}",
    " ": lambda a, b, c: f"{a}    {b}",
}


def data(cells, name="pair"):
    rows = "".join(f'{k * 7 % 11},{k * 5 % 13},"{cell}"\n' for k, cell in enumerate(cells))
    return f"a,b,{name}\n{rows}".encode()


@pytest.mark.parametrize("separator", FORMS)
def test_pairs_are_asked_about_and_become_two_columns(separator):
    cells = [FORMS[separator](*row) for row in PAIRS.tolist()]
    table = read_table(data(cells))
    assert table.feature_names == ["a", "b"] and table.label_name is None
    (several,) = question(table, QuestionKind.SEVERAL_NUMBERS).options[1:]
    assert several.kind is OptionKind.NUMBER_COLUMNS and (several.count, several.total) == (0, 2)
    assert several.keywords == {"numbers": {"pair": separator}}
    read = read_table(data(cells), **several.keywords)
    assert read.feature_names == ["a", "b", "pair 1", "pair 2"] and read.n_rows == N
    numbers = [[float(part) for part in cell.strip("[]").replace("×", separator).split(separator) if part.strip()]
               for cell in cells]  # fmt: skip
    np.testing.assert_array_equal(read.X[:, 2:], numbers)
    assert not questions(read, QuestionKind.SEVERAL_NUMBERS)
    assert [note.columns for note in notes(read, NoteKind.VECTORS)] == [("pair",)]
    assert column(read, "pair").role == "ignored"


@pytest.mark.parametrize(("cells", "first"), [
    (["45.1102N, 3.98E", "44.2S, 17.1W", "48.5N, 2.1E"], [45.1102, 3.98]),
    (["45.1° N, 3.9° E", "44.2° S, 17.1° W", "1.5° N, 2.5° W"], [45.1, 3.9]),
    (["POINT (13.4 52.5)", "POINT (9.9 51.5)", "POINT (-1 51)"], [13.4, 52.5]),
    (["52°30'N 13°15'E", "48°8'N 11°34'E"], [52.5, 13.25]),
    (["rgb(255, 0, 10)", "rgb(1, 2, 3)"], [255, 0, 10]),
    (["array([0.1, 0.2])", "array([0.3, 0.4])"], [0.1, 0.2]),
    (["7-10 days", "3-5 days"], [7, 10]),
    (["10%–20%", "5%–10%"], [10, 20]),
    (["10 x 20 cm", "15 x 30 cm", "8 x 9 cm"], [10, 20]),
    (["90/60 mmHg", "120/80 mmHg", "118/75 mmHg"], [90, 60]),
    (["1,234 / 5,678", "900 / 1,100", "850 / 12"], [1234, 5678]),
    (["3.1–5.0", "2.2–4.4", "0.5–9.9"], [3.1, 5]),
    (["[1.  2. 3.]", "[0.1 0.2 0.3]", "[4 5 6]"], [1, 2, 3]),
])  # fmt: skip
def test_numbers_with_units_sides_and_groups(cells, first):
    found = find_several(dict.fromkeys(cells, 1), ".")
    assert found is not None and found.read(cells[0], ".") == first


@pytest.mark.parametrize("cells", [
    ["1,234", "5,678"], ["52,1", "13,4"], ["1,234,567", "2,345,678"], ["555-0123", "555-4567"],
    ["030 1234", "0551 398"],
    ["2024-01-05", "2024-01-06"], ["1.2.3", "1.2.4"], ["192.168.0.1", "10.0.0.1"], ["00:1A:2B", "00:1C:2D"],
    ["A/B", "1/2"], ["1 2", "x"],
])  # fmt: skip
def test_single_numbers_codes_and_dates_are_not_several(cells):
    assert find_several(dict.fromkeys(cells, 1), ".") is None


def test_a_score_is_never_divided_at_its_decimal_comma():
    cells = [f"{a % 10},{b % 10}/10" for a, b, _ in PAIRS.tolist()]
    text = "\n".join(["x;y;review", *(f"{k * 7 % 11};{k * 5 % 13};{cell}" for k, cell in enumerate(cells))])
    table = read_table(text.encode(), label_column=None)
    options = [option for one in table.questions for option in one.options]
    assert not any(option.kind is OptionKind.SPLIT for option in options)
    (convert,) = [option.keywords for option in options if option.kind is OptionKind.CONVERT]
    scores = read_table(text.encode(), label_column=None, **convert).X[:, 2]
    assert scores.tolist() == [float(cell.split("/")[0].replace(",", ".")) for cell in cells]


def test_cells_of_another_form_are_missing_and_counted_before():
    cells = [f"{a}/{b}" for a, b, _ in PAIRS.tolist()]
    cells[3], cells[5] = "refused!", ""
    (several,) = question(read_table(data(cells)), QuestionKind.SEVERAL_NUMBERS).options[1:]
    assert several.count == 1
    read = read_table(data(cells), **several.keywords)
    assert read.n_rows == N - 2 and column(read, "pair 1").missing_tokens == {"refused!": 1, "": 1}


def test_codes_of_a_part_can_be_missing():
    cells = [f"{a}/{999 if k % 8 == 0 else b}" for k, (a, b, _) in enumerate(PAIRS.tolist())]
    read = read_table(data(cells), numbers={"pair": "/"}, missing_in={"pair 2": ["999"]}, missing="median")
    assert column(read, "pair 2").n_missing == 3 and column(read, "pair 1").n_missing == 0
    assert read.X[:, 3].max() < 999


def test_goals_are_no_times_and_minutes_are_no_goals():
    goals = [f"{a}:{b % 80 + 5}" for a, b, _ in PAIRS.tolist()]
    assert column(read_table(data(goals)), "pair").suggestion is None
    times = [f"{a}:{b % 60:02d}" for a, b, _ in PAIRS.tolist()] + ["1:05"]
    table = read_table(data(times))
    assert questions(table, QuestionKind.CONVERSION) and not questions(table, QuestionKind.SEVERAL_NUMBERS)


def test_ranges_with_an_order_keep_it():
    cells = [("18-24", "25-34", "35-44", "45-54")[k % 4] for k in range(N)]
    assert not questions(read_table(data(cells), label_column=None), QuestionKind.SEVERAL_NUMBERS)


@pytest.mark.parametrize(("numbers", "problem"), [
    ({"pair": "|"}, Problem.NOT_DIVIDED), ({"pair": "#"}, Problem.NOT_DIVIDED), ({"a": "/"}, Problem.NOT_DIVIDED),
    ({"none": "/"}, Problem.UNKNOWN_COLUMN),
])  # fmt: skip
def test_other_separators_and_columns_are_refused(numbers, problem):
    assert refused(data([f"{a}/{b}" for a, b, _ in PAIRS.tolist()]), numbers=numbers).problem is problem


def test_a_table_of_pairs_alone_says_what_reads_it():
    rows = "".join(f"p{k},{a}/{b}\n" for k, (a, b, _) in enumerate(PAIRS.tolist()))
    with pytest.raises(TableError) as caught:
        read_table(f"name,pressure\n{rows}".encode())
    (option,) = [option for option in caught.value.options if option.kind is OptionKind.NUMBER_COLUMNS]
    assert read_table(f"name,pressure\n{rows}".encode(), **option.keywords).n_features == 2


def test_names_of_parts_are_free_ones():
    cells = [f"{a}/{b}" for a, b, _ in PAIRS.tolist()]
    rows = "".join(f"{k * 7 % 11},{cell},{k * 5 % 13}\n" for k, cell in enumerate(cells))
    read = read_table(f"x,pair,pair 1\n{rows}".encode(), numbers={"pair": "/"})
    assert len(set(read.feature_names)) == 4 and read.X[:, read.feature_names.index("pair 1")].max() <= 12


def test_the_column_may_hold_labels_at_the_same_time():
    cells = [f"{k % 3}/{k % 4}" for k in range(N)]
    read = read_table(data(cells), numbers={"pair": "/"}, label_column="pair")
    assert read.labels.tolist() == cells and read.n_features == 4
