"""What a lesson is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from pages.shared.controls.base import Control

#: Segments that do not fit would be cut off.
CONTROL_WIDTH = 330


@dataclass(frozen=True)
class Outcome:
    """What a lesson has found with the current controls.

    Parameters
    ----------
    done : bool
        Whether the task is solved.
    seen : str
        What the picture shows, in a sentence made from its numbers.
    program : str
        The lines that compute it.
    asked : bool, default=True
        Whether the task is about what is shown; there may be more to look at.
    further : bool, default=False
        Whether the second task is solved.
    """

    done: bool
    seen: str
    program: str
    asked: bool = True
    further: bool = False


@dataclass(frozen=True)
class Question:
    """A guess that is asked for before the controls can be used.

    Parameters
    ----------
    text : str
    answers : mapping of str to str
        What can be guessed, by the word of each answer in an address.
    measure : callable
        Computes the word of the right answer and a sentence with the numbers that show it.
    """

    text: str
    answers: Mapping[str, str]
    measure: Callable[[], tuple[str, str]]


@dataclass(frozen=True)
class Further:
    """A second task, for those who have solved the first.

    Parameters
    ----------
    task : str
    why : str
        What it shows.
    """

    task: str
    why: str


@dataclass(frozen=True)
class Lesson:
    """A lesson.

    Parameters
    ----------
    title : str
    short : str
        The title where there is little room.
    idea : str
        The one idea, in two or three sentences. Equations have the numbers of the paper.
    question : Question
    task : str
        What to try; the page says when it is done.
    why : str
        What the solved task shows.
    controls : tuple of Control
    show : callable
        Draws the picture for the values of the controls, by their keys, and returns the outcome.
    link : tuple of (str, str)
        Page to go on with, and what it is called.
    further : Further, optional
    paper : callable, optional
        Draws the points and their graph on paper, for the values that the controls have at first.
    control_width : int, default=330
        Least width of a control in pixels; where there is room for two they stand beside each other.
    """

    title: str
    short: str
    idea: str
    question: Question
    task: str
    why: str
    controls: tuple[Control, ...]
    show: Callable[[Mapping[str, Any]], Outcome]
    link: tuple[str, str]
    further: Further | None = None
    paper: Callable[[Mapping[str, Any]], go.Figure] | None = None
    control_width: int = CONTROL_WIDTH

    def first_values(self) -> dict[str, Any]:
        """Return the values that the controls have at first, by their keys without the prefix of the lesson."""
        return {control.key.partition("_")[2]: control.default for control in self.controls}
