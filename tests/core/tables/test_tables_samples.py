"""The sample files: each is read as its README says, and the script writes them byte for byte."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, load_wine

from rnse_core.tables import TableError, read_table

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
    assert not table.questions


def expected(name, *sentences):
    return pytest.param(name, sentences, id=name)


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        expected(
            "iris.csv",
            "`iris.csv`: 150 rows and 5 columns of UTF-8 text, separated by commas, with a decimal point; "
            "the first row gives the names.",
            "Column `species` is the label column (its name says so); it is used for scores, never for clustering.",
            "To cluster: 150 rows with 4 features.",
        ),
        expected("wine.csv", "To cluster: 178 rows with 13 features."),
        expected("breast_cancer.csv", "To cluster: 569 rows with 30 features."),
        expected(
            "two_moons.csv",
            "Column `moon` is the label column (it is text in which values repeat); it is used for scores, never for "
            "clustering.",
        ),
        expected(
            "two_moons.npz",
            "`two_moons.npz`: variable `X`, 300 rows and 2 columns of numbers from a .npz file.",
            "The labels are in the variable `y`; they are used for scores, never for clustering.",
        ),
        expected(
            "rings_no_header.txt",
            "`rings_no_header.txt`: 210 rows and 2 columns of UTF-8 text, separated by spaces, with a decimal point; "
            "no header.",
        ),
        expected(
            "wine_semicolons.csv",
            "`wine_semicolons.csv`: 178 rows and 14 columns of UTF-8 text, separated by semicolons, with a decimal "
            "comma; the first row gives the names.",
        ),
        expected(
            "iris_missing.csv",
            "Column `id` is ignored: it only numbers the rows.",
            "Column `sepal length (cm)` has 2 missing cells (1 `inf` and 1 `?`).",
            "11 rows with missing values left out (data rows 4, 17, 34, 61, 67 and 6 more).",
            "To cluster: 139 rows with 4 features.",
        ),
        expected(
            "iris_utf16.txt",
            "`iris_utf16.txt`: 150 rows and 5 columns of UTF-16 text, separated by tabs, with a decimal point; "
            "the first row gives the names.",
        ),
        expected(
            "shop_customers.csv",
            "The comma in column `points` could be a decimal mark or a thousands mark, so it is left as text.",
            "4 rows without a label: clustered all the same, and left out of the scores.",
            "Column `customer_id` is ignored: it only numbers the rows.",
            "Column `joined` is ignored: it holds dates.",
            "Column `currency` is ignored: its value never changes.",
            "Column `spent` could be read as numbers: `$51.04` becomes 51.04.",
            "Column `discount` could be read as numbers: `2%` becomes 2.",
            "Column `member`: `no` is 0 and `yes` is 1.",
            "To cluster: 60 rows with 2 features.",
        ),
        expected("similarity_blocks.csv", "To cluster: 40 rows, described by a similarity matrix."),
        expected(
            "iris_distances.csv",
            "1 column without a name in the header named by position.",
            "Column `column 1` is ignored: it is not part of the distance matrix.",
            "To cluster: 30 rows, described by a distance matrix.",
        ),
    ],
)
def test_the_report_of_each_sample(name, sentences):
    report = read_table(FOLDER / name).report
    assert [sentence for sentence in sentences if sentence not in report] == [], report


def test_the_ragged_sample_is_refused_with_a_way_out():
    with pytest.raises(TableError, match=r"Line 8 has 4 fields, the others have 3: `.*,oops`") as caught:
        read_table(FOLDER / "ragged_row.csv")
    table = read_table(FOLDER / "ragged_row.csv", **caught.value.options[0].keywords)
    assert table.n_rows == 19 and 7 not in table.row_numbers


def test_the_customers_become_numbers_when_the_answers_say_so():
    table = read_table(FOLDER / "shop_customers.csv")
    (offer,) = (question.options[1] for question in table.questions if question.key == "convert")
    full = read_table(FOLDER / "shop_customers.csv", one_hot=["city"], **offer.keywords)
    assert full.n_features == 9
    assert full.X[:, full.feature_names.index("points")].max() > 1000


def test_every_sample_is_tested():
    tested = {parameter.values[0] for mark in test_the_report_of_each_sample.pytestmark for parameter in mark.args[1]}
    assert tested | {"ragged_row.csv"} == {path.name for path in FILES}
