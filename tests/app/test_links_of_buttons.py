"""What a button sets is in the address: opened in another session, it shows what the page showed after the click."""

from collections.abc import Callable

import pytest
from comparisons import follow
from page_checks import assert_calm, controls
from streamlit.testing.v1 import AppTest


def shown(app: AppTest) -> dict[str, object]:
    """What the controls of the page show."""
    return {one.key: one.value for one in controls(app) if one.key and not one.key.startswith("yd_kw_")}


def assert_opens_the_same(open_page: Callable[..., AppTest], name: str, app: AppTest) -> None:
    """The address of a page opens it in a new session as it is."""
    assert_calm(app)
    usual = {"yd_mode": "auto"} if name == "your_data" else {}
    again = open_page(name, **usual | dict(app.query_params))
    assert_calm(again)
    assert_opens_without_a_notice(again)
    assert shown(again) == shown(app)
    assert [one.proto.spec for one in again.get("plotly_chart")] == [one.proto.spec for one in app.get("plotly_chart")]


@pytest.mark.parametrize("sample", ["wine.csv", "iris.csv", "two_moons.csv", "similarity_blocks.csv"])
def test_by_hand_takes_over_into_the_address(open_page, sample):
    app = open_page("your_data", yd_mode="auto", yd_data=sample)
    usual = shown(app)
    app.segmented_control(key="yd_mode").set_value("hand").run()
    assert set(shown(app)) > set(usual)
    assert_opens_the_same(open_page, "your_data", app)


@pytest.mark.parametrize(
    ("name", "query", "button"),
    [
        ("block_diagonal", {"bd_n": "60"}, "bd_made"),
        ("block_diagonal", {"bd_n": "60", "bd_view": "one", "bd_noise": "0.7"}, "bd_made"),
        ("block_diagonal", {"bd_n": "60", "bd_noise": "0.7", "bd_alpha": "5"}, "page_reset"),
        ("two_moons", {"tm_n": "60", "tm_shape": "rings"}, "tm_on_K"),
        ("two_moons", {"tm_n": "60", "tm_alpha": "5", "tm_seed": "7"}, "page_reset"),
        ("two_moons", {"tm_shape": "spirals"}, "tm_use_alpha"),
        ("your_data", {"yd_neighbours": "7", "yd_kernel": "gaussian", "yd_scales": '{"ash":"raw"}'}, "page_reset"),
        ("your_data", {"yd_mode": "auto", "yd_clusters": "4"}, "page_reset"),
    ],
)
def test_a_button_sets_the_address_too(open_page, name, query, button):
    app = open_page(name, **query)
    before = shown(app)
    app.button(key=button).click().run()
    assert shown(app) != before
    assert_opens_the_same(open_page, name, app)


@pytest.mark.parametrize(("sample", "mode"), [("wine.csv", "auto"), ("iris.csv", "hand"), ("two_moons.csv", "auto")])
def test_the_link_to_compare_has_no_parameter_that_is_not_used(open_page, sample, mode):
    app = open_page("your_data", yd_mode=mode, yd_data=sample)
    assert_calm(app)
    assert_opens_without_a_notice(follow(app))


def assert_opens_without_a_notice(app: AppTest) -> None:
    """No line says that a parameter of the address was not used."""
    assert not app.exception
    assert not [one.value for one in app.warning if "address" in one.value]
