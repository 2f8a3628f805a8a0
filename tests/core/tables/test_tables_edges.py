"""Lists of edges in the forms that programs write, told from tables of points."""

import numpy as np
import pytest
from lines import rows
from readings import note, question, questions, refused

from rnse_core.tables import NoteKind, OptionKind, Problem, QuestionKind, read_table
from rnse_core.tables.edge_columns import find_edge_columns

RNG = np.random.default_rng(0)
N = 20
PAIRS = [(i, j) for i in range(N) for j in range(i + 1, N) if RNG.random() < 0.3 or j == i + 1]
WEIGHTS = [int(one) for one in RNG.integers(1, 9, len(PAIRS))]
A = np.zeros((N, N))
for (one, other), weight in zip(PAIRS, WEIGHTS, strict=True):
    A[one, other] = A[other, one] = weight


def lines(write):
    return [write(i, j, w, k) for k, ((i, j), w) in enumerate(zip(PAIRS, WEIGHTS, strict=True))]


FORMS = {
    "Gephi": rows("Source,Target,Type,Id,Label,Weight", *lines(lambda i, j, w, k: f"{i},{j},Undirected,{k},,{w}.0")),
    "names": rows("from,to,n_mails", *lines(lambda i, j, w, k: f"u{i}@x.org,u{j}@x.org,{w}")),
    "BLAST": rows("query\tsubject\tscore", *lines(lambda i, j, w, k: f"Taxon_{i}\tTaxon_{j}\t{w}")),
    "STRING": rows("protein1\tprotein2\tcombined_score", *lines(lambda i, j, w, k: f"9606.P{i}\t9606.P{j}\t{w}")),
    "person a and b": rows("person_a,person_b,weight", *lines(lambda i, j, w, k: f"p{i},p{j},{w}")),
    "with a date": rows(
        "sender;receiver;date;count", *lines(lambda i, j, w, k: f"p{i};p{j};2024-01-{k % 28 + 1:02};{w}")
    ),
    "words without known names": rows("x,y,z", *lines(lambda i, j, w, k: f"p{i},p{j},{w}")),
}


@pytest.mark.parametrize("data", FORMS.values(), ids=FORMS)
def test_edges_are_read_as_the_similarity_of_their_nodes(data):
    table = read_table(data)
    assert (table.kind, table.X.shape) == ("similarity", (N, N))
    order = [int("".join(letter for letter in name[-2:] if letter.isdigit()) if "@" not in name else name[1:-6])
             for name in table.feature_names]  # fmt: skip
    assert np.array_equal(table.X, A[np.ix_(order, order)])
    assert question(table, QuestionKind.EDGES)


@pytest.mark.parametrize("header", ["", "a,b,c\n", "id1,id2,w\n"])
@pytest.mark.parametrize("delimiter", [",", " ", "\t"])
def test_numbers_of_nodes_are_asked_about(header, delimiter):
    data = (
        header.replace(",", delimiter) + "\n".join(lines(lambda i, j, w, k: f"{i}{delimiter}{j}{delimiter}{w}"))
    ).encode()
    asked = question(read_table(data), QuestionKind.EDGES).options
    edges = next(option for option in asked if option.kind is OptionKind.EDGES)
    points = next(option for option in asked if option.kind is OptionKind.COLUMNS)
    table = read_table(data, **edges.keywords)
    order = [int(name) for name in table.feature_names]
    assert np.array_equal(table.X, A[np.ix_(order, order)]) and edges.count == N
    assert read_table(data, **points.keywords).kind == "features"


def test_pairs_alone_have_the_weight_one():
    data = "\n".join(f"{i} {j}" for i, j in PAIRS).encode()
    edges = next(o for o in question(read_table(data), QuestionKind.EDGES).options if o.kind is OptionKind.EDGES)
    assert read_table(data, **edges.keywords).X.sum() == 2 * len(PAIRS)


def test_the_form_of_dimacs():
    table = read_table("\n".join(f"e {i + 1} {j + 1}" for i, j in PAIRS).encode(), kind="edges")
    assert table.X.shape == (N, N) and table.X.sum() == 2 * len(PAIRS)


