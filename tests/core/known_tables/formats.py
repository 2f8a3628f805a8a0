"""The known table in files that are no plain text, or text of a fixed form."""

import io
import json
from dataclasses import replace

import numpy as np
import pandas as pd
import scipy.io
import scipy.sparse
from openpyxl import Workbook

from known_tables.columns import known_table, row_names

#: The choices; see `written`.
FILES = {
    "numbers": ["floats", "small", "large", "signed", "tiny", "percent", "thirds", "mixed", "zeros"],
    "classes": ["none", "words", "numbers", "first"],
    "extra": ["none", "identifier", "code", "date", "year", "ticks", "answers", "scale", "constant", "comment"],
    "n_rows": [24, 7, 12, 61],
    "language": ["en", "de", "fr"],
    "missing": [False, True],
    "index": ["none", "numbers", "names"],
    "header": ["words", "numbers", "years"],
    "file": [
        "frame", "xlsx", "xlsx with title", "xlsx without names", "xlsx of frame", "parquet", "feather",
        "json records", "json columns", "json split", "json index", "json dicts", "json lines", "arff",
        "markdown", "printed frame", "fixed width", "npz", "npy", "mat", "savetxt", "sparse npz", "matrix market",
    ],
}  # fmt: skip
_ARRAYS = ("npz", "npy", "mat", "savetxt", "sparse npz", "matrix market")


def settled_file(choice):
    """Return the choices without what such a file cannot hold."""
    choice = dict(choice)
    if choice["file"] in _ARRAYS:
        choice |= {"classes": "none", "extra": "none", "index": "none", "header": "words"}
    if choice["file"] in ("sparse npz", "matrix market"):
        choice |= {"missing": False, "numbers": "zeros"}
    if choice["file"] in ("arff", "xlsx without names"):
        choice |= {"header": "words"}
    if choice["file"] in ("json index", "json dicts") and choice["index"] == "names":
        choice |= {"header": "words"}
    if choice["extra"] == "identifier" and choice["index"] == "names":
        choice["index"] = "none"  # either may name the rows
    if choice["file"] in ("fixed width", "printed frame"):
        choice["extra"] = "none" if choice["extra"] in ("comment", "ticks") else choice["extra"]
        choice["header"] = "words"
    return choice


def file_of(choice, seed):
    """Return a file, its columns under the names a reading must give, and the names of its rows."""
    choice = settled_file(choice)
    columns = known_table(
        **{key: choice[key] for key in ("numbers", "classes", "extra", "n_rows", "language", "missing")}, seed=seed
    )
    index = row_names(choice["n_rows"], choice["language"]) if choice["index"] == "names" else None
    if choice["header"] != "words":
        start, step = (0, 1) if choice["header"] == "numbers" else (1990, 5)
        columns = [
            replace(column, name=str(start + step * k)) if column.use == "feature" and not column.numbers else column
            for k, column in enumerate(columns)
        ]
    frame = _frame(columns, choice, index)
    kind = choice["file"]
    data = _WRITERS[kind](frame, columns, choice)
    if kind in _ARRAYS or kind == "xlsx without names":
        first = 1 + (choice["index"] != "none")
        columns = [_optional(column) for column in columns]
        columns = [replace(column, name=f"column {k + first}") for k, column in enumerate(columns)]
    if kind == "json split" or kind == "xlsx without names":
        index = None
    return data, columns, index


def _optional(column):
    """Without names nothing says what a column of numbers is for."""
    return replace(column, use="optional") if column.sort == "id" or column.name == "class" else column


def _frame(columns, choice, index):
    frame = pd.DataFrame({column.name: column.cells for column in columns})
    if choice["header"] != "words":
        frame.columns = [int(name) if name.isdigit() else name for name in frame.columns]
    if index:
        frame.index = index
    elif choice["index"] == "numbers":
        frame.index = range(1, len(frame) + 1)
    return frame


def _with_index(frame, choice, name=""):
    if choice["index"] == "none":
        return frame
    return frame.rename_axis(name).reset_index()


def _xlsx(frame, columns, choice, *, title=False, names=True, of_frame=False):
    book = Workbook()
    sheet = book.active
    if title:
        sheet.append(["All that was measured"])
        sheet.append([])
    if of_frame:
        frame = _with_index(frame, choice)
    elif choice["index"] != "none":
        frame = _with_index(frame, choice, "name" if choice["index"] == "names" else "no")
    if names:
        sheet.append([None if name == "" else name for name in frame.columns])
    for row in frame.astype(object).where(frame.notna(), None).to_numpy(dtype=object).tolist():
        sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _binary(method):
    def write(frame, columns, choice):
        stream = io.BytesIO()
        frame = frame.rename(columns=str)
        if method == "to_feather" or choice["index"] == "none":
            frame = _with_index(frame, choice, "name" if choice["index"] == "names" else "no")
        getattr(frame, method)(stream)
        return stream.getvalue()

    return write


