"""What a lesson is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pages.shared.controls.base import Control


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
    """

    done: bool
    seen: str
    program: str
    asked: bool = True


@dataclass(frozen=True)
class Lesson:
    """A lesson.

    Parameters
    ----------
    title : str
    short : str
        The title where there is little room.
    idea : str
        The one idea, in two or three sentences.
    task : str
        What to try; the page says when it is done.
    why : str
        What the solved task shows.
    controls : tuple of Control
    show : callable
        Draws the picture for the values of the controls, by their keys, and returns the outcome.
    link : tuple of (str, str)
        Page to go on with, and what it is called.
    """

    title: str
    short: str
    idea: str
    task: str
    why: str
    controls: tuple[Control, ...]
    show: Callable[[Mapping[str, Any]], Outcome]
    link: tuple[str, str]
