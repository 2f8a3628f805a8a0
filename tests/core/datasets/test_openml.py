"""Data sets that are fetched from OpenML, by a stand-in for it."""

import gzip
import hashlib
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest
from expected import raised

from rnse_core.datasets import (
    PAPER_DATASETS,
    DatasetUnavailable,
    OpenMLSource,
    default_cache,
    load_dataset,
    openml,
    registry,
)
from rnse_core.datasets.suffixes import SUFFIXES
from rnse_core.exceptions import Cause, NotEnoughMemory

ARFF = """% a comment
@RELATION toy
@attribute 'the first' REAL
@Attribute second numeric
@attribute class {'tested negative', positive}
@attribute third INTEGER
@data
1,2,'tested negative',3
% another
4.5,-1e2,positive,0

7,8,positive,9
"""


TOY = OpenMLSource(99, 3, 3)


@contextmanager
def stand_in(arff=ARFF, *, packed=True, target="class", status=200, md5=None, length=True):
    """Serve a data set as OpenML does; yields the address and the list of what was asked for."""
    asked = []
    content = arff if isinstance(arff, bytes) else arff.encode("utf-8")

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            headers = {}
            if self.path == "/api/v1/json/data/99":
                checksum = md5 if md5 is not None else hashlib.md5(content).hexdigest()
                url = f"http://127.0.0.1:{self.server.server_port}/file.arff"
                about = {"url": url, "default_target_attribute": target, "md5_checksum": checksum}
                body = json.dumps({"data_set_description": about}).encode()
            else:
                body = gzip.compress(content) if packed else content
                headers = {"Content-Encoding": "gzip"} if packed else {}
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            if length:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_):
            """A client that hangs up is what some tests are about."""

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def fetch(server, cache, source=TOY, **arguments):
    return openml.fetch_openml_table(source, "toy", cache=cache, server=server, **arguments)


