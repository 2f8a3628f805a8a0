"""A recording as one figure with a slider."""

import base64
import io
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from rnse_core import RNSE
from rnse_core.datasets import make_two_moons
from rnse_core.figures import film
from rnse_core.figures._style import cluster_color
from rnse_core.recording import record_alphas

X, y = make_two_moons(200, noise=0.08, random_state=0)


@pytest.fixture(scope="module")
def recording():
    return record_alphas(X, np.geomspace(0.05, 50.0, 25), RNSE(2, random_state=0))


def test_a_frame_shows_the_graph_the_labels_and_s_of_its_snapshot(recording):
    figure = film(recording, X)
    assert len(figure.frames) == len(recording)
    order = np.argsort(recording[-1].labels, kind="stable")
    for frame, snapshot in zip(figure.frames, recording, strict=True):
        edges, points, image = frame.data
        S = snapshot.similarity.toarray()
        n_edges = np.count_nonzero(np.triu(S, 1) > 0)
        assert len(edges.x) == 3 * min(n_edges, 1500)
        assert list(points.marker.color) == [cluster_color(label) for label in snapshot.labels]
        png = base64.b64decode(image.source.split(",")[1])
        levels = np.asarray(Image.open(io.BytesIO(png)))
        drawn = S[np.ix_(order, order)]
        assert levels.shape == drawn.shape
        # What is brighter in the picture is larger in S.
        assert (levels[drawn == 0] == levels.min()).all() or drawn.min() > 0
        brightest = drawn[levels == levels.max()]
        assert brightest.min() >= drawn[levels < levels.max()].max(initial=0.0)


def test_the_slider_and_the_button_lead_through_all_frames(recording):
    figure = film(recording, X)
    (slider,) = figure.layout.sliders
    names = [frame.name for frame in figure.frames]
    assert [step.args[0][0] for step in slider.steps] == names and len(set(names)) == len(names)
    assert [step.label for step in slider.steps] == [one.title for one in recording]
    assert all(step.args[1]["frame"]["duration"] == 0 for step in slider.steps)


def test_it_is_small_at_200_samples(recording):
    assert len(film(recording, X).to_json()) < 5_000_000


def test_it_needs_no_streamlit():
    code = "import sys; from rnse_core.figures import film; assert 'streamlit' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_cannot_be_drawn_raises(recording):
    with pytest.raises(ValueError, match="recording"):
        film([], X)
    with pytest.raises(ValueError, match="X"):
        film(recording, X[:, :1])
