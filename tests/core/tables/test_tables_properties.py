"""What must hold for every file: exact numbers come back, and nothing but TableError comes out."""

import csv
import io
import math
import pickle
import string

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from rnse_core.tables import (
    NoteKind,
    OtherFormat,
    Problem,
    TableError,
    VariableProblem,
    list_variables,
    note_sentence,
    option_text,
    question_sentence,
    read_table,
    role_reason_text,
)

pytestmark = pytest.mark.filterwarnings("error")  # a reader of any file stays silent

relaxed = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
finite = st.floats(allow_nan=False, allow_infinity=False)
encodings = st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "latin-1"])
delimiters = st.sampled_from([",", ";", "\t", "|"])


def written(X, delimiter, decimal, encoding, header, line_end="\n"):
    """Write a matrix as a spreadsheet with these settings would."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter, lineterminator=line_end)
    if header:
        writer.writerow(header)
    for row in X.tolist():
        writer.writerow([repr(value).replace(".", decimal) for value in row])
    return stream.getvalue().encode(encoding)


def has_same_columns(table, X, names):
    """Every feature is a column of X to the last bit, and what is missing is a constant or numbers the rows."""
    assert table.kind == "features" and table.X.flags.c_contiguous and table.X.dtype == np.float64
    if len(table.X) != len(X) or not set(table.feature_names) <= set(names):
        return False
    if any(table.X[:, j].tolist() != X[:, names.index(name)].tolist() for j, name in enumerate(table.feature_names)):
        return False
    left_out = [X[:, names.index(name)] for name in set(names) - set(table.feature_names)]
    steps = [np.sign(np.diff(values)) for values in left_out]
    return all(not step.any() or abs(step.sum()) == len(step) for step in steps)


def assert_same_columns(table, X, names):
    assert has_same_columns(table, X, names), (table.X, table.feature_names)


def leads_to(data, keywords, is_right, steps=2):
    """Whether the reading is right, or an answer to its questions or a way that its error offers leads to it."""
    try:
        table = read_table(data, **keywords)
    except TableError as error:
        options = error.options
    else:
        if is_right(table):
            return True
        options = [option for question in table.questions for option in question.options[1:]]
    return bool(steps) and any(leads_to(data, option.apply(keywords), is_right, steps - 1) for option in options)


@relaxed
@given(
    X=arrays(np.float64, array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=12), elements=finite),
    delimiter=delimiters,
    decimal=st.sampled_from([".", ","]),
    encoding=encodings,
    with_header=st.booleans(),
    line_end=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_any_matrix_reads_back_exactly_with_everything_given(X, delimiter, decimal, encoding, with_header, line_end):
    names = [f"größe {j}" for j in range(X.shape[1])] if with_header else []
    data = written(X, delimiter, decimal, encoding, names, line_end)
    names = names or [f"column {j + 1}" for j in range(X.shape[1])]
    try:
        table = read_table(
            data, delimiter=delimiter, decimal=decimal, encoding=encoding, header=with_header, kind="features",
            label_column=None, keep=names, drop_totals=False,
        )  # fmt: skip
    except TableError as error:
        assert error.problem is Problem.NO_FEATURES and (X[0] == X).all()
        return
    assert_same_columns(table, X, names)
    assert table.row_numbers.tolist() == list(range(1, len(X) + 1))


def shows_its_decimal_mark(X):
    """Whether some column has mostly fractions that cannot be read as whole numbers with a thousands mark."""
    text = [[repr(value).lstrip("-") for value in column] for column in X.T.tolist()]
    clear = [[cell for cell in column if "." in cell and "e" not in cell] for column in text]
    return all(len(column) == len(X) for column in clear) and any(
        len(cell.split(".")[1]) != 3 or cell.startswith("0") for cell in clear[0]
    )


@relaxed
@given(
    X=arrays(
        np.float64,
        st.tuples(st.integers(2, 10), st.integers(2, 6)),
        elements=st.integers(-(10**9), 10**9).map(lambda k: k / 1024 + 1 / 2048),
    ),
    delimiter=delimiters,
    decimal=st.sampled_from([".", ","]),
    encoding=encodings,
    with_header=st.booleans(),
)
@example(np.array([[1.5, -3.5], *[[0.5, 0.5]] * 4]) / 1024, ",", ".", "utf-8", False)
@example(np.array([*[[0.5, 0.5]] * 4, [1.5, 1.5]]) / 1024, ",", ".", "utf-8", False)
@example(np.array([[1.5, -3.5], *[[0.5, 0.5]] * 4, [1.5, 2.5]]) / 1024, ";", ",", "utf-8", False)
def test_a_matrix_of_fractions_reads_back_exactly_with_everything_found(X, delimiter, decimal, encoding, with_header):
    assume(shows_its_decimal_mark(X))
    names = [f"länge {j} µm" for j in range(X.shape[1])] if with_header else []
    data = written(X, delimiter, decimal, encoding, names)
    if (X[0] == X).all():
        with pytest.raises(TableError) as caught:
            read_table(data, kind="features")
        assert caught.value.problem is Problem.NO_FEATURES
        return

    def is_right(table):
        choices = table.choices
        if (choices.delimiter, choices.decimal, choices.header) != (delimiter, decimal, with_header):
            return False
        return has_same_columns(table, X, names or [f"column {j + 1}" for j in range(X.shape[1])])

    assert leads_to(data, {"kind": "features"}, is_right)


MATRICES = np.random.default_rng(11).integers(-(10**6), 10**6, (40, 12, 5)) / 1024 + 1 / 2048


@pytest.mark.parametrize("with_header", [False, True])
@pytest.mark.parametrize("n_rows", [6, 12])
def test_measurements_raise_no_question(n_rows, with_header):
    """What a matrix of chance may look like is no reason to ask about each of them."""
    names = [f"länge {j} µm" for j in range(5)] if with_header else []
    for X in MATRICES:
        table = read_table(written(X[:n_rows], ",", ".", "utf-8", names), kind="features")
        assert_same_columns(table, X[:n_rows], names or [f"column {j + 1}" for j in range(5)])
        assert not table.questions and table.n_rows == n_rows


@relaxed
@given(st.lists(finite, min_size=2, max_size=30, unique=True))
def test_a_single_column_reads_back_exactly(values):
    table = read_table("\n".join(map(repr, values)).encode(), header=False, keep=["column 1"])
    assert table.X[:, 0].tolist() == values


@relaxed
@given(
    rows=st.lists(st.lists(st.text("ab,;\"'\t \n=", max_size=6), min_size=2, max_size=2), min_size=2, max_size=8),
    delimiter=delimiters,
)
@example([[",=", ","], [",=", ","]], ",")
def test_cells_are_split_as_pandas_does(rows, delimiter):
    stream = io.StringIO()
    csv.writer(stream, delimiter=delimiter, lineterminator="\n").writerows(
        [[k * k % 7 + 0.5, *cells] for k, cells in enumerate(rows)]
    )
    data = stream.getvalue()
    table = read_table(data.encode(), delimiter=delimiter, header=False, label_column=None)
    frame = pd.read_csv(io.StringIO(data), sep=delimiter, header=None, dtype=str, keep_default_na=False)
    assert [cells for _, cells in table.original.records()] == frame.to_numpy().tolist()


labels = st.text(st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters="\ufeff"), max_size=12)


@relaxed
@given(st.lists(labels, min_size=2, max_size=20))
@example(["NA", "None", "", "nan", "-", "?", "1", "1.0", "01"])
@example(['say "hi"', "a,b", "=1+1", "'", "true", "2020-01-01"])
def test_labels_come_back_as_they_stand(values):
    stream = io.StringIO()
    writer = csv.writer(stream, quoting=csv.QUOTE_ALL)
    writer.writerow(["x", "who"])
    writer.writerows([[k % 7 + 0.5, value] for k, value in enumerate(values)])
    table = read_table(stream.getvalue().encode(), delimiter=",", header=True, label_column="who")
    assert table.labels.tolist() == [value.strip() for value in values]
    assert table.labelled.tolist() == [bool(value.strip()) for value in values]
    assert table.feature_names == ["x"]


@relaxed
@given(st.lists(st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0\ufeff"), max_size=8)))
def test_names_are_made_unique_and_listed(names):
    names = ["x", *names, "x"]  # a first column without a name would hold the names of rows
    stream = io.StringIO()
    writer = csv.writer(stream, quoting=csv.QUOTE_ALL)
    writer.writerows([names, [1.5] * len(names), [2.5] * len(names)])
    table = read_table(stream.getvalue().encode(), delimiter=",", header=True, kind="features", label_column=None)
    assert len(set(table.feature_names)) == len(names)
    renamed = [new for old, new in zip(names, table.feature_names, strict=True) if " ".join(old.split()) != new]
    assert renamed
    assert [note for note in table.report if note.kind is NoteKind.NAME_CHANGED]


@relaxed
@given(st.binary(max_size=300))
def test_arbitrary_bytes_give_a_table_or_a_table_error(data):
    read_or_refuse(data)


@relaxed
@given(
    st.text(alphabet=string.digits[:4] + ",;\t|. \n\r\"-eE%$#aNxy='", max_size=120),
    st.fixed_dictionaries(
        {},
        optional={
            "delimiter": st.sampled_from([",", ";", "", " ", "x"]),
            "decimal": st.sampled_from([".", ","]),
            "encoding": st.sampled_from(["utf-8", "utf-16", "latin-1", "zip", "idna", "undefined", "unicode_escape"]),
            "header": st.booleans(),
            "skip_lines": st.integers(0, 3),
            "drop_bad_rows": st.booleans(),
            "label_column": st.sampled_from(["auto", "column 1", "x", None]),
            "ignore": st.lists(st.just("column 2"), max_size=1),
            "one_hot": st.lists(st.just("column 1"), max_size=1),
            "convert": st.lists(st.just("column 2"), max_size=1),
            "missing": st.sampled_from(["drop", "median", "most_frequent"]),
            "missing_values": st.lists(st.sampled_from(["1", "x"]), max_size=2),
            "missing_in": st.dictionaries(st.just("column 1"), st.lists(st.sampled_from(["1", "-9"]), max_size=2)),
            "kind": st.sampled_from(["auto", "features", "similarity", "distance"]),
            "symmetrize": st.booleans(),
            "sample_rows": st.integers(2, 4),
        },
    ),
)
def test_arbitrary_tables_and_options_give_a_table_or_a_table_error(text, options):
    read_or_refuse(text.encode(), **options)


@relaxed
@given(
    st.sampled_from(
        [b"\x93NUMPY", b"PK\x03\x04", b"MATLAB 5.0 MAT-file", b"\xff\xfe", b"\xef\xbb\xbf", b"\x80\x04\x95"]
    ),
    st.binary(max_size=300),
)
def test_damaged_files_of_every_format_are_refused(start, rest):
    read_or_refuse(start + rest)
    read_or_refuse(start + rest, name="data.mat")


def read_or_refuse(data, **options):
    try:
        table = read_table(data, **options)
    except TableError as error:
        assert_sentence(str(error))
        assert all(map(option_text, error.options))
        assert str(pickle.loads(pickle.dumps(error))) == str(error)
        return
    assert np.isfinite(table.X).all() and table.X.shape == (len(table.row_numbers), len(table.feature_names))
    assert table.n_rows >= 2 and table.n_features >= 1
    assert table.labels is None or len(table.labels) == table.n_rows
    assert len(set(table.feature_names)) == table.n_features
    for note in table.report:
        assert_sentence(note_sentence(note))
    assert pickle.loads(pickle.dumps((table.report, table.questions))) == (table.report, table.questions)
    assert all(role_reason_text(column) for column in table.columns if column.role != "feature")
    assert np.all(np.diff(table.row_numbers) > 0) and table.row_numbers[-1] <= table.n_rows_read
    for question in table.questions:
        assert len(question.options) >= 2 and all(map(option_text, question.options))
        assert "?" in question_sentence(question) and "\n" not in question_sentence(question)
    assert math.prod(table.X.shape) == table.X.size


def assert_sentence(text):
    assert text.endswith(".") and "\n" not in text


class Trap:
    """Unpickling this would raise."""

    def __reduce__(self):
        return (pytest.fail, ("the file was unpickled",))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickle_is_never_opened(protocol):
    with pytest.raises(TableError) as caught:
        read_table(pickle.dumps([Trap()], protocol))
    # The first two protocols are text; the others are recognised.
    recognised = caught.value.problem is Problem.OTHER_FORMAT and caught.value.value is OtherFormat.PICKLE
    assert recognised == (protocol >= 2)


def test_an_array_of_objects_is_never_opened():
    stream = io.BytesIO()
    np.save(stream, np.array([[Trap(), 1.0], [2.0, 3.0]], dtype=object), allow_pickle=True)
    refused_as_objects(stream.getvalue())
    stream = io.BytesIO()
    np.savez(stream, X=np.array([Trap(), 1.0], dtype=object))
    refused_as_objects(stream.getvalue())
    assert list_variables(stream.getvalue())[0].problem is VariableProblem.OBJECTS


def refused_as_objects(data):
    with pytest.raises(TableError) as caught:
        read_table(data)
    assert caught.value.problem is Problem.NO_TABLE
    assert [variable.problem for variable in caught.value.value] == [VariableProblem.OBJECTS]
