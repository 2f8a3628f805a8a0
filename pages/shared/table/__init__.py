"""The table of one's own: its source, how it is read, which points are clustered, their clusters, and its files."""
