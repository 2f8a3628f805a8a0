"""Scores against brute force, against scikit-learn, and on the awkward labels that real files hold."""

import itertools
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from expected import raised
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

from rnse_core.exceptions import InputError, ParameterError, Reason
from rnse_core.metrics import (
    NMI_AVERAGES,
    adjusted_rand_index,
    clustering_accuracy,
    labelled_mask,
    majority_class_share,
    match_labels,
    matched_confusion_matrix,
    normalized_mutual_information,
    purity_score,
    score_table,
)

LABEL_SCORES = [clustering_accuracy, purity_score, normalized_mutual_information, adjusted_rand_index]

# Pairs of label vectors with up to six classes and six clusters, in general different numbers of them.
label_pairs = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=40).map(
    lambda pairs: tuple(np.array(pairs).T)
)


def brute_force_accuracy(y, labels):
    """Try every one-to-one assignment of clusters to classes, dummies included."""
    classes, clusters = list(np.unique(y)), list(np.unique(labels))
    classes += [None] * (len(clusters) - len(classes))
    best = 0
    for chosen in itertools.permutations(classes, len(clusters)):
        class_of = dict(zip(clusters, chosen, strict=True))
        best = max(best, sum(class_of[c] == t for t, c in zip(y, labels, strict=True)))
    return best / len(y)


def purity_by_counting(y, labels):
    largest = [max(np.sum(y[labels == c] == t) for t in np.unique(y)) for c in np.unique(labels)]
    return float(Fraction(int(sum(largest)), len(y)))


