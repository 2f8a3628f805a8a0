"""Names that are numbers, indices written by pandas and R, and other ways to write cells and headers."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from readings import column, question, questions

from rnse_core.tables import NoteKind, QuestionKind, read_table

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
