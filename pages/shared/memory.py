"""How many points a run may have here, before any memory is taken."""

from __future__ import annotations

import streamlit as st

from rnse_core.memory import available_bytes, format_bytes, most_samples, needed_bytes

#: n x n matrices of doubles at the peak of a page: those of the fit, of NCuts, and what is kept of both for display.
MATRICES = 10
#: Share of the free memory that one run may take; others use the same server.
SHARE = 0.5


def allowed_rows(n_rows: int, wanted: int) -> int:
    """Return how many points to cluster; say so when memory allows fewer than the reader wants."""
    wanted, most = min(n_rows, wanted), most_samples(SHARE * available_bytes(), MATRICES)
    if wanted <= most:
        return wanted
    st.warning(
        f"A run on {wanted:,} points needs about {format_bytes(needed_bytes(wanted, MATRICES))}, more than this server "
        f"can spare: at most {most:,} points are clustered.",
        icon=":material/memory:",
    )
    return most
