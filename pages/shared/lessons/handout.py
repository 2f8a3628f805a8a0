"""The lessons on paper: one HTML file that loads nothing, with room for answers and the explanations at the end."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pages.shared.lessons.base import Lesson
from pages.shared.lessons.course import LESSONS

TITLE = "Spectral clustering and RNSE in eight lessons"


@cache
def handout() -> str:
    """Return the document. The text is that of the pages; all of it is escaped."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    template = environment.get_template("handout.html")
    return template.render(title=TITLE, lessons=list(LESSONS.items()), settings=_settings)


def _settings(lesson: Lesson) -> str:
    """Return the settings of a lesson in words."""
    return ", ".join(control.label for control in lesson.controls)
