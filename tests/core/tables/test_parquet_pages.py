"""Pages of Parquet files state their sizes themselves; these are checked before memory is taken."""

import io
import resource
import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow
import pyarrow.parquet as parquet
import pytest
from readings import refused

from rnse_core.tables import Problem, read_table
from rnse_core.tables.parquet_pages import parquet_pages

FRAME = pd.DataFrame(
    {
        "a": np.random.default_rng(0).normal(size=3000),
        "k": np.arange(3000) * 7 % 1000,
        "word": [f"w{k % 40}" for k in range(3000)],
        "flag": [True, False, None] * 1000,
    }
)


def written(frame=FRAME, **options):
    stream = io.BytesIO()
    frame.to_parquet(stream, index=False, **options)
    return stream.getvalue()


def pages_of(data):
    metadata = parquet.ParquetFile(pyarrow.BufferReader(data)).metadata
    return metadata, list(parquet_pages(data))


@pytest.mark.parametrize("compression", ["none", "snappy", "gzip", "zstd", "brotli"])
@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("use_dictionary", [True, False])
def test_the_pages_of_pyarrow(compression, version, use_dictionary):
    options = {"compression": compression, "data_page_version": version, "use_dictionary": use_dictionary}
    data = written(row_group_size=1000, data_page_size=2000, **options)
    metadata, pages = pages_of(data)
    groups = [metadata.row_group(k) for k in range(metadata.num_row_groups)]
    stated = sum(group.column(j).total_uncompressed_size for group in groups for j in range(metadata.num_columns))
    n_bytes = sum(page.n_bytes for page in pages)
    assert 0.5 * stated < n_bytes < stated  # the headers of the pages are not counted
    assert sum(page.n_values for page in pages if not page.is_dictionary) == 4 * len(FRAME)
    assert read_table(data, label_column=None).n_rows == 2000  # the flag is missing in the others


def varint(value):
    value = value << 1
    parts = []
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def lying(field, stated):
    """A file of one column in which the first page states another size (field 2) or number of values."""
    data = written(FRAME[["k"]], compression="zstd", use_dictionary=True)
    metadata, pages = pages_of(data)
    column = metadata.row_group(0).column(0)
    start = column.dictionary_page_offset
    page = pages[0]
    old, new = (page.n_bytes, stated) if field == 2 else (page.n_values, stated)
    head = data[start : start + 40]
    place = head.index(varint(old))
    return data[: start + place] + varint(new) + data[start + place + len(varint(old)) :]


def test_a_page_that_states_gigabytes_is_refused_in_little_memory(tmp_path):
    data = lying(2, 2**31 - 8)
    path = tmp_path / "large.parquet"
    path.write_bytes(data)
    script = (
        "import resource, sys\nfrom rnse_core.tables import TableError, read_table\n"
        "import pyarrow.parquet\nbefore = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try:\n    read_table(sys.argv[1])\nexcept TableError as error:\n"
        "    print(error.problem, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    problem, kilobytes = done.stdout.split()
    assert problem == Problem.FILE_TOO_LARGE and int(kilobytes) < 100_000


def test_a_dictionary_of_more_values_than_bytes_is_refused():
    data = lying(1, 2**30)
    assert refused(data).problem is Problem.DAMAGED_FILE


def test_headers_that_are_damaged():
    data = bytearray(written())
    _, pages = pages_of(bytes(data))
    assert len(pages) > 4
    rng = np.random.default_rng(0)
    for _ in range(200):
        broken = bytearray(data)
        broken[int(rng.integers(4, 200))] ^= int(rng.integers(1, 256))
        try:
            read_table(bytes(broken), label_column=None)
        except ValueError as error:
            assert error.problem in (Problem.DAMAGED_FILE, Problem.FILE_TOO_LARGE, Problem.NO_FEATURES)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 4_000_000
