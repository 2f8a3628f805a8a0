"""Records as tables, rankings and files."""

import csv
import json
from io import StringIO

import numpy as np
import pandas as pd
import pytest
from expected import raised
from scipy.stats import friedmanchisquare

from rnse_core.exceptions import InputError, ParameterError, Reason
from rnse_core.experiments import (
    FORMATS,
    SCORES,
    notes,
    rank_methods,
    scores_in,
    summarise,
    summarise_all,
    sweep,
    sweep_matrix,
    sweep_table,
    table_cells,
    table_latex,
    table_markdown,
    tables_csv,
    write_tables,
)
from rnse_core.experiments.formats import latex_text, rank_printed
from rnse_core.experiments.store import COLUMNS, _typed
from rnse_core.metrics import score_table


def records(*rows):
    """Make records from (data set, method, seed, accuracy) and, where wanted, more columns."""
    made = []
    for dataset, method, seed, accuracy, *more in rows:
        record = {
            "key": f"{len(made)}",
            "identity": f"{len(made)}",
            "dataset": dataset,
            "method": method,
            "seed": seed,
            "deterministic": seed is None,
            "preprocessing": "zscore",
            "n_clusters": 2,
            "status": "error" if accuracy is None else "ok",
            "accuracy": accuracy,
            "seconds": 1.0,
            "majority_share": 0.6,
            "parameters": json.dumps({"random_state": seed}),
            "used": 0.0,
        }
        made.append({**dict.fromkeys(COLUMNS), **record, **(more[0] if more else {})})
    return _typed(pd.DataFrame(made, columns=list(COLUMNS), dtype=object))


FRAME = records(
    ("iris", "A", 0, 0.90),
    ("iris", "A", 1, 0.80),
    ("iris", "B", None, 0.8504),
    ("iris", "C", 0, 0.5),
    ("iris", "C", 1, None),
    ("wine", "A", 0, 0.7),
    ("wine", "A", 1, 0.7),
    ("wine", "B", None, 0.9),
    ("wine", "C", 0, None),
    ("wine", "C", 1, None),
)


def test_means_deviations_and_gaps():
    table = summarise(FRAME)
    assert list(table.mean.index) == ["iris", "wine"] and list(table.mean.columns) == ["A", "B", "C"]
    assert table.mean.to_numpy() == pytest.approx(np.array([[0.85, 0.8504, 0.5], [0.7, 0.9, np.nan]]), nan_ok=True)
    assert table.std.loc["iris", "A"] == pytest.approx(np.std([0.9, 0.8], ddof=1))
    assert table.std.loc["wine", "A"] == pytest.approx(0) and np.isnan(table.std.loc["iris", "B"])
    assert table.runs.to_numpy().tolist() == [[2, 1, 1], [2, 1, 0]]
    assert table.planned.to_numpy().tolist() == [[2, 1, 2], [2, 1, 2]]
    assert table.deterministic.to_dict() == {"A": False, "B": True, "C": False}
    assert table.majority.tolist() == [0.6, 0.6]
    assert list(summarise(FRAME, methods=["B", "A"]).mean.columns) == ["B", "A"]
    assert summarise(FRAME, "seconds").majority.isna().all()


def test_a_result_without_a_score_is_no_failure():
    """Without classes there is no ACC, and some methods count no iterations; both is said as what it is."""
    frame = records(
        ("mine", "A", 0, None, {"status": "ok", "accuracy": None, "majority_share": None, "iterations": 3}),
        ("mine", "B", 0, None, {"status": "ok", "accuracy": None, "majority_share": None}),
        ("mine", "C", 0, None),
    )
    said = notes(summarise(frame))[:2]
    assert said == ["Runs without a result: C on mine (1 of 1).", "There are no classes, so no ACC, for mine."]
    assert notes(summarise(frame, "iterations"))[1] == "Not recorded: iterations of B."
    assert scores_in(frame) == ["seconds", "iterations"]
    assert scores_in(FRAME) == ["accuracy", "seconds"]


