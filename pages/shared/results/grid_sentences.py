"""What a grid of alpha and beta shows, in sentences made from its numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rnse_core.findings.structure import ROW_SUM_TOLERANCE
from rnse_core.recording import GridRecord, GridSummary, summarise_grid
from rnse_core.wording import counted, listed, two_digits


def grid_sentences(record: GridRecord, preset: str) -> list[str]:
    """Say what a grid shows: of beta, of alpha, and of a choice by the classes.

    Parameters
    ----------
    record : GridRecord
        With at least one cell.
    preset : {"exact", "paper"}

    Returns
    -------
    list of str
    """
    found = summarise_grid(record)
    sentences = [_labels_sentence(record, found, preset), _change_sentence(record, found)]
    sentences += [
        sentence
        for sentence in (
            _feasible_sentence(record),
            _blocks_sentence(record, found),
            _too_small_sentence(record, found),
            _too_large_sentence(record, found),
        )
        if sentence
    ]
    sentences.append(_fitting_sentence(record, found))
    sentences.append(_truth_sentence(record) if record.has("accuracy") else _agreement_sentence(record, found))
    return sentences


def _labels_sentence(record: GridRecord, found: GridSummary, preset: str) -> str:
    where = f"{counted(record.n_fitted, 'cell')}"
    if found.first_moving is None:
        sentence = f"**β moves no label**: in all {where} they are those of β = 0 at the same α"
        if np.isfinite(found.alpha_spread):
            spread = counted(round(100 * found.alpha_spread), "percentage point")
            sentence += f". Within a column, along α, the accuracy differs by up to {spread}"
        return f"{sentence}."
    start = " P starts at random in this preset." if preset == "paper" else ""
    return (
        f"**β moves labels**, from β = {found.first_moving:g} on: up to {found.most_moved:,} of "
        f"{counted(record.n_samples, 'label')} differ from those of β = 0 at the same α.{start}"
    )


def _change_sentence(record: GridRecord, found: GridSummary) -> str:
    sentence = (
        f"**S and β**: below β = n / C = {found.scale:.3g}, ‖S − S₀‖₁ / n is at most {two_digits(found.change_below)}"
    )
    if np.isfinite(found.change_from):
        return f"{sentence}, from there on up to {two_digits(found.change_from)}; S₀ is learned at β = 0."
    return f"{sentence}; S₀ is learned at β = 0. This grid ends below n / C; the wide one goes beyond."


def _feasible_sentence(record: GridRecord) -> str:
    errors = record.values("row_sum_error")
    off = int(np.count_nonzero(errors > ROW_SUM_TOLERANCE))
    if not off:
        return ""
    return (
        f"**S is not doubly stochastic** in {off} of {counted(record.n_fitted, 'cell')}: row sums are off by up to "
        f"{two_digits(np.nanmax(errors))}. What S adds up to there is no measure of the model."
    )


def _blocks_sentence(record: GridRecord, found: GridSummary) -> str:
    if not found.made_blocks:
        return ""
    least = min(beta for _, beta in found.made_blocks)
    cells = counted(len(found.made_blocks), "cell")
    sentence = (
        f"**β makes blocks**: in {cells}, from β = {least:g} on, S falls into at least {record.n_clusters} parts, "
        "which S₀ does not."
    )
    if not record.has("accuracy"):
        return f"{sentence} They are the clusters that P had found before, not evidence for them."
    scores = [record.cells[cell].numbers["accuracy"] for cell in found.made_blocks]
    low, high = f"{min(scores):.1%}", f"{max(scores):.1%}"
    return (
        f"{sentence} They follow P, right or wrong: the accuracy there is {low if low == high else f'{low} to {high}'}."
    )


def _too_small_sentence(record: GridRecord, found: GridSummary) -> str:
    if not found.too_small:
        return ""
    rows = [record.values("components_without_beta")[record.alphas.index(alpha)] for alpha in found.too_small]
    parts = [int(np.nanmax(row)) for row in rows]
    labels = ""
    if record.has("accuracy"):
        scores = record.values("accuracy")[[record.alphas.index(alpha) for alpha in found.too_small]]
        labels = f", not S; the accuracy there is {_shares(scores[~np.isnan(scores)])}"
    return (
        f"**α too small**: at α = {_values(found.too_small)} a point is similar to fewer than two others on average, "
        f"and S₀ falls into {_span(parts)} parts. What joins them to {counted(record.n_clusters, 'cluster')} is "
        f"K{labels}."
    )


def _too_large_sentence(record: GridRecord, found: GridSummary) -> str:
    if not found.too_large:
        return ""
    return f"**α too large**: at α = {_values(found.too_large)} a point is similar to more than half of all others."


def _fitting_sentence(record: GridRecord, found: GridSummary) -> str:
    parts = counted(record.n_clusters, "part")
    if not found.fitting:
        missed = " Between its powers of ten there may be one: see the wide grid." * (len(record.alphas) <= 6)
        return f"**Without classes**: at no α of this grid S₀ falls into exactly {parts}.{missed}"
    sentence = f"**Without classes**: S₀ falls into exactly {parts} at α = {_values(found.fitting)}"
    if not record.has("accuracy"):
        return f"{sentence}."
    rows = record.values("accuracy")[[record.alphas.index(alpha) for alpha in found.fitting]]
    return f"{sentence}; the accuracy there is {_shares(rows[~np.isnan(rows)])}."


def _truth_sentence(record: GridRecord) -> str:
    (alpha, beta), n_equal = record.best("accuracy")
    share = f"{record.cells[alpha, beta].numbers['accuracy']:.1%}"
    also = f", as in {n_equal} of the cells" if n_equal > 1 else ""
    plain = record.cells.get((1.0, 1.0))
    before = f" α = β = 1, set beforehand, gives {plain.numbers['accuracy']:.1%}." if plain else ""
    return (
        f"**Choosing by the classes**: the best accuracy is {share}, at α = {alpha:g}, β = {beta:g}{also}. It is the "
        f"best of {counted(record.n_fitted, 'try', 'tries')}, picked by looking at the classes, which a user does not "
        f"have.{before}"
    )


def _agreement_sentence(record: GridRecord, found: GridSummary) -> str:
    agreement = record.agreement()
    if np.isnan(agreement).all():
        return "**No classes**: there are no scores, and not yet two cells beside each other to compare."
    rows = np.nanmax(agreement, axis=1)
    stable = tuple(alpha for alpha, one in zip(record.alphas, rows, strict=True) if one >= np.nanmax(rows) - 1e-12)
    i, j = np.unravel_index(np.nanargmin(agreement), agreement.shape)
    useless = [alpha for alpha in stable if alpha in (*found.too_small, *found.too_large)]
    warning = (
        f" At α = {_values(useless)} S is almost empty or almost uniform: agreement alone does not show that there is "
        "something to find."
        if useless
        else ""
    )
    return (
        "**No classes**: there is nothing to score against. Labels agree most with those of the cells beside them at "
        f"α = {_values(stable)} (mean ARI {np.nanmax(rows):.2f}), least at α = {record.alphas[i]:g}, "
        f"β = {record.betas[j]:g} ({agreement[i, j]:.2f}).{warning}"
    )


def _values(alphas: Sequence[float]) -> str:
    return listed([f"{alpha:g}" for alpha in alphas])


def _span(counts: Sequence[int]) -> str:
    return f"{min(counts):,}" if min(counts) == max(counts) else f"{min(counts):,} to {max(counts):,}"


def _shares(values: Sequence[float] | np.ndarray) -> str:
    low, high = f"{min(values):.1%}", f"{max(values):.1%}"
    return low if low == high else f"{low} to {high}"
