"""Plotly figures of similarity matrices, clusters and runs, made from arrays; they work in notebooks and on web pages.

Matrices: `heatmap` (similarity and indicator matrices), `averages` (block averages of large matrices), `ordering`
(orders of the rows), `blocks` (contrast of diagonal blocks).

Points: `scatter` (clusters in the plane, planes of features), `hover` (what a point says), `values` (points coloured by
numbers, spectra), `graph` (edges of an affinity graph), `neighbors` (a sample and its row
of S), `_eigen` (eigenvectors of the random walk).

Clusters and methods: `clusters` (sizes, feature profiles, confusion matrices), `comparison` (grids of methods and data
sets, spread of scores), `dots` (a score of methods on data sets), `grid_map` (a number over a grid of two parameters).

Runs: `history` (objective, residuals, eigengap), `descent` (curves of several runs), `rows` (a row of the projection),
`relaxation` (an eigenvector over an indicator),
`film_frames` (a recording with a slider).
All: `_style` (colours and layout), `export` (figures as HTML), `svg` (points as SVG).
"""

from ._style import CLUSTER_COLORS, CLUSTER_SYMBOLS, MARKER_OUTLINE, SEQUENTIAL
from .averages import block_average
from .blocks import block_contrast, block_means
from .clusters import cluster_sizes, confusion_figure, feature_means, feature_profile, profile_features
from .comparison import GridCell, comparison_grid, score_boxes
from .descent import descent_curves
from .dots import score_dots
from .export import figure_html, figure_snippet
from .film_frames import film
from .graph import EdgeList, affinity_edges, affinity_graph
from .grid_map import grid_map
from .heatmap import color_limit, indicator_heatmap, matrix_png, similarity_heatmap
from .history import convergence_curve, eigengap_figure, residual_curve
from .hover import MAX_HOVER_FEATURES, hover_texts
from .neighbors import RowOfS, mark_position, mark_row, row_of
from .ordering import ROW_ORDERS, row_order
from .relaxation import relaxation_figure
from .rows import row_figure
from .scatter import principal_plane, scatter_clusters, spectral_plane
from .svg import points_svg
from .values import spectrum_figure, value_scatter

__all__ = [
    "CLUSTER_COLORS",
    "CLUSTER_SYMBOLS",
    "MARKER_OUTLINE",
    "MAX_HOVER_FEATURES",
    "ROW_ORDERS",
    "SEQUENTIAL",
    "EdgeList",
    "GridCell",
    "RowOfS",
    "affinity_edges",
    "affinity_graph",
    "block_average",
    "block_contrast",
    "block_means",
    "cluster_sizes",
    "color_limit",
    "comparison_grid",
    "confusion_figure",
    "convergence_curve",
    "descent_curves",
    "eigengap_figure",
    "feature_means",
    "feature_profile",
    "figure_html",
    "figure_snippet",
    "film",
    "grid_map",
    "hover_texts",
    "indicator_heatmap",
    "mark_position",
    "mark_row",
    "matrix_png",
    "points_svg",
    "principal_plane",
    "profile_features",
    "relaxation_figure",
    "residual_curve",
    "row_figure",
    "row_of",
    "row_order",
    "scatter_clusters",
    "score_boxes",
    "score_dots",
    "similarity_heatmap",
    "spectral_plane",
    "spectrum_figure",
    "value_scatter",
]
