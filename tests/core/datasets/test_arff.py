"""ARFF files: dense and sparse rows, names in quotation marks, and what is no table of numbers with classes."""

import io

import numpy as np
import pytest
from expected import raised
from hypothesis import given
from hypothesis import strategies as st
from scipy.io.arff import loadarff

from rnse_core.datasets import load_dataset, load_file
from rnse_core.tables import Limits, Problem, TableError
from rnse_core.tables.arff import ArffError, read_header, read_rows

HEAD = "@relation toy\n@attribute p numeric\n@attribute q real\n"


def read(text, target=-1):
    lines = iter(text.splitlines(keepends=True))
    header = read_header(lines)
    rows = list(read_rows(lines, header, target % len(header.names)))
    return header, [row.tolist() for row, _ in rows], [label for _, label in rows]


def toy(rows, classes="{a, b}"):
    return read(f"{HEAD}@attribute class {classes}\n@data\n" + "\n".join(rows) + "\n")[1:]


def quoted(text, mark):
    return mark + text.replace("\\", "\\\\").replace(mark, f"\\{mark}") + mark


names = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1).filter(lambda name: name != "?")
names = st.builds(" ".join, st.lists(names, min_size=1, max_size=3)) | st.sampled_from(["a, b", "it's", '"', "\\", "%"])
numbers = st.floats(allow_nan=False, allow_infinity=False)


class TestRows:
    @given(
        st.lists(names, min_size=1, max_size=4, unique=True),
        st.lists(st.tuples(numbers, numbers, st.integers(0, 3)), min_size=1, max_size=5),
        st.sampled_from("'\""),
        st.integers(0, 2),
    )
    def test_what_was_written_is_read(self, classes, rows, mark, target):
        columns = ["first \\ 'one'", 'the "2nd"']
        nominal = "{" + ", ".join(quoted(name, mark) for name in classes) + "}"
        attributes = [f"@attribute {quoted(name, mark)} numeric" for name in columns]
        attributes.insert(target, f"@ATTRIBUTE class {nominal}")
        labels = [classes[code % len(classes)] for *_, code in rows]
        lines, sparse = [], []
        for (p, q, _), label in zip(rows, labels, strict=True):
            cells = [repr(p), repr(q)]
            cells.insert(target, quoted(label, mark))
            lines.append(", ".join(cells))
            sparse.append("{" + ",".join(f"{at} {cell}" for at, cell in enumerate(cells)) + "}")
        for body in (lines, sparse):
            text = "% comment\n@Relation x\n" + "\n".join([*attributes, "@DATA", *body]) + "\n"
            header, X, y = read(text, target)
            assert header.names[:target] + header.names[target + 1 :] == columns
            assert header.nominal[target] == classes
            assert [[p, q] for p, q, _ in rows] == X and y == labels

    @given(st.lists(st.tuples(numbers, numbers, st.sampled_from("ab")), min_size=1, max_size=8))
    def test_scipy_reads_the_same(self, rows):
        text = f"{HEAD}@attribute class {{a,b}}\n@data\n" + "".join(f"{p!r},{q!r},{c}\n" for p, q, c in rows)
        data, _ = loadarff(io.StringIO(text))
        _, X, y = read(text)
        assert [[record["p"], record["q"]] for record in data] == X
        assert y == [record["class"].decode() for record in data]

    def test_comments_and_spaces(self):
        assert toy(["  % a comment", "", " 1 ,\t2 , a ", "%", "3,4,b  "]) == ([[1, 2], [3, 4]], ["a", "b"])

    def test_what_a_sparse_row_leaves_out(self):
        assert toy(["{0 1.5, 2 b}", "{ }", "{}", "{1\t7}"]) == (
            [[1.5, 0], [0, 0], [0, 0], [0, 7]],
            ["b", "a", "a", "a"],
        )

    def test_a_sparse_row_leaves_out_the_first_value_of_a_nominal_column(self):
        head = "@attribute p {5, '6'}\n@attribute word {x, y}\n@attribute class {a, b}\n@data\n"
        assert read(head.replace("word {x, y}", "word {0, 1}") + "{2 b}\n{0 '6', 1 1}\n")[1] == [[5, 0], [6, 1]]
        with pytest.raises(ArffError):
            read(head + "{2 b}\n")

    def test_a_nominal_column_of_numbers_is_a_feature(self):
        _, X, y = read("@attribute p {'0', '1'}\n@attribute class {a, b}\n@data\n'1',a\n0,b\n")
        assert X == [[1], [0]] and y == ["a", "b"]

    @pytest.mark.parametrize(
        "row",
        [
            "1,?,a",
            "1,2,?",
            "1,2,c",
            "1,2,'a",
            "1,2",
            "1,2,a,b",
            "1,x,a",
            "1,inf,a",
            "1,1e999,a",
            "{5 1}",
            "{-1 1}",
            "{0 ?}",
            "{0}",
            "{x 1}",
            "{2 c}",
        ],
    )
    @pytest.mark.parametrize("before", [[], ["1,2,a", "3,4,b"]])
    def test_rows_that_cannot_be_used_are_named(self, row, before):
        with raised(ArffError, row=len(before) + 1):
            toy([*before, row])

    def test_a_large_file_is_read_only_as_far_as_asked(self):
        head = f"{HEAD}@attribute class {{a}}\n@data\n".splitlines(keepends=True)

        def lines():
            yield from head
            yield "1,2,a\n"
            raise AssertionError("One row was asked for.")

        stream = lines()
        row, label = next(read_rows(stream, read_header(stream), 2))
        assert row.tolist() == [1, 2] and label == "a"


