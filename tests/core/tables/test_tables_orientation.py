"""Tables whose columns may be the points: genes, compounds or wavelengths in the rows."""

from pathlib import Path

import numpy as np
import pytest
from blocks_of_text import as_book, as_text
from readings import column, note, notes, question, questions, refused

from rnse_core.tables import NoteKind, OptionKind, Problem, QuestionKind, RoleReason, read_table

SAMPLES = Path(__file__).parents[3] / "sample_data"
FORMS = [(",", "."), (";", ","), ("\t", ".")]
N_GENES, N_SAMPLES = 40, 6
COUNTS = np.random.default_rng(3).negative_binomial(3, 0.02, size=(N_GENES, N_SAMPLES)).astype(float)
CURVES = np.random.default_rng(4).normal(size=(30, 4)).round(4)


def written(value, decimal):
    return f"{value:.4f}".replace(".", decimal)


def matrix(first, ids, samples, *, between=(), X=COUNTS, decimal="."):
    """Rows of names and numbers, with columns of words or numbers about the rows between the two."""
    header = [first, *between, *samples]
    return [
        header,
        *([ids(k), *(f"w{k % 3}" for _ in between), *(written(v, decimal) for v in X[k])] for k in range(len(X))),
    ]


GENES = [
    ("gene_id", lambda k: f"ENSG{k:011d}", [f"S{k}" for k in range(1, 7)], ["gene_name"]),
    ("ID_REF", lambda k: f"{1007 + k}_s_at", [f"GSM10{k}" for k in range(6)], []),
    ("", lambda k: f"AT1G{k:05d}", ["control_1", "control_2", "control_3", "drought_1", "drought_2", "drought_3"], []),
    ("#OTU ID", lambda k: f"OTU_{k}", [f"Probe{k}" for k in range(6)], ["taxonomy"]),
    ("Protein", lambda k: f"P{k:05d}", ["WT1", "WT2", "WT3", "KO1", "KO2", "KO3"], []),
    ("Verbindung", lambda k: f"Stoff {k}", [f"Patient {k}" for k in range(6)], []),
    ("Geneid", lambda k: f"gene{k}", [f"{name}.bam" for name in "abcdef"], ["Chr", "Strand"]),
    ("métabolite", lambda k: f"m{k}", [f"échantillon {k}" for k in range(6)], []),
]


@pytest.mark.parametrize(("first", "ids", "samples", "between"), GENES)
@pytest.mark.parametrize(("delimiter", "decimal"), FORMS)
def test_genes_in_rows_are_asked_about(first, ids, samples, between, delimiter, decimal):
    data = as_text([matrix(first, ids, samples, between=between, decimal=decimal)], delimiter)
    table = read_table(data)
    assert table.X.shape == (N_GENES, N_SAMPLES)
    rows, columns = question(table, QuestionKind.ORIENTATION).options
    assert (rows.kind, rows.count) == (OptionKind.ROWS_ARE_POINTS, N_GENES)
    assert (columns.kind, columns.count) == (OptionKind.COLUMNS_ARE_POINTS, N_SAMPLES)
    np.testing.assert_array_equal(read_table(data, **rows.keywords).X, table.X)
    turned = read_table(data, **columns.keywords)
    np.testing.assert_array_equal(turned.X, COUNTS.T)
    asked = {"label_column": samples[0], "keep": (samples[1],), "missing_in": {samples[2]: ("-9",)}}
    np.testing.assert_array_equal(read_table(data, **columns.apply(asked)).X, COUNTS.T)
    assert refused(data, transpose=True, keep=("nobody",)).problem is Problem.UNKNOWN_COLUMN
    assert turned.feature_names == [ids(k) for k in range(N_GENES)]
    assert not questions(turned, QuestionKind.ORIENTATION)
    assert [cells[0] for _, cells in turned.original.records()] == samples
    assert set(between) <= {name for one in notes(turned, NoteKind.IGNORED) for name in one.columns}
    assert not notes(turned, NoteKind.SUBHEADER_ROWS)


def test_genes_in_the_rows_of_a_sheet():
    first, ids, samples, between = GENES[0]
    data = as_book([[["Counts"], [], *matrix(first, ids, samples, between=between)], [["Source: lab"]]])
    columns = question(read_table(data), QuestionKind.ORIENTATION).options[1]
    np.testing.assert_array_equal(read_table(data, **columns.keywords).X, COUNTS.T)


AXES = [
    "Wavelength (nm)",
    "Wellenzahl / cm-1",
    "longueur d'onde",
    "longitud de onda (nm)",
    "波长",
    "2theta",
    "m/z",
    "nm",
]


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("names", [["Blank", "Caffeine", "Mix", "Tea"], ["S1", "S2", "S3", "S4"]])
@pytest.mark.parametrize("step", [-4.0, 0.5])
def test_curves_over_an_axis(axis, names, step):
    where = [f"{800 + step * k:.1f}" for k in range(30)]
    rows = matrix(axis, where.__getitem__, names, X=CURVES)
    data = as_text([rows], "\t")
    table = read_table(data)
    np.testing.assert_array_equal(table.X, CURVES)
    assert column(table, axis).reason is RoleReason.AXIS
    out, kept = question(table, QuestionKind.AXIS).options
    assert read_table(data, **out.keywords).n_features == 4 and read_table(data, **kept.keywords).n_features == 5
    columns = question(table, QuestionKind.ORIENTATION).options[1]
    turned = read_table(data, **columns.keywords)
    np.testing.assert_array_equal(turned.X, CURVES.T)
    assert turned.feature_names == where


