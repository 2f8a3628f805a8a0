"""What the addresses of the pages say of controls whose options have names: short words, never the names."""

import re

import pytest
from page_checks import assert_calm
from small_pages import PAGES, SMALL

from pages.shared.comparison.own_table import OWN
from pages.shared.controls.base import Many
from pages.shared.controls.named import Named
from pages.shared.lessons.course import LESSONS

WORD = re.compile(r"[\w.+-]+")
SETTINGS = [(page, SMALL.get(page, {})) for page in PAGES if page != "learn"]
SETTINGS += [("learn", {"lesson": place}) for place in LESSONS]
SETTINGS += [("learn", {"lesson": place, f"le{place}_guess": "skip"}) for place in LESSONS]
SETTINGS += [("step_through", {"sp_part": part, "sp_n": "40"}) for part in ("s", "p")]
SETTINGS += [("your_data", {"yd_mode": "hand", "yd_view": view}) for view in ("similarity", "rounds")]


def texts_of(app, key: str) -> list[str]:
    """What the address has for a parameter."""
    texts = app.query_params[key]
    return [texts] if isinstance(texts, str) else list(texts)


@pytest.fixture
def drawn(monkeypatch):
    """The controls that were drawn, by their keys."""
    found: dict[str, Named] = {}
    draw = Named.draw

    def noting(self, **how):
        found[self.key] = self
        return draw(self, **how)

    monkeypatch.setattr(Named, "draw", noting)
    return found


@pytest.mark.parametrize(
    ("name", "query"), SETTINGS, ids=lambda one: one if isinstance(one, str) else "-".join(one.values())
)
def test_every_choice_has_a_word_in_the_address(open_page, fits_in_this_process, small_grids, drawn, name, query):
    app = open_page(name, **query)
    assert_calm(app)
    changed = {}
    for key, control in list(drawn.items()):
        if key in query:
            continue
        usual = app.session_state[key]
        # A table that is not there would end the page.
        unusable = {OWN, *(usual if control.several else [usual])}
        other = next((one for one in control.options if one not in unusable), None)
        if other is not None and not app.get_by_key(key).proto.disabled:
            changed[key] = [other] if control.several else other
            app.get_by_key(key).set_value(changed[key])
    app.run()
    # A comparison that is not computed yet ends the page with the offer to run it.
    if name == "compare_methods":
        assert not app.exception
    else:
        assert_calm(app)
    shown = {key: control for key, control in drawn.items() if key in app.query_params}
    assert shown or not changed
    for key, control in shown.items():
        texts = texts_of(app, key)
        assert all(WORD.fullmatch(text) for text in texts), (key, texts)
        assert control.read(texts) == app.session_state[key]
        names = {name for name in control.options.values() if not WORD.fullmatch(name)}
        assert names.isdisjoint(texts), (key, texts)
    # Links that were made when the address had the names lead to the same values.
    for control in drawn.values():
        for value, shown_name in control.options.items():
            assert control.parse(shown_name) == control.parse(control.words()[value]) == value


def test_words_of_options_differ():
    control = Many("k", "K", [], options={"a b": "One", "a-b": "Two", 1.0: "Three", 2.5: "Four"})
    assert list(control.words().values()) == ["a-b", "a-b-2", "1", "2.5"]


def test_an_unknown_word_is_refused_with_those_that_are_known(open_page):
    app = open_page("learn", lesson="4", le4_kind="Nearest, both")
    assert_calm(app)
    (line,) = [one.value for one in app.warning]
    assert "le4" in line and all(word in line for word in ("epsilon", "mutual"))
    assert "le4_kind" not in app.query_params


def test_a_choice_follows_the_address_and_the_address_the_choice(open_page):
    app = open_page("learn", lesson="4", le4_kind="mutual")
    assert app.session_state["lesson"] == "4" and app.session_state["le4_kind"] == "mutual"
    app.segmented_control(key="le4_kind").set_value("epsilon").run()
    assert "le4_kind" not in app.query_params
    # Back to the address of before.
    app.query_params["le4_kind"] = ["mutual"]
    app.session_state["address_seen"]["le4_kind"].replaced.clear()
    app.run()
    assert app.session_state["le4_kind"] == "mutual"
    # A parameter of a control that is no longer drawn is taken out.
    app.segmented_control(key="lesson").set_value("5").run()
    assert texts_of(app, "lesson") == ["5"] and "le4_kind" not in app.query_params


def test_a_run_that_comes_with_the_address_of_before_does_not_undo_a_choice(open_page):
    app = open_page("learn", lesson="4", le4_kind="mutual")
    app.segmented_control(key="lesson").set_value("5").run()
    app.query_params["lesson"] = ["4"]
    app.run()
    assert app.session_state["lesson"] == "5" and texts_of(app, "lesson") == ["5"]
