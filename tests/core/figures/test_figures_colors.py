"""The colours of the figures: told apart, and seen on both pages, also by those who see fewer colours."""

import tomllib
from itertools import combinations
from pathlib import Path

import numpy as np
import plotly.graph_objects as go
import pytest
from color_vision import VISIONS, contrast, difference, lab, seen

from rnse_core.figures import affinity_graph, scatter_clusters
from rnse_core.figures._style import (
    CLUSTER_COLORS,
    CLUSTER_SYMBOLS,
    CROSSING_COLOR,
    DIVERGING,
    EDGE_COLOR,
    LINE_COLORS,
    MARKER_OUTLINE,
)

ROOT = Path(__file__).resolve().parents[3]
THEME = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())["theme"]
PAGES = {name: THEME[name]["backgroundColor"] for name in ("light", "dark")}
#: CIEDE2000 of two colours that are not mistaken for each other in small marks.
LEAST_DIFFERENCE = 10.0
#: Contrast of what has to be seen, by the Web Content Accessibility Guidelines (1.4.11, level AA).
LEAST_CONTRAST = 3.0


# The pairs 1, 4, 7, 17 and 25 of Sharma, Wu and Dalal's table of test data.
@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ],
)
def test_the_difference_is_that_of_the_published_pairs(one, other, expected):
    assert difference(np.array(one), np.array(other)) == pytest.approx(expected, abs=1e-4)
    assert difference(np.array(other), np.array(one)) == pytest.approx(expected, abs=1e-4)


def test_contrast_and_sight_of_white_and_black():
    for vision in VISIONS:
        white, black = seen("#ffffff", vision), seen("#000000", vision)
        assert contrast(white, black) == pytest.approx(21, abs=0.01)
        assert lab(white) == pytest.approx([100, 0, 0], abs=0.05)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("palette", [CLUSTER_COLORS, LINE_COLORS], ids=["clusters", "lines"])
def test_no_two_colours_look_alike(vision, palette):
    for one, other in combinations(palette, 2):
        assert difference(lab(seen(one, vision)), lab(seen(other, vision))) >= LEAST_DIFFERENCE, (one, other)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("page", PAGES)
def test_markers_lines_and_edges_are_seen_on_the_page(vision, page):
    ground, outline = seen(PAGES[page], vision), seen(MARKER_OUTLINE, vision)
    for color in CLUSTER_COLORS:
        assert max(contrast(seen(color, vision), ground), contrast(outline, ground)) >= LEAST_CONTRAST, color
    for color in (*LINE_COLORS, EDGE_COLOR, CROSSING_COLOR):
        assert contrast(seen(color, vision), ground) >= LEAST_CONTRAST, color


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("edge", [EDGE_COLOR, CROSSING_COLOR])
def test_markers_are_set_off_from_the_edges_that_they_lie_on(vision, edge):
    """By their outline: one colour of the palette is that of crossing edges."""
    assert contrast(seen(MARKER_OUTLINE, vision), seen(edge, vision)) >= LEAST_CONTRAST


@pytest.mark.parametrize("vision", VISIONS)
def test_good_and_crossing_edges_look_different(vision):
    assert difference(lab(seen(EDGE_COLOR, vision)), lab(seen(CROSSING_COLOR, vision))) >= LEAST_DIFFERENCE


@pytest.mark.parametrize("vision", VISIONS)
def test_the_ends_of_a_diverging_scale_differ_and_are_no_clusters(vision):
    (_, low), _, (_, high) = DIVERGING
    for one, other in [(low, high), *((end, color) for end in (low, high) for color in CLUSTER_COLORS)]:
        assert difference(lab(seen(one, vision)), lab(seen(other, vision))) >= LEAST_DIFFERENCE, (one, other)


def test_every_cluster_has_a_symbol_and_an_outline_too():
    points, labels = np.random.default_rng(0).normal(size=(70, 2)), np.arange(70) % 7
    pictures: list[go.Figure] = [scatter_clusters(points, labels), affinity_graph(points, None, labels, bare=True)]
    for picture in pictures:
        markers = [trace.marker for trace in picture.data]
        assert [marker.symbol for marker in markers] == list(CLUSTER_SYMBOLS)
        assert {marker.line.color for marker in markers} == {MARKER_OUTLINE}
        assert all(0 < marker.line.width <= marker.size / 4 for marker in markers)
