"""Answers that would leave no feature are not offered."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from rnse_core.tables.questions import Option, Question, as_names


def with_features_left(questions: Iterable[Question], features: Collection[str]) -> list[Question]:
    """Return questions without the answers that take all features away, and without those that have one answer then.

    Parameters
    ----------
    questions : iterable of Question
    features : collection of str
        The columns that are clustered on.
    """
    left = []
    for question in questions:
        done, *others = question.options
        options = (done, *(option for option in others if not _takes_all(option, set(features))))
        if len(options) > 1:
            left.append(replace(question, options=options))
    return left


def _takes_all(option: Option, features: set[str]) -> bool:
    """Return whether an answer only says that columns are no features, and these are all of them."""
    if not option.keywords or not option.keywords.keys() <= {"ignore", "label_column"}:
        return False
    label = option.keywords.get("label_column")
    return features <= {*as_names(option.keywords.get("ignore", ())), *([] if label is None else [label])}
