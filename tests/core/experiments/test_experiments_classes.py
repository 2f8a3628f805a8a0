"""Classes whose column nobody has named are for scores; they never set the number of clusters of a comparison."""

import numpy as np
import pytest

from rnse_core import read_table
from rnse_core.cli import main
from rnse_core.exceptions import NoClassesError
from rnse_core.experiments import AS_CLASSES, compare, planned_records, sweep

ENTRANCES = {
    "compare": lambda source, **keywords: compare(source, "K-Means", 1, n_jobs=1, **keywords),
    "sweep": lambda source, **keywords: sweep(source, [1.0], [1.0], n_jobs=1, **keywords),
}
COMMANDS = {
    "compare": ["--methods", "K-Means", "--seeds", "1"],
    "sweep": ["--alphas", "1", "--betas", "1"],
}


@pytest.fixture
def file(tmp_path):
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(0, 0.2, (15, 2)), rng.normal(5, 0.2, (15, 2))])
    path = tmp_path / "shops.csv"
    rows = (f"{a:.3f},{b:.3f},{('north', 'east', 'south')[i % 3]}" for i, (a, b) in enumerate(X))
    path.write_text("a,b,region\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


@pytest.fixture(params=["path", "table"])
def source(request, file):
    return file if request.param == "path" else read_table(file)


@pytest.mark.parametrize("run", ENTRANCES.values(), ids=ENTRANCES)
def test_a_column_that_nobody_named_sets_no_number_of_clusters(source, run):
    with pytest.raises(NoClassesError) as caught:
        run(source)
    assert (caught.value.data_set, caught.value.unconfirmed) == ("shops", "region")


def test_nor_does_it_when_a_comparison_is_planned(source, tmp_path):
    with pytest.raises(NoClassesError):
        planned_records(source, "K-Means", 1, store=tmp_path / "records.sqlite")


@pytest.mark.parametrize("run", ENTRANCES.values(), ids=ENTRANCES)
def test_it_gives_scores_at_a_number_of_clusters_that_was_given(source, run):
    record = run(source, n_clusters=2).iloc[0]
    assert (record["n_clusters"], record["n_classes"]) == (2, 3)
    assert 0 < record["accuracy"] < 1


@pytest.mark.parametrize("run", ENTRANCES.values(), ids=ENTRANCES)
def test_a_column_that_was_named_sets_it_and_so_does_the_word_for_it(file, run):
    named = run(read_table(file, label_column="region")).iloc[0]
    asked = run(read_table(file), n_clusters=AS_CLASSES).iloc[0]
    assert named["n_clusters"] == asked["n_clusters"] == 3
    assert named["labels"] == asked["labels"]


def test_without_classes_there_is_no_number_of_them(file):
    with pytest.raises(NoClassesError) as caught:
        compare(read_table(file, label_column=None), "K-Means", 1, n_clusters=AS_CLASSES, n_jobs=1)
    assert caught.value.unconfirmed == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_asks_before_it_counts_the_classes(file, capsys, command):
    call = [command, str(file), *COMMANDS[command], "--jobs", "1", "--quiet"]
    assert main(call) == 1
    printed, said = capsys.readouterr()
    assert printed == ""
    line = said.splitlines()[-1]
    assert "`region`" in line and "--clusters 3" in line and f"--clusters {AS_CLASSES}" in line
    assert line.endswith("--label region")
    for answer in (["--label", "region"], ["--clusters", AS_CLASSES], ["--clusters", "2"]):
        assert main([*call, *answer]) == 0


@pytest.mark.parametrize("wrong", ["three", "2.5"])
def test_a_number_of_clusters_is_a_number_or_the_word_for_that_of_the_classes(file, capsys, wrong):
    with pytest.raises(SystemExit):
        main(["compare", str(file), "--clusters", wrong])
    assert AS_CLASSES in capsys.readouterr().err