@pytest.mark.parametrize("heads", ["two rows", "one row"])
@pytest.mark.parametrize("last", [[], [""]])
@pytest.mark.parametrize(("delimiter", "decimal"), FORMS)
def test_curves_in_pairs_of_columns(heads, last, delimiter, decimal):
    names = ["Sample 1", "Probe B", "thé", "4"]
    if heads == "two rows":
        header = [[cell for name in names for cell in (name, "")], ["Wavelength (nm)", "Abs"] * 4]
        features = [f"{name} Abs" for name in names]
    else:
        header = [[cell for name in names for cell in ("Wavelength (nm)", f"{name} abs")]]
        features = [f"{name} abs" for name in names]
    rows = [
        [cell for value in CURVES[k] for cell in (written(400 + 2 * k, decimal), written(value, decimal))] + last
        for k in range(30)
    ]
    below = [["Sample 1"], ["Collection Time: 3/5/2024 2:11:43 PM"], ["Scan Software Version: 3.00(182)"]]
    data = as_text([[*header, *rows], below], delimiter)
    table = read_table(data)
    np.testing.assert_array_equal(table.X, CURVES)
    assert table.feature_names == features
    assert note(table, NoteKind.LINES_BELOW).count == 3
    assert sum(one.reason is RoleReason.AXIS for one in table.columns) == 4
    columns = question(table, QuestionKind.ORIENTATION).options[1]
    turned = read_table(data, **columns.keywords)
    np.testing.assert_array_equal(turned.X, CURVES.T)
    assert turned.feature_names == [written(400 + 2 * k, decimal) for k in range(30)]


def test_curves_over_different_axes_stay_apart():
    rows = [[str(400 + 2 * k), str(CURVES[k, 0]), str(401 + 3 * k), str(CURVES[k, 1])] for k in range(30)]
    table = read_table(as_text([[["x", "a", "x", "b"], *rows]]))
    assert not questions(table, QuestionKind.AXIS, QuestionKind.ORIENTATION)


ORDINARY = [
    ("patient", lambda k: f"P{k:03d}", [f"q{k}" for k in range(1, 7)], []),
    ("name", lambda k: f"town {k}", ["area", "people", "cars", "dogs", "rain", "sun"], []),
    ("id", lambda k: f"c{k}", ["2019", "2020", "2021", "2022", "2023", "2024"], ["region"]),
    ("student", lambda k: f"s{k}", ["exam 1", "exam 2", "exam 3", "exam 4", "exam 5", "exam 6"], []),
    ("Land", lambda k: f"L{k}", [f"Frage {k}" for k in range(6)], []),
]


@pytest.mark.parametrize(("first", "ids", "names", "between"), ORDINARY)
def test_ordinary_tables_are_not_asked_about(first, ids, names, between):
    table = read_table(as_text([matrix(first, ids, names, between=between)]))
    assert not questions(table, QuestionKind.ORIENTATION, QuestionKind.AXIS)


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.csv")), ids=lambda path: path.name)
def test_samples_are_not_asked_about(path):
    if path.name != "ragged_row.csv":
        assert not questions(read_table(path), QuestionKind.ORIENTATION, QuestionKind.AXIS, QuestionKind.PART)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("missing", ["", "NA"])
def test_rows_of_numbers_beside_rows_of_words_can_be_turned(delimiter, missing):
    rows = [
        ["Variable", *(f"Person {k}" for k in range(6))],
        ["age", "31", "45", missing, "27", "64", "38"],
        ["sex", "f", "m", "f", "f", "m", "m"],
        ["height", "1.71", "1.8", "1.64", "1.69", "1.9", "1.77"],
    ]
    data = "".join(delimiter.join(row) + "\n" for row in rows).encode()
    error = refused(data)
    assert error.problem is Problem.NO_FEATURES and error.options[0].kind is OptionKind.TRANSPOSE
    table = read_table(data, **error.options[0].keywords, missing="median")
    assert table.feature_names == ["age", "height"] and table.n_rows == 6
    assert table.X[:, 1].tolist() == [1.71, 1.8, 1.64, 1.69, 1.9, 1.77]


def test_words_and_numbers_in_the_same_rows_are_not_turned():
    data = b"name,a,b,c\nx,1 kg,two,3\ny,four,5,six\nz,7,eight,nine\n"
    assert all(option.kind is not OptionKind.TRANSPOSE for option in refused(data).options)


def short(first, names, n_rows=3, n_columns=14):
    values = np.random.default_rng(0).normal(5, 2, (n_rows, n_columns)).round(2)
    head = ",".join([first, *(f"s{k}" for k in range(n_columns))])
    lines = [",".join([str(name), *map(str, row)]) for name, row in zip(names, values.tolist(), strict=True)]
    return "\n".join([head, *lines]).encode(), values


@pytest.mark.parametrize(
    ("first", "names"), [("wavelength", (400, 410, 420)), ("gene", ("TP53", "BRCA1", "EGFR"))], ids=["axis", "genes"]
)
def test_few_wavelengths_or_genes_of_more_samples(first, names):
    data, values = short(first, names)
    asked = question(read_table(data, label_column=None), QuestionKind.ORIENTATION)
    turned = read_table(data, label_column=None, **asked.options[1].keywords)
    np.testing.assert_array_equal(turned.X, values.T)


@pytest.mark.parametrize(
    "data",
    [
        short("person", ("ann", "bob", "cat"))[0],
        short("age", (20, 30, 40))[0],
        b"wavelength,height,width,area\n400,1.5,2,7\n410,2.5,1,9\n420,1,3,8\n",
    ],
    ids=["people", "ages", "peaks"],
)
def test_other_short_tables_are_not_turned_round(data):
    assert not questions(read_table(data, label_column=None), QuestionKind.ORIENTATION, QuestionKind.AXIS)
