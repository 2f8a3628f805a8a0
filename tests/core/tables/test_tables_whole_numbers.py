"""Whole numbers that float64 rounds are told, bytes are told once, and points that can only be thousands marks are."""

import io
import json

import numpy as np
import pandas as pd
import pytest
from lines import rows
from readings import column, notes, question, questions

from rnse_core.tables import NoteKind, QuestionKind, RoleReason, read_table, weigh_questions

LARGE = 4_000_000_000_000_000_001
CELLS = [LARGE + 7 * k for k in range(12)]
FORMATS = ("parquet", "feather", "json", "jsonl")


def file_of(kind, cells, dtype="Int64"):
    frame = pd.DataFrame({"x": np.arange(12) * 7 % 11 / 2, "n": pd.array(cells, dtype=dtype)})
    if kind in ("json", "jsonl"):
        records = [{"x": x, "n": None if n is pd.NA else int(n)} for x, n in zip(frame.x, frame.n, strict=True)]
        return ("\n".join(map(json.dumps, records)) if kind == "jsonl" else json.dumps(records)).encode()
    stream = io.BytesIO()
    getattr(frame, f"to_{kind}")(stream)
    return stream.getvalue()


@pytest.mark.parametrize("missing", [(), (3,), (0, 11)], ids=str)
@pytest.mark.parametrize("dtype", ["Int64", "UInt64"])
@pytest.mark.parametrize("kind", FORMATS)
def test_rounded_whole_numbers_are_told(kind, dtype, missing):
    data = file_of(kind, [None if k in missing else cell for k, cell in enumerate(CELLS)], dtype)
    (found,) = notes(read_table(data, keep=["n"], missing="median"), NoteKind.ROUNDED_INTEGERS)
    assert found.columns == ("n",)


@pytest.mark.parametrize("kind", FORMATS)
def test_small_whole_numbers_are_exact(kind):
    table = read_table(file_of(kind, [k * k if k != 3 else None for k in range(12)]))
    assert not notes(table, NoteKind.ROUNDED_INTEGERS) and table.X[4, 1] == 25


@pytest.mark.parametrize("kind", ["parquet", "feather"])
@pytest.mark.parametrize("cell", [b"\x00\x01", b"\xff\xfe\x00"])
def test_bytes_are_left_out_with_one_note(kind, cell):
    stream = io.BytesIO()
    frame = pd.DataFrame(
        {"x": np.arange(12.0) ** 2, "y": np.arange(12) * 7 % 11, "blob": [cell + bytes([k]) for k in range(12)]}
    )
    getattr(frame, f"to_{kind}")(stream)
    table = read_table(stream.getvalue())
    about = [note for note in table.report if "blob" in note.columns]
    assert [(note.kind, note.reason) for note in about] == [(NoteKind.IGNORED, RoleReason.BYTES)]
    assert column(table, "blob").reason is RoleReason.BYTES


GROUPS = {
    "semicolons": (";", ["298", "1.234", "75.978", "14.750", "962"]),
    "commas": (",", ["850", "1.050", "8.500", "920", "10.200"]),
    "tabs": ("\t", ["12.340", "7", "120.005", "3.100", "999"]),
}


@pytest.mark.parametrize("name", GROUPS)
def test_points_beside_whole_numbers_are_thousands_marks(name):
    mark, cells = GROUPS[name]
    data = rows(*(mark.join(line) for line in [("x", "n"), *((f"{k % 7}", cells[k % 5]) for k in range(20))]))
    table = read_table(data)
    expected = [float(cells[k % 5].replace(".", "")) for k in range(20)]
    assert table.X[:, 1].tolist() == expected
    asked = question(table, QuestionKind.POINT)
    assert read_table(data, **asked.options[0].keywords).X.tolist() == table.X.tolist()
    decimals = read_table(data, **asked.options[1].keywords)
    assert decimals.X[:, 1].tolist() == [float(cells[k % 5]) for k in range(20)]
    assert read_table(data, decimal=".").X.tolist() == decimals.X.tolist()
    assert weigh_questions(data, table, {})[0].question is asked


@pytest.mark.parametrize(
    "cells", [["1.234", "2.5", "3.125"], ["1.234", "2.345", "3.456"], ["0.250", "1", "2.125"]], ids=str
)
def test_fractions_stay_fractions(cells):
    table = read_table(rows("x,n", *(f"{k % 7},{cells[k % 3]}" for k in range(20))))
    assert table.X[:, 1].tolist() == [float(cells[k % 3]) for k in range(20)]


@pytest.mark.parametrize(
    ("mark", "write"),
    [
        (";", lambda value: f"{value:.3E}".replace(".", ",")),
        (",", lambda value: f"{value:.3e}"),
        (",", lambda value: f"{value:.4E}"),
    ],
)
def test_numbers_with_an_exponent_are_measurements(mark, write):
    values = [1000.0 + 97 * k % 1009 for k in range(40)]
    table = read_table(rows(f"x{mark}y", *(f"{write(value)}{mark}{k % 7}" for k, value in enumerate(values))))
    assert table.feature_names == ["x", "y"] and not questions(table, QuestionKind.IDENTIFIERS)


@pytest.mark.parametrize(
    "name",
    [
        "Telefon",
        "phone",
        "téléphone",
        "teléfono",
        "order_no",
        "Bestellnr",
        "dept_code",
        "Kundennummer",
        "código",
        "PLZ",
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_names_of_identifiers_have_one_default_in_all_languages(name, first):
    cells = [(f"{493_055_000 + 971 * k % 1013}", f"{k * 7 % 11}.5") for k in range(30)]
    head, order = (f"{name},x", 1) if first else (f"x,{name}", -1)
    table = read_table(rows(head, *(",".join(pair[::order]) for pair in cells)))
    assert table.feature_names == ["x"] and column(table, name).reason is RoleReason.IDENTIFIERS
