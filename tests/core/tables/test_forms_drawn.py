"""Tables drawn by DuckDB, Polars, Julia, Sphinx, Stata and R, cut by long delimiters, or below lines to skip."""

import numpy as np
import pytest
from readings import note, notes, question

from rnse_core.tables import NoteKind, OptionKind, OtherFormat, Problem, QuestionKind, TableError, read_table

X = np.random.default_rng(22).uniform(1, 99, (12, 2)).round(2)
ROWS = [["name", "x", "y", "g"], *([f"n{k}", str(a), str(b), "abc"[k % 3]] for k, (a, b) in enumerate(X))]
WIDTHS = [max(3, *(len(row[j]) for row in ROWS)) for j in range(4)]


def line(cells, left="│ ", between=" │ ", right=" │"):
    return left + between.join(cell.ljust(width) for cell, width in zip(cells, WIDTHS, strict=True)) + right


def rule(left, mark, between, right):
    return left + between.join(mark * (width + 2) for width in WIDTHS) + right


def right_table(table):
    np.testing.assert_array_equal(table.X, X)
    assert table.feature_names == ["x", "y"] and table.label_name == "g"


def boxed(types, inner="├─┼┤", bars="│ ", extra=()):
    top = [rule("┌", "─", "┬", "┐"), line(ROWS[0]), *([line(types)] if types else []), rule(*inner)]
    return "\n".join([*top, *map(line, ROWS[1:]), *extra, rule("└", "─", "┴", "┘")]).replace("│ ", bars)


@pytest.mark.parametrize("types", [["chr", "f64", "f64", "str"], ["---"] * 4, None])
@pytest.mark.parametrize("inner", ["├─┼┤", "╞═╪╡", "╠═╬╣"])
@pytest.mark.parametrize("bars", ["│ ", "┆ ", "║ "])
@pytest.mark.parametrize("above", ["", "shape: (12, 4)\n"])
def test_a_box_is_read(types, inner, bars, above):
    types = types and [one[:width] for one, width in zip(types, WIDTHS, strict=True)]
    table = read_table((above + boxed(types, inner, bars)).encode())
    right_table(table)
    assert note(table, NoteKind.RULED_TABLE).count == bool(types) + bool(above)


@pytest.mark.parametrize("dots", ["…", "·", "⋮", "..."])
def test_a_box_without_its_middle_says_so(dots):
    middle = line([dots[:width] for width in WIDTHS])
    assert notes(read_table(boxed(None, extra=[middle]).encode()), NoteKind.CUT_PRINT)


def test_julia():
    cells = [[str(k), "│", *row] for k, row in enumerate(ROWS[1:], start=1)]
    types = f"{'String':6} {'Float64':>7} {'Float64':>7} String"
    head = f"12×4 DataFrame\n Row │ {'name':6} {'x':>7} {'y':>7} g\n     │ {types}\n"
    rows = "\n".join(f"{k:>4} │ {name:6} {x:>7} {y:>7} {g}" for k, _, name, x, y, g in cells)
    right_table(read_table(f"{head}─────┼──────────────────────────────\n{rows}\n".encode()))


def test_restructured_text():
    ruled = "  ".join("=" * width for width in WIDTHS)
    lines = [ruled, line(ROWS[0], "", "  ", ""), ruled, *(line(row, "", "  ", "") for row in ROWS[1:]), ruled]
    right_table(read_table("\n".join(lines).encode()))
    right_table(read_table("\n".join(["Measurements", "", *lines, "", "Table 1"]).encode()))


def test_list_of_stata():
    dashes = "-" * (sum(WIDTHS) + 11)
    head = ["", f"     +{dashes}+", line(ROWS[0], "     | ", "   ", " |"), f"     |{dashes}|"]
    rows = [line(row, f"{k:>3}. | ", "   ", " |") for k, row in enumerate(ROWS[1:], start=1)]
    rows.insert(5, f"     |{dashes}|")
    right_table(read_table("\n".join([*head, *rows, f"     +{dashes}+"]).encode()))


@pytest.mark.parametrize("label", ["{}", "[{},]", "row{}"])
@pytest.mark.parametrize("n_blocks", [2, 3])
def test_columns_that_r_wraps_are_put_side_by_side(label, n_blocks):
    wide = np.random.default_rng(4).uniform(1, 9, (10, 2 * n_blocks)).round(2)
    names, lines = [f"variable.{j}" for j in range(2 * n_blocks)], []
    for start in range(0, 2 * n_blocks, 2):
        lines.append("       " + " ".join(names[start : start + 2]))
        lines += [f"{label.format(k + 1):6} {a:>10} {b:>10}" for k, (a, b) in enumerate(wide[:, start : start + 2])]
    table = read_table("\n".join(lines).encode())
    np.testing.assert_array_equal(table.X, wide)
    assert table.feature_names == names and note(table, NoteKind.WRAPPED_COLUMNS).count == n_blocks


