"""The lessons of the page Learn: one idea, one picture, one task that the page checks.

`base` says what a lesson is. `graphs`, `laplacians`, `relaxation`, `two_stage` and `scales` are on the two-stage
method; `projection`, `indicators`, `joint` and `unlabelled` on RNSE. `course` lists them in their order, `guess` asks
the question before each, and `handout` puts them on paper.
"""
