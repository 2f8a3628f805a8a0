"""The card "Does the joint model help?" on the pages that have it."""

import numpy as np
import pytest
from page_checks import ROOT, assert_calm, frame_with, run_program

from pages.shared.results import two_stage_card
from pages.shared.results.two_stage_card import CHANGE, DIFFER, joint_sentence, two_stage_table
from rnse_core import RNSE
from rnse_core.datasets import make_two_moons
from rnse_core.findings import count_moved, sentence_for
from rnse_core.metrics import adjusted_rand_index, clustering_accuracy, cross_cluster_affinity, silhouette
from rnse_core.recording import record_two_stage

OPENED = {
    "two_moons": {"tm_joint": "Show", "tm_n": "80", "tm_noise": "0.12"},
    "block_diagonal": {"bd_joint": "Show", "bd_view": "One", "bd_n": "80", "bd_noise": "0.8"},
    "your_data": {"yd_joint": "Show", "yd_data": "two_moons.csv"},
}


def card_of(app):
    return frame_with(app, DIFFER).set_index("Method")


def test_a_closed_card_computes_nothing(open_page, monkeypatch):
    def fail(*_arguments, **_keywords):
        raise AssertionError("the card was computed")

    monkeypatch.setattr(two_stage_card, "record_two_stage", fail)
    app = open_page("two_moons", tm_n="60")
    assert_calm(app)
    assert app.get_by_key("tm_joint").value == "no"
    assert not [frame for frame in app.dataframe if DIFFER in frame.value]


@pytest.mark.parametrize("page", OPENED)
def test_the_program_of_the_card_gives_its_table(open_page, page):
    app = open_page(page, **OPENED[page])
    assert_calm(app)
    table = card_of(app)
    (program,) = [one.value for one in app.code if "record_two_stage" in one.value]
    names = run_program(program, ROOT)
    record = names["record"]
    assert [one.title for one in record.methods.values()] == list(table.index)
    for one in record.methods.values():
        assert table.loc[one.title, DIFFER] == count_moved(names["labels"], one.labels)
        if "y" in names:
            assert table.loc[one.title, "ACC"] == clustering_accuracy(names["y"], one.labels)
            assert table.loc[one.title, "ARI"] == adjusted_rand_index(names["y"], one.labels)
            if one.graph is not None:
                assert table.loc[one.title, "Crossing"] == cross_cluster_affinity(one.graph, names["y"])
    assert table[CHANGE].iloc[-1] == record.finding.change
    assert joint_sentence(record) in [one.value for one in app.markdown]


def test_where_there_are_no_classes_there_are_silhouettes(open_page):
    app = open_page("two_moons", tm_joint="Show", tm_n="60", tm_shape="No structure")
    assert_calm(app)
    table = card_of(app)
    assert "ACC" not in table and table["Silhouette"].between(-1, 1).all()


def test_no_baseline_changes_with_a_setting_of_rnse(open_page):
    """Not the graph of NCuts, that of K-Means least of all; NCuts on K and on S are named after what they depend on."""
    queries = ({}, {"tm_beta": "1000", "tm_alpha": "3", "tm_kernel": "rbf"})
    tables = [card_of(open_page("two_moons", **OPENED["two_moons"], **query)) for query in queries]
    columns = ["ACC", "ARI"]
    for name in ("K-Means", "NCuts, 10 neighbours"):
        assert tables[0].loc[name, columns].equals(tables[1].loc[name, columns]), name
    assert tables[0].loc["NCuts, 10 neighbours", "Crossing"] == tables[1].loc["NCuts, 10 neighbours", "Crossing"]
    assert tables[1].loc["RNSE", CHANGE] > tables[0].loc["RNSE", CHANGE]


def test_the_sentence_tells_the_joint_term_from_the_cut():
    X, _ = make_two_moons(n_samples=200, noise=0.08, random_state=2)
    record = record_two_stage(X, RNSE(2, random_state=0))
    sentence = joint_sentence(record)
    assert record.finding.n_moved > 0 == record.without_beta.n_moved
    assert sentence.startswith(sentence_for(record.finding)) and "not β" in sentence
    table = two_stage_table(record, X, None, "features")
    assert table["Silhouette"].iloc[-1] == silhouette(X, record.methods["rnse"].labels).value
    assert np.isnan(table[CHANGE].iloc[:3].astype(float)).all() and (table[CHANGE].iloc[3:5] == 0).all()
    random = record_two_stage(X, RNSE.from_preset("paper", 2, random_state=0, max_iter=5))
    assert random.without_beta.n_moved > 0
    assert f"β = 0 changes {random.without_beta.n_moved} label" in joint_sentence(random)
