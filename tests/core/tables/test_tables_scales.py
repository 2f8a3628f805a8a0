"""Words that have an order are offered as numbers, and words for yes and no are 0 and 1, in several languages."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rnse_core.tables import read_table
from rnse_core.tables.booleans import BOOLEAN_PAIRS
from rnse_core.tables.scale_words import SCALES
from rnse_core.tables.scales import scale_of

RNG = np.random.default_rng(0)

ORDERS = [
    ["strongly disagree", "disagree", "neither agree nor disagree", "agree", "strongly agree"],
    ["Strongly Disagree", "Disagree", "Neutral", "Agree", "Strongly Agree"],
    ["completely disagree", "somewhat disagree", "undecided", "somewhat agree", "completely agree"],
    ["trifft nicht zu", "trifft eher nicht zu", "teils/teils", "trifft eher zu", "trifft zu"],
    ["trifft gar nicht zu", "trifft eher nicht zu", "trifft eher zu", "trifft voll und ganz zu"],
    ["stimme gar nicht zu", "stimme eher nicht zu", "teils-teils", "stimme eher zu", "stimme voll zu"],
    ["Pas du tout d’accord", "Pas d'accord", "Neutre", "D’accord", "Tout à fait d'accord"],
    ["Muy en desacuerdo", "En desacuerdo", "De acuerdo", "Muy de acuerdo"],
    ["never", "rarely", "sometimes", "often", "always"],
    ["less than once a month", "several times a month", "daily"],
    ["nie", "selten", "manchmal", "häufig", "sehr oft", "immer"],
    ["jamais", "rarement", "parfois", "souvent", "toujours"],
    ["very dissatisfied", "neither satisfied nor dissatisfied", "very satisfied"],
    ["sehr unzufrieden", "teils-teils", "sehr zufrieden"],
    ["not at all important", "somewhat important", "extremely important"],
    ["very unlikely", "neutral", "very likely"],
    ["XS", "S", "M", "L", "XL"],
    ["klein", "mittel", "groß"],
    ["1 - not at all", "2 - a bit", "3 - very much indeed"],
    ["1 = sehr gut", "2 = gut", "3 = befriedigend", "4 = ausreichend"],
    ["(1) low", "(2) middling", "(3) tall order"],
    ["1", "2", "3 neither", "4", "5"],
    ["0", "1", "2", "3 or more"],
    ["0", "1", "2", "3+"],
    ["under 18", "18-24", "25-34", "35-44", "45+"],
    ["18–24", "25–34", "35–44", "65 and over"],
    ["0-10k", "10k-20k", "20k-50k", "> 50k"],
    ["<1,000 €", "1,000 - 2,499 €", "2,500 - 9,999 €", "10,000 € and more"],
    ["unter 20", "20 bis unter 30", "30 bis unter 40", "40 oder mehr"],
    ["1-9 employees", "10-49 employees", "50-249 employees", "250+ employees"],
]


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order[0])
def test_the_order_is_found_whatever_the_order_in_the_file(order):
    for mixed in itertools.islice(itertools.permutations(order), 0, None, 7):
        assert scale_of(mixed) == tuple(order)


@pytest.mark.parametrize(
    "words",
    [
        ["red", "green", "blue"],
        ["north", "south"],
        ["agree", "blue"],
        ["3-1", "2-4"],
        ["1.2.3", "1.3.0"],
        ["10-20", "15-30"],
        ["12 Main Street", "340 Oak Avenue", "7 Hill Road"],
        ["2024-01", "2024-02"],
        ["agree"],
        [],
    ],
)
def test_other_words_have_no_order(words):
    assert scale_of(words) == ()


@pytest.mark.parametrize("scale", SCALES, ids=lambda scale: scale[0])
def test_a_scale_has_each_word_once_with_its_case_folded(scale):
    assert len(set(scale)) == len(scale) >= 3
    assert all(word == word.casefold().strip() for word in scale)


@given(
    st.lists(
        st.from_regex(r"[<>]?[-+]?[0-9][0-9., ]{0,9}[kM%€]?( ?(-|to|bis) ?[0-9][0-9., ]{0,9}[kM%€]?)?\+?"), max_size=5
    )
)
def test_any_numbers_and_ranges_have_an_order_or_none(words):
    order = scale_of(words)
    assert order == () or sorted(order) == sorted(words)


def table_of(words, name="answer"):
    """Write a table of 60 rows with two columns of numbers and one of words."""
    rows = [f"{RNG.normal():.3f},{RNG.normal():.3f},{words[k % len(words)]}" for k in range(60)]
    return "\n".join([f"x,y,{name}", *rows]).encode()


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order[0])
def test_an_order_is_an_answer_and_gives_places(order):
    words = [f'"{word}"' for word in order]
    table = read_table(table_of(words), label_column=None)
    options = [option for question in table.questions for option in question.options]
    ordinal = [option.keywords for option in options if "ordinal" in option.keywords]
    assert ordinal == [{"ordinal": {"answer": tuple(order)}}]
    assert not [option for option in options if "convert" in option.keywords]
    read = read_table(table_of(words), label_column=None, **ordinal[0])
    assert read.X.shape == (60, 3)
    assert read.X[:, 2].tolist() == [1 + k % len(order) for k in range(60)]


@pytest.mark.parametrize("pair", BOOLEAN_PAIRS, ids=lambda pair: "/".join(pair))
@pytest.mark.parametrize("write", [str, str.upper, str.capitalize], ids=["lower", "upper", "capital"])
def test_yes_and_no_are_a_feature_in_every_language(pair, write):
    words = [write(word) for word in (pair[1], pair[0], pair[0])]
    table = read_table(table_of(words))
    assert table.label_name is None
    assert table.X[:6, 2].tolist() == [1, 0, 0, 1, 0, 0]