class TestOpenML:
    @pytest.mark.parametrize("packed", [True, False])
    @pytest.mark.parametrize("length", [True, False])
    def test_a_table_is_fetched_once(self, tmp_path, packed, length):
        with stand_in(packed=packed, length=length) as (server, asked):
            table, again = fetch(server, tmp_path / "new"), fetch(server, tmp_path / "new")
        assert table.X.tolist() == again.X.tolist() == [[1, 2, 3], [4.5, -100, 0], [7, 8, 9]]
        assert table.y.tolist() == [1, 0, 0]
        assert table.class_names == ["positive", "tested negative"]
        assert table.feature_names == ["the first", "second", "third"]
        assert asked == ["/api/v1/json/data/99", "/file.arff"]
        assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["openml-99.arff.gz", "openml-99.json"]

    def test_only_what_is_used_is_kept(self, tmp_path):
        source = OpenMLSource(99, 3, 3, first_of_class=1, n_classes=2, first_features=2)
        with stand_in() as (server, _):
            table = fetch(server, tmp_path, source)
        assert table.X.tolist() == [[1, 2], [4.5, -100]] and table.feature_names == ["the first", "second"]

    def test_sparse_rows(self, tmp_path):
        head, _, _ = ARFF.partition("1,2,")
        rows = "{0 1.5, 3 2}\n{2 positive, 1 7}\n{ }\n"
        with stand_in(head + rows) as (server, _):
            table = fetch(server, tmp_path)
        assert table.X.tolist() == [[1.5, 0, 2], [0, 7, 0], [0, 0, 0]]
        assert [table.class_names[code] for code in table.y] == ["tested negative", "positive", "tested negative"]

    def test_progress_and_stop(self, tmp_path):
        seen = []
        with stand_in(ARFF + "%" * 1_000_000, packed=False) as (server, _):
            fetch(server, tmp_path, OpenMLSource(99, 3, 3), progress=lambda *now: seen.append(now) and None)
            assert seen[-1] == (len(ARFF) + 1_000_000,) * 2 and len(seen) > 5
            with raised(DatasetUnavailable, data_set="toy", cause=Cause.STOPPED):
                fetch(server, tmp_path / "other", progress=lambda done, total: done > 100_000)
        assert list((tmp_path / "other").iterdir()) == []

    def test_without_a_network(self, tmp_path):
        with stand_in() as (server, _):
            pass
        with pytest.raises(DatasetUnavailable) as caught:
            fetch(server, tmp_path)
        assert (caught.value.data_set, caught.value.cause) == ("toy", Cause.UNREACHABLE)
        assert all(f"toy{suffix}" in str(caught.value) for suffix in SUFFIXES)

    @pytest.mark.parametrize(
        ("served", "cause"),
        [
            ({"status": 500}, Cause.UNREACHABLE),
            ({"md5": "0" * 32}, Cause.DAMAGED),
            ({"target": "price"}, Cause.UNEXPECTED),
            ({"arff": ARFF + "1,2,positive,3\n"}, Cause.UNEXPECTED),
            ({"arff": ARFF.replace("7,8,positive,9\n", "")}, Cause.UNEXPECTED),
            ({"arff": ARFF.replace("7,8,", "7,?,")}, Cause.UNEXPECTED),
            ({"arff": ARFF.replace("7,8,", "7,")}, Cause.UNEXPECTED),
            ({"arff": ARFF.replace("7,8,", "7,inf,")}, Cause.UNEXPECTED),
            ({"arff": ARFF.replace("INTEGER", "string")}, Cause.UNEXPECTED),
            ({"arff": "<html>Sorry</html>"}, Cause.UNEXPECTED),
            ({"arff": b"@attribute \xff numeric\n@data\n"}, Cause.UNEXPECTED),
            ({"arff": "%" * 6_000_000, "packed": True}, Cause.UNEXPECTED),
            ({"arff": "%" * 6_000_000, "packed": False, "length": False}, Cause.UNEXPECTED),
        ],
    )
    def test_answers_that_cannot_be_used(self, tmp_path, served, cause):
        with stand_in(**served) as (server, _), raised(DatasetUnavailable, data_set="toy", cause=cause):
            fetch(server, tmp_path)

    @pytest.mark.parametrize("answer", ["{}", "not json", '{"data_set_description": 3}'])
    def test_descriptions_that_cannot_be_read(self, tmp_path, answer, monkeypatch):
        monkeypatch.setattr(json, "dumps", lambda *_: answer)
        with stand_in() as (server, _), raised(DatasetUnavailable, cause=Cause.UNEXPECTED):
            fetch(server, tmp_path)

    def test_a_place_that_is_no_web_address(self, tmp_path, monkeypatch):
        with raised(DatasetUnavailable, data_set="toy", cause=Cause.UNEXPECTED):
            fetch("file:///etc", tmp_path)

    def test_a_truncated_file_leaves_nothing(self, tmp_path):
        whole = gzip.compress(ARFF.encode())
        with stand_in(whole[:-20], packed=False) as (server, _), pytest.raises(DatasetUnavailable):
            fetch(server, tmp_path)

    def test_sizes_are_checked_first(self, tmp_path, monkeypatch):
        with stand_in("%" * 6_000_000, packed=False) as (server, asked):
            with raised(NotEnoughMemory, needed_bytes=6_000_000):
                fetch(server, tmp_path)
            assert asked == ["/api/v1/json/data/99", "/file.arff"]
            monkeypatch.setattr(openml, "available_bytes", lambda: 100)
            with raised(NotEnoughMemory, free_bytes=100):
                fetch(server, tmp_path)
            assert len(asked) == 2
        assert list(tmp_path.iterdir()) == []

    def test_a_data_set_of_the_paper_is_loaded_by_name(self, tmp_path, monkeypatch):
        one = PAPER_DATASETS["diabetes"]
        rows = "".join(f"{','.join(map(str, range(k, k + 8)))},{'neg' if k < 500 else 'pos'}\n" for k in range(768))
        columns = "".join(f"@attribute f{k} numeric\n" for k in range(8))
        arff = f"@relation d\n{columns}@attribute class {{neg,pos}}\n@data\n{rows}"
        with stand_in(arff) as (server, _):
            real = registry.fetch_openml_table
            source = OpenMLSource(99, 768, 8)
            monkeypatch.setattr(
                registry,
                "fetch_openml_table",
                lambda given, name, **arguments: real(source, name, server=server, **arguments),
            )
            data = load_dataset("diabetes", cache=tmp_path)
        assert data.X.shape == one.shape and tuple(np.bincount(data.y)) == one.class_sizes
        assert data.source == one.source and data.class_names == ["neg", "pos"]

    def test_where_files_are_kept(self, monkeypatch, tmp_path):
        monkeypatch.setenv("RNSE_CACHE", str(tmp_path))
        assert default_cache() == tmp_path
        monkeypatch.delenv("RNSE_CACHE")
        assert default_cache().parts[-2:] == (".cache", "rnse-core")
