"""Errors and warnings with fields: what they are, what their text is made of, and that nothing is lost on the way."""

import copy
import pickle
from dataclasses import fields, replace

import cloudpickle
import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

import rnse_core.exceptions
from rnse_core.exceptions import (
    Cause,
    ClusterError,
    ClusterProblem,
    ComponentsEffect,
    ComponentsWarning,
    ConvergenceAdvice,
    DatasetUnavailable,
    EmptyClustersWarning,
    IdenticalSamplesWarning,
    IncompleteGraphWarning,
    InputError,
    InputWarning,
    LargeValueWarning,
    MemoryAdvice,
    NeighborSearchWarning,
    NoClassesError,
    NotConvergedWarning,
    NotEnoughMemory,
    ParameterError,
    ParameterTypeError,
    ParameterWarning,
    Reason,
    ScaleError,
    StoreError,
    StoreProblem,
)

# One of each class, and what it is a kind of.
EXAMPLES = [
    (ParameterError("alpha", -1.0, Reason.TOO_SMALL, bound=0, strict=True), ValueError),
    (ParameterTypeError("n_clusters", "3", Reason.NOT_A_WHOLE_NUMBER), TypeError),
    (ParameterWarning("n_neighbors", 7, Reason.TOO_LARGE, bound=3, message="7 are too many."), UserWarning),
    (ScaleError(1e200, 2.0, None, 1e100), ValueError),
    (InputError("similarity matrix", Reason.NEGATIVE_ENTRY, -0.5, 3, 7), ValueError),
    (InputWarning("affinity", Reason.ALL_PAIRS_ALIKE), UserWarning),
    (LargeValueWarning(1, (41,), (1e200,), message="X[41, 1] = 1e+200 is too large."), UserWarning),
    (NoClassesError("points"), ValueError),
    (DatasetUnavailable("PCMAC", Cause.NO_SOURCE), OSError),
    (StoreError("records.db", StoreProblem.OTHER_VERSION), ValueError),
    (NotEnoughMemory(2**33, 2**30, 20_000, 7_000, MemoryAdvice.SAMPLE_ROWS), MemoryError),
    (NotConvergedWarning("newton", 5, 0.25, "projection_max_iter"), ConvergenceWarning),
    (ComponentsWarning((20, 30), 2, ComponentsEffect.CUT_OF_AFFINITY, 0.5, 5.0), UserWarning),
    (EmptyClustersWarning(3, 2), UserWarning),
    (IdenticalSamplesWarning(1, 150, 5.0), UserWarning),
    (IncompleteGraphWarning(1000, 2_000_000), UserWarning),
    (NeighborSearchWarning(20_000, 300, 0.75), UserWarning),
    (ClusterError(ClusterProblem.CLIENT_CLOSED), RuntimeError),
]


def test_there_is_an_example_of_each_class():
    public = {name for name in rnse_core.exceptions.__all__ if name.endswith(("Error", "Warning", "able", "Memory"))}
    assert {type(example).__name__ for example, _ in EXAMPLES} == public


@pytest.mark.parametrize(("example", "kind"), EXAMPLES, ids=lambda part: type(part).__name__)
class TestEach:
    def test_is_caught_as_what_it_replaces(self, example, kind):
        assert isinstance(example, kind)

    @pytest.mark.parametrize(
        "sent",
        [
            lambda one: pickle.loads(pickle.dumps(one)),
            lambda one: pickle.loads(cloudpickle.dumps(one)),
            copy.copy,
            copy.deepcopy,
        ],
    )
    def test_arrives_with_its_fields(self, example, kind, sent):
        arrived = sent(example)
        assert type(arrived) is type(example)
        assert arrived.__dict__ == example.__dict__
        assert arrived.args == example.args and str(arrived) == str(example)

    def test_its_text_is_one_line_that_can_be_replaced(self, example, kind):
        assert str(example) and "\n" not in str(example)
        assert str(replace(example, message="Said otherwise.")) == "Said otherwise."


@pytest.mark.parametrize(
    ("example", "shown"),
    [
        (EXAMPLES[0][0], ["alpha", "-1"]),
        (EXAMPLES[1][0], ["n_clusters", "'3'"]),
        (EXAMPLES[3][0], ["1e+200", "2", "1e+100"]),
        (EXAMPLES[4][0], ["similarity matrix", "-0.5", "3", "7"]),
        (EXAMPLES[7][0], ["points"]),
        (EXAMPLES[9][0], ["records.db"]),
        (EXAMPLES[10][0], ["20,000", "8.0 GB", "1.0 GB", "7,000"]),
        (EXAMPLES[11][0], ["newton", "5", "2.5e-01", "projection_max_iter"]),
        (EXAMPLES[12][0], ["30, 20", "0.5", "5"]),
        (EXAMPLES[13][0], ["2 of the 3"]),
        (EXAMPLES[14][0], ["150"]),
        (EXAMPLES[15][0], ["2,000,000"]),
        (EXAMPLES[16][0], ["75%"]),
        (EXAMPLES[17][0], ["client"]),
    ],
)
def test_the_sentence_shows_the_fields(example, shown):
    assert [part for part in shown if part not in str(example)] == []


@pytest.mark.parametrize(
    "replaced", [{"parameter": "--alpha"}, {"value": -3.0}, {"reason": Reason.NOT_FINITE, "value": np.inf}]
)
def test_other_fields_make_another_sentence(replaced):
    error = EXAMPLES[0][0]
    other = replace(error, **replaced)
    assert str(other) != str(error)
    assert {field.name for field in fields(other) if getattr(other, field.name) != getattr(error, field.name)} == set(
        replaced
    )


def test_advice_is_given_only_where_there_is_some():
    assert len(str(NotConvergedWarning("RNSE", 5, advice=None))) < len(str(NotConvergedWarning("RNSE", 5)))
    given = {str(NotConvergedWarning("RNSE", 5, advice=advice)) for advice in ConvergenceAdvice}
    assert len(given) == len(ConvergenceAdvice)
