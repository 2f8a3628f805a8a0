"""Single cells that hold a number and something around it: what is offered, and what it gives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from readings import column, question

from rnse_core.tables import OptionKind, QuestionKind, TableError, read_table
from rnse_core.tables.conversion_kinds import ConversionKind as Kind
from rnse_core.tables.conversions import find_conversion

CASES = [
    # Times and durations.
    (Kind.TIME, ["1-02:03:04", "02:03:04", "10:22.5"], [93784, 7384, 622.5]),
    (Kind.TIME, ["-0:25", "+0:10", "2:04"], [-25, 10, 124]),
    (Kind.TIME, ["54.35", "1:05.28", "53.83"], [54.35, 65.28, 53.83]),
    (Kind.TIME, ["1 day, 2:03:04", "-1 day, 23:59:50", "0:00:07"], [93784, -10, 7]),
    (Kind.TIME, ["4'25\"", "5'42\"", "5'13\""], [265, 342, 313]),
    (Kind.DURATION, ["2h30", "1h05", "12h00"], [9000, 3900, 43200]),
    (Kind.SEVERAL_UNITS, ["3y 6m", "10 years 3 months", "0y 9m", "8 y"], [3.5, 10.25, 0.75, 8]),
    # Dates of periods.
    (Kind.PERIOD, ["2010Q1", "2010Q2", "2011Q4"], [14610, 14700, 15248]),
    (Kind.PERIOD, ["Q1 2010", "Q2 2010", "Q4 2011"], [14610, 14700, 15248]),
    (Kind.PERIOD, ["2021M01", "2021M02", "2021M12"], [18628, 18659, 18962]),
    (Kind.PERIOD, ["2010-10", "2010-11", "2010-12"], [14883, 14914, 14944]),
    (Kind.PERIOD, ["2009-10", "2010-11", "2011-12"], [14245, 14610, 14975]),
    (Kind.PERIOD, ["Jan 2010", "Feb 2010", "Dec-2010"], [14610, 14641, 14944]),
    (Kind.PERIOD, ["KW 1 2024", "KW 2 2024"], [19723, 19730]),
    (Kind.NAMED_DATE, ["01/Jan/24 6:00 AM", "02/Jan/24 6:00 PM"], [19723.25, 19724.75]),
    (Kind.NAMED_DATE, ["10/Oct/2000:12:00:00 -0700", "11/Oct/2000:00:00:00 -0700"], [11240.5, 11241]),
    # Amounts.
    (Kind.CURRENCY, ["Rs. 68,242/-", "Rs. 44,938/-"], [68242, 44938]),
    (Kind.CURRENCY, ["CHF 12.–", "CHF 13.50"], [12, 13.5]),
    (Kind.CURRENCY, ["US$1,200", "US$ 15.50"], [1200, 15.5]),
    (Kind.NUMBER, ["12.-", "13.50", "7.-"], [12, 13.5, 7]),
    (Kind.MYRIADS, ["3億500万円", "2億円", "500万円"], [300000000 + 5000000, 200000000, 5000000]),
    (Kind.MYRIADS, ["1.2亿", "3千万", "500"], [120000000, 30000000, 500]),
    # Signs and arrows.
    (Kind.PERCENT, ["▲ 5%", "▼ 3%", "1%"], [5, -3, 1]),
    (Kind.PERCENT, ["↑ 8%", "↓ 4%", "0%"], [8, -4, 0]),
    (Kind.FLAGGED, ["3.1↑", "3.62↓", "4.61→"], [3.1, 3.62, 4.61]),
    # Flags.
    (Kind.FLAGGED, ["5.6ab", "51.2 a", "4.92b", "8.4c"], [5.6, 51.2, 4.92, 8.4]),
    (Kind.FLAGGED, ["7.6", "8.7*", "4.7 H", "5.5 L"], [7.6, 8.7, 4.7, 5.5]),
    (Kind.FLAGGED, ["5.24V", "4.92", "2.63", "3.1s"], [5.24, 4.92, 2.63, 3.1]),
    (Kind.FLAGGED, ["20s", "20", "21"], [20, 20, 21]),
    (Kind.FLAGGED, ["1,234*", "2,345*", "12"], [1234, 2345, 12]),
    (Kind.UNCERTAIN, ["8,804,190[12]", "1,200[3]", "45"], [8804190, 1200, 45]),
    (Kind.UNCERTAIN, ["12.3 % (n=5)", "11.8 % (n=40)"], [12.3, 11.8]),
    (Kind.UNCERTAIN, ["1.3 ± 0.1 kg", "2.3 ± 0.2 kg"], [1.3, 2.3]),
    (Kind.GUARDED, ["'2.04", "=-1.3", '="7"'], [2.04, -1.3, 7]),
    # Words.
    (Kind.WORDED, ["#1,234", "#2,592", "#63"], [1234, 2592, 63]),
    (Kind.WORDED, ["One person found this helpful", "8 people found this helpful", "83 people found this helpful"],
     [1, 8, 83]),
    (Kind.WORDED, ["12 people..", "7 people..", "1 person.."], [12, 7, 1]),
    (Kind.WORDED, ["830 m ü. M.", "1446 m ü. M."], [830, 1446]),
    (Kind.WORDED, ["45 mL/min/1.73m²", "90 mL/min/1.73m²"], [45, 90]),
    (Kind.WORDED, ["1st", "2nd", "3rd", "11th"], [1, 2, 3, 11]),
    (Kind.ABOUT, ["ab 40 €", "ab 1,144 €", "ab 20 €"], [40, 1144, 20]),
    (Kind.ABOUT, ["from 40", "from 35.5"], [40, 35.5]),
    (Kind.ABOUT, ["approx. 1,200 kg", "ca. 900 kg", "~5 kg"], [1200, 900, 5]),
    (Kind.LIMIT, ["<0.01 ng/mL", "1.49 ng/mL", "2.0 ng/mL"], [0.01, 1.49, 2]),
    (Kind.LIMIT, [">100 U/L", "77 U/L", "≤ 5 U/L"], [100, 77, 5]),
    # Scores, lengths and powers.
    (Kind.OUT_OF, ["9/10", "10/10", "8.5/10"], [9, 10, 8.5]),
    (Kind.OUT_OF, ["1.0 out of 5 stars", "4.5 out of 5 stars"], [1, 4.5]),
    (Kind.FRACTION, ["8½", "9", "9¼"], [8.5, 9, 9.25]),
    (Kind.FRACTION, ["1½", "2½", "3½"], [1.5, 2.5, 3.5]),
    (Kind.POWER_OF_TEN, ["3.1 x 10^6 cells/mL", "2 x 10^5 cells/mL"], [3.1e6, 2e5]),
    (Kind.TIME, ["5:30 /km", "4:25 /km"], [330, 265]),
    (Kind.SEVERAL_UNITS, ["100 W", "1.5 kW", "2 MW", "5 mW"], [100, 1500, 2e6, 0.005]),
    (Kind.SEVERAL_UNITS, ["1.5 million", "800 thousand"], [1.5e6, 8e5]),
    (Kind.SEVERAL_UNITS, ["5 lakh", "2 crore"], [5e5, 2e7]),
    (Kind.SEVERAL_UNITS, ["6 months ago", "2 years ago"], [0.5, 2]),
    (Kind.FLAGGED, ["0.5 J", "0.012 UJ", "3.4", "5.5 U"], [0.5, 0.012, 3.4, 5.5]),
    (Kind.LIMIT, ["<0.5 U", "1.2", "3.3 J"], [0.5, 1.2, 3.3]),
    (Kind.WORDED, ["40 €/Monat", "55 €/Monat"], [40, 55]),
    (Kind.STARS, ["★★★", "★★★★☆", "★★½", "☆☆"], [3, 4, 2.5, 0]),
    (Kind.FEET, ["5-11", "6-0", "5-7"], [71, 72, 67]),
    (Kind.FEET, ["5-7", "6'0\"", "5-11"], [67, 72, 71]),
    (Kind.POWER_OF_TEN, ["10^-3", "10^-8", "10⁻¹"], [0.001, 1e-8, 0.1]),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "tokens", "values"), CASES, ids=[f"{case[0]} {case[1][0]}" for case in CASES])
def test_the_numbers_of_a_column_are_read_and_none_is_lost(kind, tokens, values):
    found = find_conversion(dict.fromkeys(tokens, 1), ".")
    assert found is not None and found.suggestion.kind is kind and found.suggestion.n_failing == 0
    assert [found.values[token] for token in tokens] == pytest.approx(values, rel=1e-12)


def test_a_decimal_comma_of_the_file_is_that_of_cells_with_words():
    for tokens, values in [(["8,7/10", "6,2/10"], [8.7, 6.2]), (["ab 12,50 €", "ab 1.144 €"], [12.5, 1144])]:
        found = find_conversion(dict.fromkeys(tokens, 1), ",")
        assert found is not None and list(found.values.values()) == values
    found = find_conversion(dict.fromkeys(["12,-", "13,50", "7,-"], 1), ",")
    assert found is not None and list(found.values.values()) == [12, 13.5, 7]


@pytest.mark.parametrize("tokens", [
    ["68:49", "40:76", "84:78"], ["2:1", "0:0"], ["12A", "12B", "14C"], ["PRJ-1", "PRJ-2"],
    ["12 Main Street", "7 Main St"],
    ["S101", "S102"], ["T112", "T204"], ["12 Mrs. Smith", "7 Mr. Jones", "9 Dr. Who"], ["555-0123", "555-4567"],
    ["'07030", "'10001"],
    ["1920x1080", "1280x1024"],
    ["CA 12", "CA 30", "CA 7"],
    ["120 over 80", "118 over 75"],
    ["10%–20%", "5%–10%"],
    ["52°31'N 13°24'E", "48°8'N 11°34'E"],
])  # fmt: skip
def test_scores_codes_and_addresses_are_not_offered(tokens):
    assert find_conversion(dict.fromkeys(tokens, 1), ".") is None


def data(tokens, times=6):
    cells = (token.replace('"', '""') for token in tokens * times)
    return "\n".join(["x|value|z", *(f'{k * 7 % 11}|"{one}"|{k * 5 % 13}' for k, one in enumerate(cells))]).encode()


def read(tokens, **keywords):
    return read_table(data(tokens), label_column=None, **keywords)


@pytest.mark.parametrize(("tokens", "values"), [
    (["7:31", "12:05", "8:10"], [27060, 43500, 29400]), (["-0:25", "0:10", "2:04"], [-1500, 600, 7440]),
])  # fmt: skip
def test_two_numbers_may_be_hours_and_minutes(tokens, values):
    options = {option.kind: option for option in question(read(tokens), QuestionKind.CONVERSION).options}
    assert read(tokens, **options[OptionKind.HOURS_FIRST].keywords).X[:, 1].tolist() == values * 6


def test_missing_cells_take_no_way_from_the_others():
    options = question(read(["7:31", "--", "12:05", "DNF"]), QuestionKind.CONVERSION).options
    (hours,) = [option for option in options if option.kind is OptionKind.HOURS_FIRST]
    assert hours.count == 6


def test_three_numbers_need_no_question():
    options = question(read(["7:31:20", "12:05:00", "DNF"]), QuestionKind.CONVERSION).options
    assert OptionKind.HOURS_FIRST not in [option.kind for option in options]


def test_limits_with_units_have_every_answer():
    tokens = ["<0.5 mg/L", "1.5 mg/L", "2.5 mg/L", ">9 mg/L"]
    options = {option.kind: option for option in question(read(tokens), QuestionKind.CONVERSION).options}
    values = {kind: read(tokens, missing="zero", **options[kind].keywords).X[:4, 1].tolist() for kind in options
              if options[kind].keywords}  # fmt: skip
    assert values == {
        OptionKind.CONVERT: [0.5, 1.5, 2.5, 9],
        OptionKind.HALF_LIMIT: [0.25, 1.5, 2.5, 9],
        OptionKind.WITHOUT_LIMITS: [0, 1.5, 2.5, 0],
    }
    assert options[OptionKind.WITHOUT_LIMITS].count == 12


def test_an_arrow_down_may_be_a_minus():
    tokens = ["8.32↑", "3.62↓", "4.61→"]
    options = {option.kind: option for option in question(read(tokens), QuestionKind.CONVERSION).options}
    assert read(tokens, **options[OptionKind.CONVERT].keywords).X[:3, 1].tolist() == [8.32, 3.62, 4.61]
    assert read(tokens, **options[OptionKind.ARROWS].keywords).X[:3, 1].tolist() == [8.32, -3.62, 4.61]


def test_a_suggestion_is_no_label():
    assert read_table(data(["5-11", "6-0", "5-7"])).label_name is None
    assert column(read_table(data(["2010Q1", "2010Q2"])), "value").role == "ignored"


PIECES = st.sampled_from([
    "12", "1,5", "3.25", "1,234", "<", ">", "≤", "~", "ca. ", "from ", "ab ", " kg", "%", " €", "$", "Rs. ", "/-", ",-",
    "▲", "▼", "↑", "↓", "*", "a", "ab", " H", "L", "V", "#", " people", " m ü. M.", " (n=5)", "[1]", "/10", "/", ":",
    "05",
    "-", "+", "Q1", "2010", "M", "万", "億", "円", "x", ";", ", ", " ", "'", '\\"', "10^", "±", "E", "N", "°", "(", ")",
    "[", "]", "1-", "=",
])  # fmt: skip


@given(st.lists(st.lists(PIECES, min_size=1, max_size=4).map("".join), min_size=2, max_size=4))
def test_every_answer_gives_a_table_or_offers_what_does(tokens):
    tokens = [token.replace("|", "").replace("\\", "") for token in tokens]
    for keywords in answers({}, tokens):
        answers(keywords, tokens)


def answers(keywords, tokens):
    """Read a table, and return the keywords of each way that it or its error offers, all of which must be read."""
    try:
        table = read_table(data(tokens, 3), **keywords)
    except TableError as error:
        options = list(error.options)
        assert options or not keywords
    else:
        options = [option for one in table.questions for option in one.options if option.keywords]
    ways = [option.apply(keywords) for option in options]
    for way in ways:
        try:
            read_table(data(tokens, 3), **way)
        except TableError as error:
            assert error.options
    return ways
