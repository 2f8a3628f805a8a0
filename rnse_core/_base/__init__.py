"""What every other part of the library uses.

- `arrays` has types of arrays and operations on them, `checks` checks arguments, `large_values` finds outlying values.
- `memory` and `cgroups` estimate memory before it is allocated.
- `executors` runs functions on blocks in threads or on a cluster, `row_blocks` divides a sparse matrix into blocks,
  `threads` limits the threads of compiled libraries.
"""
