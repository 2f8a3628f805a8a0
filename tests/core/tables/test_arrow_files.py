"""Arrow streams are read; damaged files of Arrow and Parquet neither end the process nor show other memory."""

import io
import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow
import pytest
from pyarrow import feather, parquet
from readings import refused

from rnse_core.tables import Limits, Problem, note_sentence, read_table
from rnse_core.tables.file_kinds import OtherFormat

N = 20
WORDS = ["x", "yy", None, "zzz"] * 5
TABLE = pyarrow.table({"a": np.arange(N) * 7 % 11 / 2, "s": WORDS, "d": pyarrow.array(WORDS).dictionary_encode()})
# Changes each byte from a place on in turn, reads what comes out, and prints how often it was a table. Most numbers of
# the format fill four bytes, so neighbouring ones are changed in other bits.
PROGRAM = """
import sys
from rnse_core.tables import TableError, read_table
data, start, n_read = bytearray(sys.stdin.buffer.read()), int(sys.argv[1]), 0
for place in range(start, len(data)):
    bits = (0x3A, 0x40)[place % 2]
    data[place] ^= bits
    try:
        read_table(bytes(data), label_column=None)
        n_read += 1
    except TableError:
        pass
    data[place] ^= bits
print(n_read)
"""


def streamed(table=TABLE, rows=7, **options):
    stream = io.BytesIO()
    with pyarrow.ipc.new_stream(stream, table.schema, **options) as writer:
        writer.write_table(table, max_chunksize=rows)
    return stream.getvalue()


def feathered(**options):
    stream = io.BytesIO()
    feather.write_feather(TABLE, stream, **options)
    return stream.getvalue()


def parqueted():
    stream = io.BytesIO()
    parquet.write_table(TABLE.select(["a", "s"]), stream)
    return stream.getvalue()


@pytest.mark.parametrize("compression", [None, "lz4", "zstd"])
def test_a_stream_is_read_as_the_file_is(compression):
    data = streamed(options=pyarrow.ipc.IpcWriteOptions(compression=compression))
    table, expected = read_table(data, name="t.arrows"), read_table(feathered(), name="t.feather")
    np.testing.assert_array_equal(table.X, expected.X)
    assert [one.role for one in table.columns] == [one.role for one in expected.columns]
    assert table.choices.format == "arrow" and "Arrow" in note_sentence(table.report[0])


def test_a_stream_is_checked_before_it_is_unpacked():
    zeros = pyarrow.table({"a": np.zeros(800_000)})
    data = streamed(zeros, len(zeros), options=pyarrow.ipc.IpcWriteOptions(compression="zstd"))
    assert len(data) < 100_000
    assert refused(data, limits=Limits(max_bytes=5_000_000)).problem is Problem.FILE_TOO_LARGE
    assert refused(streamed(), limits=Limits(max_rows=10)).problem is Problem.TOO_MANY_ROWS


def test_the_first_version_of_feather_is_named():
    error = refused(b"FEA1" + bytes(40) + b"FEA1")
    assert (error.problem, error.value) == (Problem.OTHER_FORMAT, OtherFormat.FEATHER_1)


@pytest.mark.parametrize("data", [streamed(), feathered(compression="uncompressed")], ids=["stream", "feather"])
def test_texts_outside_their_buffer_are_refused(data):
    ends = np.array([0, 1, 3, 3, 6], dtype="<i4").tobytes()
    assert ends in data
    assert refused(data.replace(ends, ends[:-4] + b"\x00\x10\x00\x00")).problem is Problem.DAMAGED_FILE


@pytest.mark.parametrize(
    ("data", "start"),
    [(streamed(), 0), (feathered(compression="uncompressed"), 8), (parqueted(), 4)],
    ids=["stream", "feather", "parquet"],
)
def test_no_changed_byte_ends_the_process(data, start):
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, str(start)]
    done = subprocess.run(command, input=data, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) > 0  # bits that fill up, and those of numbers


def test_numbers_of_a_frame_survive_the_schema_of_pandas():
    frame = pd.DataFrame({"a": np.arange(12) * 5 % 7 / 4, "c": pd.Categorical([3, 1, 2] * 4), "k": list("xyxz") * 3})
    for given in (frame, frame.set_index("k"), frame.sample(frac=1, random_state=0)):
        table, expected = read_table(given.to_json(orient="table").encode()), read_table(given)
        np.testing.assert_array_equal(table.X, expected.X)
        assert [(one.name, one.role, one.reason) for one in table.columns] == [
            (one.name, one.role, one.reason) for one in expected.columns
        ]
        assert [one.kind for one in table.questions] == [one.kind for one in expected.questions]


@pytest.mark.parametrize("n_digits", [400, 5000])
@pytest.mark.parametrize("form", ["lines", "list"])
def test_whole_numbers_beyond_float64_are_missing(n_digits, form):
    rows = [f'{{"a": {k * k % 7}, "b": {k * 3 % 5}}}' for k in range(12)]
    rows.append(f'{{"a": {"9" * n_digits}, "b": 1}}')
    data = "\n".join(rows) if form == "lines" else f"[{','.join(rows)}]"
    table = read_table(data.encode())
    assert table.n_rows == 12 and dict(table.columns[0].missing_tokens) == {"inf": 1}
