"""Graphs of similarities: connected components, and the spectra of their matrices.

- `components` finds connected components.
- `spectral` computes eigenvectors of a similarity, one component at a time, and cuts them into clusters.
- `eigengap` suggests a number of clusters from a spectrum.
"""
