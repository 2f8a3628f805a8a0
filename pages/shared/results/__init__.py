"""What a page shows and offers of a result: figures, downloads and code."""
