"""Graphs and their spectra: connected components, eigenvectors, and the number of clusters that a spectrum suggests."""
