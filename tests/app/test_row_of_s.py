"""The row of S of one point, chosen by its number."""

import json

import numpy as np
import pytest
from page_checks import assert_calm, frame_with

CASES = {
    "two_moons": {"tm_n": "60", "tm_row": "7"},
    "block_diagonal": {"bd_n": "60", "bd_view": "One", "bd_row": "7"},
    "your_data": {"yd_data": "iris.csv", "yd_row": "7", "yd_view": "Similarity"},
}


def chart(app, key):
    return json.loads(next(one.proto.spec for one in app.get("plotly_chart") if one.proto.id.endswith(f"-{key}")))


@pytest.mark.parametrize("name", CASES)
def test_neighbours_are_listed_and_the_row_is_framed(open_page, offered, name):
    app = open_page(name, **CASES[name])
    assert_calm(app)
    result = offered[-1].result
    S = result.similarity if isinstance(result.similarity, np.ndarray) else result.similarity.toarray()
    listed = frame_with(app, "Similarity")
    neighbours = listed["Row"].to_numpy() - 1
    np.testing.assert_allclose(listed["Similarity"], S[6, neighbours])
    np.testing.assert_array_equal(listed["Cluster"], result.labels[neighbours])
    others = np.delete(S[6], [6, *neighbours])
    assert 6 not in neighbours and others.max() <= listed["Similarity"].min()
    prefix = next(key for key in CASES[name] if key.endswith("_row")).removesuffix("_row")
    with_frame = len(chart(app, f"{prefix}_s_map")["layout"]["shapes"])
    app.number_input(key=f"{prefix}_row").set_value(0.0).run()
    assert_calm(app)
    assert len(chart(app, f"{prefix}_s_map")["layout"].get("shapes", [])) == with_frame - 2
    with pytest.raises(StopIteration):
        frame_with(app, "Similarity")


@pytest.mark.parametrize(("name", "key"), [("two_moons", "tm_panel_RNSE"), ("your_data", "yd_scatter")])
def test_the_point_and_its_neighbours_are_marked_in_the_picture(open_page, name, key):
    query = {**CASES[name], **({"yd_view": "Clusters"} if name == "your_data" else {})}
    app = open_page(name, **query)
    assert_calm(app)
    names = [trace.get("name") for trace in chart(app, key)["data"]]
    assert names.count("row of S") >= 3


def test_a_number_of_no_point_shows_none(open_page):
    app = open_page("two_moons", tm_n="60", tm_row="61")
    assert_calm(app)
    with pytest.raises(StopIteration):
        frame_with(app, "Similarity")
