"""Fits for a page: settings, caches, memory, progress and messages."""
