"""Comparisons of methods: plan, progress, views and the program that repeats them."""
