"""Read many known tables, written in ways chosen at random, and print the faults.

From the project's root: ``PYTHONPATH=.:tests/core python -m known_tables.faults --files 2000 --seed 7``.
"""

import argparse
from collections import Counter

from known_tables.covering import at_random
from known_tables.kinds import KINDS


def main():
    parser = argparse.ArgumentParser(prog="known_tables.faults", description=__doc__)
    parser.add_argument("--kind", choices=KINDS, default="text")
    parser.add_argument("--files", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    kind = KINDS[given.kind]
    outcomes, faults = Counter(), {}
    for k, choice in enumerate(at_random(kind.choices, given.files, given.seed)):
        seed = given.seed * 100_000 + k
        verdict = kind.judged(choice, seed)
        outcomes[verdict.outcome] += 1
        if verdict.is_fault:
            reduced = kind.reduced(choice, seed)
            faults.setdefault(str(kind.differences(reduced)), []).append(kind.judged(reduced, seed))
    print(dict(outcomes))
    for differences, verdicts in sorted(faults.items(), key=lambda fault: -len(fault[1])):
        first = verdicts[0]
        print(f"{len(verdicts)} {first.outcome} {differences}: {first.wrong[:200]} (questions: {first.questions})")


if __name__ == "__main__":
    main()
