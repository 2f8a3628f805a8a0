"""Graphs of METIS, DIMACS, TGF, Graphviz, networkx and GraphML, hits of BLAST, and edges in tables of more columns."""

import numpy as np
import pytest
from readings import note, notes, question, refused

from rnse_core.tables import NoteKind, OtherFormat, Problem, QuestionKind, TableError, read_table

EDGES = [(1, 2), (1, 3), (1, 5), (2, 3), (2, 4), (3, 4), (3, 5), (4, 6), (4, 7), (5, 6), (6, 7)]
NAMES = ["Anna", "Ben", "Cem", "Dora", "Emil", "Fay", "Gil"]


def is_the_graph(table, names=None, *, weighted=False):
    """Whether a similarity is that of the graph, by the names of its nodes."""
    assert table.kind == "similarity" and len(table.feature_names) == 7
    expected = np.zeros((7, 7))
    for one, other in EDGES:
        weight = one + other if weighted else 1
        expected[one - 1, other - 1] = expected[other - 1, one - 1] = weight
    order = [(names or list(map(str, range(1, 8)))).index(name) for name in table.feature_names]
    np.testing.assert_array_equal(table.X, expected[np.ix_(order, order)])


def metis(weights, *, of_nodes=False):
    lines = []
    for node in range(1, 8):
        cells = ["3"] if of_nodes else []
        for other in sorted(sum(edge) - node for edge in EDGES if node in edge):
            cells += [str(other), *([str(node + other)] if weights else [])]
        lines.append(" ".join(cells))
    kind = f" 0{int(of_nodes)}{int(weights)}" if weights or of_nodes else ""
    return f"% comment\n7 11{kind}\n" + "\n".join(lines) + "\n"


@pytest.mark.parametrize("weights", [True, False])
@pytest.mark.parametrize("of_nodes", [True, False])
def test_metis(weights, of_nodes):
    table = read_table(metis(weights, of_nodes=of_nodes).encode())
    is_the_graph(table, weighted=weights)
    assert note(table, NoteKind.GRAPH_FILE).values == ("METIS",)


def test_numbers_below_two_whole_ones_are_no_metis():
    assert not notes(read_table(b"2 3\n1 2\n2 1\n"), NoteKind.GRAPH_FILE)


@pytest.mark.parametrize("problem", ["edge", "col", "max", "sp"])
def test_dimacs(problem):
    letter = "e" if problem in ("edge", "col") else "a"
    lines = [f"{letter} {a} {b}" + (f" {a + b}" if letter == "a" else "") for a, b in EDGES]
    table = read_table("\n".join(["c made by hand", f"p {problem} 7 11", *lines]).encode())
    assert note(table, NoteKind.GRAPH_FILE).values == ("DIMACS",)
    if problem == "sp":
        assert table.kind == "distance" and question(table, QuestionKind.EDGES)
    else:
        is_the_graph(table, weighted=letter == "a")


@pytest.mark.parametrize("weights", [True, False])
def test_tgf(weights):
    nodes = [f"{k} {name}" for k, name in enumerate(NAMES, start=1)]
    edges = [f"{a} {b}" + (f" {a + b}" if weights else "") for a, b in EDGES]
    is_the_graph(read_table("\n".join([*nodes, "#", *edges]).encode()), NAMES, weighted=weights)


@pytest.mark.parametrize("mark", ["--", "->"])
@pytest.mark.parametrize("weights", [True, False])
def test_graphviz(mark, weights):
    kind = "graph" if mark == "--" else "digraph"
    edges = [f'  {NAMES[a - 1]} {mark} "{NAMES[b - 1]}"' + (f" [weight={a + b}]" if weights else "") for a, b in EDGES]
    data = "\n".join(
        [f"strict {kind} G {{", "  // a comment", "  node [shape=box];", *[f"{edge};" for edge in edges], "}"]
    )
    is_the_graph(read_table(data.encode()), NAMES, weighted=weights)


@pytest.mark.parametrize("colon", [True, False])
@pytest.mark.parametrize("comment", [True, False])
def test_lists_of_neighbours(colon, comment):
    after = {node: [other for one, other in EDGES if one == node] for node in range(1, 8)}
    lines = [" ".join(NAMES[one - 1] for one in (node, *others)) for node, others in after.items()]
    lines = [line.replace(" ", ": ", 1) if " " in line else f"{line}:" for line in lines] if colon else lines
    table = read_table("\n".join([*["# one", "# two"] * comment, *lines]).encode())
    is_the_graph(table, NAMES)


@pytest.mark.parametrize("weights", [True, False])
@pytest.mark.parametrize("labels", [True, False])
def test_graphml(weights, labels):
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        '<key id="d0" for="node" attr.name="label" attr.type="string"/>',
        '<key id="d1" for="edge" attr.name="weight" attr.type="double"/><graph edgedefault="undirected">',
    ]
    for k, name in enumerate(NAMES, start=1):
        lines.append(f'<node id="{k}">' + (f'<data key="d0">{name}</data>' if labels else "") + "</node>")
    for a, b in EDGES:
        lines.append(
            f'<edge source="{a}" target="{b}">' + (f'<data key="d1">{a + b}</data>' if weights else "") + "</edge>"
        )
    data = "\n".join([*lines, "</graph></graphml>"]).encode()
    table = read_table(data, name="g.graphml")
    is_the_graph(table, NAMES if labels else None, weighted=weights)
    assert note(table, NoteKind.GRAPH_FILE).values == ("GraphML",)