def _json(orient, **options):
    def write(frame, columns, choice):
        if orient in ("records", "list"):
            frame = _with_index(frame, choice, "name" if choice["index"] == "names" else "no")
        frame = frame.rename(columns=str)
        if orient == "list":
            cells = json.loads(frame.to_json(orient="split"))
            lists = map(list, zip(*cells["data"], strict=True))
            return json.dumps(dict(zip(cells["columns"], lists, strict=True))).encode()
        return frame.to_json(orient=orient, double_precision=15, force_ascii=False, **options).encode()

    return write


def _arff(frame, columns, choice):
    frame = _with_index(frame, choice, "name" if choice["index"] == "names" else "no")
    lines = ["% written by a program", "@relation 'a table'", ""]
    for name in frame.columns:
        cells = frame[name].dropna()
        if all(isinstance(cell, str) for cell in cells):
            levels = list(dict.fromkeys(cells))
            kind = "string" if len(levels) > 5 else "{" + ",".join(f"'{level}'" for level in levels) + "}"
        else:
            kind = "{1,2,3}" if name == "class" else "numeric"
        lines.append(f"@attribute '{name}' {kind}")
    lines.append("@data")
    for row in frame.astype(object).where(frame.notna(), None).to_numpy(dtype=object).tolist():
        cells = ("?" if cell is None else f"'{cell}'" if isinstance(cell, str) else repr(cell) for cell in row)
        lines.append(",".join(cells))
    return ("\n".join(lines) + "\n").encode()


def _markdown(frame, columns, choice):
    frame = _with_index(frame, choice, "name" if choice["index"] == "names" else "no")
    rows = [list(map(str, frame.columns)), ["---"] * frame.shape[1]]
    rows += [["" if pd.isna(cell) else str(cell) for cell in row] for row in frame.astype(object).to_numpy().tolist()]
    return "".join("| " + " | ".join(row) + " |\n" for row in rows).encode()


def _printed(frame, columns, choice):
    with pd.option_context("display.width", 1000, "display.precision", 17):
        return frame.to_string(index=choice["index"] != "none").encode()


def _fixed(frame, columns, choice):
    frame = _with_index(frame, choice, "name" if choice["index"] == "names" else "no")
    rows = [list(map(str, frame.columns))]
    rows += [["" if pd.isna(cell) else str(cell) for cell in row] for row in frame.astype(object).to_numpy().tolist()]
    widths = [max(map(len, column)) + 3 for column in zip(*rows, strict=True)]
    lines = ("".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "".join(line.rstrip() + "\n" for line in lines).encode()


def _array(write):
    def to_bytes(frame, columns, choice):
        stream = io.BytesIO()
        write(stream, frame.to_numpy(dtype=np.float64))
        return stream.getvalue()

    return to_bytes


def _npz(stream, X):
    np.savez(stream, X=X)


def _mat(stream, X):
    scipy.io.savemat(stream, {"X": X})


def _sparse(stream, X):
    kind = (scipy.sparse.csr_matrix, scipy.sparse.csc_matrix, scipy.sparse.coo_matrix)[len(X) % 3]
    scipy.sparse.save_npz(stream, kind(X))


def _market(stream, X):
    scipy.io.mmwrite(stream, scipy.sparse.coo_matrix(X), precision=17)


def _savetxt(stream, X):
    np.savetxt(stream, X, fmt="%.17g", delimiter=(" ", ",", "\t")[len(X) % 3])


_WRITERS = {
    "frame": lambda frame, columns, choice: frame,
    "xlsx": _xlsx,
    "xlsx with title": lambda *given: _xlsx(*given, title=True),
    "xlsx without names": lambda *given: _xlsx(*given, names=False),
    "xlsx of frame": lambda *given: _xlsx(*given, of_frame=True),
    "parquet": _binary("to_parquet"),
    "feather": _binary("to_feather"),
    "json records": _json("records"),
    "json columns": _json("list"),
    "json split": _json("split"),
    "json index": _json("index"),
    "json dicts": _json("columns"),
    "json lines": _json("records", lines=True),
    "arff": _arff,
    "markdown": _markdown,
    "printed frame": _printed,
    "fixed width": _fixed,
    "npz": _array(_npz),
    "npy": _array(np.save),
    "mat": _array(_mat),
    "savetxt": _array(_savetxt),
    "sparse npz": _array(_sparse),
    "matrix market": _array(_market),
}
