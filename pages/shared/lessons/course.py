"""The lessons in the order of a class."""

from __future__ import annotations

from pages.shared.lessons import graphs, indicators, joint, laplacians, projection, scales, two_stage, unlabelled

LESSONS = {
    number: module.LESSON
    for number, module in enumerate(
        (graphs, laplacians, two_stage, scales, projection, indicators, joint, unlabelled), start=1
    )
}
