"""Names that are numbers, indices written by pandas and R, and other ways to write cells and headers."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from readings import column, question, questions

from rnse_core.tables import NoteKind, QuestionKind, RoleReason, read_table, sample_names

CASES = Path(__file__).parent / "cases"
RNG = np.random.default_rng(0)
VALUES = RNG.normal(size=(12, 6)).round(2) + np.repeat([0.0, 9.0], 6)[:, None]


def frame(names, **options):
    """A table with numbers as names, as pandas writes it."""
    return pd.DataFrame(VALUES[:, : len(names)], columns=names).to_csv(lineterminator="\n", **options).encode()


@pytest.mark.parametrize("case", ["c01_year_names.csv", "c02_numbered_frame.csv", "c02b_numbered_frame_noindex.csv"])
def test_numbers_that_are_names(case):
    table = read_table(CASES / case)
    assert table.choices.header and table.X.shape == (12, 3) and table.n_rows_read == 12
    assert table.feature_names in (["1995", "2005", "2015"], ["0", "1", "2"])


@pytest.mark.parametrize(
    "names",
    [[1995, 2005, 2015], range(3), range(1, 7), [400.5, 402.5, 404.5, 406.5, 408.5], [20200101, 20200102, 20200201],
     [2020, 2018, 2019], [5, 4, 3, 2, 1], [397.32, 400.2, 402.94, 406.1, 408.8, 411.93]],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("options", [{"index": True}, {"index": False}, {"index": True, "sep": ";", "decimal": ","}])
def test_years_numbers_wavelengths_and_dates_are_names(names, options):
    table = read_table(frame(list(names), **options))
    asked = questions(table, QuestionKind.HEADER)
    if not table.choices.header:  # or at least it is asked
        assert asked[0].options[1].keywords == {"header": True}
        table = read_table(frame(list(names), **options), header=True)
    assert table.X.shape == (12, len(names))
    np.testing.assert_array_equal(table.X, VALUES[:, : len(names)])


@pytest.mark.parametrize("index", [[5, 2, 9, 4, 7, 1, 8, 3, 6, 0, 11, 10], [0, 1, 2, 3] * 3, [0.5, 0.1] * 6])
def test_an_index_in_any_order_is_no_feature(index):
    data = pd.DataFrame(VALUES, index=index, columns=list("abcdef")).to_csv().encode()
    table = read_table(data)
    assert table.feature_names == list("abcdef")
    leave, keep = question(table, QuestionKind.ROW_NAMES).options
    assert read_table(data, **leave.keywords).n_features == 6
    assert read_table(data, **keep.keywords).n_features == 7


def test_a_short_numbered_frame_has_no_index_among_its_features():
    table = read_table(pd.DataFrame(VALUES[:4, :2], columns=["a", "b"]).to_csv().encode())
    assert table.feature_names == ["a", "b"] and not table.questions


def test_a_matrix_without_header_keeps_its_first_row():
    assert read_table(b"0,1,2\n1,0,3\n2,3,0\n").X.shape == (3, 3)
    rows = "".join(f"{k},{k + 1},{k + 2}\n" for k in range(0, 90, 7))
    assert not read_table(rows.encode(), keep=["column 1"]).choices.header


def test_numbered_distances_are_a_matrix():
    table = read_table(CASES / "c03_numbered_distances.csv")
    assert (table.kind, table.X.shape) == ("distance", (8, 8)) and table.feature_names[0] == "1"


@pytest.mark.parametrize("sep", [" ", "\t", ","])
@pytest.mark.parametrize("quote", ['"', ""])
def test_a_table_as_r_writes_it(sep, quote):
    lines = [sep.join(f"{quote}{name}{quote}" for name in "abc")]
    lines += [sep.join([f"{quote}r {k}{quote}" if quote else f"r{k}", *map(str, VALUES[k, :3])]) for k in range(12)]
    table = read_table("\n".join(lines).encode())
    assert table.feature_names == list("abc") and table.X.shape == (12, 3)
    assert NoteKind.ROW_NAMES_WITHOUT_HEADER in {note.kind for note in table.report}


def test_case_of_r_write_table():
    assert read_table(CASES / "c16_write_table.txt").feature_names == ["a", "b", "c"]


@pytest.mark.parametrize("case", ["c10_space_quote.csv", "c18_excel_guard.csv"])
def test_quoted_cells_are_numbers(case):
    table = read_table(CASES / case)
    assert table.n_rows == 12 and {one.type for one in table.columns} == {"number"}


@pytest.mark.parametrize("line", ['="{}",="{}"', '"=""{}""","=""{}"""', '="{}";="{}"'])
def test_guarded_cells_are_what_they_hold(line):
    data = "\n".join(["a,b".replace(",", ";" if ";" in line else ","), *(line.format(*row[:2]) for row in VALUES)])
    table = read_table(data.encode())
    np.testing.assert_array_equal(table.X, VALUES[:, :2])


