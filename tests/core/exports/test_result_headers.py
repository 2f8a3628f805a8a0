"""Where a file has columns of the names that a result gets, it is said which columns have the new result."""

import csv
import io

import pytest

from rnse_core import read_table
from rnse_core.cli import main
from rnse_core.exports import labels_csv, renamed_sentence, result_headers

ADDED = ("cluster", "confidence", "second cluster")
HEADERS = {
    "none": ("x,y", {}),
    "cluster": ("x,cluster", {"cluster": "cluster (2)"}),
    "both": ("cluster,confidence", {"cluster": "cluster (2)", "confidence": "confidence (2)"}),
    "twice": ("cluster,cluster (2)", {"cluster": "cluster (3)"}),
    "another": ("x,second cluster", {"second cluster": "second cluster (2)"}),
}


def content(header):
    rows = (f"{k % 2 * 5 + k / 40},{k * 7 % 11 / 9}" for k in range(20))
    return "\n".join([header, *rows, ""])


@pytest.mark.parametrize("name", HEADERS)
def test_the_headers_are_those_of_the_file(name):
    header, renamed = HEADERS[name]
    table = read_table(content(header).encode())
    headers = result_headers(table.original.header, ADDED)
    assert headers == {one: one for one in ADDED} | renamed
    more = dict.fromkeys(ADDED[1:], [0.5] * table.n_rows)
    written = labels_csv(table, [0] * table.n_rows, original_columns=True, columns=more).decode()
    assert next(csv.reader(io.StringIO(written)))[-3:] == list(headers.values())
    assert bool(renamed_sentence(headers)) == bool(renamed)


@pytest.mark.parametrize("name", HEADERS)
def test_the_command_names_the_new_columns(tmp_path, capsys, name):
    header, renamed = HEADERS[name]
    path = tmp_path / "own.csv"
    path.write_text(content(header))
    options = ["--clusters", "2", "--auto", "--label", "auto", "--quiet"]
    sentence = renamed_sentence(result_headers(header.split(","), ADDED))
    assert bool(sentence) == bool(renamed)
    for with_columns in ([], ["--columns"]):
        assert main(["cluster", str(path), *options, *with_columns]) == 0
        said = capsys.readouterr().err
        assert (sentence in said) == bool(not sentence or with_columns)
