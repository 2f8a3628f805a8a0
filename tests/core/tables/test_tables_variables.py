"""Which array of a file is the table: images, parts for learning, labels beside data, and names of columns."""

import numpy as np
import pytest
from array_files import mat, npz
from readings import note, notes, question, refused

from rnse_core.tables import NoteKind, OptionKind, Problem, QuestionKind, read_table

RNG = np.random.default_rng(0)
Y = np.repeat([0, 1, 2, 3], 10)
X = RNG.normal(size=(40, 4)) + Y[:, None]
IMAGES = RNG.normal(size=(40, 8, 8))
NAMES = np.array(["sepal", "petal", "width", "height"])


@pytest.mark.parametrize("write", [npz, mat])
@pytest.mark.parametrize(
    "names", [("x_train", "y_train"), ("images", "labels"), ("trainX", "trainY"), ("data", "target")]
)
def test_images_are_rows_and_labels_are_labels(write, names):
    table = read_table(write(**{names[0]: IMAGES, names[1]: Y}))
    assert np.array_equal(table.X, IMAGES.reshape(40, 64))
    assert table.label_name == names[1] and table.labels.tolist() == [str(one) for one in Y]
    assert note(table, NoteKind.FLATTENED).shape == (40, 8, 8)


@pytest.mark.parametrize(
    ("table_name", "label_name"),
    [("X_train", "y_train"), ("X_test", "y_test"), ("train_data", "train_labels"), ("XTrain", "YTrain")],
)
def test_labels_belong_to_the_part_of_the_table(table_name, label_name):
    other = {"X_val": X[:9], "y_val": Y[:9], "y_other": Y[::-1]}
    table = read_table(npz(**{table_name: X, label_name: Y}, **other))
    assert (table.choices.variable, table.label_name) == (table_name, label_name)
    asked = question(table, QuestionKind.VARIABLE).options
    assert {option.keywords["variable"] for option in asked} == {table_name, "X_val"}


@pytest.mark.parametrize("label", ["y", "Y", "labels", "y_train", "target", "classes", "gnd"])
@pytest.mark.parametrize("unusable", [np.array([1 + 2j] * 40), np.array(["a", "b"] * 20)], ids=["complex", "text"])
def test_labels_are_never_the_data(label, unusable):
    data = npz(**{"features": unusable, label: Y})
    error = refused(data)
    assert error.problem is Problem.NO_TABLE
    (option,) = error.options
    assert option.kind is OptionKind.VARIABLE and read_table(data, **option.keywords).X.shape == (40, 1)


def test_a_single_vector_is_a_table_whatever_its_name():
    assert read_table(npz(y=Y.astype(float))).X.shape == (40, 1)


def test_the_only_vector_of_whole_numbers_is_asked_about_as_labels():
    table = read_table(npz(arr_0=X, arr_1=Y))
    assert table.label_name == "arr_1" and question(table, QuestionKind.LABEL_COLUMN)
    assert read_table(npz(arr_0=X, arr_1=Y, arr_2=Y)).label_name is None


def test_what_is_not_read_is_named():
    table = read_table(npz(X=X, y=Y, index=np.arange(7), weights=RNG.random(40), note=np.array("made by hand")))
    assert note(table, NoteKind.VARIABLES_NOT_READ).values == ("index", "weights", "note")
    assert not notes(read_table(npz(X=X, y=Y)), NoteKind.VARIABLES_NOT_READ)


@pytest.mark.parametrize("name", ["feature_names", "columns", "colnames"])
def test_names_of_the_columns_are_used(name):
    table = read_table(npz(**{"data": X, "target": Y, name: NAMES}))
    assert table.feature_names == NAMES.tolist() and table.label_name == "target"


def test_names_are_no_labels_of_a_square_table():
    table = read_table(npz(X=X[:4], feature_names=NAMES))
    assert table.feature_names == NAMES.tolist() and table.label_name is None
