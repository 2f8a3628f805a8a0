"""Server time of the dashboard: first paint of a page, and from moving alpha to the new figures."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from _common import parser, print_table, store

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from streamlit.testing.v1 import AppTest  # noqa: E402

# Page, its control of n, the sizes measured, and its control of alpha.
PAGES = {
    "home": (None, [200], None),
    "two_moons": ("tm_n", [200, 1000], "tm_alpha"),
    "block_diagonal": ("bd_n", [200, 1000], "bd_alpha"),
}
# Settings that no earlier run has stored.
NEW_ALPHAS = (1.5, 2.0, 3.0)


def timed(run) -> tuple[AppTest, float]:
    started = time.perf_counter()
    app = run()
    if app.exception:
        raise SystemExit(f"The page failed: {app.exception[0].message}")
    return app, 1000.0 * (time.perf_counter() - started)


def measure(page: str, size_key: str | None, n: int, alpha_key: str | None) -> dict[str, object]:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    if page != "home":
        app.run()
        app.switch_page(f"pages/{page}.py")
    if size_key is not None:
        app.query_params[size_key] = str(n)
    app, first = timed(app.run)
    row: dict[str, object] = {"page": page.replace("_", " "), "n": n, "first paint ms": first, "control ms": first}
    if alpha_key is not None:
        times = []
        for alpha in NEW_ALPHAS:
            slider = next(s for s in app.select_slider if s.key == alpha_key)
            times.append(timed(slider.set_value(alpha).run)[1])
        row["control ms"] = min(times)
    return row


def main() -> None:
    args = parser(__doc__).parse_args()
    # Imports and Streamlit's own start are not the page's time.
    AppTest.from_file(str(ROOT / "app.py"), default_timeout=120).run()
    rows = [measure(page, key, n, alpha) for page, (key, sizes, alpha) in PAGES.items() for n in sizes]
    print_table(rows)
    store(args.json, rows)


if __name__ == "__main__":
    main()
