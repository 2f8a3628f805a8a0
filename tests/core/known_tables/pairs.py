"""Distances and similarities of all pairs of known points, written in many ways."""

import io
from random import Random

import numpy as np
import pandas as pd
import scipy.io
import scipy.sparse

from known_tables.columns import row_names

PAIRS = {
    "kind": ["distance", "similarity", "shares", "hops"],
    "n_rows": [12, 5, 8, 30],
    "names": ["both", "none", "columns", "numbers", "short"],
    "form": ["full", "lower", "upper", "lower without diagonal", "upper without diagonal", "growing"],
    "rounding": ["none", "diagonal", "float32", "digits"],
    "file": ["text", "frame", "xlsx", "parquet", "npy", "npz", "mat", "sparse npz", "matrix market"],
    "delimiter": [",", ";", "\t", " "],
    "decimal": [".", ","],
    "above": [False, True],
    "language": ["en", "de"],
}
_ARRAYS = ("npy", "npz", "mat", "sparse npz", "matrix market")


def settled_pairs(choice):
    """Return the choices without what no program writes."""
    choice = dict(choice)
    if choice["file"] in _ARRAYS:
        choice |= {"names": "none", "form": "full", "above": False}
    if choice["file"] in ("xlsx", "parquet", "frame"):
        choice |= {"above": False}
        if choice["names"] in ("none", "short"):
            choice["names"] = "both"
    if choice["file"] in ("sparse npz", "matrix market"):
        choice |= {"rounding": "none", "kind": "similarity"}
    if choice["form"] != "full":
        choice["rounding"] = "none" if choice["rounding"] == "float32" else choice["rounding"]
        if choice["delimiter"] == " ":
            choice["delimiter"] = "\t"
    if choice["form"] == "growing":
        choice |= {"names": "both" if choice["names"] == "short" else choice["names"], "file": "text"}
    if choice["above"] and choice["names"] == "none":
        choice["above"] = False
    if choice["decimal"] == "," and choice["delimiter"] == ",":
        choice["decimal"] = "."
    if "without" in choice["form"] and choice["names"] in ("columns", "none"):
        choice["names"] = "both"  # one row would be blank
    if "without" in choice["form"] and choice["rounding"] == "diagonal":
        choice["rounding"] = "none"
    return choice


def matrix(kind, n_rows, seed):
    """Return a matrix over all pairs of some points, and whether it holds distances."""
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(n_rows, 3)) + 4 * (np.arange(n_rows) % 2)[:, None]
    D = np.sqrt(((points[:, None] - points[None]) ** 2).sum(axis=2)).round(4)
    if kind == "distance":
        return D
    if kind == "hops":
        return np.ceil(D)
    if kind == "shares":
        return (100 / (1 + D)).round(1)
    return np.exp(-(D**2) / 20).round(6)


def file_of_pairs(choice, seed):
    """Return a file, the matrix that reading it must give, and the names of its points or None."""
    choice = settled_pairs(choice)
    n = choice["n_rows"]
    A = matrix(choice["kind"], n, seed)
    B = A.astype(float)
    random = Random(seed)
    if choice["rounding"] == "diagonal":
        B[np.diag_indices(n)] += [random.choice([0, 1e-16, 2.2e-16, -1e-17]) for _ in range(n)]
    elif choice["rounding"] == "float32":
        B = B.astype(np.float32).astype(float) * (1 + 6e-8 * np.triu(np.ones((n, n)), 1))
    elif choice["rounding"] == "digits":
        A = B = A.round(2)
    names = row_names(n, choice["language"])
    if choice["names"] == "numbers":
        names = list(map(str, range(n)))
    return _WRITERS[choice["file"]](_cut(B, choice["form"]), names, choice), A, names


def is_the_matrix(A, choice):
    """Return the check of a reading against a known matrix, on its diagonal only where the file has one."""
    choice = settled_pairs(choice)
    right = "distance" if choice["kind"] in ("distance", "hops") else "similarity"
    has_diagonal = "without" not in choice["form"]

    def complaint(table):
        if table.kind != right:
            return f"kind {table.kind} {table.X.shape}"
        if table.X.shape != A.shape:
            return f"shape {table.X.shape}"
        same = np.isclose(table.X, A, rtol=1e-6, atol=1e-12) | (np.eye(len(A), dtype=bool) & (not has_diagonal))
        if not same.all():
            i, j = np.argwhere(~same)[0]
            return f"value {table.X[i, j]} at {i}, {j}, not {A[i, j]}"
        return ""

    return complaint


def _cut(A, form):
    if form == "full":
        return A
    side = np.tril if form.startswith(("lower", "growing")) else np.triu
    keep = side(np.ones(A.shape), (-1 if side is np.tril else 1) if "without" in form else 0)
    return np.where(keep, A, np.nan)


def _cells(A, decimal):
    return [
        ["" if np.isnan(a) else repr(a).removesuffix(".0").replace(".", decimal) for a in row] for row in A.tolist()
    ]


def _text(A, names, choice):
    rows = _cells(A, choice["decimal"])
    if choice["form"] == "growing":
        rows = [row[: k + 1] for k, row in enumerate(rows)]
    top = list(names)
    if choice["names"] in ("both", "numbers", "short"):
        rows = [[name, *row] for name, row in zip(names, rows, strict=True)]
        top = top if choice["names"] == "short" or choice["delimiter"] == " " else ["", *top]
    lines = [] if choice["names"] == "none" else [top]
    text = "".join(choice["delimiter"].join(row) + "\n" for row in [*lines, *rows])
    return (("# computed by a program\n" if choice["above"] else "") + text).encode()


def _frame(A, names, choice):
    index = names if choice["names"] in ("both", "numbers", "short") else None
    return pd.DataFrame(A, index=index, columns=names)


def _xlsx(A, names, choice):
    stream = io.BytesIO()
    _frame(A, names, choice).to_excel(stream, index=choice["names"] != "columns")
    return stream.getvalue()


def _parquet(A, names, choice):
    stream = io.BytesIO()
    _frame(A, names, choice).to_parquet(stream)
    return stream.getvalue()


def _array(write):
    def to_bytes(A, names, choice):
        stream = io.BytesIO()
        write(stream, A)
        return stream.getvalue()

    return to_bytes


_WRITERS = {
    "text": _text,
    "frame": _frame,
    "xlsx": _xlsx,
    "parquet": _parquet,
    "npy": _array(np.save),
    "npz": _array(lambda stream, A: np.savez(stream, K=A)),
    "mat": _array(lambda stream, A: scipy.io.savemat(stream, {"K": A})),
    "sparse npz": _array(lambda stream, A: scipy.sparse.save_npz(stream, scipy.sparse.coo_matrix(A))),
    "matrix market": _array(lambda stream, A: scipy.io.mmwrite(stream, scipy.sparse.csr_matrix(A), precision=17)),
}
