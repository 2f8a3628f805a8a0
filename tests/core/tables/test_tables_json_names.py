"""JSON documents that give the names of columns and the cells of rows apart."""

import json

import numpy as np
import pytest

from rnse_core.tables import NoteKind, Problem, TableError, read_table

N = 24
RNG = np.random.default_rng(5)
X = RNG.normal(size=(N, 2)).round(3)
NAMES = ["place", "temp", "hum"]
ROWS = [[f"row {k}", *row] for k, row in enumerate(X.tolist())]
TEXTS = [[name, *map(str, row)] for name, *row in ROWS]
RECORDS = [dict(zip(NAMES, row, strict=True)) for row in ROWS]
DESCRIBED = [{"name": name, "type": "float"} for name in NAMES]
LABELLED = [{"id": f"c{k}", "label": name, "type": "number"} for k, name in enumerate(NAMES)]
HALF = N // 2

DOCUMENTS = {
    "names first": [NAMES, *ROWS],
    "names first, texts": [NAMES, *TEXTS],
    "names first, wrapped": {"range": "A1:C25", "values": [NAMES, *TEXTS]},
    "columns and rows": {"columns": NAMES, "rows": ROWS},
    "columns and values": {"columns": NAMES, "values": ROWS},
    "columns and data": {"columns": NAMES, "index": list(range(N)), "data": ROWS},
    "header and data": {"header": NAMES, "data": ROWS},
    "described columns": {"columns": DESCRIBED, "rows": ROWS, "cursor": "abc"},
    "fields": {"result": {"fields": DESCRIBED, "rows": TEXTS}, "success": True},
    "ids of fields": {"result": {"fields": [{"id": name} for name in NAMES], "records": RECORDS}},
    "pandas table": {"schema": {"fields": DESCRIBED, "primaryKey": ["place"]}, "data": RECORDS},
    "described records": {"fields": DESCRIBED, "features": RECORDS},
    "socrata": {"meta": {"view": {"name": "Weather", "columns": DESCRIBED}}, "data": ROWS},
    "google": {"cols": LABELLED, "rows": [{"c": [{"v": cell, "f": None} for cell in row]} for row in ROWS]},
    "bigquery": {"schema": {"fields": DESCRIBED}, "rows": [{"f": [{"v": cell} for cell in row]} for row in TEXTS]},
    "athena": {
        "ResultSet": {
            "ResultSetMetadata": {"ColumnInfo": [{"Name": name} for name in NAMES]},
            "Rows": [{"Data": [{"VarCharValue": cell} for cell in row]} for row in [NAMES, *TEXTS]],
        }
    },
    "analytics": {
        "dimensionHeaders": [{"name": NAMES[0]}],
        "metricHeaders": [{"name": name} for name in NAMES[1:]],
        "rows": [
            {"dimensionValues": [{"value": row[0]}], "metricValues": [{"value": cell} for cell in row[1:]]}
            for row in TEXTS
        ],
    },
    "snowflake": {"resultSetMetaData": {"rowType": DESCRIBED}, "data": TEXTS},
    "influx": {"results": [{"statement_id": 0, "series": [{"name": "air", "columns": NAMES, "values": ROWS}]}]},
    "grafana": {"schema": {"fields": DESCRIBED}, "data": {"values": [list(c) for c in zip(*ROWS, strict=True)]}},
}


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_names_are_used(kind):
    table = read_table(json.dumps(DOCUMENTS[kind]).encode())
    assert [column.name for column in table.columns] in (NAMES, ["", *NAMES])
    assert table.feature_names == NAMES[1:]
    np.testing.assert_array_equal(table.X, X)


def test_series_of_the_same_columns_are_one_table():
    series = [
        {"name": "air", "tags": {"host": host}, "columns": NAMES, "values": rows}
        for host, rows in (("one", ROWS[:HALF]), ("two", ROWS[HALF:]))
    ]
    table = read_table(json.dumps({"results": [{"series": series}]}).encode())
    np.testing.assert_array_equal(table.X, X)
    assert [column.name for column in table.columns] == ["host", *NAMES]
    assert table.label_name == "host" and table.labels.tolist() == ["one"] * HALF + ["two"] * HALF


def test_years_above_numbers_are_names():
    rows = [["Country", "2019", "2020"], *ROWS]
    assert read_table(json.dumps(rows).encode()).feature_names == ["2019", "2020"]


MONEY = [[f"row {k}", f"${row[0]}", f"{row[1]} kg"] for k, row in enumerate(np.abs(X).tolist())]


def test_rows_of_words_and_amounts_have_no_names():
    table = read_table(json.dumps({"draw": 1, "data": MONEY}).encode())
    assert table.n_rows == N and [column.name for column in table.columns] == ["column 1", "column 2", "column 3"]


@pytest.mark.parametrize("rows", [ROWS, TEXTS, X.tolist()], ids=["words", "texts", "numbers"])
def test_rows_without_names_are_all_rows(rows):
    table = read_table(json.dumps(rows).encode())
    assert table.n_rows == N
    np.testing.assert_array_equal(table.X, X)


def test_names_that_repeat_stay_apart():
    table = read_table(json.dumps({"columns": ["a", "a"], "data": X.tolist()}).encode())
    np.testing.assert_array_equal(table.X, X)


def test_codes_with_zeros_in_front_are_words():
    names = ["NAME", "P1", "state", "county"]
    rows = [names, *([f"County {k}", str(900 + k * k), f"{1 + k % 5:02}", f"{1 + 2 * k:03}"] for k in range(N))]
    table = read_table(json.dumps(rows).encode())
    assert table.feature_names == ["P1"] and [column.name for column in table.columns] == names


@pytest.mark.parametrize(
    "document",
    [
        {"columns": ["a", "b"]},
        {"columns": [], "data": []},
        {"columns": [{}], "data": [[{}], [{}]]},
        {"cols": [{"label": ""}], "rows": [{"c": []}, {"c": []}]},
        [["a"], []],
    ],
)
def test_documents_without_a_table_are_refused(document):
    with pytest.raises(TableError) as caught:
        read_table(json.dumps(document).encode(), name="a.json")
    assert caught.value.problem in (Problem.OTHER_FORMAT, Problem.NO_FEATURES, Problem.NO_ROWS, Problem.TOO_FEW_ROWS)


@pytest.mark.parametrize("as_lines", [True, False])
def test_a_key_that_stands_twice_in_a_record_is_two_columns(as_lines):
    rows = [b'{"a":%d,"a":%d,"b":%d.5}' % (k * k % 7, 3 * k % 5, k * k % 11) for k in range(12)]
    table = read_table(b"\n".join(rows) if as_lines else b"[" + b",".join(rows) + b"]")
    assert table.feature_names == ["a", "a (2)", "b"]
    assert table.X[:, :2].tolist() == [[k * k % 7, 3 * k % 5] for k in range(12)]
    assert [note.kind for note in table.report].count(NoteKind.NAME_CHANGED) == 1