def test_the_form_of_networkx():
    data = "\n".join(lines(lambda i, j, w, k: f"{i} {j} {{'weight': {w}}}")).encode()
    table = read_table(data, kind="edges")
    order = [int(name) for name in table.feature_names]
    assert np.array_equal(table.X, A[np.ix_(order, order)])


class TestDistances:
    points = RNG.normal(size=(12, 2))
    D = np.linalg.norm(points[:, None] - points[None], axis=2)

    def list_of(self, kept=lambda i, j: True, name="distance"):
        some = [f"t{i},t{j},{float(self.D[i, j])!r}" for i in range(12) for j in range(i) if kept(i, j)]
        return rows(f"query,subject,{name}", *some)

    def test_all_pairs_are_the_matrix(self):
        table = read_table(self.list_of())
        order = [int(name[1:]) for name in table.feature_names]
        assert table.kind == "distance"
        assert np.array_equal(table.X, self.D[np.ix_(order, order)])
        assert note(table, NoteKind.EDGES).values == ("edge_distances",)

    def test_both_readings_are_offered(self):
        for name, first in (("distance", OptionKind.EDGE_DISTANCES), ("score", OptionKind.EDGES)):
            options = question(read_table(self.list_of(name=name)), QuestionKind.EDGES).options
            assert options[0].kind is first
            kinds = [read_table(self.list_of(name=name), **option.keywords).kind for option in options]
            assert sorted(kinds) == ["distance", "features", "similarity"] or kinds[-1] == "features"

    def test_of_some_pairs_paths_are_taken(self):
        table = read_table(self.list_of(lambda i, j: i - j < 3))
        assert np.isfinite(table.X).all() and (np.diagonal(table.X) == 0).all()
        order = [int(name[1:]) for name in table.feature_names]
        D = self.D[np.ix_(order, order)]
        assert (table.X >= D * (1 - 1e-12)).all(), "no path is shorter than the straight line"

    def test_nodes_that_no_path_joins_are_refused(self):
        assert refused(self.list_of(lambda i, j: i % 2 == j % 2)).problem is Problem.UNJOINED_NODES


@pytest.mark.parametrize(
    "data",
    [
        rows("age,score", *(f"{20 + k % 40},{k * 7 % 23}" for k in range(60))),
        rows("start,end,depth", *(f"{k * 10},{k * 10 + 7},{k % 9}.5" for k in range(40))),
        rows("q1,q2,q3", *(f"{k * 7 % 5},{k * 3 % 5},{k % 5}" for k in range(40))),
        rows("x,y", *(f"{RNG.normal():.3f},{RNG.normal():.3f}" for _ in range(40))),
        rows("city,country,size", *(f"c{k},n{k % 4},{k * k % 17}" for k in range(40))),
        rows("row,col,value", *(f"{i},{j + 100},{i * j % 7}" for i in range(8) for j in range(8))),
        rows("n,cumulative", *(f"{k},{k * (k + 1) // 2 + 7 * (k % 3)}" for k in range(40))),
    ],
    ids=["measurements", "intervals", "answers", "points", "words", "grid", "sums"],
)
def test_other_tables_are_no_edges(data):
    table = read_table(data, label_column=None, keep=[])
    assert table.kind == "features" and not questions(table, QuestionKind.EDGES)


def test_an_extra_column_can_be_left_out():
    data = rows("a,b,w,t", *lines(lambda i, j, w, k: f"p{i},p{j},{w},{k * k % 7}"))
    assert read_table(data, kind="edges", ignore=["t"]).X.shape == (N, N)


def test_no_table_is_no_list_of_edges():
    assert find_edge_columns([]) is None


