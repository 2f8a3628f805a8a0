"""The lessons on paper: HTML files that load nothing, one of the tasks with room for answers, one of the answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pages.shared.controls.base import Choice, LogSlider, Number
from pages.shared.controls.control import Control
from pages.shared.lessons.base import Lesson
from pages.shared.lessons.course import LESSONS
from rnse_core.figures import points_svg

TITLE = "Spectral clustering and RNSE in short lessons"
#: Empty rows for what a student sees.
N_ROWS = 5
#: Of a picture, in pixels.
WIDTH, HEIGHT = 300, 180
_BOLD = re.compile(r"\*\*(.+?)\*\*")


@dataclass(frozen=True)
class Handout:
    """A file: its title, and what it is for."""

    title: str
    help: str


HANDOUTS = {
    "tasks": Handout("Tasks", "All lessons on paper: ideas, questions, tasks, tables to fill in. No answers."),
    "answers": Handout("Answers", "For the lecturer: the measured answer of each question, and the explanations."),
}


@cache
def handout(kind: str) -> str:
    """Return a document, "tasks" or "answers". The text is that of the pages; all of it is escaped."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(f"handout_{kind}.html").render(
        title=f"{TITLE}: {HANDOUTS[kind].title.lower()}",
        lessons=list(LESSONS.items()),
        range_of=range_of,
        picture_of=picture_of,
        marked=marked,
        n_rows=N_ROWS,
    )


def picture_of(lesson: Lesson) -> str:
    """Return the picture with which a lesson begins, as HTML; empty where it is none of points."""
    if lesson.paper is None:
        return ""
    values = lesson.first_values()
    used = [control for control in lesson.controls if control.has_a_say(values)]
    caption = ", ".join(f"{control.label}: {control.show(control.default)}" for control in used)
    drawn = points_svg(lesson.paper(values), f"{lesson.title}. {caption}", width=WIDTH, height=HEIGHT)
    return f"<figure>{drawn}<figcaption>{escape(caption)}</figcaption></figure>"


def marked(text: str) -> str:
    """Return a text of the pages as HTML: what Markdown makes bold is bold."""
    return _BOLD.sub(r"<strong>\1</strong>", escape(text))


def range_of(control: Control) -> str:
    """Return the values that a control has, in words."""
    match control:
        case Number():
            return f"{control.low:g} to {control.high:g}"
        case LogSlider():
            return f"{control.steps[0]:g} to {control.steps[-1]:g}"
        case Choice():
            return ", ".join(control.options.values())
    raise TypeError(f"no range of {type(control).__name__}")
