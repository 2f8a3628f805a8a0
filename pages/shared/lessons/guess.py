"""The guess before a lesson: one choice of several answers, or to go on without one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages.shared.controls.base import Choice
from pages.shared.lessons.base import Lesson, Question

#: In place of an answer.
SKIPPED = "skip"
_OPENED = "lessons_opened"


@dataclass(frozen=True)
class Guess(Choice):
    """A row of answers of which none is chosen at first."""

    def valid(self, value: Any) -> bool:
        """Return whether a value is an answer, or None: no answer yet."""
        return value is None or super().valid(value)

    def show(self, value: Any) -> str:
        """Return an answer as a reader sees it."""
        return "still open" if value is None else super().show(value)

    def _widget(self, options: Mapping[str, Any]) -> Any:
        return st.segmented_control(
            self.label, list(self.options), format_func=self.show, label_visibility="collapsed", **options
        )


def guess_control(place: str, question: Question) -> Guess:
    """Return the control of a question; `place` is the word of its lesson."""
    return Guess(f"le{place}_guess", "Your guess", None, options={**question.answers, SKIPPED: "Skip"})


def draw_question(place: str, lesson: Lesson) -> bool:
    """Draw the question and, once there is a guess, what was measured. Return whether the lesson is open.

    A link that names settings of the lesson opens it without a guess; a lesson that was open stays so.
    """
    opened = st.session_state.setdefault(_OPENED, set())
    question = lesson.question
    with st.container(key="lesson_question"):
        st.markdown(f":material/help: **Your guess.** {question.text}")
        guess = guess_control(place, question).draw()
        if guess not in (None, SKIPPED):
            with st.container(key="lesson_revealed"):
                st.markdown(revealed(question, guess))
    if guess is not None or any(control.key in st.query_params for control in lesson.controls):
        opened.add(place)
    return place in opened


def revealed(question: Question, guess: str) -> str:
    """Say what was guessed and what is measured."""
    right, numbers = question.measure()
    if guess == right:
        return f":material/check: **{question.answers[right]}** is right. {numbers}"
    return f":material/close: You said “{question.answers[guess]}”. Measured: **{question.answers[right]}**. {numbers}"