class TestHeader:
    def test_names_and_kinds(self):
        text = "@attribute \"a b\" real\n@attribute 'it\\'s' INTEGER\n@attribute c{0,1}\n@data"
        header = read_header(iter(text.splitlines()))
        assert header.names == ["a b", "it's", "c"]
        assert header.nominal == [None, None, ["0", "1"]]

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "<html>Sorry</html>",
            "@data",
            "@attribute a real",
            "@attribute a",
            "@attribute a string\n@data",
            "@attribute a date 'yyyy'\n@data",
            "@attribute a {x, 'y}\n@data",
        ],
    )
    def test_what_is_no_table(self, text):
        with pytest.raises(ArffError):
            read_header(iter(text.splitlines()))


class TestFolder:
    text = f"{HEAD}@attribute class {{yes, 'not sure'}}\n@data\n1,2,yes\n3,4,'not sure'\n5,6,yes\n"

    def test_a_file_of_the_users(self, tmp_path):
        (tmp_path / "mine.arff").write_text(self.text, encoding="utf-8-sig")
        data = load_dataset("mine", data_home=tmp_path)
        assert data.X.tolist() == [[1, 2], [3, 4], [5, 6]] and data.X.dtype == np.float64
        assert data.class_names == ["not sure", "yes"] and data.y.tolist() == [1, 0, 1]
        assert data.feature_names == ["p", "q"]

    def test_the_column_of_classes(self, tmp_path):
        for name, text in {
            "first.arff": "@attribute Class {a, b}\n@attribute p real\n@data\na,1\nb,2\n",
            "last.arff": "@attribute p real\n@attribute kind {a, b}\n@data\n1,a\n2,b\n",
        }.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
            data = load_file(tmp_path / name)
            assert data.feature_names == ["p"] and data.X.tolist() == [[1], [2]] and data.class_names == ["a", "b"]

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            (text.replace("5,6", "5,?"), Problem.NOT_ARFF),
            (text.replace("5,6,yes", "5,6,?"), Problem.NOT_ARFF),
            (text.replace("yes", "\xff"), Problem.NOT_ARFF),
            (text.partition("1,2,")[0], Problem.NO_ROWS),
            ("p,q\n1,2\n", Problem.NOT_ARFF),
            (text + "7,8,yes\n", Problem.TOO_MANY_ROWS),
        ],
    )
    def test_files_that_cannot_be_used(self, tmp_path, text, problem):
        (tmp_path / "mine.arff").write_bytes(text.encode("latin-1"))
        with pytest.raises(TableError) as caught:
            load_file(tmp_path / "mine.arff", limits=Limits(max_rows=3))
        assert (caught.value.problem, caught.value.file) == (problem, "mine.arff")

    @pytest.mark.parametrize(
        ("limits", "problem"),
        [
            ({"max_rows": 2}, Problem.TOO_MANY_ROWS),
            ({"max_columns": 2}, Problem.TOO_MANY_COLUMNS),
            ({"max_cells": 8}, Problem.TOO_MANY_CELLS),
            ({"max_bytes": 20}, Problem.FILE_TOO_LARGE),
        ],
    )
    def test_limits(self, tmp_path, limits, problem):
        (tmp_path / "mine.arff").write_text(self.text, encoding="utf-8")
        load_file(tmp_path / "mine.arff", limits=Limits(max_rows=3, max_columns=3, max_cells=9))
        with pytest.raises(TableError) as caught:
            load_file(tmp_path / "mine.arff", limits=Limits(**limits))
        assert caught.value.problem is problem
