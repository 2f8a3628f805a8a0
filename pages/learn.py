"""Learn: spectral clustering and RNSE in eight lessons, each with a task that the page checks."""

from __future__ import annotations

import streamlit as st

from pages.shared import class_mode
from pages.shared.controls.base import Choice, draw_all
from pages.shared.lessons.course import LESSONS
from pages.shared.lessons.handout import handout
from pages.shared.navigation import begin
from pages.shared.results import code

#: Segments that do not fit would be cut off.
CONTROL_WIDTH = 330

begin("Learn")
number = Choice(
    "lesson",
    "Lesson",
    1,
    options={place: f"{place} {lesson.short}" for place, lesson in LESSONS.items()},
    segments=True,
    resets=False,
).draw()
lesson = LESSONS[number]
st.header(f"{number}. {lesson.title}", anchor=False)
said, picture = class_mode.side_by_side((5, 7))
# What follows the picture stands beside it where the text does.
after = said if class_mode.is_on() else st.container()
with said.container(key="lesson_text"):
    st.markdown(lesson.idea)
    st.markdown(f":material/flag: **Try this.** {lesson.task}")
    place = st.grid(len(lesson.controls), min_column_width=CONTROL_WIDTH)
    values = draw_all(f"le{number}", {"": list(lesson.controls)}, where=place)
    verdict = st.empty()
with picture:
    outcome = lesson.show(values)
# An explanation stays once it is earned: it may ask to look at other settings.
earned = st.session_state.setdefault("lessons_done", set())
if outcome.done:
    earned.add(number)
    verdict.success(f"Done. {outcome.seen}", icon=":material/check_circle:")
elif outcome.asked:
    verdict.info(f"Not yet. {outcome.seen}", icon=":material/pending:")
else:
    verdict.info(outcome.seen, icon=":material/visibility:")
if number in earned:
    after.markdown(f"**Why.** {lesson.why}")


def go(to: int) -> None:
    """Open another lesson."""
    st.session_state["lesson"] = to


with after.container(horizontal=True):
    if number > 1:
        st.button("Previous lesson", on_click=go, args=(number - 1,), icon=":material/arrow_back:")
    if number < len(LESSONS):
        st.button("Next lesson", on_click=go, args=(number + 1,), icon=":material/arrow_forward:", type="primary")
    st.page_link(lesson.link[0], label=lesson.link[1], icon=":material/open_in_new:", **class_mode.link_options())
    st.download_button(
        "Handout (HTML)",
        handout,
        "lessons.html",
        "text/html",
        key="learn_handout",
        icon=":material/print:",
        on_click="ignore",
        help="All lessons on paper: ideas, tasks, room for answers, and the explanations at the end.",
    )
code.show_code(outcome.program)
