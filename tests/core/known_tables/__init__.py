"""One known table written in many ways, and what reading it must give.

- ``covering``: choices such that every pair of them occurs.
- ``columns``: the known table.
- ``text``: the table as text, in the styles of many programs.
- ``formats``: the table in files of other kinds.
- ``pairs``: matrices of distances and similarities, and lists of edges.
- ``kinds``: these three, as the test and ``faults`` take them.
- ``faults``: a program that reads many more.
- ``oracle``: whether a reading, or one after a few of the answers it offers, gives the known table.
"""
