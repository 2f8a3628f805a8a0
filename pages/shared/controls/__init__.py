"""Widgets whose values live in the address, and those of RNSE's parameters."""