@pytest.mark.parametrize("weights", [True, False])
def test_gexf(weights):
    nodes = "".join(f'<node id="{k}" label="{name}"/>' for k, name in enumerate(NAMES, start=1))
    edges = ""
    for a, b in EDGES:
        edges += f'<edge source="{a}" target="{b}"' + (f' weight="{a + b}"/>' if weights else "/>")
    head = '<?xml version="1.0"?><gexf xmlns="http://gexf.net/1.3"><graph defaultedgetype="undirected">'
    data = f"{head}<nodes>{nodes}</nodes><edges>{edges}</edges></graph></gexf>"
    table = read_table(data.encode(), name="g.gexf")
    is_the_graph(table, NAMES, weighted=weights)
    assert note(table, NoteKind.GRAPH_FILE).values == ("GEXF",)


@pytest.mark.parametrize(
    "data",
    [
        b'<graphml><graph><node id="a"/></graph></graphml>',
        b'<graphml><graph><edge source="a" target="b"/></graph></graphml>',
        b'<?xml version="1.0"?><graphml><graph><node id="a"/>',
        b'<graphml><!DOCTYPE x [<!ENTITY a "b">]><graph/></graphml>',
    ],
)
def test_graphml_without_a_graph_is_refused(data):
    error = refused(data)
    assert (error.problem, error.value) == (Problem.OTHER_FORMAT, OtherFormat.GRAPHML)


def blast(names=False, extra=()):
    rng = np.random.default_rng(3)
    rows = []
    for a, b in EDGES:
        pair = [NAMES[a - 1], NAMES[b - 1]]
        counts = rng.integers(1, 300, 7).tolist()
        rows.append([*pair, round(rng.uniform(30, 100), 3), *counts, 10.0 ** -int(rng.integers(3, 90)), a + b, *extra])
    header = "qseqid,sseqid,pident,length,mismatch,gapopen,qstart,qend,sstart,send,evalue,bitscore,qlen,slen"
    head = [header.split(",")[: len(rows[0])]] if names else []
    return "\n".join("\t".join(map(str, row)) for row in [*head, *rows]).encode()


@pytest.mark.parametrize("names", [True, False])
@pytest.mark.parametrize("extra", [(), (500, 600)])
def test_hits_of_blast_are_asked_about(names, extra):
    data = blast(names, extra)
    table = read_table(data)
    asked = question(table, QuestionKind.EDGES)
    (edges,) = [option for option in asked.options if option.keywords == {"kind": "edges"}]
    found = read_table(data, **edges.keywords)
    assert found.kind == "similarity" and {*found.feature_names} == {*NAMES}
    if not names:
        is_the_graph(found, NAMES, weighted=True)


def test_edges_that_are_asked_for_say_which_columns_hold_them():
    rows = [f"{NAMES[a - 1]},{NAMES[b - 1]},2020,{a + b},x{a}" for a, b in EDGES]
    data = "\n".join(["who,whom,year,times,remark", *rows]).encode()
    table = read_table(data, kind="edges")
    is_the_graph(table, NAMES, weighted=True)
    assert note(table, NoteKind.EDGES).columns == ("who", "whom", "times")


def test_edges_of_words_alone_are_offered_again():
    data = "\n".join(["from,to", *(f"{a},{b}" for a, b in zip(NAMES, NAMES[1:] + NAMES[:1], strict=True))]).encode()
    for option in question(read_table(data), QuestionKind.EDGES).options:
        if option.keywords == {"kind": "features"}:
            (edges,) = [one for one in refused(data, kind="features").options if one.keywords == {"kind": "edges"}]
            assert read_table(data, **edges.keywords).kind == "similarity" and edges.count == 7


def test_rows_without_nodes_are_no_edges():
    error = refused(b"a,b,c,d\n1.5,2,3,4\n2.5,3,4,9\n", kind="edges")
    assert error.problem is Problem.NOT_EDGES and error.options


@pytest.mark.parametrize(
    "data",
    [
        b"\n1\t1\n1", b"9" * 4500 + b" 3\n1\n2\n",
        b"3 " + b"9" * 4500 + b"\n2\n1\n\n", b"4 3 011 x\n2\n1 3\n2 4\n3\n",
        b"% c\n2 1\n% d\n", b"graph // {\n a -- b;\n}\n", b"graph {\n", b":\na: b\nb: a\n: :\n",
        b"p edge " + b"9" * 4500 + b" 1\ne 1 2\n",
        b"1 a\n#\n\n1 2\n", b"<graphml></graphml>", b"<gexf><nodes><node/></nodes></gexf>",
    ],
    ids=range(12),
)  # fmt: skip
def test_what_begins_like_a_graph_and_goes_on_otherwise_is_refused_or_a_table(data):
    try:
        assert read_table(data).X.size
    except TableError as error:
        assert str(error)
