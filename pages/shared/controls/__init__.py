"""Controls whose values the address carries, and those of the parameters of RNSE."""
