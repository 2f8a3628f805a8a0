"""Graphs in the formats of Pajek and GML, read as the similarity of their nodes."""

import numpy as np
import pytest
from readings import note, refused

from rnse_core.tables import NoteKind, OtherFormat, Problem, read_table

PAJEK = """*Vertices 5
1 "Anna A." 0.1 0.2
2 "Ben" ic Red
3 Cem
4 "Dora"
*Arcs
1 2 2.5
*Edges
2 3
3 1 4 c Blue
"""
GML = """Creator "me"
# a comment [
graph [
  directed 0
  node [ id 1 label "Anna A." graphics [ x 0.5 y 2 id 9 ] ]
  node [ id 2 label "Ben" ]
  node [ id 3 label "Cem" ]
  node [ id 4 label "Dora" ]
  node [ id 5 ]
  edge [ source 1 target 2 weight 2.5 ]
  edge [
    source 2
    target 3
  ]
  edge [ source 3 target 1 value 4 ]
]
"""
NAMES = ["Anna A.", "Ben", "Cem", "Dora", "5"]


@pytest.mark.parametrize(
    "text",
    [PAJEK, GML, PAJEK.replace("\n", "\r\n"), "\ufeff" + GML],
    ids=["Pajek", "GML", "Windows", "byte-order mark"],
)
def test_edges_weights_and_nodes_without_edges(text):
    table = read_table(text.encode())
    assert table.feature_names == NAMES and table.kind == "similarity"
    A = np.zeros((5, 5))
    A[0, 1], A[1, 2], A[0, 2] = 2.5, 1, 4
    assert np.array_equal(table.X, A + A.T)
    assert note(table, NoteKind.GRAPH_FILE).values == (("Pajek" if "Vertices" in text else "GML"),)
    assert note(table, NoteKind.LONE_NODES).count == 2


def test_nodes_that_share_a_name_stay_apart():
    table = read_table(PAJEK.replace("Cem", '"Ben"').encode())
    assert sorted(table.feature_names) == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize(
    ("text", "token"),
    [
        (PAJEK.replace("*Edges", "*Matrix"), "*Matrix"),
        (PAJEK.replace("2 3\n", "2 77\n"), "77"),
        (PAJEK.replace("*Vertices 5", "*Vertices 99999999999"), "*Vertices 99999999999"),
        (GML.replace("target 3", "target 8"), "8"),
        (GML.replace("    target 3\n", ""), "edge"),
    ],
    ids=["matrix", "unknown node", "too many nodes", "unknown end", "one end"],
)
def test_what_is_not_read_is_named(text, token):
    error = refused(text.encode())
    assert (error.problem, error.token) == (Problem.UNREAD_GRAPH, token)


@pytest.mark.parametrize(
    ("start", "kind"), [("graphml", OtherFormat.GRAPHML), ("gexf", OtherFormat.GEXF), ("other", OtherFormat.XML)]
)
def test_graphs_in_xml_are_named(start, kind):
    assert refused(f'<?xml version="1.0" encoding="UTF-8"?>\n<{start} xmlns="x">'.encode()).value is kind
