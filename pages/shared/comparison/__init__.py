"""Comparisons of methods: plan, running, views, the printed tables, and the program that repeats a comparison."""
