"""The lessons on paper."""

import re

from markupsafe import escape

from pages.shared.lessons.course import LESSONS
from pages.shared.lessons.handout import handout


def test_the_handout_has_all_lessons_and_the_explanations_at_the_end():
    document = handout()
    tasks, answers = document.split('<div class="answers">')
    assert tasks.count('class="answer"') == len(LESSONS) == answers.count('class="why"')
    for lesson in LESSONS.values():
        assert str(escape(lesson.idea)) in tasks and str(escape(lesson.task)) in tasks
        assert str(escape(lesson.why)) in answers and str(escape(lesson.why)) not in tasks
        assert all(str(escape(control.label)) in tasks for control in lesson.controls)


def test_the_handout_loads_nothing():
    document = handout()
    assert "default-src 'none'" in document and "<script" not in document
    assert not re.search(r"\s(?:src|href)\s*=|url\(|https?://", document)


def test_the_page_offers_the_handout(open_page):
    app = open_page("learn")
    (button,) = [one for one in app.get("download_button") if one.proto.id.endswith("learn_handout")]
    assert button.proto.label
