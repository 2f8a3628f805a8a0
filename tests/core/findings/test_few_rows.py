"""So few rows that clusters of them say nothing: the result and the command line say so."""

import numpy as np
import pytest

from rnse_core import AutoRNSE
from rnse_core.auto import describe_choice
from rnse_core.cli import main
from rnse_core.findings import FewRows, few_rows_of, sentence_for

POINTS = np.array([[1.0, 2.0], [3.0, 4.0], [50.0, 60.0], [7.0, 1.0], [9.0, 30.0], [51.0, 62.0]])


@pytest.mark.parametrize("n_rows", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("n_clusters", ["auto", 2])
def test_a_choice_says_that_there_are_too_few(n_rows, n_clusters):
    model = AutoRNSE(n_clusters, random_state=0).fit(POINTS[:n_rows])
    few = [one for one in describe_choice(model) if isinstance(one, FewRows)]
    assert few == ([FewRows(n_rows)] if n_rows < 5 else [])


def test_a_number_that_was_chosen_is_not_denied():
    assert few_rows_of(4, n_clusters_chosen=True) == FewRows(4, True)
    assert sentence_for(FewRows(4, True)) != sentence_for(FewRows(4))


@pytest.mark.parametrize("options", [[], ["--clusters", "2"], ["--clusters", "2", "--auto"]], ids=str)
@pytest.mark.parametrize("n_rows", [2, 3, 4, 6])
def test_the_command_says_so(tmp_path, capsys, options, n_rows):
    path = tmp_path / "own.csv"
    path.write_text("\n".join(["a,b", *(f"{a},{b}" for a, b in POINTS[:n_rows]), ""]))
    assert main(["cluster", str(path), *options]) == 0
    assert (sentence_for(FewRows(n_rows)) in capsys.readouterr().err) == (n_rows < 5)