def test_rows_are_named_by_what_differs():
    frame = pd.concat([FRAME, FRAME.assign(preprocessing="raw")])
    assert list(summarise(frame).mean.index) == ["iris, zscore", "wine, zscore", "iris, raw", "wine, raw"]
    frame = pd.concat([FRAME, FRAME.assign(n_clusters=3)])
    assert list(summarise(frame).mean.index)[-1] == "wine, 3 clusters"


def test_different_settings_are_not_averaged():
    other = records(("iris", "A", 2, 0.1, {"parameters": '{"alpha": 3, "random_state": 2}'}))
    with raised(InputError, argument="frame", reason=Reason.INCOMPATIBLE, value=("iris", "A")):
        summarise(pd.concat([FRAME, other]))


def test_nothing_to_show():
    with raised(InputError, argument="frame", reason=Reason.EMPTY):
        summarise(FRAME.iloc[:0])
    with raised(ParameterError, parameter="score", value="beauty", reason=Reason.UNKNOWN_CHOICE):
        summarise(FRAME, "beauty")


def test_places_follow_the_printed_digits():
    values = np.array([84.96, 85.04, np.nan, 80.0, 79.0])
    assert rank_printed(values, 1, True).tolist() == [1, 1, 0, 2, 0]
    assert rank_printed(values, 1, False).tolist() == [0, 0, 0, 2, 1]
    assert rank_printed(np.array([np.nan]), 1, True).tolist() == [0]


def test_markdown():
    lines = table_markdown(summarise(FRAME)).splitlines()
    assert lines[0] == "ACC in %: mean ± standard deviation over the runs; higher is better."
    assert lines[2:4] == ["| data | A | B | C | one cluster |", "| --- | ---: | ---: | ---: | ---: |"]
    # Printed alike, so both are the best.
    assert lines[4] == r"| iris | **85.0±7.1** | **85.0** | <u>50.0</u>\* | 60.0 |"
    assert lines[5] == "| wine | <u>70.0±0.0</u> | **90.0** | – | 60.0 |"
    assert "One run, since nothing in it is random: B." in lines
    assert r"Runs without a result: C on iris (1 of 2), C on wine (2 of 2); \* marks a mean of the others." in lines


def test_what_is_said_of_a_method_is_about_results_that_there_are():
    failed = records(("iris", "B", None, None), ("iris", "A", 0, 0.5))
    assert not any("random" in note for note in notes(summarise(failed)))
    assert any("nothing in it is random: B" in note for note in notes(summarise(FRAME)))


def test_latex():
    text = table_latex(summarise(FRAME))
    for rule in ("toprule", "midrule", "bottomrule"):
        assert text.count(f"\\{rule}\n") == 1
    assert r"iris & \textbf{85.0\,$\pm$\,7.1} & \textbf{85.0} & \underline{50.0}* & 60.0 \\" in text
    assert r"\begin{tabular}{lrrrr}" in text
    assert text.count("{") == text.count("}")


def test_special_letters_are_escaped():
    frame = records(("a_b&c%", "x|y*z", 0, 0.5), ("a_b&c%", "=SUM(A1)", 0, 0.4))
    table = summarise(frame)
    assert r"a\_b\&c\% &" in table_latex(table)
    assert r"x\|y\*z" in table_markdown(table)
    assert "'=SUM(A1)" in tables_csv([table])
    odd = summarise(records(("<a>|b\n$c$\rd", "A", 0, 0.5)))
    assert r"\textless{}a\textgreater{}\textbar{}b \$c\$ d &" in table_latex(odd)
    assert r"| \<a\>\|b \$c\$ d |" in table_markdown(odd)
    assert latex_text("\\~^$#_{}±") == (r"\textbackslash{}\textasciitilde{}\textasciicircum{}\$\#\_\{\}$\pm$")


def test_csv_has_every_number_as_it_is():
    rows = list(csv.DictReader(StringIO(tables_csv(summarise_all(FRAME, ["accuracy", "seconds"])))))
    assert len(rows) == 12
    assert rows[0] == {
        "score": "accuracy",
        "data": "iris",
        "method": "A",
        "mean": repr(float(np.mean([0.9, 0.8]))),
        "std": rows[0]["std"],
        "runs": "2",
        "planned": "2",
        "one_cluster": "0.6",
    }
    assert float(rows[0]["std"]) == pytest.approx(0.1 / np.sqrt(2))
    gap = next(row for row in rows if (row["data"], row["method"]) == ("wine", "C"))
    assert (gap["mean"], gap["std"], gap["runs"], gap["planned"]) == ("", "", "0", "2")
    assert rows[-1]["one_cluster"] == ""