@pytest.mark.parametrize("case", ["c08_last_first.csv", "c08b_comma_in_header.csv"])
def test_semicolons_with_commas_inside(case):
    table = read_table(CASES / case)
    assert (table.choices.delimiter, table.choices.decimal) == (";", ",") and len(table.columns) == 4
    assert column(table, table.feature_names[0]).type == "number"


@pytest.mark.parametrize("values", ["whole", "a total"])
def test_few_wavelengths_are_asked_about(values):
    """Three numbers with equal steps may be names, also where they do not lie apart from the rows."""
    rows = VALUES[:, :3].round(0) * 100 if values == "whole" else np.vstack([VALUES[:, :3], [900.25, 300.5, 450.75]])
    table = read_table(pd.DataFrame(rows, columns=[400.5, 402.5, 404.5]).to_csv(index=False).encode())
    headers = [option.keywords["header"] for option in question(table, QuestionKind.HEADER).options]
    assert sorted(headers) == [False, True]


def test_quotation_marks_after_blanks_in_the_header_alone():
    table = read_table(b'length, "width", "weight"\n4, 1, 5\n2, 7, 6\n3, 3, 1\n')
    assert table.feature_names == ["length", "width", "weight"]
    named = b'name, "length", "width"\n"Ada", 1, 5\n"Ben", 7, 6\n"Cleo", 3, 1\n'
    assert read_table(named).feature_names == ["length", "width"]


def test_a_short_header_below_a_title():
    data = b"Survey of all places\nwidth,height\nAda,1.5,2\nBen,2.5,1\nCleo,4,9.5\n"
    table = read_table(data)
    assert table.feature_names == ["width", "height"] and table.n_rows == 3
    loop = (
        b"loop_\n_x #1\n_y #2\n_z #3\n3.5 2.5 1\n1.5 4.5 7\n2.5 1.5 3\n1.5 3.5 8\n"  # no names of rows, and no header
    )
    table = read_table(loop)
    assert table.X.tolist() == [[3.5, 2.5, 1.0], [1.5, 4.5, 7.0], [2.5, 1.5, 3.0], [1.5, 3.5, 8.0]]


def test_decimal_commas_between_blanks():
    """The commas give every row as many fields as the blanks do, or one less, and cut no number from another."""
    rows = "".join(f"{a:.2f} {b:.2f} {c:.3f}\n" for a, b, c in VALUES[:, :3]).replace(".", ",")
    whole = "".join(f"{a:.2f} {b:.2f} {abs(c) + 12:.2f}\n" for a, b, c in abs(VALUES[:, :3]) + 10).replace(".", ",")
    assert read_table(whole.encode()).X.shape == (12, 3)
    for header, names in (('"a" "b" "c"\n', ["a", "b", "c"]), ("", ["column 1", "column 2", "column 3"])):
        table = read_table((header + rows).encode())
        assert (table.choices.delimiter, table.choices.decimal) == (" ", ",")
        assert table.feature_names == names
        np.testing.assert_array_equal(table.X[:, :2], VALUES[:, :2])


