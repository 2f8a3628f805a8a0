"""Views of the result of a run: figures, scores, downloads, and the code that reproduces it."""
