"""The colours of the app can be read in both themes."""

import tomllib

import pytest
from page_checks import ROOT

#: Streamlit shows captions, and what is code in them, with so much of their colour.
CAPTION_OPACITY = 0.6
#: Least contrast of text by the Web Content Accessibility Guidelines, level AA.
LEAST_CONTRAST = 4.5


def rgb(colour: str) -> list[int]:
    return [int(colour[place : place + 2], 16) for place in (1, 3, 5)]


def faded(colour: str, ground: str) -> list[float]:
    pairs = zip(rgb(colour), rgb(ground), strict=True)
    return [CAPTION_OPACITY * over + (1 - CAPTION_OPACITY) * under for over, under in pairs]


def luminance(colour: list[float]) -> float:
    parts = [value / 255 for value in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_code_in_a_caption_can_be_read(theme):
    colours = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())["theme"][theme]
    text = luminance(faded(colours["codeTextColor"], colours["backgroundColor"]))
    ground = luminance(faded(colours["codeBackgroundColor"], colours["backgroundColor"]))
    assert (max(text, ground) + 0.05) / (min(text, ground) + 0.05) >= LEAST_CONTRAST
