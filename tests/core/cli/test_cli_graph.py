"""`rnse cluster` on large tables: the graph, its memory, S in a file, and what is shown meanwhile."""

import io
import json
import threading

import numpy as np
import pytest
from scipy import sparse

from rnse_core import RNSE, read_table
from rnse_core._base.memory import sparse_bytes
from rnse_core.cli import _progress, cluster, main
from rnse_core.exports import read_matrix_npz
from rnse_core.preprocessing import scale_features
from rnse_core.wording import format_bytes


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(0, 0.2, (60, 2)), rng.normal(5, 0.2, (60, 2))])
    path = tmp_path / "points.csv"
    path.write_text("a,b\n" + "".join(f"{a},{b}\n" for a, b in X), encoding="utf-8")
    return path


def run(table, *options):
    return main(["cluster", str(table), "--clusters", "2", *map(str, options)])


def test_the_graph_and_its_neighbours_reach_the_model(table, tmp_path, capsys):
    parameters, similarity = tmp_path / "out.json", tmp_path / "S.npz"
    assert run(table, "--graph", "knn", "--neighbors", 25, "--parameters", parameters, "--similarity", similarity) == 0
    said = capsys.readouterr().err
    assert " 25 nearest neighbours" in said
    assert "all pairs" in said  # the graph is complete, so S is the same
    stored = json.loads(parameters.read_text(encoding="utf-8"))["parameters"]
    assert (stored["graph"], stored["n_neighbors"]) == ("knn", 25)
    X = scale_features(read_table(table).X, "zscore")
    expected = RNSE(2, graph="knn", n_neighbors=25, random_state=0).fit(X).similarity_
    assert abs(sparse.load_npz(similarity) - expected).max() == 0


def test_a_small_table_is_learned_over_all_pairs(table, tmp_path, capsys):
    similarity = tmp_path / "S.npz"
    assert run(table, "--similarity", similarity) == 0
    said = capsys.readouterr().err
    assert "all pairs" in said and "120 x 120" in said and format_bytes(8 * 120**2) in said
    assert str(similarity) in said
    assert read_matrix_npz(similarity.read_bytes()).shape == (120, 120)


def test_a_dense_matrix_beyond_a_sensible_size_is_not_written(table, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(cluster, "MOST_DENSE_ROWS", 100)
    similarity = tmp_path / "S.npz"
    assert run(table, "--similarity", similarity, "--quiet") == 1
    said = capsys.readouterr().err
    assert all(part in said for part in (str(similarity), "120 rows", "14,400 entries", "100 rows", "--graph knn"))
    assert not similarity.exists() and not table.with_name("points-clusters.csv").exists()
    assert run(table, "--similarity", similarity, "--quiet", "--graph", "knn") == 0


def test_a_graph_of_neighbours_needs_memory_for_its_own_size(table, capsys, monkeypatch):
    free = sparse_bytes(120, 2, 30)
    monkeypatch.setattr("rnse_core._base.memory.available_bytes", lambda: free)
    assert run(table, "--graph", "knn", "--quiet") == 0
    assert run(table, "--graph", "dense", "--quiet") == 1  # 120 x 120 doubles, five times over
    monkeypatch.setattr("rnse_core._base.memory.available_bytes", lambda: free - 1)
    assert run(table, "--graph", "knn", "--quiet") == 1
    said = capsys.readouterr().err
    assert " 119 samples" in said and "--graph" not in said  # it is one already
    assert run(table, "--graph", "knn", "--neighbors", 25, "--quiet") == 0


def test_a_dense_fit_that_does_not_fit_is_told_of_the_other_graph(table, capsys, monkeypatch):
    monkeypatch.setattr("rnse_core._fit.plan.FULL_SAMPLES", 100)
    monkeypatch.setattr("rnse_core._fit.cost.DENSE_PAIR", 1.0)
    monkeypatch.setattr("rnse_core._base.memory.available_bytes", lambda: sparse_bytes(120, 2, 30))
    assert run(table, "--graph", "dense", "--quiet") == 1
    assert "--graph knn" in capsys.readouterr().err
    assert run(table, "--quiet") == 0, "auto takes the graph that fits"


def test_a_graph_that_the_version_cannot_have_is_refused(table, capsys):
    assert run(table, "--graph", "knn", "--preset", "paper", "--quiet") == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("rnse: ") and "--graph knn" in said and "--preset paper" in said


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_line_on_a_terminal_is_written_over_and_taken_away():
    stream = Terminal()
    line = _progress.StatusLine(stream)
    line.show("Reading: 10%")
    line.show("Done")
    line.write_line("Two rows.")
    assert stream.getvalue() == "\rReading: 10%\rDone        \r    \rTwo rows.\n"


def test_a_log_is_not_filled_with_lines(monkeypatch):
    stream = io.StringIO()
    line = _progress.StatusLine(stream)
    line.show("Reading: 10%")
    assert stream.getvalue() == ""
    monkeypatch.setattr(_progress, "_SECONDS_BETWEEN_LINES", 0.0)
    line.show("Reading: 20%")
    assert stream.getvalue() == "Reading: 20%\n"


def test_nothing_is_shown_when_all_should_be_quiet():
    stream = Terminal()
    line = _progress.StatusLine(stream, quiet=True)
    line.show("Reading: 10%", at_once=True)
    line.write_line("Two rows.")
    assert stream.getvalue() == ""


def test_a_clock_runs_while_there_is_no_news(monkeypatch):
    monkeypatch.setattr(_progress, "_SECONDS_PER_TICK", 0.001)
    shown, changed = threading.Event(), threading.Event()

    class Watched(_progress.StatusLine):
        def show(self, text, *, at_once=False):
            super().show(text, at_once=at_once)
            shown.set()
            if text.startswith("Round 2"):
                changed.set()

    stream = Terminal()
    with _progress.Clock(Watched(stream), "Round 1") as clock:
        assert shown.wait(60)
        clock.text = "Round 2"
        assert changed.wait(60)
    assert "\rRound 1: 0:00" in stream.getvalue()
    assert stream.getvalue().endswith("\r")


@pytest.mark.parametrize(
    ("options", "stages"),
    [
        (["--graph", "knn"], ["Round 1. S step: row sums off by"]),
        (["--preset", "authors"], ["Round 1. S step: sweep", "Round 2. P step: multiplicative update"]),
    ],
)
def test_what_a_round_is_at_is_the_text_of_the_clock(table, capsys, monkeypatch, options, stages):
    texts = []

    class Recorded(_progress.Clock):
        text = property(lambda self: texts[-1], lambda self, text: texts.append(text))

    monkeypatch.setattr(cluster, "Clock", Recorded)
    assert run(table, *options) == 0
    for stage in stages:
        assert any(text.startswith(stage) for text in texts), stage
