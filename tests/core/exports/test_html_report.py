"""The report: complete, self-contained, and every text of the user's is only text."""

import re
from html.parser import HTMLParser

import numpy as np
import plotly.graph_objects as go
import plotly.io as pio
import pytest
from expected import raised

from rnse_core.exceptions import InputError, Reason
from rnse_core.exports import ReportFigure, ReportTable, html_report

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)


class Page(HTMLParser):
    """Collects the text, the tags, the attributes and the addresses of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.addresses, self.text = [], [], [], ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name) for name, _ in attrs]
        self.addresses += [value for name, value in attrs if name in ("src", "href", "data", "action")]
        self.text += "".join(value for name, value in attrs if name == "alt")

    def handle_data(self, data):
        self.text += data


def report_with(place, text):
    """A report with everything in it, and a text of the user's in one place."""
    at = dict.fromkeys(PLACES, "plain") | {place: text}
    return html_report(
        at["title"],
        sentences=[at["sentence"], f"The column `{at['name in a sentence']}` was left out."],
        tables=[ReportTable(at["table caption"], [at["column"], "score"], [[at["cell"], 0.5]])],
        figures=[ReportFigure(at["figure caption"], png=PNG, alt="a"), ReportFigure("c", png=PNG, alt=at["alt"])],
        parameters=at["parameters"],
        code=at["code"],
    )


PLACES = {  # How often a text is seen there.
    "title": 2,
    "sentence": 1,
    "name in a sentence": 1,
    "table caption": 1,
    "column": 1,
    "cell": 1,
    "figure caption": 1,
    "alt": 1,
    "parameters": 1,
    "code": 1,
}
HOSTILE = [
    "<script>alert(1)</script> & \"quotes\" 'too'",
    "<img src=x onerror=alert(1)>",
    '" onload="alert(1)',
    "' onload='alert(1)",
    "</pre></code></td></figcaption></title></style><script>alert(1)</script>",
    "<!-- --><b>bold</b>",
    "{{ 6 * 7 }}{% for x in [1] %}{# comment #}",
    "&lt;b&gt; &amp;amp;",
    "javascript:alert(1)",
]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_text_wherever_it_stands(place, text):
    page, plain = Page(report_with(place, text)), Page(report_with(place, "plain"))
    assert page.tags == plain.tags and page.attributes == plain.attributes
    assert page.addresses == plain.addresses
    assert page.text.count(text) == PLACES[place]


def test_a_sentence_sets_names_as_code():
    page = html_report("T", sentences=["The columns `a` and `<b>` were left out; ` stands alone."])
    assert "<li>The columns <code>a</code> and <code>&lt;b&gt;</code> were left out; ` stands alone.</li>" in page


def test_text_in_a_plotly_figure_starts_no_script():
    def snippet(text):
        figure = go.Figure(go.Scatter(x=[1], y=[2], name=text, text=[text]), layout={"title": text})
        return pio.to_html(figure, full_html=False, include_plotlyjs=False, div_id="one")

    page, plain = (
        Page(html_report("T", figures=[ReportFigure("plot", snippet=snippet(text))])) for text in (HOSTILE[0], "plain")
    )
    assert page.tags == plain.tags


def test_a_report_has_its_parts_in_order():
    seen = [tag for tag in Page(report_with("title", "plain")).tags if tag in ("h1", "ul", "table", "figure", "h2")]
    assert seen == ["h1", "ul", "table", "figure", "figure", "h2", "h2"]
    assert Page(html_report("T")).tags[-2:] == ["body", "h1"]
    assert report_with("title", "plain").startswith("<!doctype html>")
    assert '<meta charset="utf-8">' in report_with("title", "plain")


def test_a_page_loads_nothing():
    page = html_report("Title", figures=[ReportFigure("picture", png=PNG)])
    assert all(address.startswith("data:image/png;base64,") for address in Page(page).addresses)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy == "default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'"


def test_cells_are_written_by_their_type():
    page = html_report("T", tables=[ReportTable("c", ["a"], [[0.123456], [np.float32(2)], [3], [None], [True], ["x"]])])
    cells = re.findall(r"<td( class=\"number\")?>([^<]*)</td>", page)
    assert [text for _, text in cells] == ["0.1235", "2", "3", "not defined", "True", "x"]
    assert [bool(number) for number, _ in cells] == [True, True, True, False, False, False]


def test_a_plotly_figure_is_put_in_whole():
    figure = go.Figure(go.Scatter(x=[1, 2], y=[3, 4]))
    whole = pio.to_html(figure, full_html=False, include_plotlyjs=True)
    page = html_report("T", figures=[ReportFigure("plot", snippet=whole)])
    assert whole in page and "script-src 'unsafe-inline'" in page
    linked = pio.to_html(figure, full_html=False, include_plotlyjs="cdn")
    with raised(InputError, argument="figures", reason=Reason.INCOMPATIBLE, value="plot"):
        html_report("T", figures=[ReportFigure("plot", snippet=linked)])


@pytest.mark.parametrize(
    "snippet", ["<img src='//host/x.png'>", "<LINK rel=x href=https://host/x.css>", '<iframe\n src = "http://host">']
)
def test_a_snippet_that_loads_something_is_refused(snippet):
    with raised(InputError, argument="figures", reason=Reason.INCOMPATIBLE, value="plot"):
        html_report("T", figures=[ReportFigure("plot", snippet=snippet)])


@pytest.mark.parametrize(
    ("figure", "reason"),
    [
        (ReportFigure("empty"), Reason.MISSING),
        (ReportFigure("both", png=PNG, snippet="<p>"), Reason.MISSING),
        (ReportFigure("other", png=b"GIF89a"), Reason.WRONG_TYPE),
    ],
)
def test_a_figure_is_one_picture(figure, reason):
    with raised(InputError, argument="figures", reason=reason, value=figure.caption):
        html_report("T", figures=[figure])