NODES = [f"{word}{letter}" for word in ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal") for letter in "uvwxyz"]
RELATIONS = ("work", "home", "club")


def triples(n_nodes, third, header=None, n_rows=70):
    """Rows of two nodes and something else, without a pair twice."""
    pairs = np.random.default_rng(0).permutation([(i, j) for j in range(n_nodes) for i in range(j)])[:n_rows]
    lines = [f"{NODES[i]},{NODES[j]},{third(k)}" for k, (i, j) in enumerate(pairs.tolist())]
    return "\n".join([header, *lines] if header else lines).encode()


@pytest.mark.parametrize("header", ["user,item,shop", None], ids=["names", "no names"])
def test_three_columns_with_the_same_names_are_no_edges_unasked(header):
    data = triples(48, lambda k: NODES[k * 5 % 48], header)
    error = refused(data)
    assert error.problem is Problem.NO_FEATURES
    (edges,) = [option for option in error.options if option.kind is OptionKind.EDGES]
    assert read_table(data, **edges.keywords).kind == "similarity"


@pytest.mark.parametrize("header", ["source,target,relation", "user,friend,relation", None])
def test_a_column_of_relations_beside_edges_is_left_out_and_said(header):
    table = read_table(triples(48, lambda k: RELATIONS[k % 3], header))
    assert table.kind == "similarity" and question(table, QuestionKind.EDGES)
    assert len(note(table, NoteKind.EDGES).columns) == 2


@pytest.mark.parametrize("name", ["class", "group", "category"])
def test_numbers_of_classes_are_no_weights(name):
    data = triples(48, lambda k: k % 3, f"source,target,{name}")
    for keywords in ({}, {"kind": "edges"}):
        assert read_table(data, **keywords).X.sum() == 2 * 70
    assert read_table(data.replace(name.encode(), b"weight", 1)).X.sum() == 2 * sum(k % 3 for k in range(70))


@pytest.mark.parametrize(
    "data",
    [
        "user_id,item_id\n" + "\n".join(f"{100 + k // 3},{100 + k * 7 % 30}" for k in range(60)),
        "user,item\n" + "\n".join(f"u{k // 3},i{k * 7 % 30}" for k in range(60)),
    ],
    ids=["numbers", "words"],
)
def test_two_columns_of_identifiers_may_be_edges(data):
    error = refused(data.encode())
    assert error.problem is Problem.NO_FEATURES
    (edges,) = [option for option in error.options if option.kind is OptionKind.EDGES]
    table = read_table(data.encode(), **edges.keywords)
    assert table.kind == "similarity" and table.n_rows == edges.count
    distinct = "name,town\n" + "\n".join(f"n{k},t{k}" for k in range(30))
    assert not [option for option in refused(distinct.encode()).options if option.kind is OptionKind.EDGES]


def shuffled(both=False, n_nodes=30, n_edges=90, weight=True, separator=","):
    rng = np.random.default_rng(5)
    pairs = rng.permutation([(i + 1, j + 1) for i in range(n_nodes) for j in range(i)])[:n_edges]
    pairs = np.where(rng.random(len(pairs))[:, None] < 0.5, pairs, pairs[:, ::-1])
    if both:
        pairs = rng.permutation(np.concatenate([pairs, pairs[:, ::-1]]))
    lines = [separator.join([str(i), str(j), *([f"{(i * j) % 97 / 100}"] if weight else [])]) for i, j in pairs]
    return "\n".join(lines).encode()


@pytest.mark.parametrize("separator", [",", " ", "\t"])
@pytest.mark.parametrize("weight", [True, False])
@pytest.mark.parametrize("both", [True, False])
def test_pairs_of_numbers_in_no_order_are_asked_about(separator, weight, both):
    data = shuffled(both, weight=weight, separator=separator)
    table = read_table(data)
    assert table.kind == "features"
    asked = question(table, QuestionKind.EDGES)
    kinds = [read_table(data, **option.keywords).kind for option in asked.options]
    assert kinds[:2] == ["features", "similarity"]


@pytest.mark.parametrize("seed", range(5))
def test_points_on_a_grid_are_no_edges(seed):
    points = np.random.default_rng(seed).integers(0, 30, (90, 2))
    table = read_table("\n".join(f"{x},{y}" for x, y in points).encode())
    assert not questions(table, QuestionKind.EDGES)
