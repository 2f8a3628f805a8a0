"""The lessons on paper: the tasks, and apart from them the answers."""

import re

import pytest
from markupsafe import escape

from pages.shared.lessons.course import LESSONS
from pages.shared.lessons.graphs import DRAW
from pages.shared.lessons.handout import HANDOUTS, N_ROWS, handout, marked, range_of


def test_the_tasks_have_the_questions_and_tables_to_fill_in_but_no_answers():
    document = handout("tasks")
    assert document.count('class="lesson"') == len(LESSONS) == document.count("<table>")
    assert document.count("<tr>") == len(LESSONS) * (1 + N_ROWS)
    for lesson in LESSONS.values():
        for text in (lesson.idea, lesson.question.text, lesson.task):
            assert marked(text) in document
        assert all(str(escape(answer)) in document for answer in lesson.question.answers.values())
        assert marked(lesson.why) not in document
        assert str(escape(lesson.question.measure()[1])) not in document
        for control in lesson.controls:
            assert str(escape(control.label)) in document and str(escape(range_of(control))) in document
        if lesson.further:
            assert marked(lesson.further.task) in document and marked(lesson.further.why) not in document


def test_the_answers_have_what_is_measured_and_the_explanations():
    document = handout("answers")
    for lesson in LESSONS.values():
        word, numbers = lesson.question.measure()
        shown = f"<strong>{escape(lesson.question.answers[word])}.</strong> {escape(numbers)}"
        assert shown in document and marked(lesson.why) in document
        if lesson.further:
            assert marked(lesson.further.why) in document


def test_the_tasks_have_the_picture_with_which_a_lesson_begins():
    document = handout("tasks")
    drawn = [lesson for lesson in LESSONS.values() if lesson.paper is not None]
    assert document.count("<svg") == document.count("<figcaption>") == len(drawn) >= 8
    assert "<svg" not in handout("answers")
    first = document.split("<svg")[1].split("</svg>")[0]
    assert first.count("<circle") == DRAW["n_samples"] and "Radius: 0.15" in first


def test_texts_are_escaped_and_bold_as_on_the_page():
    assert (
        marked("**Usual** <b> & **two words**") == "<strong>Usual</strong> &lt;b&gt; &amp; <strong>two words</strong>"
    )


@pytest.mark.parametrize("kind", HANDOUTS)
def test_a_handout_loads_nothing(kind):
    document = handout(kind)
    assert "default-src 'none'" in document and "<script" not in document
    assert "**" not in document, "bold type as it is written in Markdown"
    assert not re.search(r"\s(?:src|href)\s*=|url\(|https?://", document)


def test_the_page_offers_both(open_page):
    app = open_page("learn")
    offered = {one.proto.id.rsplit("-", 1)[-1] for one in app.get("download_button")}
    assert {f"learn_{kind}" for kind in HANDOUTS} <= offered
