"""Runs of a model for a page: settings, the shared kernel, fits, progress, stores, memory and baselines."""
