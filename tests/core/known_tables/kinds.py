"""The three kinds of known tables: their choices, how a file is written and how its reading is judged."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from known_tables.formats import FILES, file_of, settled_file
from known_tables.oracle import Verdict, is_the_table, judge
from known_tables.pairs import PAIRS, file_of_pairs, is_the_matrix, settled_pairs
from known_tables.text import STYLES, settled, written


@dataclass(frozen=True)
class Kind:
    """`write` returns the file of some choices and a seed, and the check of its reading."""

    choices: Mapping[str, list]
    settled: Callable
    write: Callable

    def judged(self, choice, seed) -> Verdict:
        """Return what reading the file of these choices gives."""
        return judge(*self.write(choice, seed))

    def differences(self, choice):
        """Return the choices that are not the plainest ones."""
        return {name: value for name, value in self.settled(choice).items() if value != self.choices[name][0]}

    def reduced(self, choice, seed):
        """Return choices with as many of the plainest as leave the fault."""
        choice = self.settled(choice)
        for name in self.differences(choice):
            plainer = self.settled({**choice, name: self.choices[name][0]})
            if plainer != choice and self.judged(plainer, seed).is_fault:
                choice = plainer
        return choice


def _write_text(style, seed):
    data, columns, names = written(style, seed)
    return data, is_the_table(columns, names)


def _write_file(choice, seed):
    data, columns, names = file_of(choice, seed)
    return data, is_the_table(columns, names)


def _write_pairs(choice, seed):
    data, A, _ = file_of_pairs(choice, seed)
    return data, is_the_matrix(A, choice)


KINDS = {
    "text": Kind(STYLES, settled, _write_text),
    "files": Kind(FILES, settled_file, _write_file),
    "pairs": Kind(PAIRS, settled_pairs, _write_pairs),
}
