"""Painting points in the browser: the canvas, and the points as data."""
