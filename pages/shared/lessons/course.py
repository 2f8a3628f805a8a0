"""The lessons in the order of a class, by the words that addresses have for them."""

from __future__ import annotations

from pages.shared.lessons import (
    failures,
    graphs,
    indicators,
    joint,
    laplacians,
    projection,
    relaxation,
    scales,
    two_stage,
    unlabelled,
)

#: A lesson that came later has a letter, so that links to the others stay right.
LESSONS = {
    "1": graphs.LESSON,
    "2": laplacians.LESSON,
    "2b": relaxation.LESSON,
    "3": two_stage.LESSON,
    "4": scales.LESSON,
    "5": projection.LESSON,
    "6": indicators.LESSON,
    "7": joint.LESSON,
    "8": unlabelled.LESSON,
    "9": failures.LESSON,
}
