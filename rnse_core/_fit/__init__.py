"""One fit of RNSE: its plan, the alternation of the two steps, the objective, diagnostics and prediction."""
