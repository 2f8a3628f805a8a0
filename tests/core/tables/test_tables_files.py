"""Paths, sizes, files of other kinds, and arrays from .npy, .npz and .mat files."""

import doctest
import errno
import gzip
import hashlib
import io
import os
import pickle
import zipfile

import numpy as np
import pytest
from array_files import X, Y, npz
from readings import refused

import rnse_core.tables.read
from rnse_core.tables import (
    Limits,
    OtherFormat,
    Problem,
    read_table,
)


def zipped(*names):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in names:
            archive.writestr(name, "content")
    return stream.getvalue()


# Paths, names and sizes


def test_a_path_and_its_bytes_give_the_same_table(tmp_path):
    data = b"x,y\n1,2\n3,5\n"
    path = tmp_path / "mine.csv"
    path.write_bytes(data)
    for source in (path, str(path), data, bytearray(data), memoryview(data)):
        table = read_table(source)
        assert table.X.tolist() == [[1, 2], [3, 5]]
        assert table.sha256 == hashlib.sha256(data).hexdigest()
    assert read_table(path).name == read_table(path).report[0].values[0] == "mine.csv"
    assert read_table(path, name="yours").name == "yours"


def test_the_example_in_the_documentation():
    assert doctest.testmod(rnse_core.tables.read) == (0, 3)


def test_reading_twice_gives_the_same(tmp_path):
    data = io.BytesIO(b"x,y\n1,2\n3,5\n").getvalue()
    np.testing.assert_array_equal(read_table(data).X, read_table(data).X)


def test_what_is_no_readable_file_is_refused(tmp_path):
    error = refused(tmp_path / "none.csv")
    assert (error.problem, error.file) == (Problem.UNREADABLE, str(tmp_path / "none.csv"))
    assert error.token == os.strerror(errno.ENOENT)
    error = refused(tmp_path)
    assert (error.problem, error.file) == (Problem.NOT_A_FILE, str(tmp_path))
    assert refused("a\0b").problem is Problem.UNREADABLE
    error = refused(5)
    assert (error.problem, error.value) == (Problem.NOT_A_SOURCE, "int")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert refused(tmp_path / "pipe").problem is Problem.NOT_A_FILE


def test_the_size_is_checked_before_the_file_is_read(tmp_path):
    path = tmp_path / "big.csv"
    with path.open("wb") as file:
        file.truncate(3_000_000_000)  # sparse: reading it would take 3 GB
    error = refused(path)
    assert (error.problem, error.file) == (Problem.FILE_TOO_LARGE, "big.csv")
    assert (error.value, error.bound) == (3_000_000_000, 500_000_000)
    error = refused(b"1,2\n" * 100, limits=Limits(max_bytes=99))
    assert (error.problem, error.value, error.bound) == (Problem.FILE_TOO_LARGE, 400, 99)


def test_an_error_can_be_stored_and_sent():
    error = refused(b"a,b\n1,2\n3,4,5\n")
    again = pickle.loads(pickle.dumps(error))
    assert (again.problem, again.line, again.column, again.options) == (Problem.ROW_WIDTH, 3, 3, error.options)
    assert isinstance(again, ValueError) and str(again) == str(error)


def test_a_table_can_be_stored_and_sent():
    for data in (b"id,x,y,who\n1,2,5%,a\n2,?,6%,b\n3,4,,a\n4,5,7%,b\n", npz(X=X, Z=X, y=Y)):
        table = read_table(data)
        again = pickle.loads(pickle.dumps(table))
        assert (again.report, again.questions, again.columns) == (table.report, table.questions, table.columns)


# Files of other kinds under a table's name


