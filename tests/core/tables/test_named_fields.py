"""Texts that name each value where it stands: records over several lines, lines of names and values, lists of YAML."""

import base64

import numpy as np
import pytest
from readings import note, notes, refused

from rnse_core.tables import NoteKind, OtherFormat, Problem, read_table

N = 12
RNG = np.random.default_rng(5)
HEIGHTS = RNG.uniform(1, 9, N).round(2).tolist()
WEIGHTS = RNG.integers(3, 90, N).tolist()
X = np.column_stack([HEIGHTS, WEIGHTS])
FIELDS = [{"name": f"plant {k}", "height": HEIGHTS[k], "weight": WEIGHTS[k]} for k in range(N)]


def lines(fields, sep):
    return [f"{key}{sep}{value}" for key, value in fields.items()]


def records(sep, between, fields=FIELDS):
    return between.join("\n".join(lines(one, sep)) + "\n" for one in fields)


def cells(table):
    return [row for _, row in table.original.records()]


def checked(text, **options):
    table = read_table(text.encode() if isinstance(text, str) else text, **options)
    found = note(table, NoteKind.NAMED_FIELDS)
    assert found.count == N
    assert table.feature_names == ["height", "weight"]
    np.testing.assert_array_equal(table.X, X)
    return table


@pytest.mark.parametrize("between", ["", "\n", "\n\n", "---\n", "%%\n", "=====\n\n", "//\n", "\r\n"])
@pytest.mark.parametrize("sep", [": ", "=", " = ", "\t: ", ":    "])
def test_records_of_names_and_values(sep, between):
    checked(records(sep, between))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_records_in_other_encodings(encoding):
    fields = [{"name": f"plänt {k}", **{key: one[key] for key in ("height", "weight")}} for k, one in enumerate(FIELDS)]
    checked(records(": ", "\n", fields).encode(encoding))


def test_values_that_are_left_out_are_missing_and_titles_are_said():
    fields = [{key: value for key, value in one.items() if key != "weight" or k != 3} for k, one in enumerate(FIELDS)]
    text = f"Report: weekly\nDate: 2024-01-01\n\n{records(': ', chr(10), fields)}\nTotal: 12\n"
    table = read_table(text.encode())
    assert table.n_rows == N - 1 and note(table, NoteKind.INCOMPLETE_ROWS).count == 1
    assert note(table, NoteKind.TITLE_ROWS).values == ("Report weekly", "Date 2024-01-01")
    assert note(table, NoteKind.LINES_BELOW).values == ("Total 12",)


def test_ldif_ris_medline_ini_and_toml():
    encoded = base64.b64encode("Mäx".encode()).decode()
    ldif = "version: 1\n\n" + "\n".join(
        f"dn: uid=u{k},ou=people,\n dc=org\ncn:: {encoded}\nobjectClass: top\nobjectClass: person\n"
        f"height: {HEIGHTS[k]}\nweight: {WEIGHTS[k]}\n"
        for k in range(N)
    )
    table = checked(ldif)
    assert cells(table)[0][:3] == ["uid=u0,ou=people,dc=org", "Mäx", "top; person"]
    assert note(table, NoteKind.REPEATED_FIELDS).columns == ("objectClass",)
    ris = "\n".join(
        f"TY  - JOUR\nAU  - A{k}\nAU  - B\nSP  - {HEIGHTS[k]}\nVL  - {WEIGHTS[k]}\nER  - \n" for k in range(N)
    )
    medline = ris.replace("TY  - JOUR", "PMID- 12")
    for text in (ris, medline, ris.replace("\n\n", "\n")):
        table = read_table(text.encode())
        np.testing.assert_array_equal(table.X, X)
        assert table.feature_names == ["SP", "VL"] and note(table, NoteKind.REPEATED_FIELDS).columns == ("AU",)
    body = [f"height = {HEIGHTS[k]}\nweight = {WEIGHTS[k]}\n" for k in range(N)]
    table = checked("; plants\n" + "\n".join(f"[plant {k}]\n{one}" for k, one in enumerate(body)))
    assert cells(table)[2][0] == "plant 2"
    checked("\n".join(f"[[plant]]\nname = 'p{k}'\n{one}" for k, one in enumerate(body)))


def test_what_databases_print_record_by_record():
    psql = "".join(f"-[ RECORD {k} ]-+---\n" + "\n".join(lines(one, " | ")) + "\n" for k, one in enumerate(FIELDS, 1))
    checked(psql)
    stars = "*" * 27
    mysql = "".join(
        f"{stars} {k}. row {stars}\n" + "\n".join(f"{key:>8}: {one[key]}" for key in one) + "\n"
        for k, one in enumerate(FIELDS, 1)
    )
    checked(f"{mysql}12 rows in set (0.00 sec)\n")


@pytest.mark.parametrize("between", [" ", ", ", ";", "; ", "\t", "&", "|", " | "])
@pytest.mark.parametrize("end", ["", ";"])
def test_lines_of_names_and_values(between, end):
    fields = [{key: one[key] for key in ("height", "weight")} for one in FIELDS]
    text = "".join(between.join(lines(one, "=")) + (end if ";" in between else "") + "\n" for one in fields)
    checked(text)
    if between in (", ", "; "):
        checked(text.replace("=", ": "))


def test_logs_keep_quoted_values_and_the_words_beside_them():
    text = "".join(
        f'2024-01-01T00:00:{k:02d}Z INFO msg="user \\"{k}\\" = in" height={one["height"]} weight={one["weight"]}'
        + (" retry=1\n" if k == 5 else "\n")
        for k, one in enumerate(FIELDS)
    )
    table = read_table(text.encode(), ignore=["retry"])
    np.testing.assert_array_equal(table.X, X)
    assert cells(table)[3][:2] == ["2024-01-01T00:00:03Z INFO", 'user "3" = in']


