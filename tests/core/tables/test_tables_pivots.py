"""Pivot tables of spreadsheets: captions above the names, totals of groups, and a total of all."""

import numpy as np
import pytest
from readings import note, notes, question, questions

from rnse_core.tables import NoteKind, QuestionKind, read_table

REGIONS, PRODUCTS = 6, ["Bikes", "Cars", "Trucks", "Vans"]
SALES = np.random.default_rng(6).integers(20, 500, (REGIONS, len(PRODUCTS), 3))


def line(*cells):
    return ",".join(map(str, cells))


def sums(values):
    return [*values, sum(values)]


def pivot(caption, names, *, total="Region {} Total", grand="Grand Total"):
    lines = [caption, names]
    for k, part in enumerate(SALES.tolist()):
        lines += [line("" if j else f"Region {k}", PRODUCTS[j], *sums(row)) for j, row in enumerate(part)]
        lines.append(line(total.format(k), "", *sums(SALES[k].sum(0).tolist())))
    lines.append(line(grand, "", *sums(SALES.sum((0, 1)).tolist())))
    return "\n".join(lines).encode()


@pytest.mark.parametrize(
    ("caption", "names"),
    [
        ("Sum of Sales,,Year,,,", "Region,Product,2021,2022,2023,Grand Total"),
        ("Summe von Umsatz,,Spaltenbeschriftungen,,,", "Region,Produkt,Nord,Ost,West,Gesamtergebnis"),
        ("Sales,,Year,,,", "Region,Product,2021,2022,2023,Grand Total"),
        ("Average of x,,Column Labels,,,", "Row Labels,Product,a,b,c,Grand Total"),
    ],
)
def test_a_caption_of_a_pivot_table_is_no_name(caption, names):
    data = pivot(caption, names)
    table = read_table(data)
    assert table.feature_names == names.split(",")[2:5]
    np.testing.assert_array_equal(table.X, SALES.reshape(-1, 3))
    assert note(table, NoteKind.TITLE_ROWS).count == 1
    assert note(table, NoteKind.TOTAL_ROWS).count == REGIONS + 1


def test_a_pivot_table_of_one_column_of_names():
    lines = ["Count of x,Column Labels,,,", "Row Labels,a,b,c,Grand Total"]
    lines += [line(f"r{k}", *sums(row)) for k, row in enumerate(SALES.reshape(-1, 3).tolist())]
    table = read_table("\n".join([*lines, line("Grand Total", *sums(SALES.sum((0, 1)).tolist()))]).encode())
    assert table.feature_names == ["a", "b", "c"]
    np.testing.assert_array_equal(table.X, SALES.reshape(-1, 3))


def test_merged_names_are_no_caption():
    rows = [line(f"r{k}", *row) for k, row in enumerate(SALES.reshape(-1, 3).tolist())]
    table = read_table("\n".join(["Survey,Size,,", "Name,a,b,c", *rows]).encode())
    assert table.feature_names == ["Size a", "Size b", "Size c"] and not notes(table, NoteKind.TITLE_ROWS)


def test_a_row_of_names_with_a_total_in_it_is_no_total():
    """The word stands in a column of numbers, where it names the column."""
    rows = [line(f"r{k}", "x", *sums(row)) for k, row in enumerate(SALES.reshape(-1, 3).tolist())]
    names = line("Region", "Product", 2021, 2022, 2023, "Grand Total")
    table = read_table("\n".join([line(*"abcdef"), names, *rows]).encode())
    assert not questions(table, QuestionKind.TOTAL_ROWS)


@pytest.mark.parametrize("n_columns", [1, 3])
@pytest.mark.parametrize("grand", ["World", "", "Grand Total"])
@pytest.mark.parametrize("above", [False, True])
@pytest.mark.parametrize("total", ["Region {} overall", "Subtotal {}", "Total {}"])
def test_the_sum_of_all_beside_subtotals(grand, above, total, n_columns):
    lines = []
    for k, part in enumerate(SALES[..., :n_columns].tolist()):
        rows = [line(f"shop {k}{j}", *row) for j, row in enumerate(part)]
        own = line(total.format(k), *np.sum(part, axis=0))
        lines += [own, *rows] if above else [*rows, own]
    last = line(grand, *SALES[..., :n_columns].sum((0, 1)))
    lines = [last, *lines] if above else [*lines, last]
    data = "\n".join([line("Name", *"abc"[:n_columns]), *lines]).encode()
    table = read_table(data)
    np.testing.assert_array_equal(table.X, SALES[..., :n_columns].reshape(-1, n_columns))
    assert question(table, QuestionKind.TOTAL_ROWS).options[0].keywords == {"drop_totals": True}


def test_a_total_below_numbers_of_rows():
    values = SALES.reshape(-1, 3)
    rows = [line(k + 1, *row) for k, row in enumerate(values.tolist())]
    total = line("Total", *(values.sum(0) + 500))
    table = read_table("\n".join(["id,a,b,c", *rows, total]).encode())
    np.testing.assert_array_equal(table.X, values)


def report_of(total, *, key="", above=True):
    """Counts beside a rate, as reports of visits have them."""
    rows = [line(f"/page{k}", *row, round(0.1 + k % 7 / 11, 3)) for k, row in enumerate(SALES.reshape(-1, 3).tolist())]
    last = line(key, *total)
    return "\n".join(["page,views,users,events,rate", *([last, *rows] if above else [*rows, last])]).encode()


SUMS = SALES.sum((0, 1)).tolist()


@pytest.mark.parametrize("above", [False, True])
@pytest.mark.parametrize("total", [[*SUMS, 0.41], [SUMS[0], SUMS[1] * 2 // 3, SUMS[2], 0.41]], ids=["sums", "users"])
def test_a_total_without_a_key_beside_rates(total, above):
    """Rates are no sums, and a visitor of two pages is one in the total."""
    table = read_table(report_of(total, above=above))
    np.testing.assert_array_equal(table.X[:, :3], SALES.reshape(-1, 3))
    assert question(table, QuestionKind.TOTAL_ROWS).options[0].count == 1


@pytest.mark.parametrize(
    "data",
    [
        report_of([SUMS[0], SUMS[1], SUMS[2] * 3, 0.41]),
        report_of([77, 90, 101, 0.41]),
    ],
    ids=["more than the sum", "no sums"],
)
def test_a_row_beside_rates_that_is_no_total(data):
    assert not questions(read_table(data), QuestionKind.TOTAL_ROWS)


@pytest.mark.parametrize(("values", "key"), [([*SUMS, 0.41], "/page99"), ([SUMS[0], 77, 90, 0.41], "")])
def test_a_row_with_a_key_or_with_one_sum_is_kept_and_asked_about(values, key):
    data = report_of(values, key=key)
    table = read_table(data)
    options = question(table, QuestionKind.TOTAL_ROWS).options
    assert [read_table(data, **option.keywords).n_rows for option in options] == [table.n_rows, table.n_rows - 1]
