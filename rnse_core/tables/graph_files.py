"""Graphs in the formats of Pajek (``.net``), GML and others, as a text of edges: source, target and weight of each."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.tables.cell_types import parse_number
from rnse_core.tables.errors import TableError
from rnse_core.tables.file_kinds import OtherFormat
from rnse_core.tables.kinds import Problem
from rnse_core.tables.more_graph_files import read_markup, read_more_graphs
from rnse_core.tables.records import open_lines

_PAJEK = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s*%[^\n]*\n)*\s*\*(?:vertices|network)\b", re.IGNORECASE)
_GML = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s*(?:#|Creator|Version|comment)[^\n]*\n)*\s*graph\s*\[", re.IGNORECASE)
_MARKUP = re.compile(rb"\s*(?:<\?xml\b[^>]*>\s*)?(?:<!--.*?-->\s*)*<(graphml|gexf)\b", re.IGNORECASE | re.DOTALL)
# Of DIMACS, the lengths of arcs on which shortest paths are searched.
_LENGTHS = re.compile(rb"^p\s+sp\b", re.MULTILINE)
# A quoted text, a bracket, or a word.
_TOKENS = re.compile(r'"([^"]*)"|([\[\]])|([^\s\[\]"]+)')
_WEIGHTS = ("weight", "value")
# Lists of neighbours, and matrices, are other sections of Pajek.
_EDGES = ("*edges", "*arcs")

Edge = tuple[str, str, str]


def graph_as_edges(data: bytes, encoding: str, name: str) -> tuple[bytes, str] | None:
    """Return a graph as a text of commas with the names of the columns, and its format; None for any other text.

    A node without edges is a row without a target. Attributes other than names and weights are left out.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.
    name : str
        Name of the file, for messages.

    Returns
    -------
    tuple of (bytes, str), or None
        UTF-8, and the name of the format.

    Raises
    ------
    TableError
        When the file begins like one of the formats and does not go on like it.
    """
    start = data[:1000]
    if _PAJEK.match(start):
        return _written(*_read_pajek(data, encoding, name)), "Pajek"
    if _GML.match(start):
        return _written(*_read_gml(data, encoding, name)), "GML"
    if markup := _MARKUP.match(start.removeprefix(b"\xef\xbb\xbf")):
        is_graphml = markup[1].lower() == b"graphml"
        graph = read_markup(data)
        if graph is None:
            other = OtherFormat.GRAPHML if is_graphml else OtherFormat.GEXF
            raise TableError(Problem.OTHER_FORMAT, file=name, value=other)
        return _written(*graph), "GraphML" if is_graphml else "GEXF"
    found = read_more_graphs(data, encoding)
    if found is None:
        return None
    graph, graph_format = found
    return _written(*graph, are_lengths=_LENGTHS.search(start) is not None), graph_format


def _written(names: dict[str, str], edges: list[Edge], *, are_lengths: bool = False) -> bytes:
    """Write the edges between nodes by their names, which stay numbers where two nodes share one."""
    if len(set(names.values())) < len(names):
        names = {node: node for node in names}
    joined = {node for one, other, _ in edges for node in (one, other)}
    stream = CsvText()
    writer = row_writer(stream)
    weighted = any(weight for _, _, weight in edges)
    writer.writerow(["source", "target", *([("length" if are_lengths else "weight")] if weighted else [])])
    for one, other, weight in edges:
        writer.writerow([names[one], names[other], *([weight or "1"] if weighted else [])])
    for node in names:
        if node not in joined:
            writer.writerow([names[node], "", *([""] if weighted else [])])
    return stream.getvalue().encode("utf-8", "replace")


def _read_pajek(data: bytes, encoding: str, name: str) -> tuple[dict[str, str], list[Edge]]:
    names: dict[str, str] = {}
    edges: list[Edge] = []
    section = ""
    for number, line in enumerate(open_lines(data, encoding), start=1):
        cells = [quoted or word for quoted, _, word in _TOKENS.findall(line)]
        if not cells or cells[0].startswith("%"):
            continue
        if cells[0].startswith("*"):
            section = cells[0].casefold()
            if section not in ("*network", "*vertices", *_EDGES):
                raise TableError(Problem.UNREAD_GRAPH, file=name, line=number, token=cells[0], value="Pajek")
            if section == "*vertices":
                names = _numbered(cells, name, number, len(data))
        elif section == "*vertices":
            names[_node(cells[0], names, name, number, "Pajek")] = cells[1] if len(cells) > 1 else cells[0]
        elif section in _EDGES and len(cells) >= 2:
            one, other = (_node(cell, names, name, number, "Pajek") for cell in cells[:2])
            is_weight = len(cells) > 2 and parse_number(cells[2]) is not None
            edges.append((one, other, cells[2] if is_weight else ""))
        else:
            raise TableError(Problem.UNREAD_GRAPH, file=name, line=number, token=cells[0], value="Pajek")
    return names, edges


def _numbered(cells: list[str], name: str, line: int, most: int) -> dict[str, str]:
    """Return the nodes, which are numbered from 1; a line of its own for each may be left out."""
    if len(cells) < 2 or not cells[1].isascii() or not cells[1].isdigit() or int(cells[1]) > most:
        raise TableError(Problem.UNREAD_GRAPH, file=name, line=line, token=" ".join(cells), value="Pajek")
    return {str(number): str(number) for number in range(1, int(cells[1]) + 1)}


def _node(cell: str, names: dict[str, str], name: str, line: int | None, file_format: str) -> str:
    if cell not in names:
        raise TableError(Problem.UNREAD_GRAPH, file=name, line=line, token=cell, value=file_format)
    return cell


def _read_gml(data: bytes, encoding: str, name: str) -> tuple[dict[str, str], list[Edge]]:
    names: dict[str, str] = {}
    edges: list[Edge] = []
    for kind, keys in _gml_records(data, encoding):
        if kind == "node" and "id" in keys:
            names[keys["id"]] = keys.get("label") or keys["id"]
        elif kind == "edge" and "source" in keys and "target" in keys:
            edges.append((keys["source"], keys["target"], next((keys[key] for key in _WEIGHTS if key in keys), "")))
        else:
            raise TableError(Problem.UNREAD_GRAPH, file=name, token=kind, value="GML")
    for one, other, _ in edges:
        for node in (one, other):
            _node(node, names, name, None, "GML")
    return names, edges


def _gml_records(data: bytes, encoding: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each node and each edge with the keys that stand directly in it."""
    path: list[str] = []
    keys: dict[str, str] = {}
    key = ""
    for line in open_lines(data, encoding):
        if line.lstrip().startswith("#"):
            continue
        for match in _TOKENS.finditer(line):
            quoted, bracket, word = match.groups()
            if bracket == "[":
                path.append(key.casefold())
                if path in (["graph", "node"], ["graph", "edge"]):
                    keys = {}
                key = ""
            elif bracket == "]":
                if path in (["graph", "node"], ["graph", "edge"]):
                    yield path[-1], keys
                if path:
                    path.pop()
                key = ""
            elif not key:
                key = word or ""
            else:
                if len(path) == 2:
                    keys[key.casefold()] = word if quoted is None else quoted
                key = ""