class TestAgreementScores:
    @given(label_pairs)
    def test_accuracy_is_the_best_over_all_assignments(self, pair):
        y, labels = pair
        assert clustering_accuracy(y, labels) == brute_force_accuracy(y, labels)

    @given(label_pairs)
    def test_purity_is_what_counting_gives(self, pair):
        y, labels = pair
        assert purity_score(y, labels) == pytest.approx(purity_by_counting(y, labels), abs=1e-15)

    @given(label_pairs, st.sampled_from(NMI_AVERAGES))
    def test_nmi_and_ari_are_scikit_learns(self, pair, average):
        y, labels = pair
        expected = normalized_mutual_info_score(y, labels, average_method=average)
        assert normalized_mutual_information(y, labels, average) == pytest.approx(expected, abs=1e-12)
        assert adjusted_rand_index(y, labels) == pytest.approx(adjusted_rand_score(y, labels), abs=1e-12)

    @given(label_pairs, st.permutations(range(6)), st.permutations(range(6)))
    def test_names_of_classes_and_clusters_do_not_matter(self, pair, class_names, cluster_names):
        y, labels = pair
        renamed_y, renamed = np.array(class_names)[y], np.array(cluster_names)[labels]
        for score in LABEL_SCORES:
            assert score(renamed_y, renamed) == pytest.approx(score(y, labels), abs=1e-12)

    @given(label_pairs, st.randoms(use_true_random=False))
    def test_order_of_samples_does_not_matter(self, pair, random):
        y, labels = pair
        order = list(range(len(y)))
        random.shuffle(order)
        for score in LABEL_SCORES:
            assert score(y[order], labels[order]) == pytest.approx(score(y, labels), abs=1e-12)

    @given(label_pairs)
    def test_bounds(self, pair):
        y, labels = pair
        accuracy, purity = clustering_accuracy(y, labels), purity_score(y, labels)
        assert 0 < accuracy <= purity <= 1
        assert purity >= majority_class_share(y)
        assert clustering_accuracy(y, np.zeros_like(y)) == majority_class_share(y) == purity_score(y, np.zeros_like(y))

    @given(label_pairs)
    def test_every_agreement_score_is_one_for_the_truth_itself(self, pair):
        y, _ = pair
        renamed = [f"cluster {5 - label}" for label in y]
        for score in LABEL_SCORES:
            assert score(y, renamed) == pytest.approx(1, abs=1e-12)

    def test_unmatched_clusters_are_errors(self):
        y = ["a"] * 6 + ["b"] * 4
        assert clustering_accuracy(y, [0, 0, 0, 1, 1, 2, 3, 3, 3, 4]) == pytest.approx(0.6)
        assert purity_score(y, [0, 0, 0, 1, 1, 2, 3, 3, 3, 4]) == 1

    def test_unmatched_classes_are_errors(self):
        assert clustering_accuracy(["a", "a", "b", "b", "c"], [0, 0, 0, 0, 0]) == pytest.approx(0.4)

    def test_documented_example(self):
        assert clustering_accuracy(["a", "a", "b", "b"], [1, 1, 0, 1]) == 0.75

    @pytest.mark.parametrize("score", LABEL_SCORES)
    @pytest.mark.parametrize(
        "y, labels",
        [
            (["cat", "cat", "dog", "dog", "emu"], ["x", "x", "y", "x", "z"]),
            (np.array(["cat", "cat", "dog", "dog", "emu"]), pd.Series([-1, -1, 7, -1, 1000])),
            (pd.Categorical(["c", "c", "d", "d", "e"]), np.array([1.5, 1.5, 2.5, 1.5, -0.5])),
            ([1, 1, "1", "1", (1,)], [True, True, "t", True, 0.5]),
            (np.array([10, 10, -3, -3, 0], dtype=np.int8), np.array([-1, -1, 0, -1, 5], dtype=np.int64)),
        ],
        ids=["strings", "arrays, -1 and gaps", "categories and floats", "mixed types", "small integers"],
    )
    def test_labels_are_names(self, score, y, labels):
        assert score(y, labels) == pytest.approx(score([0, 0, 1, 1, 2], [0, 0, 1, 0, 2]), abs=1e-12)

    @pytest.mark.parametrize("score", LABEL_SCORES)
    @pytest.mark.parametrize(
        "y",
        [
            ["a", None, "a", "b", np.nan, "b", " ", pd.NA],
            np.array(["a", "", "a", "b", "", "b", "\t", ""]),
            pd.Series(["a", None, "a", "b", None, "b", None, ""]),
            np.array([1.0, np.nan, 1.0, 2.0, np.nan, 2.0, np.nan, np.nan]),
        ],
        ids=["list", "blank text", "series", "floats with NaN"],
    )
    def test_unlabelled_samples_are_left_out(self, score, y):
        labels = [0, 3, 1, 1, 4, 1, 0, 1]
        assert labelled_mask(y).tolist() == [True, False, True, True, False, True, False, False]
        assert score(y, labels) == pytest.approx(score(["a", "a", "b", "b"], [0, 1, 1, 1]), abs=1e-12)

    def test_words_for_missing_are_labels(self):
        assert labelled_mask(["NA", "None", "nan", "-1", "?"]).all()

    def test_nmi_names_its_averages_when_it_does_not_know_one(self):
        with raised(ParameterError, parameter="average", value="mean", choices=NMI_AVERAGES):
            normalized_mutual_information([0, 1], [0, 1], "mean")

    @pytest.mark.parametrize("score", [*LABEL_SCORES, matched_confusion_matrix, match_labels, score_table])
    def test_bad_input_is_refused(self, score):
        with raised(InputError, argument="labels", reason=Reason.LENGTHS_DIFFER, value=3, bound=2):
            score([0, 1], [0, 1, 1])
        with raised(InputError, argument="y", reason=Reason.EMPTY):
            score([None, np.nan], [0, 1])
        with raised(InputError, argument="y", reason=Reason.EMPTY):
            score([], [])
        with raised(InputError, argument="labels", reason=Reason.MISSING, value=1):
            score([0, 1], [0, None])
        with raised(InputError, argument="y", reason=Reason.WRONG_SHAPE, value=(2, 1)):
            score(np.array([[0], [1]]), [0, 1])
        with raised(InputError, argument="labels", reason=Reason.WRONG_TYPE):
            score([0, 1], [[0], [1]])

    def test_a_column_of_measurements_is_refused_before_memory_is_taken(self):
        n = 100_000
        with raised(InputError, argument="y", reason=Reason.TOO_LARGE, value=n):
            clustering_accuracy(np.arange(n) / 7, np.arange(n) // 2)


class TestMajorityLine:
    def test_share_of_the_largest_class(self):
        assert majority_class_share(["a"] * 65 + ["b"] * 35) == 0.65
        assert majority_class_share(["a", None, "b", "b", ""]) == pytest.approx(2 / 3)

    def test_nothing_labelled(self):
        with raised(InputError, argument="y", reason=Reason.EMPTY):
            majority_class_share(["", None])


class TestScoreTable:
    def test_one_big_cluster_is_marked(self):
        scores = score_table(["a"] * 65 + ["b"] * 35, np.zeros(100))
        assert scores["accuracy"] == scores["purity"] == scores["majority_share"] == 0.65
        assert scores["accuracy_at_or_below_majority"] is True
        assert scores["purity_at_or_below_majority"] is True

    def test_accuracy_below_the_line_with_purity_above(self):
        y = np.repeat([0, 1], [65, 35])
        labels = np.concatenate([np.arange(65) % 3, np.full(35, 9)])
        scores = score_table(y, labels)
        assert scores["accuracy"] < scores["majority_share"] < scores["purity"]
        assert scores["accuracy_at_or_below_majority"] is True
        assert scores["purity_at_or_below_majority"] is False

    def test_good_clustering_is_not_marked(self):
        scores = score_table(["a", "a", "a", "b", "b"], [4, 4, 4, -1, -1])
        assert not scores["accuracy_at_or_below_majority"] and not scores["purity_at_or_below_majority"]

    @given(label_pairs, st.sampled_from(NMI_AVERAGES))
    def test_repeats_the_single_scores_and_names_the_average(self, pair, average):
        y, labels = pair
        scores = score_table(y, labels, nmi_average=average)
        assert scores["accuracy"] == clustering_accuracy(y, labels)
        assert scores["purity"] == purity_score(y, labels)
        assert scores["nmi"] == normalized_mutual_information(y, labels, average)
        assert scores["nmi_average"] == average
        assert scores["ari"] == adjusted_rand_index(y, labels)
        assert scores["majority_share"] == majority_class_share(y)

    def test_counts(self):
        scores = score_table(["a", None, "b", ""], [0, 5, 0, 7])
        assert (scores["n_scored"], scores["n_unlabelled"]) == (2, 2)
        assert (scores["n_classes"], scores["n_clusters"]) == (2, 3)

    def test_default_average_is_arithmetic(self):
        y, labels = [0, 0, 1, 1, 2], [0, 0, 0, 1, 1]
        assert score_table(y, labels)["nmi"] == normalized_mutual_info_score(y, labels, average_method="arithmetic")
        assert score_table(y, labels)["nmi_average"] == "arithmetic"

    def test_values_are_plain_python(self):
        assert {type(value) for value in score_table([0, 1], [0, 0]).values()} == {float, str, bool, int}


class TestMatching:
    @given(label_pairs)
    def test_diagonal_over_total_is_accuracy(self, pair):
        y, labels = pair
        result = matched_confusion_matrix(y, labels)
        assert result.matrix.sum() == len(y)
        assert np.trace(result.matrix) / len(y) == pytest.approx(clustering_accuracy(y, labels))

    @given(label_pairs)
    def test_rows_and_columns_are_counts_of_the_named_class_and_cluster(self, pair):
        y, labels = pair
        result = matched_confusion_matrix(y, labels)
        assert sorted(result.class_names) == np.unique(y).tolist()
        assert sorted(result.cluster_names) == np.unique(labels).tolist()
        for i, name in enumerate(result.class_names):
            for j, cluster in enumerate(result.cluster_names):
                assert result.matrix[i, j] == np.sum((y == name) & (labels == cluster))

    @given(label_pairs)
    def test_assignment_is_one_to_one_and_stands_on_the_diagonal(self, pair):
        y, labels = pair
        result = matched_confusion_matrix(y, labels)
        n_pairs = min(result.matrix.shape)
        expected = dict(zip(result.cluster_names[:n_pairs], result.class_names[:n_pairs], strict=True))
        expected.update(dict.fromkeys(result.cluster_names[n_pairs:]))
        assert result.assignment == expected

    def test_example_with_more_clusters_than_classes(self):
        result = matched_confusion_matrix(["a", "a", "a", "b", "b", "b"], ["z", "z", "x", "y", "y", "w"])
        assert result.class_names == ["a", "b"]
        assert result.cluster_names == ["z", "y", "w", "x"]
        assert result.matrix.tolist() == [[2, 0, 0, 1], [0, 2, 1, 0]]
        assert result.assignment == {"z": "a", "y": "b", "w": None, "x": None}

    def test_example_with_fewer_clusters_than_classes(self):
        result = matched_confusion_matrix([1, 2, 2, 3, 3, 3], [0, 5, 5, 5, 5, 5])
        assert result.class_names == [1, 3, 2]
        assert result.cluster_names == [0, 5]
        assert result.matrix.tolist() == [[1, 0], [0, 3], [0, 2]]

    @given(label_pairs)
    def test_match_labels_keeps_the_partition_and_agrees_as_often_as_accuracy_says(self, pair):
        y, labels = pair
        matched = match_labels(y, labels)
        assert adjusted_rand_score(labels, matched) == 1
        class_codes = np.unique(y, return_inverse=True)[1]
        assert np.mean(matched == class_codes) == pytest.approx(clustering_accuracy(y, labels))

    def test_match_labels_numbers_clusters_without_a_class_after_the_classes(self):
        matched = match_labels(["b", "b", "a", "a"], [3, 3, 9, -1]).tolist()
        assert matched[:2] == [1, 1]
        assert set(matched[2:]) == {0, 2}

    def test_match_labels_colours_unlabelled_samples_with_their_cluster(self):
        assert match_labels(["a", "b", None, ""], [7, 2, 2, 5]).tolist() == [0, 1, 1, 2]