YAML = "".join(f"- name: plant {k}\n  height: {HEIGHTS[k]}  # cm\n  weight: {WEIGHTS[k]}\n" for k in range(N))
INDENTED = "".join(f"  {line}\n" for line in YAML.splitlines())
YAMLS = {
    "list": YAML,
    "document": f"%YAML 1.2\n---\n# plants\n{YAML}...\n",
    "wrapped": f"version: 2\nplants:\n{INDENTED}",
    "wrapped beside": f"plants:\n{YAML}",
    "flow": "".join(f'- {{name: "a, {k}", height: {HEIGHTS[k]}, weight: {WEIGHTS[k]}}}\n' for k in range(N)),
    "mapping": "".join(f"plant {k}:\n    height: {HEIGHTS[k]}\n    weight: {WEIGHTS[k]}\n" for k in range(N)),
    "documents": "".join(f"---\nname: p{k}\nheight: {HEIGHTS[k]}\nweight: {WEIGHTS[k]}\n" for k in range(N)),
}


@pytest.mark.parametrize("form", YAMLS)
def test_lists_of_yaml(form):
    checked(YAMLS[form])
    checked(YAMLS[form], name="plants.yaml")


def test_words_of_yaml():
    text = "".join(
        f"- 'plant name': \"it's # {k}\"\n  height: {HEIGHTS[k] if k else '~'}\n  weight: {WEIGHTS[k]}\n"
        for k in range(N)
    )
    table = read_table(text.encode())
    assert table.n_rows == N - 1
    assert cells(table)[0] == ["it's # 0", "", str(WEIGHTS[0])]


@pytest.mark.parametrize(
    ("item", "line"),
    [
        ("pos:\n    x: 1\n    y: 2\n", 3),
        ("tags:\n    - a\n    - b\n", 3),
        ("pos: {x: 1}\n", 2),
        ("text: |\n    a\n", 2),
    ],
)
def test_values_in_values_of_yaml_are_refused_by_name(item, line):
    error = refused("".join(f"- name: n{k}\n  {item}" for k in range(N)).encode())
    assert (error.problem, error.value, error.line) == (Problem.OTHER_FORMAT, OtherFormat.YAML, line)


def test_other_yaml_and_bibtex_are_refused_by_name():
    error = refused(b"height: 3\nwidth: 4\n", name="settings.yml")
    assert (error.problem, error.value) == (Problem.OTHER_FORMAT, OtherFormat.YAML)
    error = refused(b"@article{key,\n  year = {1990},\n  volume = {3}\n}\n\n@book{other,\n  year = 2001\n}\n")
    assert (error.problem, error.value) == (Problem.OTHER_FORMAT, OtherFormat.BIBTEX)


@pytest.mark.parametrize("keyword", ["header", "drop_bad_rows"])
def test_keywords_that_do_nothing_are_refused(keyword):
    error = refused(records(": ", "\n").encode(), **{keyword: True})
    assert (error.problem, error.keyword) == (Problem.UNUSED_KEYWORD, keyword)
    checked(records(": ", "\n"), **error.options[0].apply({keyword: True}))


def test_answers_and_samples_of_records():
    text = records("=", "\n").encode()
    assert read_table(text, sample_rows=5).n_rows == 5
    table = read_table(text)
    for question in table.questions:
        for option in question.options:
            assert read_table(text, **option.keywords).n_rows


@pytest.mark.parametrize(
    "text",
    [
        "id,info,x\n" + "".join(f"{k},a=1 b={k % 4},{HEIGHTS[k]}\n" for k in range(N)),
        "id\tinfo\tx\n" + "".join(f"{k}\tDP={k};AF=0.{k}\t{HEIGHTS[k]}\n" for k in range(N)),
        "time,x\n" + "".join(f"12:{k + 10},{HEIGHTS[k]}\n" for k in range(N)),
        "".join(f"speaker {k}: word,{HEIGHTS[k]}\n" for k in range(N)),
    ],
)
def test_cells_with_names_are_cells(text):
    assert not notes(read_table(text.encode(), missing="zero"), NoteKind.NAMED_FIELDS)


def test_lines_of_sqlite_and_influxdb():
    sqlite = "\n".join("\n".join(f"{key:>10} = {one[key]}" for key in one) + "\n" for one in FIELDS)
    checked(sqlite)
    for time in ("", " 1465839830100400200"):
        text = "".join(
            f'plants,site=s{k % 3} height={one["height"]},weight={one["weight"]}i,note="a, b"{time}\n'
            for k, one in enumerate(FIELDS)
        )
        table = checked(text, ignore=("time",) if time else ())
        assert cells(table)[4][:2] == ["plants", "s1"] and "a, b" in cells(table)[4]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("m\n  RDKit\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n    0.0    0.0    0.0 C\nM  END\n$$$$\n", "MOLECULES"),
        ("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\n" * 3, "NMEA"),
    ],
)
def test_molecules_and_receivers_are_refused_by_name(text, kind):
    error = refused(text.encode())
    assert (error.problem, error.value) == (Problem.OTHER_FORMAT, OtherFormat[kind])


@pytest.mark.parametrize(
    "cell",
    ['"<img src=//a.example/t>x <img src=//b.example/u> y"', '"x=1 y=2 z"', '"see http://a.example/?q=1 and u=2 v=3"'],
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_names_and_values_in_the_cells_of_another_table_are_text(cell, place):
    """The header has them as well."""
    lines = [["a", "b"], *([f"{k % 7}.5", str(k * k % 11)] for k in range(20))]
    for line in lines:
        line.insert(place, cell)
    table = read_table("\n".join(map(",".join, lines)).encode())
    assert (table.n_rows, table.n_features) == (20, 2)
