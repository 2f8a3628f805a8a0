"""Lines of comment above a table, of which one may give the names."""

import pytest
from readings import notes, refused

from rnse_core.tables import NoteKind, read_table

ROWS = [[1.5, 20.0, 3.25], [2.5, 10.0, 7.5], [0.5, 40.0, 9.0], [4.5, 30.0, 2.0]]


def lines(separator, above, names=()):
    cells = [separator.join(map(str, row)) for row in ROWS]
    if names:
        cells = [f"{name}{separator}{row}" for name, row in zip(names, cells, strict=True)]
    return "\n".join([*above, *cells, ""]).encode()


@pytest.mark.parametrize("separator", [",", "\t", ";", " ", "   "])
@pytest.mark.parametrize("sign", ["#", "# ", "## ", "% "])
@pytest.mark.parametrize("above", [[], ["# made on Monday"], ["# one, two", "#", ""]])
def test_the_last_comment_gives_the_names(separator, sign, above):
    above = [line.replace("#", sign.strip()) for line in above]
    table = read_table(lines(separator, [*above, f"{sign}a{separator}b{separator}c"]))
    assert table.feature_names == ["a", "b", "c"] and table.X.tolist() == ROWS
    assert [note.values for note in table.report if note.kind is NoteKind.NAMES_IN_COMMENT] == [("a", "b", "c")]


@pytest.mark.parametrize("separator", [",", "\t", " "])
def test_units_below_the_names_are_not_the_names(separator):
    above = [f"# {separator.join('abc')}", f"# {separator.join(['[m]', '[s]', '(kg)'])}"]
    table = read_table(lines(separator, above))
    assert table.feature_names == ["a", "b", "c"] and table.X.tolist() == ROWS


def test_the_names_of_samples_in_a_table_of_taxa():
    names = [f"OTU_{k}" for k in range(4)]
    data = (
        b"# Constructed from biom file\n#OTU ID\tS 1\tS 2\tS 3\ttaxonomy\n"
        + "\n".join(
            f"{name}\t" + "\t".join(map(str, row)) + f"\tk__B; p__F; g__{k}"
            for k, (name, row) in enumerate(zip(names, ROWS, strict=True))
        ).encode()
    )
    table = read_table(data)
    assert table.feature_names == ["S 1", "S 2", "S 3"] and table.X.tolist() == ROWS
    assert table.columns[0].name == "OTU ID"


def test_variants_have_the_names_of_their_last_comment():
    data = b"##fileformat=VCFv4.2\n##contig=<ID=chr1,length=24>\n#CHROM\tPOS\tQUAL\n" + b"".join(
        b"chr1\t%d\t%g\n" % (10 * k * k, q) for k, q in enumerate((2.5, 7.5, 1.25, 3.5), start=3)
    )
    assert read_table(data).columns[1].name == "POS" and read_table(data).columns[0].name == "CHROM"


def test_a_series_of_arrays():
    rows = "\n".join(f'"{k}_at"\t' + "\t".join(map(str, row)) for k, row in enumerate(ROWS))
    data = (
        '!Series_title\t"Two types"\n!Series_id\t"G1"\n\n!Sample_title\t"t 0"\t"t 1"\t"t 2"\n!table_begin\n'
        f'"ID_REF"\t"GSM1"\t"GSM2"\t"GSM3"\n{rows}\n!table_end\n'
    ).encode()
    table = read_table(data)
    assert table.feature_names == ["GSM1", "GSM2", "GSM3"] and table.X.tolist() == ROWS
    comments = (NoteKind.COMMENT_LINES, NoteKind.COMMENTS_BELOW)
    assert [(note.kind, note.count) for note in table.report if note.kind in comments] == list(
        zip(comments, (4, 1), strict=True)
    )


def test_a_comment_of_numbers_or_of_another_width_is_no_header():
    for above in ("# 1,2,3", "# a,b", "# seven words that are not the names"):
        table = read_table(lines(",", [above]))
        assert table.feature_names == ["column 1", "column 2", "column 3"] and table.X.tolist() == ROWS


def test_a_header_that_begins_with_a_sign_is_kept():
    for first in ("%fat", "!x", "#"):
        table = read_table(f"{first},b\n1.5,20\n2.5,10\n0.5,40\n".encode())
        assert [column.name for column in table.columns] == [first, "b"] and table.n_rows == 3


def test_without_a_header_the_comments_are_left_out():
    table = read_table(lines(",", ["# a,b,c"]), header=False)
    assert table.X.tolist() == ROWS
    assert refused(b"# nothing\n# here\n").file == "the file"


def test_names_in_a_comment_above_numbers_with_a_decimal_comma():
    table = read_table(b"# Messung\n#Ort;h;t\nA;1,5;2,25\nB;3,5;4,5\nC;2,5;1,5\n")
    assert table.feature_names == ["h", "t"] and table.X[0].tolist() == [1.5, 2.25]


def test_a_comment_below_a_table_without_one_above():
    """Its words may be as many as the cells of a row."""
    data = b"a b c\n1 2.5 4\n2 3.5 1\n7 1.5 2\n# end of\n# this table\n"
    table = read_table(data)
    assert table.feature_names == ["a", "b", "c"] and table.n_rows == 3
    assert [note.count for note in notes(table, NoteKind.COMMENTS_BELOW)] == [2]
    assert read_table(b"a,b\n#1,2.5\n# 2,3.5\n# 3,1.5\n", label_column=None).n_rows == 3


def test_comments_below_a_text_with_a_byte_order_mark():
    data = b"\xef\xbb\xbf# one\n# two\na b c d e\n1 2.5 4 1 2\n2 3.5 1 4 3\n7 1.5 2 3 8\n# end of the table\n"
    assert read_table(data).n_rows == 3
