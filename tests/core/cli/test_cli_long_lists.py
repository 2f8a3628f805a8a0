"""Questions about hundreds of columns are short; of the offers for a refused table the one that reads most is first."""

import pytest
from readings import refused

from rnse_core.cli import main
from rnse_core.cli._hints import as_option
from rnse_core.tables import OptionKind, option_text, question_sentence, read_table

WORDS = ("never", "rarely", "sometimes", "often")
N_ROWS = 24


def survey(n_columns, words=WORDS):
    lines = [",".join(words[(k * (j + 3) + k // 5) % len(words)] for j in range(n_columns)) for k in range(N_ROWS)]
    head = ",".join(["age", *(f"item{j}" for j in range(n_columns))])
    return "\n".join([head, *(f"{20 + k * k % 37}.5,{line}" for k, line in enumerate(lines)), ""]).encode()


TABLES = {
    "scale": survey(200),
    "other words": survey(200, ("red", "green", "blue")),
    "ticks": survey(200, ("x", "")),
    "numbers": survey(200, ("1 kg", "2 kg", "3 kg", "n.v.")),
}


@pytest.mark.parametrize("name", TABLES)
def test_questions_about_many_columns_are_short(tmp_path, capsys, name):
    table = read_table(TABLES[name])
    for question in table.questions:
        assert len(question_sentence(question)) < 500
        assert all(len(option_text(option)) < 500 for option in question.options)
    path = tmp_path / "survey.csv"
    path.write_bytes(TABLES[name])
    assert main(["cluster", str(path), "--clusters", "2", "--quiet"]) == 0
    assert max(map(len, capsys.readouterr().err.splitlines()), default=0) < 3000


@pytest.mark.parametrize(
    "keywords",
    [
        {"ignore": tuple(f"item{j}" for j in range(200))},
        {"one_hot": tuple(f"item{j}" for j in range(200))},
        {"convert": {f"item{j}": "auto" for j in range(200)}},
    ],
    ids=lambda keywords: next(iter(keywords)),
)
def test_an_option_of_many_columns_has_the_first_and_the_number_of_the_others(keywords):
    text = as_option(keywords)
    assert len(text) < 120 and "item2" in text and "item3" not in text and "197" in text
    (name,) = keywords
    few = keywords[name] if isinstance(keywords[name], tuple) else tuple(keywords[name])
    assert "..." not in as_option({name: few[:30] if name != "convert" else dict.fromkeys(few[:30], "auto")})


def test_the_offer_that_reads_most_comes_first():
    lines = (f"{'AB'[k % 2]},{['never', 'rarely', 'often'][k % 3]},{k % 5}:{k % 50 + 10},x{k}" for k in range(20))
    error = refused("\n".join(["club,a,time,name", *lines, ""]).encode())
    sizes = [
        option.count if option.kind is OptionKind.GOWER else sum(map(len, option.keywords.values()))
        for option in error.options
        if option.kind is not OptionKind.KEEP
    ]
    assert len(sizes) > 1 and sizes == sorted(sizes, reverse=True)


def test_numbers_of_rows_are_offered_last():
    lines = (f"{k + 1},{'AB'[k % 2]},{['red', 'green', 'blue'][k % 3]}" for k in range(20))
    error = refused("\n".join(["no,club,colour", *lines, ""]).encode())
    kinds = [option.kind for option in error.options]
    assert kinds[-1] is OptionKind.KEEP and len(kinds) > 1
