"""NumPy arrays whose entries have fields with names."""

import numpy as np
import pytest
from array_files import npy, npz
from readings import column, note, question, refused

from rnse_core.datasets import load_file
from rnse_core.tables import (
    Limits,
    NoteKind,
    OptionKind,
    Problem,
    QuestionKind,
    VariableProblem,
    list_variables,
    note_sentence,
    read_table,
)

N = 12
A = [k * 7 % 5 + 0.5 for k in range(N)]
B = [k * 3 % 7 for k in range(N)]
X = np.column_stack([A, B])


def fields(**columns):
    """A structured array of columns with their types."""
    array = np.zeros(N, dtype=[(name, *dtype) for name, (dtype, _) in columns.items()])
    for name, (_, values) in columns.items():
        array[name] = values
    return array


PLAIN = {"a": (("f8",), A), "b": (("i4",), B)}


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("kinds", [("f8", "i4"), ("f4", "u1"), ("f2", "i8"), ("g", "u2")])
def test_fields_are_columns(order, kinds):
    array = fields(a=((order + kinds[0],), A), b=((order + kinds[1],), B))
    for data in (npy(array), npy(array.view(np.recarray)), npz(table=array), npy(np.ma.array(array).data)):
        table = read_table(data)
        np.testing.assert_array_equal(table.X, X)
        assert table.feature_names == ["a", "b"] and table.choices.header
        assert note_sentence(note(table, NoteKind.FRAME))


def test_words_booleans_dates_and_vectors():
    days = np.datetime64("2024-01-05") + 3 * np.arange(N)
    days[4] = np.datetime64("NaT")
    array = fields(
        name=(("U8",), [f"né{k}" for k in range(N)]),
        group=(("S4",), [b"x", b"y", b"z"] * (N // 3)),
        day=(("M8[D]",), days),
        long=(("m8[s]",), 60 * np.arange(N)),
        on=(("?",), [k % 3 == 0 for k in range(N)]),
        v=(("f4", (2,)), X),
    )
    table = read_table(npy(array))
    assert (column(table, "day").type, column(table, "day").n_missing) == ("date", 1)
    assert table.label_name == "group" and table.labels.tolist()[:3] == ["x", "y", "z"]
    np.testing.assert_array_equal(column(table, "on").role, "feature")
    assert table.feature_names[0] == "on" and len(table.feature_names) == 3
    np.testing.assert_array_equal(table.X[:, 1:], X)
    for asked in table.questions:
        for option in asked.options:
            assert read_table(npy(array), **option.keywords).n_rows


@pytest.mark.filterwarnings("ignore:Stored array in format")
@pytest.mark.parametrize("name", ["größe", "身長"])
@pytest.mark.parametrize("n_more", [0, 900])
def test_names_of_other_scripts_and_many_fields(name, n_more):
    more = {f"field number {k}": (("f4",), (np.arange(N) * (k % 6 + 1) % 7)) for k in range(n_more)}
    table = read_table(npy(fields(**{name: PLAIN["a"]}, b=PLAIN["b"], **more)))
    assert table.feature_names[:2] == [name, "b"] and table.X.shape == (N, 2 + n_more)


@pytest.mark.parametrize("name", ["pos", "a b"])
def test_nested_fields_and_other_types_are_refused_by_name(name):
    for dtype, problem in (
        (([("x", "f8"), ("y", "f8")],), VariableProblem.NESTED_FIELD),
        (("f8", (2, 2)), VariableProblem.NESTED_FIELD),
        (("c16",), VariableProblem.FIELD_TYPE),
        (("V3",), VariableProblem.FIELD_TYPE),
    ):
        array = np.zeros(N, dtype=[("a", "f8"), (name, *dtype)])
        (variable,) = refused(npy(array)).value
        assert (variable.problem, variable.field) == (problem, name)


def test_objects_are_never_opened_and_other_shapes_are_no_table():
    array = np.array([(1.0, "x"), (2.0, "y")], dtype=[("a", "f8"), ("o", "O")])
    (variable,) = refused(npy(array)).value
    assert variable.problem is VariableProblem.OBJECTS
    (variable,) = refused(npy(fields(**PLAIN).reshape(3, 4))).value
    assert variable.problem is VariableProblem.DIMENSIONS


def test_labels_and_other_arrays_beside_it():
    labels = np.array(["u", "v"] * (N // 2))
    data = npz(table=fields(**PLAIN), y=labels, M=np.random.default_rng(0).normal(size=(N, 2)))
    asked = question(read_table(data), QuestionKind.VARIABLE)
    assert {option.keywords["variable"] for option in asked.options} == {"table", "M"}
    for option in asked.options:
        table = read_table(data, **option.keywords)
        assert table.n_rows == N and table.labels.tolist() == labels.tolist()
    sample = read_table(data, variable="table", sample_rows=5)
    np.testing.assert_array_equal(sample.X, X[sample.row_numbers - 1])
    assert sample.labels.tolist() == labels[sample.row_numbers - 1].tolist()
    assert [one.fields for one in list_variables(data)] == [("a", "b"), (), ()]


def test_edges_in_fields_and_keywords_that_do_nothing():
    edges = [(k, (k + 1) % N, 1.0 + k % 3) for k in range(N)]
    array = np.array(edges, dtype=[("source", "i4"), ("target", "i4"), ("weight", "f8")])
    assert read_table(npy(array)).kind == "similarity"
    error = refused(npy(fields(**PLAIN)), transpose=True)
    assert (error.problem, error.keyword) == (Problem.UNUSED_KEYWORD, "transpose")
    assert error.options[0].kind is OptionKind.WITHOUT_KEYWORD


def test_sizes_come_from_the_header():
    (variable,) = refused(npy(fields(**PLAIN)), limits=Limits(max_cells=20)).value
    assert (variable.problem, variable.size, variable.limit) == (VariableProblem.TOO_MANY_ENTRIES, 2 * N, 20)


def test_a_data_set_with_classes(tmp_path):
    path = tmp_path / "plants.npy"
    path.write_bytes(npy(fields(**PLAIN, species=(("U4",), ["oak", "elm"] * (N // 2)))))
    data = load_file(path)
    np.testing.assert_array_equal(data.X, X)
    assert list(data.class_names) == ["elm", "oak"]