@pytest.mark.parametrize("mark", ["::", "||", "~~", "@@", ";;", "~|~"])
@pytest.mark.parametrize("header", [True, False])
def test_delimiters_of_several_characters(mark, header):
    data = "\n".join(mark.join(row) for row in ROWS[not header :]).encode()
    for table in (read_table(data), read_table(data, delimiter=mark)):
        np.testing.assert_array_equal(table.X, X)
        assert table.choices.header is header and note(table, NoteKind.LONG_DELIMITER).values == (mark,)


@pytest.mark.parametrize("delimiter", ["ab", "1:", ' "', "\n\n", "::::::", ". "])
def test_unusable_delimiters_are_refused(delimiter):
    with pytest.raises(TableError) as caught:
        read_table(b"a::b\n1::2\n3::4\n", delimiter=delimiter)
    assert caught.value.problem is Problem.UNUSABLE_VALUE


def test_empty_columns_between_single_delimiters_are_no_long_delimiter():
    rows = ["a;b;;c", *(f"{a};{b};;{a + b:.2f}" for a, b in X)]
    assert not notes(read_table("\n".join(rows).encode()), NoteKind.LONG_DELIMITER)


@pytest.mark.parametrize("skip_lines", [1, 3])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_printed_tables_below_skipped_lines(skip_lines, end):
    lines = ["Report | of + a day"] * skip_lines + boxed(None).splitlines()
    right_table(read_table(end.join(lines).encode(), skip_lines=skip_lines))
    fixed = ["town name    value  unit", *(f"New York {k:<3} {a:>6}  mm" for k, a in enumerate(X[:, 0]))]
    table = read_table(end.join(["x,y;z"] * skip_lines + fixed).encode(), skip_lines=skip_lines)
    assert table.n_rows == 12 and "value" in table.feature_names


NAMED = "Filesystem      Size  Used Avail Use% Mounted on"


def test_a_name_with_a_blank_in_the_last_place():
    rows = [f"/dev/sd{k}  {10 + k * 7 % 5} {k * 3 % 7} {k} {k * 9}% /m{k}" for k in range(12)]
    table = read_table("\n".join([NAMED, *rows]).encode())
    done, without = question(table, QuestionKind.BLANK_IN_NAME).options
    assert [column.name for column in table.columns][-1] == "Mounted on" and done.kind is OptionKind.BLANK_IN_LAST_NAME
    assert read_table("\n".join([NAMED, *rows]).encode(), **without.keywords).n_rows == 12


@pytest.mark.parametrize("header", ["NAME      RESTARTS  LAST SEEN", "LAST SEEN NAME      RESTARTS "])
def test_names_with_a_blank_above_aligned_columns(header):
    places = {name: header.index(name) for name in ("NAME", "RESTARTS", "LAST SEEN")}
    lines = [header]
    for k in range(12):
        cells = {"NAME": f"pod-{k}", "RESTARTS": str(k * 5 % 7), "LAST SEEN": f"{k + 10}m"}
        text = [" "] * (len(header) + 4)
        for name, place in places.items():
            text[place : place + len(cells[name])] = cells[name]
        lines.append("".join(text).rstrip())
    table = read_table("\n".join(lines).encode())
    assert {column.name for column in table.columns} == {*places} and table.feature_names == ["RESTARTS"]


def test_names_and_cells_with_blanks_between_wide_gaps():
    rows = [f"{k}a2b   pod-{k}     {k * 7 % 5}.5%     {k}MiB / 2GiB        {k * 3 % 7}.25%" for k in range(12)]
    table = read_table("\n".join(["CONTAINER ID   NAME      CPU %     MEM USAGE / LIMIT   MEM %", *rows]).encode())
    assert table.feature_names == ["CPU %", "MEM %"]
    names = [column.name for column in table.columns]
    assert names == ["CONTAINER ID", "NAME", "CPU %", "MEM USAGE / LIMIT", "MEM %"]


@pytest.mark.parametrize(
    ("data", "other"),
    [
        (b"@HD\tVN:1.6\tSO:coordinate\n@SQ\tSN:chr1\tLN:24\n", OtherFormat.SAM),
        (b":20:STARTUMS\r\n:25:10020030/1234567\r\n:28C:0/1\r\n", OtherFormat.MT940),
        (b"{1:F01BANK}{2:O940}{4:\n:20:START\n:25:1002/123\n", OtherFormat.MT940),
        (b"OFXHEADER:100\nDATA:OFXSGML\n", OtherFormat.OFX),
        (b"!Type:Bank\nD1/1/2024\nT-12.50\n^\n", OtherFormat.QIF),
        (b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", OtherFormat.CALENDAR),
        (b"\\begin{tabular}{lrr}\n a & 1 & 2 \\\\\n\\end{tabular}\n", OtherFormat.LATEX),
    ],
)
def test_other_formats_of_text_are_named(data, other):
    with pytest.raises(TableError) as caught:
        read_table(data)
    assert (caught.value.problem, caught.value.value) == (Problem.OTHER_FORMAT, other)
