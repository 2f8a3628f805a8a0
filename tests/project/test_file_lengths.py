"""Each file of Python can be read in one go."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("benchmarks", "docs", "pages", "rnse_core", "tests", "tools")
MOST_LINES = 400


def test_no_file_is_too_long():
    paths = [ROOT / "app.py", *(path for part in PARTS for path in (ROOT / part).rglob("*.py"))]
    assert Path(__file__) in paths
    lines = {path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in paths}
    assert {path: count for path, count in lines.items() if count > MOST_LINES} == {}
