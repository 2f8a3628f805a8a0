"""RNSE: learn the similarity graph and the clusters in one stage."""
