"""The pages with little to compute, for tests of what does not depend on that."""

from pathlib import Path

PAGES = sorted(path.stem for path in (Path(__file__).resolve().parents[1] / "pages").glob("*.py"))
#: Query parameters, by the page.
SMALL = {
    "compare_methods": {"cp_data": "Two moons", "cp_methods": "K-Means"},
    "two_moons": {"tm_n": "60"},
    "block_diagonal": {"bd_view": "One", "bd_n": "60"},
    "alpha_live": {"al_n": "40"},
    "convergence": {"cv_seeds": "1"},
    "step_through": {"sp_n": "40"},
}
