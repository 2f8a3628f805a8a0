"""How many points a run may have, by the memory of the server, before any is taken."""

from __future__ import annotations

import streamlit as st

from rnse_core.planning import available_bytes, format_bytes, most_samples, needed_bytes
from rnse_core.wording import counted

#: n x n matrices of doubles at the peak of a page: those of the fit, of NCuts, and what is kept of both for display.
MATRICES = 10
#: Share of the free memory that one run may take; others use the same server.
SHARE = 0.5


def allowed_rows(n_rows: int, wanted: int, bytes_per_row: int | None = None) -> int:
    """Return how many points to cluster; warn when memory allows fewer than are wanted.

    Parameters
    ----------
    n_rows : int
        Points there are.
    wanted : int
        Points to cluster at most.
    bytes_per_row : int, optional
        Memory for each point in the sparse solver; the dense one takes matrices of all pairs.

    Returns
    -------
    int
    """
    wanted, spare = min(n_rows, wanted), SHARE * available_bytes()
    if bytes_per_row is None:
        most, needed = most_samples(spare, MATRICES), needed_bytes(wanted, MATRICES)
    else:
        most, needed = int(spare // bytes_per_row), wanted * bytes_per_row
    if wanted <= most:
        return wanted
    st.warning(
        f"A run on {counted(wanted, 'point')} needs about {format_bytes(needed)}, more than this server "
        f"can spare: at most {most:,} are clustered.",
        icon=":material/memory:",
    )
    return most


def has_room(n_points: int, n_bytes: int) -> bool:
    """Return whether a run that takes so many bytes fits; draw an error where it does not.

    Parameters
    ----------
    n_points : int
    n_bytes : int

    Returns
    -------
    bool
    """
    if n_bytes <= SHARE * available_bytes():
        return True
    st.error(
        f"A run on {counted(n_points, 'point')} needs about {format_bytes(n_bytes)}, more than this server can spare; "
        "the command line clusters it on your own machine.",
        icon=":material/memory:",
    )
    return False
