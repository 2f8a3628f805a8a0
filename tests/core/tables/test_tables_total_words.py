"""Words for totals and means in other languages, two of them together, and totals without any word."""

import numpy as np
import pytest
from readings import question, questions

from rnse_core.tables import QuestionKind, read_table

N = 24
X = np.random.default_rng(12).uniform(5, 90, (N, 3)).round(2)
SUMS = [
    *(
        "итого",
        "Всего",
        "Сумма",
        "разом",
        "Всього",
        "toplam",
        "Genel Toplam",
        "合計",
        "総計",
        "計",
        "合计",
        "总计",
        "합계",
        "총계",
    ),
    *(
        "المجموع",
        "الإجمالي",
        'סה"כ',
        "סך הכל",
        "Σύνολο",
        "Összesen",
        "I alt",
        "Tổng",
        "Tổng cộng",
        "Jumlah",
        "कुल",
        "รวม",
        "جمع",
    ),
    *("Suma total", "Total general", "Grand total 2020", "Total Summe", "Somme totale", "Gesamt Total"),
]
MEANS = [
    *(
        "среднее",
        "ortalama",
        "平均",
        "平均值",
        "均值",
        "평균",
        "المتوسط",
        "ממוצע",
        "μέσος όρος",
        "Átlag",
        "Średnia",
        "Průměr",
    ),
    *("Medelvärde", "Gennemsnit", "Keskiarvo", "Média", "Medie", "Trung bình", "Rata-rata", "औसत", "ค่าเฉลี่ย", "میانگین"),
]


def written(name, values, places="last"):
    body = [f"s{k}," + ",".join(f"{one:.2f}" for one in row) for k, row in enumerate(X)]
    total = f"{name}," + ",".join(f"{one:.2f}" for one in values)
    return "\n".join(["name,a,b,c", *([total, *body] if places == "first" else [*body, total])]).encode()


@pytest.mark.parametrize("name", SUMS)
@pytest.mark.parametrize("places", ["first", "last"])
def test_sums_of_other_rows_than_those_of_the_table(name, places):
    """The word alone says it: the numbers are those of a larger table."""
    table = read_table(written(name, X.sum(0) * 1.3 + 11, places))
    assert table.n_rows == N and question(table, QuestionKind.TOTAL_ROWS)


@pytest.mark.parametrize("name", MEANS)
def test_means(name):
    table = read_table(written(name, X.mean(0) + 0.7))
    assert table.n_rows == N and question(table, QuestionKind.TOTAL_ROWS)


@pytest.mark.parametrize("name", ["Total 2020", "Kultur", "Summer", "Tong", "Atlagon"])
def test_other_names(name):
    assert read_table(written(name, X.mean(0) + 0.7)).n_rows == N + 1


@pytest.mark.parametrize("word", ["среднее", "平均", "ortalama", "Średnia"])
def test_means_of_groups(word):
    lines = ["name,a,b,c"]
    for group in range(4):
        rows = X[6 * group : 6 * group + 6]
        lines += [f"s{group}_{k}," + ",".join(map(str, row)) for k, row in enumerate(rows)]
        lines.append(f"{word} {group}," + ",".join(f"{one:.2f}" for one in rows.mean(0)))
    table = read_table("\n".join(lines).encode())
    assert table.n_rows == N and question(table, QuestionKind.TOTAL_ROWS)


@pytest.mark.parametrize("name", ["Deutschland", "", "ZZZ"])
@pytest.mark.parametrize("place", ["first", "last"])
@pytest.mark.parametrize("with_rate", [False, True])
def test_a_sum_of_one_column_without_a_word(name, place, with_rate):
    """It is asked about; the row is kept where nothing but the sum says so."""
    people = np.random.default_rng(7).integers(100, 900, 12)
    rates = X[:12, 0]
    mean = np.average(rates, weights=people)
    for more, n_asked in ((0, 1), (1, 0)):
        body = [f"r{k},{n}" + f",{a}" * with_rate for k, (n, a) in enumerate(zip(people, rates, strict=True))]
        total = f"{name},{people.sum() + more}" + f",{mean:.2f}" * with_rate
        rows = [total, *body] if place == "first" else [*body, total]
        data = "\n".join(["region,people" + ",rate" * with_rate, *rows]).encode()
        asked = questions(read_table(data), QuestionKind.TOTAL_ROWS)
        assert len(asked) == n_asked
        for one in asked:
            assert {read_table(data, **option.keywords).n_rows for option in one.options} == {12, 13}


def test_numbers_of_few_steps_add_up_by_chance():
    rows = [f"r{k},{k % 5}" for k in range(12)]
    data = "\n".join(["region,marks", *rows, f"x,{sum(k % 5 for k in range(12))}"]).encode()
    assert read_table(data).n_rows == 13
