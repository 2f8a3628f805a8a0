"""Texts and workbooks made of blocks of rows one below the other, for the tests."""

import csv
import io

import numpy as np
import openpyxl


def block(names, n_rows, *, first=None, prefix="r", decimal=".", seed=0):
    """Rows of names and of numbers, and the numbers."""
    X = np.random.default_rng([seed, n_rows, len(names)]).normal(size=(n_rows, len(names))).round(3)
    header = [*([first] if first else []), *names]
    rows = [
        [*([f"{prefix}{k}"] if first else []), *(f"{value:.3f}".replace(".", decimal) for value in row)]
        for k, row in enumerate(X, start=1)
    ]
    return [header, *rows], X


def as_text(blocks, delimiter=",", *, padded=False, gap=1, encoding="utf-8"):
    """Blocks with empty lines between them; padded to one width, as spreadsheets write them, or not."""
    rows = [row for k, rows in enumerate(blocks) for row in ([*[[]] * gap, *rows] if k else rows)]
    width = max(map(len, rows))
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
    for row in rows:
        if padded:
            writer.writerow([*row, *[""] * (width - len(row))])
        elif row:
            writer.writerow(row)
        else:
            stream.write("\n")
    return stream.getvalue().encode(encoding)


def as_book(blocks, *, gap=1, left=0):
    """Blocks in a sheet, some columns from the left."""
    book = openpyxl.Workbook()
    for k, rows in enumerate(blocks):
        for row in [*[[]] * gap, *rows] if k else rows:
            book.active.append([*[None] * left, *map(_as_cell, row)])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _as_cell(cell):
    try:
        return float(cell)
    except ValueError:
        return cell or None
