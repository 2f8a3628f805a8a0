"""Each question that a file leaves open is on the page Your data, and each of its answers is a click."""

import io
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from page_checks import assert_calm

from pages.shared.table.taken import taken
from pages.shared.text import as_sentence
from rnse_core.tables import QuestionKind, option_text, question_sentence, read_table

N = 40
CASES = Path(__file__).resolve().parents[1] / "core" / "tables" / "cases"
POINTS = np.random.default_rng(0).normal(np.repeat([[0.0], [5.0]], N // 2, axis=0), 0.2, (N, 3)).round(3)


def case(name):
    return name, (CASES / name).read_bytes()


def workbook():
    stream = io.BytesIO()
    with pd.ExcelWriter(stream) as book:
        for sheet in ("first", "second"):
            pd.DataFrame(POINTS, columns=list("abc")).to_excel(book, sheet_name=sheet, index=False)
    return "own.xlsx", stream.getvalue()


def own(**more):
    return "own.csv", pd.DataFrame(POINTS, columns=list("abc")).assign(**more).to_csv(index=False).encode()


def long_table():
    frame = pd.DataFrame(POINTS, columns=list("abc")).assign(name=[f"n{k}" for k in range(N)])
    return "own.csv", frame.melt(id_vars="name").to_csv(index=False).encode()


FILES = {
    QuestionKind.HEADER: lambda: case("c02b_numbered_frame_noindex.csv"),
    QuestionKind.POINT: lambda: case("c06_dot_thousands.csv"),
    QuestionKind.ROW_NAMES: lambda: ("own.csv", pd.DataFrame(POINTS, index=np.arange(N) * 7 % N).to_csv().encode()),
    QuestionKind.IDENTIFIERS: lambda: case("c07_customer_number.csv"),
    QuestionKind.EARLIER_RESULT: lambda: (
        "own.csv",
        pd.DataFrame(POINTS)
        .assign(cluster=np.arange(N) % 3, confidence=1 / (1 + np.arange(N) * 7 % N))
        .to_csv(index=False)
        .encode(),
    ),
    QuestionKind.TICKS: lambda: case("c13_ticks.csv"),
    QuestionKind.WORDS: lambda: case("c08_last_first.csv"),
    QuestionKind.TOTAL_ROWS: lambda: case("c19_total_row.csv"),
    QuestionKind.EDGES: lambda: case("c15_edges.csv"),
    QuestionKind.TRIANGLE: lambda: case("c09_lower_triangle.csv"),
    QuestionKind.ENCODING: lambda: case("c17_one_latin1_line.csv"),
    QuestionKind.SHEET: workbook,
    QuestionKind.NUMBER_DATES: lambda: own(day=pd.date_range("2024-01-01", periods=N, freq="3D").strftime("%Y%m%d")),
    QuestionKind.ROW_NUMBERS: lambda: own(age=np.arange(20, 20 + N)),
    QuestionKind.SUM_COLUMNS: lambda: own(total=POINTS.sum(axis=1).round(3)),
    QuestionKind.LONG_TABLE: long_table,
    QuestionKind.MISSING_WORDS: lambda: own(d=[("unknown" if k % 9 == 4 else f"{k * 7 % 31}") for k in range(N)]),
    QuestionKind.MISSING_CODES: lambda: own(pressure=np.where(np.arange(N) % 9 == 0, 0, 900 + np.arange(N) * 7 % 31)),
}


@pytest.mark.parametrize("kind", FILES, ids=str)
def test_each_answer_is_a_click(open_page, kind):
    name, content = FILES[kind]()
    questions = read_table(content, name=name).questions
    (place,) = [k for k, question in enumerate(questions) if question.kind is kind]
    app = open_page("your_data")
    app.file_uploader(key="yd_uploader").upload(name, content)
    app.run()
    for k, option in enumerate(questions[place].options):
        assert_calm(app)
        assert any(as_sentence(question_sentence(questions[place])) in text.value for text in app.markdown)
        button = app.button(key=f"yd_question_{place}_{k}")
        assert button.label.startswith(as_sentence(option_text(option)))
        button.click().run()
        assert not app.exception and not app.error
        read = json.loads(app.query_params["yd_read"]) if option.keywords else {}
        assert read == json.loads(json.dumps(dict(option.keywords)))
        # What was answered stays visible as answered.
        shown = [button for button in app.button if (button.key or "").startswith("yd_taken_")]
        assert len(shown) == len(taken(read)) and bool(shown) == bool(option.keywords)
        # Taken back, it is a question again.
        for _ in shown:
            app.button(key="yd_taken_0").click().run()
