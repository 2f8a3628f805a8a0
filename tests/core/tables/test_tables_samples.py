"""The sample files: each is read as its README says, and the script writes them byte for byte."""

import importlib.util
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
from readings import notes, question, refused
from sklearn.datasets import load_breast_cancer, load_iris, load_wine

from rnse_core.tables import Note, NoteKind, Problem, QuestionKind, RoleReason, read_table

FOLDER = Path(__file__).parents[3] / "sample_data"
FILES = sorted(path for path in FOLDER.iterdir() if path.suffix in (".csv", ".txt", ".npz"))


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("make_samples", FOLDER / "make_samples.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_script_writes_the_same_bytes(script, tmp_path):
    script.main(tmp_path / "samples")
    written = {path.name: path.read_bytes() for path in (tmp_path / "samples").iterdir()}
    assert written == {path.name: path.read_bytes() for path in FILES}


def test_the_samples_are_small_and_listed():
    assert sum(path.stat().st_size for path in FILES) < 300_000
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"`{path.name}`" in readme for path in FILES)


@pytest.mark.parametrize(
    ("name", "load", "label"),
    [
        ("iris.csv", load_iris, "species"),
        ("iris_utf16.txt", load_iris, "species"),
        ("wine.csv", load_wine, "cultivar"),
        ("wine_semicolons.csv", load_wine, "cultivar"),
        ("breast_cancer.csv", load_breast_cancer, "diagnosis"),
    ],
)
def test_real_data_read_back_exactly(name, load, label):
    bunch = load()
    table = read_table(FOLDER / name)
    np.testing.assert_array_equal(table.X, bunch.data)
    assert table.feature_names == list(bunch.feature_names) and table.label_name == label
    assert table.labels.tolist() == [str(bunch.target_names[k]) for k in bunch.target]
    assert [one.kind for one in table.questions] == [QuestionKind.LABEL_COLUMN]


def text_file(delimiter, n_rows, n_columns, decimal=".", header=True, encoding="utf-8"):
    """What the first note says of a text file."""
    return (n_rows, n_columns), {
        "format": "text",
        "encoding": encoding,
        "delimiter": delimiter,
        "decimal": decimal,
        "header": header,
    }


def ignored(reason, *columns):
    return Note(NoteKind.IGNORED, columns, reason=reason)


def labels(column, reason):
    return Note(NoteKind.LABEL_COLUMN, (column,), reason=reason)


def features(*shape):
    return Note(NoteKind.RESULT, shape=shape, values=("features",))


def expected(name, first, *found):
    return pytest.param(name, first, found, id=name)


@pytest.mark.parametrize(
    ("name", "first", "found"),
    [
        expected("iris.csv", text_file(",", 150, 5), labels("species", RoleReason.LABEL_NAME), features(150, 4)),
        expected("wine.csv", text_file(",", 178, 14), features(178, 13)),
        expected("breast_cancer.csv", text_file(",", 569, 31), features(569, 30)),
        expected("two_moons.csv", text_file(",", 200, 3), labels("moon", RoleReason.REPEATED_TEXT)),
        expected(
            "two_moons.npz",
            ((300, 2), {"format": "npz", "variable": "X"}),
            Note(NoteKind.LABEL_VARIABLE, reason=RoleReason.LABEL_NAME, values=("y",)),
        ),
        expected("rings_no_header.txt", text_file(" ", 210, 2, header=False), features(210, 2)),
        expected("wine_semicolons.csv", text_file(";", 178, 14, decimal=","), features(178, 13)),
        expected(
            "iris_missing.csv",
            text_file(",", 150, 6),
            ignored(RoleReason.ROW_NUMBERS, "id"),
            Note(NoteKind.MISSING_CELLS, ("sepal length (cm)",), count=2, values=(("inf", 1), ("?", 1))),
            Note(NoteKind.INCOMPLETE_ROWS, count=11, places=(4, 17, 34, 61, 67, 95, 121, 122, 140, 142)),
            features(139, 4),
        ),
        expected("iris_utf16.txt", text_file("\t", 150, 5, encoding="utf-16"), features(150, 4)),
        expected(
            "shop_customers.csv",
            text_file(",", 60, 11),
            Note(NoteKind.UNLABELLED_ROWS, ("group",), count=4),
            ignored(RoleReason.ROW_NUMBERS, "customer_id"),
            ignored(RoleReason.DATES, "joined"),
            ignored(RoleReason.CONSTANT, "currency"),
            Note(NoteKind.BOOLEAN, ("member",), values=("no", "yes")),
            features(60, 5),
        ),
        expected(
            "similarity_blocks.csv",
            text_file(",", 40, 40, header=False),
            Note(NoteKind.RESULT, shape=(40, 40), values=("similarity",)),
        ),
        expected(
            "iris_distances.csv",
            text_file(",", 30, 31),
            Note(NoteKind.NAMES_MADE, count=1),
            ignored(RoleReason.OUTSIDE_MATRIX, "column 1"),
            Note(NoteKind.RESULT, shape=(30, 30), values=("distance",)),
        ),
    ],
)
def test_the_report_of_each_sample(name, first, found):
    report = read_table(FOLDER / name).report
    shape, settings = first
    file, choices = report[0].values
    assert (file, report[0].shape) == (name, shape)
    assert settings.items() <= asdict(choices).items()
    assert [one for one in found if one not in report] == [], report


def test_the_ragged_sample_is_refused_with_a_way_out():
    error = refused(FOLDER / "ragged_row.csv")
    assert (error.problem, error.line, error.value, error.bound) == (Problem.ROW_WIDTH, 8, 4, 3)
    assert error.token.endswith(",oops")
    table = read_table(FOLDER / "ragged_row.csv", **error.options[0].keywords)
    assert table.n_rows == 19 and 7 not in table.row_numbers


def test_the_customers_are_numbers_where_a_mark_says_so_and_the_rest_is_asked_about():
    table = read_table(FOLDER / "shop_customers.csv")
    example = {found.columns[0]: found.values[0].example for found in notes(table, NoteKind.CONVERTED)}
    assert (example["spent"], example["discount"]) == (("$51.04", 51.04), ("2%", 2.0))
    assert table.X[:, table.feature_names.index("points")].max() > 1000
    asked = question(table, QuestionKind.CONVERSION)
    assert asked.columns == ("joined",)
    full = read_table(FOLDER / "shop_customers.csv", one_hot=["city"], **asked.options[1].keywords)
    assert full.n_features == 9


def test_every_sample_is_tested():
    tested = {parameter.values[0] for mark in test_the_report_of_each_sample.pytestmark for parameter in mark.args[1]}
    assert tested | {"ragged_row.csv"} == {path.name for path in FILES}
