"""PNG and SVG of the figures of a page, written by the browser."""