@pytest.mark.parametrize("names", [["400.5", "402.5", "404.5"], ["1995", "2005", "2015"]], ids=str)
def test_a_short_header_of_numbers(names):
    """A first row of one field fewer than the others, which begin with names of rows, is no row."""
    rows = "".join(f"place{k},{a},{b},{c}\n" for k, (a, b, c) in enumerate(VALUES[:, :3].tolist()))
    table = read_table((",".join(names) + "\n" + rows).encode())
    assert table.feature_names == names and table.n_rows == len(VALUES)


def test_few_rows_that_are_counted_by_the_first_column():
    asked = question(read_table(b"1,5,2.5\n2,8,1.5\n3,6,4.5\n4,4,2\n"), QuestionKind.ROW_NUMBERS)
    assert asked.columns == ("column 1",)


@pytest.mark.parametrize("n_columns", [2, 3])
def test_few_numbered_columns_beside_an_index(n_columns):
    table = read_table(pd.DataFrame((VALUES[:, :n_columns] * 100).round()).to_csv().encode())
    assert table.feature_names == ["0", "1", "2"][:n_columns] and table.n_rows == len(VALUES)
    assert not questions(table, QuestionKind.HEADER)


@pytest.mark.parametrize("number", ["{:.1f}%", "{:.3e}", "-8'858,{:.0f}"])
def test_decimal_commas_with_marks_between_blanks(number):
    rows = "".join(f"{number.format(20 + a)} {b}\n".replace(".", ",") for a, b in VALUES[:, :2].tolist())
    assert read_table(('"a" "b"\n' + rows).encode()).X.shape == (12, 2)


def test_thousands_marks_between_blanks():
    rows = "".join(f"{a:.2f} {1000 + 4000 * k:,d} {b:.2f}\n" for k, (a, b) in enumerate(VALUES[:, :2].tolist()))
    table = read_table(("a b c\n" + rows).encode())
    assert table.choices.delimiter == " " and table.X[:, 1].tolist() == [1000 + 4000 * k for k in range(12)]


def test_a_title_above_cells_between_blanks():
    rows = "".join(f"place{k} {a} {b}\n" for k, (a, b) in enumerate(VALUES[:5, :2].tolist()))
    table = read_table(("All places of the survey in spring\nwidth height\n" + rows).encode())
    assert table.feature_names == ["width", "height"] and table.n_rows == 5


def test_decimal_commas_of_a_short_table_beside_one_other_cell():
    data = b"a;b;c\n1,234;2,5;1\n3,456;1,5;4\n2,345;7,5;2\nlost;lost;3\n5,678;2,5;8\n"
    table = read_table(data)
    assert table.choices.decimal == ","


def test_an_index_of_names_comes_before_other_identifiers():
    """Also where the names of some columns are numbers, and those of others words."""
    rows = "".join(f"place{k},{a},{b},{c},{70000 + k * 7919 % 9999}\n" for k, (a, b, c) in enumerate(VALUES[:, :3]))
    table = read_table((",-1990,-1995,-2000,customer_id\n" + rows).encode())
    assert table.feature_names == ["-1990", "-1995", "-2000"]
    assert column(table, "column 1").reason is RoleReason.ROW_NAMES
    assert sample_names(table).of([1, 12]) == ["place0", "place11"]


@pytest.mark.parametrize("rows", ["{}.5,name {}\n", "{},3 {}\n", "{}2,3 {}00\n"])
def test_blanks_within_cells_between_commas(rows):
    data = "a,b\n" + "".join(rows.format(k * 7 % 9, k % 3) for k in range(9))
    assert read_table(data.encode(), label_column=None).choices.delimiter == ","
    quoted = "a,b\n" + "".join(f'"{k * 7 % 9}.5 ",{k * 5 % 8}\n' for k in range(9))
    assert read_table(quoted.encode()).X.shape == (9, 2)


def test_words_beside_years_are_names():
    rows = "".join(f"place{k},{a},{b},{c},{70000 + k * 7919 % 9999}\n" for k, (a, b, c) in enumerate(VALUES[:, :3]))
    data = ("name,-7,-3,5,customer_id\n" + rows).encode()
    assert read_table(data).choices.header and question(read_table(data), QuestionKind.HEADER)