def test_files_by_their_ending():
    tables = summarise_all(FRAME, ["accuracy", "purity"])
    assert [write_tables(tables, ending)[:5] for ending in FORMATS] == ["score", "ACC i", "\\begi"]
    with raised(ParameterError, parameter="suffix", value=".pdf", choices=tuple(FORMATS)):
        write_tables(tables, ".pdf")


def grid(values, **more):
    return records(
        *((f"data {i}", f"m{j}", 0, value, more) for i, row in enumerate(values) for j, value in enumerate(row))
    )


def test_ranks_share_places_and_leave_gaps_out():
    ranking = rank_methods(summarise(grid([[0.9, 0.8, 0.8], [0.7, 0.9, 0.1], [0.5, None, 0.6]])))
    assert ranking.average_rank.to_dict() == {"m0": 1.5, "m1": 1.75, "m2": 2.75}
    assert ranking.ranks.loc["data 0"].tolist() == [1, 2.5, 2.5]
    assert ranking.left_out == ["data 2"]


@pytest.mark.parametrize("score", ["accuracy", "purity", "nmi", "ari", "seconds"])
def test_no_method_is_the_best_where_all_samples_have_one_class(score):
    y = np.zeros(100, dtype=int)
    found = {"m0": np.arange(100) % 2, "m1": np.repeat([0, 1], [90, 10]), "m2": np.arange(100) % 3}
    of_null = [
        ("null", name, 0, 0.0, {**score_table(y, labels), "n_clusters": 2, "seconds": 1.0 + len(np.unique(labels))})
        for name, labels in found.items()
    ]
    frame = pd.concat([records(*of_null), grid([[0.9, 0.8, 0.7]], nmi=0.5, ari=0.5, purity=0.9)])
    table = summarise(frame, score)
    with_classes = SCORES[score].needs_classes
    assert table.nothing_to_find.tolist() == [with_classes, False]
    _, places = table_cells(table)
    assert places.loc["null"].eq(0).all() == with_classes
    ranking = rank_methods(table)
    assert ranking.one_class == (["null"] if with_classes else [])
    assert ("null" in ranking.ranks.index) != with_classes
    assert any("null" in note for note in notes(table)) == with_classes
    # What is said of each score is so.
    values = table.mean.loc["null"].tolist()
    expected = {"accuracy": [0.5, 0.9, 0.34], "purity": [1.0] * 3, "nmi": [0.0] * 3, "ari": [0.0] * 3}
    assert values == pytest.approx(expected.get(score, values))


def test_friedman_is_scipys():
    values = np.random.default_rng(0).random((12, 4))
    ranking = rank_methods(summarise(grid(values)))
    expected = friedmanchisquare(*values.T)
    assert (ranking.statistic, ranking.p_value) == pytest.approx((expected.statistic, expected.pvalue))
    assert ranking.note.startswith("Friedman's test over 12 rows")


def test_less_time_is_better():
    frame = records(("a", "slow", 0, 0.5, {"seconds": 2.0}), ("a", "fast", 0, 0.5, {"seconds": 1.0}))
    assert rank_methods(summarise(frame, "seconds")).average_rank.index[0] == "fast"


def test_tests_that_say_nothing_are_not_made():
    two = rank_methods(summarise(grid([[0.9, 0.8], [0.7, 0.9]])))
    assert two.p_value is None and "needs three methods and two data sets; there are 2 and 2" in two.note
    equal = rank_methods(summarise(grid([[0.9] * 3, [0.7] * 3])))
    assert equal.p_value is None and equal.note == "All methods have the same scores."
    nowhere = rank_methods(summarise(grid([[0.9, None, 0.8, 0.7], [0.7, None, 0.6, 0.5]])))
    assert list(nowhere.average_rank.index) == ["m0", "m2", "m3"] and nowhere.left_out == []


