"""Text that holds a number and something beside it is offered as numbers."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rnse_core.tables import OptionKind, read_table
from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.sentences._parts import conversion_text
from rnse_core.tables.text_numbers import WAYS
from rnse_core.tables.units import read_units

EXAMPLES = {
    ConversionKind.FLAGGED: {"3.1**": 3.1, "15.2 e": 15.2, "3,8 b": 3.8, "4": 4, "-7.5†": -7.5, "12 bp": 12},
    ConversionKind.ABOUT: {"~4": 4, "≈ 3.5": 3.5, "ca. 12": 12, "about 7": 7, "rund 1,5": 1.5, "6": 6},
    ConversionKind.UNCERTAIN: {
        "1.3±0.1": 1.3,
        "2.5 +/- 0.3": 2.5,
        "11.7 (2.0)": 11.7,
        "4.2 (3.1-5.0)": 4.2,
        "10.4 [8.1-12.2]": 10.4,
        "-1 ± 2": -1,
    },
    ConversionKind.POWER_OF_TEN: {"5.5×10^3": 5500, "1.2 x 10-2": 0.012, "3·10⁴": 30000, "1.5D+02": 150, "2d-1": 0.2},
    ConversionKind.FRACTION: {"7/10": 0.7, "3 1/2": 3.5, "0/5": 0, "4/4": 1},
    ConversionKind.FEET: {"5'9\"": 69, "6' 0''": 72, "5 ft 11 in": 71, "4′": 48},
    ConversionKind.ANGLE: {
        "48°30'N": 48.5,
        "9° 15' 36\" W": -9.26,
        "52.5°S": -52.5,
        "33.46 W": -33.46,
        "3.6143N": 3.6143,
        "-3°30'": -3.5,
    },
    ConversionKind.DURATION: {"2h 30m": 9000, "45 min": 2700, "1 d 2 h": 93600, "PT1H30M": 5400, "10s": 10},
}
READERS = dict(WAYS)
UNITS = {
    "number": {"5.8K": 5800, "4.0M": 4e6, "1.2bn": 1.2e9, "300": 300, "28G": 28e9, "2,5 Mio.": 2.5e6},
    "gram": {"300 g": 300, "1.5 kg": 1500, "20 mg": 0.02, "2 lbs": 907.18474},
    "metre": {"12 cm": 0.12, "3 m": 3, "1,5 km": 1500},
    "litre": {"250 ml": 0.25, "1 l": 1},
    "byte": {"5 MB": 5e6, "300 kB": 3e5, "1 GiB": 2**30},
    "hertz": {"50 Hz": 50, "2.4 GHz": 2.4e9},
    "year": {"8 months": 2 / 3, "2 years": 2, "1 Jahr": 1, "73.05 days": 0.2},
}


@pytest.mark.parametrize(
    ("kind", "token", "value"), [(kind, *one) for kind in READERS for one in EXAMPLES.get(kind, {}).items()]
)
def test_the_number_is_read(kind, token, value):
    assert READERS[kind](token) == pytest.approx(value, rel=1e-15)
    assert READERS[kind](f" {token} ") == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    "token",
    ["", "x", "119/73", "7 kg", "300 g", "12/0", "5'63\"", "48°75'N", "1.2.3", "2024-01-05", "A 12", "+49 551 80471"],
)
def test_other_text_is_none(token):
    assert [kind for kind, read in WAYS if read(token) is not None] == []


@given(st.text(max_size=12) | st.from_regex(r"[-+~≈]?[0-9]{1,3}[.,/'°xhdm ]{0,3}[0-9]{0,3}[^\n]{0,4}", fullmatch=True))
def test_any_text_is_a_finite_number_or_none(token):
    for _, read in WAYS:
        value = read(token)
        assert value is None or math.isfinite(value)


@pytest.mark.parametrize(("family", "token"), [(family, token) for family in UNITS for token in UNITS[family]])
def test_a_unit_is_read_in_that_of_its_kind(family, token):
    assert read_units(token, family) == pytest.approx(UNITS[family][token], rel=1e-15)


@pytest.mark.parametrize("token", ["5 apples", "x", "", "1.2.3", "kg", "$5 kg"])
def test_other_units_are_none(token):
    assert [family for family in UNITS if read_units(token, family) is not None] == []


@pytest.mark.parametrize("token", ["$5M", "5M $"])
def test_a_sign_of_money_is_that_of_the_column(token):
    assert read_units(token, "number", "$") == 5e6
    assert read_units(token, "number", "€") is read_units(token, "number") is None


@pytest.mark.parametrize(("tokens", "values"), [
    (["5,35", "8.33", "7,5", "9.1"], [5.35, 8.33, 7.5, 9.1]),
    (["339.98-", "12.50", "7.25-", "100.00"], [-339.98, 12.5, -7.25, 100]),
    (["1.234,5", "7,25-", "12,5", "3"], [1234.5, -7.25, 12.5, 3]),
])  # fmt: skip
def test_marks_that_can_be_read_in_one_way_alone_lose_no_cell(tokens, values):
    data = "\n".join(["x;value;z", *(f"{k * 7 % 11};{one};{k * 5 % 13}" for k, one in enumerate(tokens * 6))]).encode()
    read = read_table(data, delimiter=";", label_column=None, convert={"value": "auto"})
    assert read.X[:, 1].tolist() == values * 6


@pytest.mark.parametrize(("tokens", "values"), [
    (["163,97 H", "386,01 S", "1.113,06 H", "7,00 S"], [163.97, -386.01, 1113.06, -7]),
    (["785.32 Dr", "12.00 Cr", "4,543.54DR", "90CR"], [-785.32, 12, -4543.54, 90]),
    (["1’879.54 S", "1’641.05 H", "173.77 H", "2’000 S"], [-1879.54, 1641.05, 173.77, -2000]),
    (["1'879.54 S", "1'641.05 H", "173.77 H", "7'000.00 S"], [-1879.54, 1641.05, 173.77, -7000]),
    (["1 879,54 S", "1 641,05 H", "173,77 H", "12 007,00 S"], [-1879.54, 1641.05, 173.77, -12007]),
    (["1\u202f879.54 Dr.", "1\u202f641.05 Cr.", "173.77 Cr", "7.00 DR"], [-1879.54, 1641.05, 173.77, -7]),
    (["1,00,879.54 Dr", "1,641.05 Cr", "173.77 Cr", "7.00 DR"], [-100879.54, 1641.05, 173.77, -7]),
    (["1.879,54 D", "1.641,05 C", "173,77 C", "7,00 D"], [-1879.54, 1641.05, 173.77, -7]),
    (["1.879,54D", "1.641,05H", "173,77H", "7,00D"], [-1879.54, 1641.05, 173.77, -7]),
    (["3.61N", "11.4 S", "31.4845N", "5S"], [3.61, -11.4, 31.4845, -5]),
    (["10.5E", "11.4 W", "131.48 E", "5W"], [10.5, -11.4, 131.48, -5]),
    (["28G", "761M", "7.2K", "12"], [28e9, 761e6, 7200, 12]),
    (["▲16.3%", "6.4%", "△1.6%", "0%"], [-16.3, 6.4, -1.6, 0]),
    (["▲ 1,200", "6,400", "12,345", "700"], [-1200, 6400, 12345, 700]),
    (["▲ 5%", "▼ 3%", "▲ 1.5%", "0%"], [5, -3, 1.5, 0]),
    (["▲16万円", "6万円", "7万円", "9万円"], [-16, 6, 7, 9]),
    (["٨٢٨٬٤٢٤", "١٢٫٥", "١٬٠٠٠٫٢٥", "٧"], [828424, 12.5, 1000.25, 7]),
    (["１．７９", "２．５", "３", "-４．０"], [1.79, 2.5, 3, -4]),
    (["2 H", "30 M", "5 S", "1 H"], [7200, 1800, 5, 3600]),
    (["2 h", "30 s", "5 s", "1 h"], [7200, 30, 5, 3600]),
    (["5 g", "30 g", "7 g", "0"], [5, 30, 7, 0]),
])  # fmt: skip
def test_marks_of_numbers_are_those_of_the_whole_column(tokens, values):
    data = "\n".join(["x;value;z", *(f"{k * 7 % 11};{one};{k * 5 % 13}" for k, one in enumerate(tokens * 6))]).encode()
    read = read_table(data, delimiter=";", label_column=None, convert={"value": "auto"})
    assert read.X[:, 1].tolist() == pytest.approx(values * 6, rel=1e-15)


@pytest.mark.parametrize("examples", [*EXAMPLES.values(), *UNITS.values()], ids=[*EXAMPLES, *UNITS])
def test_a_column_of_them_is_offered_and_read(examples):
    tokens = [*examples] * 6
    quoted = ['"' + token.replace('"', '""') + '"' for token in tokens]
    data = "\n".join(["x;value;z", *(f"{k * 7 % 11};{one};{k * 5 % 13}" for k, one in enumerate(quoted))]).encode()
    table = read_table(data, delimiter=";", label_column=None)
    options = [option for question in table.questions for option in question.options]
    (convert,) = [option.keywords for option in options if option.keywords.get("convert") == {"value": "auto"}]
    read = read_table(data, delimiter=";", label_column=None, **convert)
    assert read.X[:, 1].tolist() == pytest.approx([*examples.values()] * 6, rel=1e-15)


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        ({"p<0.05": 0.05, "p = 0.2": 0.2, "P=.01": 0.01, "p<0.001": 0.001}, "limit"),
        ({"1:50": 0.02, "1:100": 0.01, "1 : 200": 0.005, "1:1,000": 0.001}, "fraction"),
    ],
    ids=["probabilities", "dilutions"],
)
def test_probabilities_and_dilutions(cells, values):
    tokens = [*cells] * 4
    data = "\n".join(["x;t", *(f"{k * k % 11};{token}" for k, token in enumerate(tokens))]).encode()
    (column,) = [one for one in read_table(data, label_column=None).columns if one.name == "t"]
    assert column.suggestion is not None and column.suggestion.kind.value == values
    table = read_table(data, label_column=None, convert={"t": "auto"})
    assert table.X[:, 1].tolist() == pytest.approx([cells[token] for token in tokens], rel=1e-15)


def test_numbers_in_words_are_a_scale():
    words = ["two", "four", "three", "two"] * 4
    data = "\n".join(["doors,x", *(f"{word},{k * k % 11}" for k, word in enumerate(words))]).encode()
    table = read_table(data)
    scales = [o.keywords for one in table.questions for o in one.options if o.kind is OptionKind.ORDINAL]
    assert table.label_name is None and scales == [{"ordinal": {"doors": ("two", "three", "four")}}]


@pytest.mark.parametrize(("tokens", "dropped"), [
    (["1’879.54 P", "41.05 A", "173.77", "9.5", "1’120.5"], {"P": 6, "A": 6}),
    (["15.2 e", "17.1 p", "8.3 p", "9.5"], {"e": 6, "p": 12}),
    (["15.2 e", "17.1", "8.3 e", "9.5"], {}),
])  # fmt: skip
def test_different_letters_that_are_dropped_are_named(tokens, dropped):
    data = "\n".join(["x;value;z", *(f"{k * 7 % 11};{one};{k * 5 % 13}" for k, one in enumerate(tokens * 6))]).encode()
    table = read_table(data, delimiter=";", label_column=None)
    suggestion = next(column.suggestion for column in table.columns if column.name == "value")
    assert dict(suggestion.dropped) == dropped
    assert all(mark in conversion_text(suggestion) for mark in dropped)
