"""Graphs of METIS, DIMACS, TGF, Graphviz and networkx, GraphML and GEXF: the names of their nodes, and their edges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree

from rnse_core.tables.cell_types import parse_number
from rnse_core.tables.printed_tables import decoded

Edge = tuple[str, str, str]
Graph = tuple[dict[str, str], list[Edge]]

_MOST_BYTES = 50_000_000
_MOST_BYTES_OF_MARKUP = 20_000_000
_MOST_BYTES_OF_LISTS = 5_000_000
_START = 5_000
_FEWEST_ROWS = 3
_COMPARED = 50
_DIMACS = re.compile(r"(?:\s*c\b[^\n]*\n)*\s*p\s+(?:edge|col|sp|max|min|cut|tw)\s+\d+\s+\d+", re.IGNORECASE)
_METIS = re.compile(r"(?:\s*%[^\n]*\n)*\s*(\d{1,9})[ \t]+(\d{1,12})(?:[ \t]+([01]{1,3})(?:[ \t]+(\d+))?)?[ \t]*\r?\n")
_TGF = re.compile(r"[^\s#][^\n]*\n")
_END_OF_NODES = re.compile(rb"\n#[ \t]*\r?\n")
_DOT = re.compile(r"\s*(?:(?://|#)[^\n]*\n\s*)*(?:strict\s+)?(?:di)?graph\b[^{;\n]*\{", re.IGNORECASE)
_DOT_ID = r'(?:"(?:[^"\\]|\\.)*"|[\w.]+)'
_DOT_EDGE = re.compile(rf"({_DOT_ID}(?:\s*-[->]\s*{_DOT_ID})+)\s*(\[[^\]]*\])?")
_DOT_NODE = re.compile(rf"^[ \t]*({_DOT_ID})[ \t]*(\[[^\]]*\])?[ \t]*$", re.MULTILINE)
_DOT_WEIGHT = re.compile(r"\b(?:weight|len)\s*=\s*\"?([\d.eE+-]+)")
_DOT_LABEL = re.compile(r"\blabel\s*=\s*(\"(?:[^\"\\]|\\.)*\"|[\w.]+)")
_WEIGHTS = ("weight", "value", "strength")
_NAMES = ("label", "name")


def read_more_graphs(data: bytes, encoding: str) -> tuple[Graph, str] | None:
    """Return the names of the nodes of a graph and its edges, and the format; None for any other text.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.

    Returns
    -------
    tuple of ((dict, list), str), or None
    """
    if len(data) > _MOST_BYTES:
        return None
    start = decoded(data[:_START], encoding).removeprefix("\ufeff")
    readers = (
        (_DIMACS, _read_dimacs, "DIMACS"),
        (_METIS, _read_metis, "METIS"),
        (_TGF, _read_tgf, "TGF"),
        (_DOT, _read_dot, "Graphviz"),
    )
    for pattern, read, name in readers:
        match = pattern.match(start)
        if match is None or (name == "METIS" and not _has_line_for_each(data, int(match[1]))):
            continue
        if name == "TGF" and _END_OF_NODES.search(data) is None:
            continue
        if name == "Graphviz" and len(data) > _MOST_BYTES_OF_LISTS:
            continue
        try:
            graph = read(decoded(data, encoding).removeprefix("\ufeff"))
        except (ValueError, IndexError):  # it begins like this format, and does not go on like it
            continue
        if graph is not None:
            return graph, name
    if len(data) <= _MOST_BYTES_OF_LISTS and _may_be_neighbours(start):
        graph = _read_neighbours(decoded(data, encoding).removeprefix("\ufeff"))
        return None if graph is None else (graph, "adjacency list")
    return None


def _has_line_for_each(data: bytes, n_nodes: int) -> bool:
    """Return whether a text has a line for each node, beside comments."""
    n_lines = data.count(b"\n") + 1
    return n_nodes <= n_lines <= 2 * n_nodes + 100


def _numbered(n_nodes: int) -> dict[str, str]:
    return {str(k): str(k) for k in range(1, n_nodes + 1)}


def _read_dimacs(text: str) -> Graph | None:
    names: dict[str, str] = {}
    edges: list[Edge] = []
    for words in map(str.split, text.splitlines()):
        if not words or words[0] in ("c", "n", "d", "v", "x"):
            continue
        if words[0] == "p" and len(words) > 3 and words[2].isdecimal() and int(words[2]) <= len(text):
            names = _numbered(int(words[2]))
        elif words[0] in ("e", "a") and len(words) > 2 and {words[1], words[2]} <= names.keys():
            weight = words[-1] if len(words) > 3 and parse_number(words[-1]) is not None else ""
            edges.append((words[1], words[2], weight))
        else:
            return None
    return (names, edges) if edges else None


def _read_metis(text: str) -> Graph | None:
    """Read the neighbours of each node on its line, each edge twice; weights of nodes are left out."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("%")]
    while lines and not lines[-1].strip():
        lines.pop()
    n_nodes, n_edges, *rest = lines[0].split() if lines else ["0", "0"]
    kind = (rest[0] if rest else "0").rjust(3, "0")
    n_weights = (int(rest[1]) if len(rest) > 1 else 1) if kind[1] == "1" else 0
    first, step = n_weights + (kind[0] == "1"), 1 + (kind[2] == "1")
    lines += [""] * (int(n_nodes) + 1 - len(lines)) if int(n_nodes) <= len(lines) else []
    if int(n_nodes) < 2 or len(lines) != int(n_nodes) + 1:
        return None
    names, edges = _numbered(int(n_nodes)), list[Edge]()
    n_ends = 0
    for number, line in enumerate(lines[1:], start=1):
        words = line.split()[first:]
        if len(words) % step or not {*words[::step]} <= names.keys():
            return None
        n_ends += len(words) // step
        for k in range(0, len(words), step):
            if number < int(words[k]):
                edges.append((str(number), words[k], words[k + 1] if step == 2 else ""))
    return (names, edges) if n_ends == 2 * int(n_edges) and edges else None