def test_rows_of_the_same_data_are_not_independent():
    frame = grid(np.random.default_rng(0).random((4, 3)))
    both = pd.concat([frame, frame.assign(preprocessing="raw")])
    assert "share their data set" in rank_methods(summarise(both)).note
    assert "share their data set" not in rank_methods(summarise(frame)).note


@pytest.fixture(scope="module")
def moons():
    return sweep("two_moons", alphas=[1, 1000], betas=[0.1, 1, 10], seeds=1, n_jobs=1)


def test_a_sweep_is_one_record_for_each_pair(moons):
    assert moons[["alpha", "beta"]].to_numpy().tolist() == [[a, b] for a in (1, 1000) for b in (0.1, 1, 10)]
    assert moons["status"].tolist() == ["ok"] * 6
    stored = [json.loads(text) for text in moons["parameters"]]
    assert [(one["alpha"], one["beta"]) for one in stored] == list(zip(moons["alpha"], moons["beta"], strict=True))


def test_a_sweep_as_a_matrix_and_as_a_table(moons):
    matrix = sweep_matrix(moons)
    assert matrix.shape == (2, 3) and list(matrix.index) == [1, 1000] and list(matrix.columns) == [0.1, 1, 10]
    assert matrix.to_numpy().ravel().tolist() == moons["accuracy"].tolist()
    table = sweep_table(moons)
    assert table.mean.to_numpy() == pytest.approx(matrix.to_numpy())
    text = table_markdown(table)
    assert text.startswith("RNSE on two\\_moons. ACC in %")
    assert "| alpha = 1000 |" in text and "beta = 0.1" in text
    best = f"**{100 * moons['accuracy'].max():.1f}**"
    assert text.count("**") == 2 * (moons["accuracy"].round(3) == moons["accuracy"].round(3).max()).sum()
    assert best in text


def test_the_numbers_of_a_sweep_are_numbers_wherever_they_are_written(moons):
    for text in (tables_csv([sweep_table(moons)]), moons.drop(columns="labels").to_csv(index=False)):
        read = pd.read_csv(StringIO(text))
        assert read["alpha"].dtype == read["beta"].dtype == np.float64
        assert sorted(zip(read["alpha"], read["beta"], strict=True)) == [
            (alpha, beta) for alpha in (1, 1000) for beta in (0.1, 1, 10)
        ]
    assert list(pd.read_csv(StringIO(tables_csv([sweep_table(moons)]))).columns) == (
        ["score", "alpha", "beta", "mean", "std", "runs", "planned", "one_cluster"]
    )


def test_a_sweep_on_data_that_cannot_be_used_keeps_its_numbers():
    frame = sweep({"bad": ([[np.nan], [1.0]], ["p", "q"])}, alphas=[1, 2], betas=[0.5], n_jobs=1)
    assert frame["alpha"].tolist() == [1, 2] and frame["beta"].tolist() == [0.5, 0.5]
    assert frame["alpha"].dtype == frame["beta"].dtype == np.float64
    read = pd.read_csv(StringIO(tables_csv([sweep_table(frame)])))
    assert read["alpha"].tolist() == [1, 2] and read["mean"].isna().all()


def test_alphas_that_are_nearly_the_same_are_told_apart():
    frame = sweep("iris", alphas=[1, 1.0000001], betas=[1], method="RNSE", n_jobs=1)
    read = pd.read_csv(StringIO(tables_csv([sweep_table(frame)])))
    assert read["alpha"].tolist() == [1, 1.0000001] and read["runs"].tolist() == [1, 1]


def test_a_sweep_is_shown_for_one_data_set(moons):
    with raised(InputError, argument="frame", reason=Reason.INCOMPATIBLE):
        sweep_table(pd.concat([moons, moons.assign(dataset="other")]))
    with raised(ParameterError, parameter="alphas", reason=Reason.EMPTY):
        sweep("two_moons", alphas=[], betas=[1])
    with raised(ParameterError, parameter="alphas", value=0, reason=Reason.TOO_SMALL):
        sweep("two_moons", alphas=[0], betas=[1])
