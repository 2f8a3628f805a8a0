"""Small files that hold much are refused before memory is taken for it; what they state may be wrong."""

import gzip
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from readings import refused

from rnse_core.tables import Limits, Problem, read_table, workbooks
from rnse_core.tables.packed_sizes import Workbook, arrow_sizes, gzip_size

feather = pytest.importorskip("pyarrow.feather")
parquet = pytest.importorskip("pyarrow.parquet")
pytest.importorskip("openpyxl")
import pyarrow  # noqa: E402

MEGABYTES = 60  # that the refusal of a bomb of 120 MB and more may take
# Reads a small file of each kind, then the bombs, and prints what each of these added to the largest memory.
PROGRAM = """
import json, resource, sys
from rnse_core.tables import TableError, read_table
import pyarrow, pyarrow.parquet, pyarrow.feather, openpyxl
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
small, bombs = json.loads(sys.argv[1])
for path in small:
    read_table(path)
found = {}
for path in bombs:
    before = peak()
    try:
        problem = read_table(path).X.shape
    except TableError as error:
        problem = str(error.problem)
    found[path] = (problem, peak() - before)
print(json.dumps(found))
"""
FRAME = pd.DataFrame({"a": np.arange(8) * 1.5 % 4, "b": [3, 1, 2, 9, 4, 4, 1, 0], "w": list("xyxyxyxy")})


def feathered(table, codec):
    stream = io.BytesIO()
    feather.write_feather(table, stream, compression=codec, chunksize=1 << 30)
    return stream.getvalue()


def parqueted(table):
    stream = io.BytesIO()
    parquet.write_table(table, stream, compression="zstd")
    return stream.getvalue()


def workbook(frame=FRAME):
    stream = io.BytesIO()
    frame.to_excel(stream, index=False)
    return stream.getvalue()


def blown_up(book, part, mark, content):
    """The workbook with more content before a mark in one of its parts."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(book)) as old,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as new,
    ):
        for member in old.infolist():
            data = old.read(member)
            new.writestr(member.filename, data.replace(mark, content + mark) if member.filename == part else data)
    return stream.getvalue()


SHEET, END = "xl/worksheets/sheet1.xml", b"</sheetData>"


def bombs():
    zeros = np.zeros(40_000_000)
    text = ["z" * 1_000_000] * 510
    yield "rows.feather", feathered(pyarrow.table({"a": zeros}), "zstd")
    yield "lz4.feather", feathered(pyarrow.table({"a": zeros}), "lz4")
    yield "text.feather", feathered(pyarrow.table({"a": text}), "zstd")
    yield "rows.parquet", parqueted(pyarrow.table({"a": zeros}))
    yield "text.parquet", parqueted(pyarrow.table({"a": pyarrow.array(text, pyarrow.large_string())}))
    yield "cell.xlsx", blown_up(workbook(), SHEET, END, b"<row><c><v>" + b"7" * 150_000_000 + b"</v></c></row>")
    yield "rows.xlsx", blown_up(workbook(), SHEET, END, b"<row><c><v>1</v></c></row>" * 5_000_000)
    yield "parts.xlsx", blown_up(workbook(), SHEET, END, b"<row><c><v>1</v></c></row>" * 9_000_000)
    rows = gzip.compress(b"1,2\n" * 126_000_000, 1)
    yield "one.csv.gz", rows
    yield "two.csv.gz", rows + gzip.compress(b"1,2\n")


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read as Linux has it")
def test_the_memory_of_a_refusal_is_small(tmp_path):
    small = {"s.feather": feathered(pyarrow.table(FRAME), "zstd"), "s.parquet": parqueted(pyarrow.table(FRAME))}
    small |= {"s.xlsx": workbook(), "s.csv.gz": gzip.compress(FRAME.to_csv().encode())}
    files = ([], [])
    for place, content in ((0, small.items()), (1, bombs())):
        for name, data in content:
            assert len(data) < 12_000_000
            (tmp_path / name).write_bytes(data)
            files[place].append(str(tmp_path / name))
    run = [sys.executable, "-c", PROGRAM, json.dumps(files)]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    found = {Path(path).name: outcome for path, outcome in json.loads(done.stdout).items()}
    assert {name: peak for name, (_, peak) in found.items() if peak > MEGABYTES} == {}
    refusals = {"too_many_rows", "file_too_large", "cell_too_long"}
    assert {name for name, (problem, _) in found.items() if problem not in refusals} == {"text.parquet"}


@pytest.mark.parametrize("codec", ["uncompressed", "lz4", "zstd"])
def test_the_batches_of_feather_are_as_large_as_stated(codec):
    rng = np.random.default_rng(0)
    table = pyarrow.table(
        {"a": rng.normal(size=5000), "b": rng.integers(0, 3, 5000), "c": ["word"] * 5000, "d": [None, 1.5] * 2500}
    ).append_column("e", pyarrow.array(["x", "yy"] * 2500).dictionary_encode())
    stream = io.BytesIO()
    feather.write_feather(table, stream, compression=codec, chunksize=2000)
    sizes = list(arrow_sizes(pyarrow, stream.getvalue()))
    assert [rows for rows, _ in sizes if rows] == [2000, 2000, 1000]
    assert sum(size for _, size in sizes) == pytest.approx(table.nbytes, rel=0.05)


@pytest.mark.parametrize("parts", [[b"abc" * 1000], [b"abc" * 1000, b"d"], [b"a" * 50, b"b" * 5_000]])
def test_the_size_of_gzip(parts):
    data = b"".join(map(gzip.compress, parts))
    size = sum(map(len, parts))
    assert gzip_size(data, 10_000) == size
    assert gzip_size(data, size) == size and gzip_size(data, size - 1) > size - 1


def test_workbooks_are_bounded(monkeypatch):
    book = workbook()
    assert Workbook(book).most_rows() == 9 and not Workbook(book).has_endless_text()
    assert read_table(book).n_rows == 8
    monkeypatch.setattr(workbooks, "_MOST_SHEET_ROWS", 8)
    assert refused(book).problem is Problem.TOO_MANY_ROWS
    monkeypatch.setattr(workbooks, "_MOST_XML", 100)
    assert refused(book).problem is Problem.FILE_TOO_LARGE
    assert refused(book, limits=Limits(max_bytes=50)).problem is Problem.FILE_TOO_LARGE


def test_texts_that_many_cells_share_are_bounded(monkeypatch):
    shared = b"<sst>" + b"<si><t>q</t></si>" * 50 + b"</sst>"
    book = io.BytesIO(workbook())
    with zipfile.ZipFile(book, "a") as archive:
        archive.writestr("xl/sharedStrings.xml", shared)
    assert Workbook(book.getvalue()).n_texts() == 50
    monkeypatch.setattr(workbooks, "_MOST_TEXTS", 49)
    assert refused(book.getvalue()).problem is Problem.TOO_MANY_CELLS
