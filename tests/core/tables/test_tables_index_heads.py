"""Names of several levels above a row with the names of the index, as pandas writes them to workbooks and texts."""

import io

import numpy as np
import pandas as pd
import pytest
from readings import note, questions

from rnse_core.tables import NoteKind, QuestionKind, read_table

N = 9
LEVELS = {
    "words": [("A", "mean"), ("A", "sd"), ("B", "mean"), ("B", "sd")],
    "years": [("A", "2001"), ("A", "2002"), ("B", "2001"), ("B", "2002")],
    "uneven": [("A", "x"), ("B", "y"), ("B", "z"), ("C", "x")],
    "three": [("A", "x", "low"), ("A", "x", "high"), ("A", "y", "low"), ("B", "x", "low")],
    "numbers": [("A", "x", "1"), ("A", "y", "1"), ("B", "x", "1"), ("B", "y", "2")],
}
INDEXES = {
    "one": pd.Index([f"s{k}" for k in range(N)], name="sample"),
    "number": pd.Index(range(1, N + 1), name="plot"),
    "two": pd.MultiIndex.from_tuples([(f"p{k // 3}", f"r{k % 3}") for k in range(N)], names=["plot", "rep"]),
    "three": pd.MultiIndex.from_tuples([("a", f"p{k // 3}", f"r{k % 3}") for k in range(N)], names=list("uvw")),
}


def frame(levels, index, *, named):
    columns = pd.MultiIndex.from_tuples(LEVELS[levels])
    if named:
        columns.names = ["group", "stat", "level"][: columns.nlevels]
    X = np.random.default_rng(4).normal(size=(N, 4)).round(3)
    return pd.DataFrame(X, index=INDEXES[index], columns=columns)


def as_book(found, **options):
    stream = io.BytesIO()
    found.to_excel(stream, **options)
    return stream.getvalue()


WRITERS = {
    "sheet": as_book,
    "sheet below a row": lambda found: as_book(found, startrow=2, startcol=1),
    "not merged": lambda found: as_book(found, merge_cells=False),
    "comma": lambda found: found.to_csv().encode(),
    "semicolon": lambda found: found.to_csv(sep=";").encode(),
    "tab": lambda found: found.to_csv(sep="\t").encode(),
}


@pytest.mark.parametrize("levels", LEVELS)
@pytest.mark.parametrize("index", INDEXES)
@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("named", [False, True])
def test_names_of_levels_above_the_names_of_the_index(levels, index, writer, named):
    found = frame(levels, index, named=named)
    table = read_table(WRITERS[writer](found))
    names = [name for name in table.feature_names if name not in found.index.names]
    expected = [" ".join(name) for name in LEVELS[levels]]
    assert names == expected
    np.testing.assert_array_equal(table.X[:, [table.feature_names.index(name) for name in names]], found.to_numpy())
    assert {column.name for column in table.columns} == {*expected, *found.index.names}
    assert not questions(table, QuestionKind.MISSING_VALUES, QuestionKind.HEADER)
    assert note(table, NoteKind.SECOND_HEADER).values[-4:] == tuple(expected)