@pytest.mark.parametrize(
    ("data", "other"),
    [
        (zipped("[Content_Types].xml", "word/document.xml"), OtherFormat.WORD),
        (zipped("mimetype", "content.xml"), OtherFormat.OPENDOCUMENT),
        (zipped("data.csv"), OtherFormat.ZIP),
        (zipped(), OtherFormat.ZIP),
        (b"PK\x03\x04 and nonsense", OtherFormat.DAMAGED_ZIP),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100), OtherFormat.OLD_OFFICE),
        (b"%PDF-1.7\n", OtherFormat.PDF),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), OtherFormat.PNG),
        (b"\xff\xd8\xff\xe0" + bytes(50), OtherFormat.JPEG),
        (b"GIF89a" + bytes(50), OtherFormat.GIF),
        (b"BZh91AY&SY" + bytes(50), OtherFormat.BZIP2),
        (b"\xfd7zXZ\x00" + bytes(50), OtherFormat.XZ),
        (b"7z\xbc\xaf\x27\x1c" + bytes(50), OtherFormat.SEVEN_ZIP),
        (b"Rar!\x1a\x07\x00", OtherFormat.RAR),
        (b"\x89HDF\r\n\x1a\n" + bytes(50), OtherFormat.HDF5),
        (b"MATLAB 7.3 MAT-file, made today", OtherFormat.MATLAB_7_3),
        (b"SQLite format 3\x00" + bytes(50), OtherFormat.SQLITE),
        (pickle.dumps({"a": [1, 2]}), OtherFormat.PICKLE),
        (zipped("Index/Document.iwa", "Metadata/Properties.plist"), OtherFormat.NUMBERS),
        (zipped("[Content_Types].xml", "xl/workbook.bin"), OtherFormat.EXCEL_BINARY),
        (b"$FL2@(#) SPSS DATA FILE" + bytes(50), OtherFormat.SPSS),
        (b"0" * 40 + b"ASCII SPSS PORT FILE" + b" " * 50, OtherFormat.SPSS_PORTABLE),
        (b"<stata_dta><header>" + bytes(50), OtherFormat.STATA),
        (b"\x72\x02\x01\x00\x02\x00" + bytes(50), OtherFormat.STATA),
        (b"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!" + b"0" * 30, OtherFormat.SAS_TRANSPORT),
        (bytes(12) + b"\xc2\xea\x81\x60" + bytes(50), OtherFormat.SAS),
        (b"RDX3\nX\n" + bytes(50), OtherFormat.R_DATA),
        (gzip.compress(b"X\n" + bytes(50), mtime=0), OtherFormat.R_DATA),
        (b"A\n3\n262657\n197888\n", OtherFormat.R_DATA),
        (b"CDF\x02" + bytes(50), OtherFormat.NETCDF),
        (b">seq0 Homo sapiens\nACTGGAAC\n>seq1\nACT\n", OtherFormat.FASTA),
        (b"@read\nACTGN\n+\nIIIII\n", OtherFormat.FASTQ),
        (b"#NEXUS\nBEGIN taxa;\n", OtherFormat.NEXUS),
        (b"#mega\n!Title: dist;\n", OtherFormat.MEGA),
        (b"# HELP up Whether it is up.\n# TYPE up gauge\nup 1\n", OtherFormat.PROMETHEUS),
        (b"##TITLE=water\n##JCAMP-DX=4.24\n", OtherFormat.JCAMP),
        (b"<!DOCTYPE html><html></html>", OtherFormat.HTML),
        (b"\xef\xbb\xbf<?xml version='1.0'?><a/>", OtherFormat.XML),
        (b'{"a": 1}', OtherFormat.JSON),
        (b'{"a": [1, 2], "b": [1, 2, 3]}', OtherFormat.JSON),
        (b'[{"a": 1}, 2]', OtherFormat.JSON),
        (b"-- dump\nCREATE TABLE m (a REAL);\nINSERT INTO m VALUES (1);\n", OtherFormat.SQL),
        (b"structure(list(a = c(1, 2)), row.names = 1:2)", OtherFormat.R_CODE),
    ],
)
def test_a_file_of_another_format_named_csv_is_recognised(data, other):
    error = refused(data, name="table.csv")
    assert (error.problem, error.value, error.file) == (Problem.OTHER_FORMAT, other, "table.csv")
    assert str(error).startswith("`table.csv` is ") and "\n" not in str(error)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (zipped("[Content_Types].xml", "xl/workbook.xml"), "xlsx"),
        (b"\x1f\x8b\x08" + bytes(50), "gz"),
        (b"PAR1" + bytes(50), "parquet"),
        (b"ARROW1\x00\x00" + bytes(50), "feather"),
    ],
)
def test_a_damaged_file_of_a_kind_that_is_read_is_named(data, kind):
    error = refused(data, name="table.csv")
    assert (error.problem, error.value, error.file) == (Problem.DAMAGED_FILE, kind, "table.csv")


@pytest.mark.parametrize(
    "data",
    [
        b"CDF,x\n1,2\n3,5\n",
        b"graph,x\n1,2\n3,5\n",
        b"> 3,x\n1,2\n3,5\n",
        b"A,B\n2,3\n3,5\n",
        b"#mega bytes,x\n1,2\n3,5\n",
    ],
)
def test_headers_that_resemble_the_first_lines_of_other_files_are_read(data):
    assert read_table(data).n_features == 2


@pytest.mark.parametrize(
    "data", [b"PKs,x\n1,2\n3,5\n", b"BMI,x\n1,2\n3,5\n", b"[x],[y]\n1,2\n3,5\n", b"GIF,MZ\n1,2\n3,5\n"]
)
def test_headers_that_resemble_other_files_are_read(data):
    assert read_table(data).n_features == 2
