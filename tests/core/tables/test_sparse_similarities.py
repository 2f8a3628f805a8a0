"""Edge lists and sparse matrices of many points: a similarity that stays sparse, the same as the dense one."""

import io

import numpy as np
import pytest
import scipy.io
from lines import rows
from readings import note, notes, question, questions, refused
from scipy import sparse
from sklearn.metrics import adjusted_rand_score

from rnse_core import RNSE
from rnse_core.tables import Limits, NoteKind, Problem, QuestionKind, edge_matrix, read_table, sample_names
from rnse_core.tables.consequences import weigh_questions

N = 90
RNG = np.random.default_rng(3)
# Three blocks of 30 nodes, and a path through all of them.
PAIRS = sorted(
    {(i, j) for i in range(N) for j in range(i + 1, N) if RNG.random() < (0.2 if i // 30 == j // 30 else 0.003)}
    | {(i, i + 1) for i in range(N - 1)}
)
WEIGHTS = RNG.integers(1, 9, len(PAIRS)).tolist()


@pytest.fixture
def from_few_nodes(monkeypatch):
    """Keep the similarity of few nodes sparse, so that it can be compared with the dense one."""
    monkeypatch.setattr(edge_matrix, "MOST_DENSE_NODES", 10)
    monkeypatch.setattr(edge_matrix, "_LARGEST_SHARE", 0.5)


def edges(pairs=PAIRS, weights=WEIGHTS, header="source,target,weight"):
    return rows(header, *(f"n{i},n{j},{w}" for (i, j), w in zip(pairs, weights, strict=True)))


def by_name(table):
    order = np.argsort([int(name[1:]) for name in table.feature_names])
    A = table.X.toarray() if table.is_sparse else table.X
    return A[np.ix_(order, order)]


def expected(pairs=PAIRS, weights=WEIGHTS, n=N):
    A = np.zeros((n, n))
    for (i, j), w in zip(pairs, weights, strict=True):
        A[i, j] = A[j, i] = w
    return A


class TestSameAsDense:
    def test_the_matrix(self, from_few_nodes):
        table = read_table(edges())
        assert table.is_sparse and table.kind == "similarity"
        assert table.X.indices.dtype == table.X.indptr.dtype == np.int32 and table.X.has_sorted_indices
        assert np.array_equal(by_name(table), expected())

    def test_s_p_and_labels(self, monkeypatch):
        dense = read_table(edges())
        monkeypatch.setattr(edge_matrix, "MOST_DENSE_NODES", 10)
        thin = read_table(edges())
        assert thin.is_sparse and not dense.is_sparse and thin.feature_names == dense.feature_names
        ways = [RNSE(3, affinity="precomputed", random_state=0).fit(table.X) for table in (dense, thin)]
        S, other = ways[0].similarity_, ways[1].similarity_.toarray()
        np.testing.assert_allclose(S, other, atol=1e-9)
        np.testing.assert_allclose(ways[0].indicator_, ways[1].indicator_, atol=1e-9)
        np.testing.assert_array_equal(ways[0].labels_, ways[1].labels_)

    def test_the_order_of_lines_and_ends_does_not_matter(self, from_few_nodes):
        shuffled = np.random.default_rng(0).permutation(len(PAIRS))
        pairs = [PAIRS[k][:: -1 if k % 2 else 1] for k in shuffled]
        table = read_table(edges(pairs, [WEIGHTS[k] for k in shuffled]))
        assert np.array_equal(by_name(table), expected())

    def test_labels_follow_their_nodes(self, from_few_nodes):
        place = np.random.default_rng(1).permutation(N)
        tables = [read_table(edges()), read_table(edges([(place[i], place[j]) for i, j in PAIRS]))]
        found = []
        for table, back in zip(tables, (np.arange(N), place), strict=True):
            labels = RNSE(3, affinity="precomputed", random_state=0).fit_predict(table.X)
            of_node = np.empty(N, dtype=int)
            of_node[[int(name[1:]) for name in table.feature_names]] = labels
            found.append(of_node[back])
        assert adjusted_rand_score(*found) == 1.0


class TestWhatListsHold:
    def test_both_directions_count_once(self, from_few_nodes):
        both = [*PAIRS, *((j, i) for i, j in PAIRS)]
        table = read_table(edges(both, WEIGHTS * 2))
        assert np.array_equal(by_name(table), expected())
        assert note(table, NoteKind.EDGES_BOTH_WAYS)

    def test_repeated_edges_add_up(self, from_few_nodes):
        table = read_table(edges([*PAIRS, PAIRS[0], PAIRS[1][::-1]], [*WEIGHTS, 2, 3]))
        A = expected(PAIRS, [WEIGHTS[0] + 2, WEIGHTS[1] + 3, *WEIGHTS[2:]])
        assert np.array_equal(by_name(table), A)
        assert note(table, NoteKind.REPEATED_EDGES).count == 2

    @pytest.mark.parametrize("both", [False, True])
    def test_loops_are_on_the_diagonal_once(self, from_few_nodes, both):
        pairs, weights = [*PAIRS, (4, 4)], [*WEIGHTS, 5]
        if both:
            pairs, weights = [*pairs, *((j, i) for i, j in PAIRS)], [*weights, *WEIGHTS]
        table = read_table(edges(pairs, weights))
        A = expected()
        A[4, 4] = 5
        assert np.array_equal(by_name(table), A)
        assert note(table, NoteKind.SELF_LOOPS).count == 1

    def test_parts_and_nodes_without_edges(self, from_few_nodes):
        apart = [(100, 101), (101, 102)]
        lines = edges([*PAIRS, *apart], [*WEIGHTS, 1, 1]).decode().rstrip("\n") + "\nn200,,\n"
        table = read_table(lines.encode(), kind="edges")
        assert table.n_rows == N + 4
        alone = table.feature_names.index("n200")
        assert table.X[[alone]].nnz == 0
        assert note(table, NoteKind.LONE_NODES).count == 1
        parts = note(table, NoteKind.GRAPH_PARTS)
        assert (parts.count, parts.total, parts.values) == (3, N, (1,))
        model = RNSE(3, affinity="precomputed", random_state=0).fit(table.X)
        np.testing.assert_allclose(np.asarray(model.similarity_.sum(axis=1)).ravel(), 1, atol=1e-6)

    def test_a_hub_is_named(self, from_few_nodes):
        star = [(0, i) for i in range(1, N)]
        table = read_table(edges(star, [1] * len(star)))
        hub = note(table, NoteKind.HUB)
        assert (hub.count, hub.total, hub.values) == (N - 1, N - 1, ("n0", 1))

    def test_a_weight_of_zero_is_no_edge(self, from_few_nodes):
        table = read_table(edges(PAIRS, [0, *WEIGHTS[1:]]))
        assert np.array_equal(by_name(table), expected(PAIRS, [0, *WEIGHTS[1:]])) and table.X.data.min() > 0

    @pytest.mark.parametrize(("weight", "problem"), [("-2", Problem.NEGATIVE_WEIGHT), ("", Problem.MISSING_WEIGHT)])
    def test_weights_that_are_none_are_refused_with_their_row(self, weight, problem):
        error = refused(edges(PAIRS, [*WEIGHTS[:3], weight, *WEIGHTS[4:]]))
        assert (error.problem, error.places) == (problem, (4,))
        assert error.choices == tuple(f"n{k}" for k in PAIRS[3])

    def test_numbers_are_nodes_by_their_value(self, from_few_nodes):
        plain = "\n".join(f"{i} {j}" for i, j in PAIRS).encode()
        table = read_table(plain, kind="edges")
        assert {int(name) for name in table.feature_names} == set(range(N)) and table.X.nnz == 2 * len(PAIRS)


class TestDistances:
    def test_too_many_nodes_are_refused_since_other_pairs_are_unknown(self):
        error = refused(edges(header="from,to,distance"), limits=Limits(max_cells=4000))
        assert (error.problem, error.matrix, error.value, error.bound) == (Problem.TOO_MANY_NODES, "distance", N, 63)

    def test_parts_are_refused(self):
        error = refused(edges([*PAIRS, (100, 101)], [*WEIGHTS, 1], "from,to,distance"))
        assert (error.problem, error.count, error.value) == (Problem.UNJOINED_NODES, 2, N + 2)


def test_many_nodes_are_read_in_little_memory(monkeypatch):
    for name in ("toarray", "todense"):
        monkeypatch.setattr(sparse.csr_array, name, None)
    rng = np.random.default_rng(0)
    lines = [
        f"{a}\t{b}"
        for a, b in zip(np.sort(rng.integers(0, 20_000, 60_000)), rng.integers(0, 20_000, 60_000), strict=True)
    ]
    data = "\n".join(["# Directed graph: web.txt", "# Nodes: 20000 Edges: 60000", "# FromNodeId\tToNodeId", *lines])
    table = read_table(data.encode())
    assert table.is_sparse and table.n_rows > 18_000
    assert question(table, QuestionKind.EDGES).options[0].keywords == {"kind": "edges"}
    (weighed,) = weigh_questions(data.encode(), table, {})
    assert set(weighed.outcomes) == {None}, "a large file is not read again for each answer"
    header, first = table.head(1)
    assert header[0] == "node" and first[0][0] == table.feature_names[0]
    assert table.describe()["kind"] == "similarity"
    assert sample_names(table).names[1] == table.feature_names[0]


STRING = [f"9606.ENSP{i:011d} 9606.ENSP{j:011d} {150 + w}" for (i, j), w in zip(PAIRS, WEIGHTS, strict=True)]


class TestSpaces:
    @pytest.mark.parametrize("n_lines", [5, len(STRING)])
    def test_the_form_of_string(self, n_lines):
        table = read_table("\n".join(["protein1 protein2 combined_score", *STRING[:n_lines], ""]).encode())
        assert table.kind == "similarity" and note(table, NoteKind.EDGES).count == n_lines
        assert all(name.startswith("9606.ENSP") for name in table.feature_names)

    def test_one_space_and_more_give_the_same(self):
        one = "\n".join(["protein1 protein2 combined_score", *STRING, ""])
        tables = [read_table(text.encode()) for text in (one, one.replace(" ", "  "), one.replace(" ", "\t "))]
        assert all(table.feature_names == tables[0].feature_names for table in tables)
        assert all(np.array_equal(table.X, tables[0].X) for table in tables)


class TestStoredMatrices:
    A = sparse.csr_array(expected())

    def written(self, how, A=None):
        stream = io.BytesIO()
        A = self.A if A is None else A
        sparse.save_npz(stream, A) if how == "npz" else scipy.io.mmwrite(stream, A.tocoo())
        return stream.getvalue()

    @pytest.mark.parametrize("how", ["npz", "mtx"])
    def test_they_stay_sparse(self, from_few_nodes, monkeypatch, how):
        monkeypatch.setattr("rnse_core.tables.sparse_pairs.MOST_DENSE_NODES", 10)
        table = read_table(self.written(how), limits=Limits(max_cells=1000))
        assert table.is_sparse and abs(table.X - self.A).nnz == 0
        assert not questions(table, QuestionKind.SYMMETRIC_MATRIX)
        wide = read_table(self.written(how))
        assert [o.keywords["kind"] for o in question(wide, QuestionKind.SYMMETRIC_MATRIX).options] == [
            "similarity",
            "features",
        ]
        assert read_table(self.written(how), kind="features").kind == "features"
        assert notes(table, NoteKind.SPARSE)

    def test_one_that_is_not_symmetric(self, from_few_nodes, monkeypatch):
        monkeypatch.setattr("rnse_core.tables.sparse_pairs.MOST_DENSE_NODES", 10)
        half = self.written("npz", sparse.csr_array(sparse.triu(self.A)))
        error = refused(half, limits=Limits(max_cells=1000))
        assert error.problem is Problem.NOT_SYMMETRIC
        table = read_table(half, limits=Limits(max_cells=1000), **error.options[0].keywords)
        assert abs(table.X - self.A / 2).nnz == 0

    @pytest.mark.parametrize("keywords", [{"kind": "distance"}, {"kind": "features"}, {"sample_rows": 20}])
    def test_what_needs_all_pairs_is_refused_where_these_do_not_fit(self, from_few_nodes, monkeypatch, keywords):
        monkeypatch.setattr("rnse_core.tables.sparse_pairs.MOST_DENSE_NODES", 10)
        problem = refused(self.written("npz"), limits=Limits(max_cells=1000), **keywords).problem
        assert problem in (Problem.TOO_MANY_NODES, Problem.UNUSED_KEYWORD)

    def test_a_negative_entry_is_named(self, from_few_nodes, monkeypatch):
        monkeypatch.setattr("rnse_core.tables.sparse_pairs.MOST_DENSE_NODES", 10)
        A = self.A.copy()
        A[0, 1] = A[1, 0] = -1
        error = refused(self.written("npz", A), limits=Limits(max_cells=1000))
        assert (error.problem, error.places, error.value) == (Problem.NEGATIVE_ENTRY, (1, 2), -1.0)