def _read_tgf(text: str) -> Graph | None:
    above, _, below = text.replace("\r\n", "\n").partition("\n#")
    nodes = [line.split(None, 1) for line in above.splitlines() if line.strip()]
    names = {node[0]: node[1].strip() if len(node) > 1 else node[0] for node in nodes}
    edges: list[Edge] = []
    for words in (line.split(None, 2) for line in below.splitlines() if line.strip()):
        if len(words) < 2 or not {words[0], words[1]} <= names.keys():
            return None
        weight = words[2] if len(words) > 2 and parse_number(words[2].strip()) is not None else ""
        edges.append((words[0], words[1], weight))
    return (names, edges) if edges and len(names) == len(nodes) else None


def _read_dot(text: str) -> Graph | None:
    body = re.sub(r"//[^\n]*|/\*.*?\*/|^[ \t]*#[^\n]*", "", text, flags=re.DOTALL | re.MULTILINE)
    body = body[body.index("{") + 1 :]
    names: dict[str, str] = {}
    edges: list[Edge] = []
    for chain, attributes in _DOT_EDGE.findall(body):
        ends = [_unquoted(end) for end in re.findall(_DOT_ID, chain)]
        weight = _DOT_WEIGHT.search(attributes)
        names |= {end: end for end in ends if end not in names}
        edges += [(one, other, weight[1] if weight else "") for one, other in pairwise(ends)]
    for node, attributes in _DOT_NODE.findall(_DOT_EDGE.sub("", body).replace(";", "\n")):
        label = _DOT_LABEL.search(attributes)
        if _unquoted(node) not in ("graph", "node", "edge"):
            names[_unquoted(node)] = _unquoted(label[1]) if label else _unquoted(node)
    return (names, edges) if edges else None


def _unquoted(word: str) -> str:
    return word[1:-1].replace('\\"', '"') if word.startswith('"') else word


def _may_be_neighbours(start: str) -> bool:
    """Return whether lines of words differ in how many they have, or have a colon behind the first one."""
    lines = [line for line in start.splitlines()[:_COMPARED] if line.strip() and not line.lstrip().startswith("#")]
    if any(mark in start for mark in ',;\t|="') or len(lines) < _FEWEST_ROWS:
        return False
    return len({len(line.split()) for line in lines}) > 1 or all(line.split()[0].endswith(":") for line in lines)


def _read_neighbours(text: str) -> Graph | None:
    """Read a node and its neighbours from each line: behind a colon, or of any number, as networkx writes them."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    with_colon = all(line.split()[0].endswith(":") and line.count(":") == 1 for line in lines)
    rows = [line.replace(":", " ").split() if with_colon else line.split() for line in lines]
    if not all(rows):
        return None
    first = [row[0] for row in rows]
    names = dict.fromkeys(word for row in rows for word in row)
    # Every neighbour has a line of its own, and each line another node.
    if len({*first}) < len(first) or len(names) > len(first) or any(len({*row}) < len(row) for row in rows):
        return None
    edges = [(row[0], other, "") for row in rows for other in row[1:]]
    return ({name: name for name in names}, edges) if edges else None


def read_markup(data: bytes) -> Graph | None:
    """Return the names of the nodes of a graph in GraphML or GEXF and its edges; None where it is no such file.

    Entities and documents beside it are not read.

    Parameters
    ----------
    data : bytes
    """
    if len(data) > _MOST_BYTES_OF_MARKUP or b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        return None
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        return None
    keys = {key.get("id", ""): key.get("attr.name", "").casefold() for key in _of(root, "key")}
    names: dict[str, str] = {}
    for node in _of(root, "node"):
        found = _values(node, keys)
        name = node.get("label") or next((found[key] for key in _NAMES if found.get(key)), "")
        names[node.get("id", "")] = name or node.get("id", "")
    edges: list[Edge] = []
    for edge in _of(root, "edge"):
        ends, found = (edge.get("source", ""), edge.get("target", "")), _values(edge, keys)
        if not {*ends} <= names.keys():
            return None
        edges.append((*ends, edge.get("weight") or next((found[key] for key in _WEIGHTS if key in found), "")))
    return (names, edges) if edges else None


def _of(root: ElementTree.Element, tag: str) -> Iterator[ElementTree.Element]:
    return (one for one in root.iter() if one.tag.rpartition("}")[2] == tag)


def _values(element: ElementTree.Element, keys: dict[str, str]) -> dict[str, str]:
    return {
        keys.get(one.get("key", ""), ""): (one.text or "").strip()
        for one in element
        if one.tag.rpartition("}")[2] == "data"
    }
