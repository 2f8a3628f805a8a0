"""Graphs of similarities: connected components, and the spectra of their matrices.

- `components` finds connected components.
- `spectral` computes eigenvectors of a similarity, one component at a time, and cuts them into clusters.
- `laplacian` has the Laplacians of a graph and their smallest eigenpairs.
- `eigengap` suggests a number of clusters from a spectrum.
"""
