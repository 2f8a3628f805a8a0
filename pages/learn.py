"""Learn: spectral clustering and RNSE in short lessons, each with a guess and a task that the page checks."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from pages.shared import class_mode
from pages.shared.controls.base import Choice, draw_all
from pages.shared.lessons.course import LESSONS
from pages.shared.lessons.guess import draw_question
from pages.shared.lessons.handout import HANDOUTS, handout
from pages.shared.navigation import begin
from pages.shared.results import code

begin("Learn")
number = Choice(
    "lesson",
    "Lesson",
    next(iter(LESSONS)),
    options={place: f"{place} {lesson.short}" for place, lesson in LESSONS.items()},
    segments=True,
    resets=False,
).draw()
lesson = LESSONS[number]
st.header(f"{number}. {lesson.title}", anchor=False)
said, picture = st.columns((5, 7), gap="medium")
# What follows the picture stands beside it in class mode; on a phone the picture comes first.
after = said if class_mode.is_on() else st.container()
with said.container(key="lesson_text"):
    with st.container(key="lesson_idea"):
        st.markdown(lesson.idea)
    is_open = draw_question(number, lesson)
    task, place = st.empty(), st.grid(len(lesson.controls), min_column_width=lesson.control_width)
    controls = lesson.controls if is_open else [replace(one, active=lambda _: False) for one in lesson.controls]
    values = draw_all(f"le{number}", {"": list(controls)}, where=place)
    verdict = st.empty()
with picture:
    outcome = lesson.show(values)
# An explanation stays once it is earned: it may ask to look at other settings.
earned = st.session_state.setdefault("lessons_done", set())
earned_further = st.session_state.setdefault("lessons_done_further", set())
if is_open:
    task.markdown(f":material/flag: **Try this.** {lesson.task}")
    if outcome.done:
        earned.add(number)
        verdict.success(f"Done. {outcome.seen}", icon=":material/check_circle:")
    elif outcome.asked:
        verdict.info(f"Not yet. {outcome.seen}", icon=":material/pending:")
    else:
        verdict.info(outcome.seen, icon=":material/visibility:")
    if outcome.further:
        earned_further.add(number)
if number in earned:
    with after.container(key="lesson_why"):
        st.markdown(f"**Why.** {lesson.why}")
        if lesson.further:
            done = number in earned_further
            icon = ":material/check_circle:" if done else ":material/flag:"
            st.markdown(f"{icon} **And this.** {lesson.further.task}{f' {lesson.further.why}' if done else ''}")


def go(to: str) -> None:
    """Open another lesson."""
    st.session_state["lesson"] = to


places = list(LESSONS)
at = places.index(number)
with after.container(horizontal=True, vertical_alignment="center", key="lesson_way"):
    if at > 0:
        st.button("Previous lesson", on_click=go, args=(places[at - 1],), icon=":material/arrow_back:")
    if at + 1 < len(places):
        st.button("Next lesson", on_click=go, args=(places[at + 1],), icon=":material/arrow_forward:", type="primary")
    st.page_link(lesson.link[0], label=lesson.link[1], icon=":material/open_in_new:", **class_mode.link_options())
    # Before a class they are printed; in class there is no room.
    for kind, what in HANDOUTS.items() if not class_mode.is_on() else ():
        st.download_button(
            f"{what.title} (HTML)",
            partial(handout, kind),
            f"lessons_{kind}.html",
            "text/html",
            key=f"learn_{kind}",
            icon=":material/print:",
            on_click="ignore",
            help=what.help,
        )
code.show_code(outcome.program)
