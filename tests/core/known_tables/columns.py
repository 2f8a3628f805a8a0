"""The known table: columns of many sorts, with what each is for."""

from dataclasses import dataclass, field, replace
from random import Random

import numpy as np

WORDS = {
    "en": {
        "names": ["length", "width", "weight", "speed", "depth", "income", "height", "score"],
        "classes": ["north", "south", "west"],
        "label": "group of places",
        "people": ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal"],
        "scale": ["never", "sometimes", "often"],
        "total": "Total",
        "yes": ["yes", "no"],
    },
    "de": {
        "names": ["Länge", "Breite", "Größe", "Tempo", "Tiefe", "Einkommen", "Höhe", "Wert"],
        "classes": ["Süd", "Nord", "West"],
        "label": "Gegend",
        "people": ["Jörg", "Käthe", "Anna", "Özil", "Mia", "Uwe", "Lena", "Änne"],
        "scale": ["nie", "manchmal", "oft"],
        "total": "Summe",
        "yes": ["ja", "nein"],
    },
    "fr": {
        "names": ["longueur", "largeur", "poids", "débit", "densité", "revenu", "hauteur", "mesure"],
        "classes": ["forêt", "champ", "ville"],
        "label": "milieu",
        "people": ["Zoé", "Noël", "Léa", "Hugo", "Anaïs", "Jean", "Luc", "Inès"],
        "scale": ["jamais", "parfois", "souvent"],
        "total": "Total",
        "yes": ["oui", "non"],
    },
}

#: What the numbers of a table are: the sorts of its columns in turn.
NUMBERS = {
    "floats": ["cents", "cents", "full"],
    "small": ["small", "digits", "small"],
    "large": ["large", "hundreds", "large"],
    "signed": ["signed", "signed", "balance"],
    "tiny": ["tiny", "cents", "tiny"],
    "percent": ["percent", "cents", "percent"],
    "thirds": ["thirds", "thirds", "cents"],
    "mixed": ["cents", "large", "small", "signed", "tiny", "full"],
    "zeros": ["mostly zero", "cents", "mostly zero"],
}


@dataclass(frozen=True)
class Known:
    """A column: its cells (None where missing), and what it is for.

    `use` is "feature", "label", "names" (of rows), "left out", or "optional" where leaving it out is right as well.
    """

    name: str
    sort: str
    cells: list
    use: str = "feature"
    numbers: list = field(default_factory=list)  # the values as a feature, where the cells are no numbers

    def values(self):
        """Return the column as a feature, NaN where missing."""
        cells = self.numbers or self.cells
        return np.array([np.nan if cell is None else float(cell) for cell in cells])


def known_table(*, numbers, classes, extra, n_rows, language, missing, seed):
    """Return the columns of a table."""
    random = Random(seed)
    words = WORDS[language]
    columns = [
        Known(words["names"][k], sort, [_number(sort, random) for _ in range(n_rows)])
        for k, sort in enumerate(NUMBERS[numbers])
    ]
    for column in columns:
        if len(set(column.cells)) == 1:
            column.cells[0] += 1
    if missing:
        for k, column in enumerate(columns[: 1 + len(columns) // 2]):
            if column.sort != "mostly zero":
                for i in range(k, n_rows, max(n_rows // 2, 5 + k)):
                    column.cells[i] = None
    columns += _extra(extra, n_rows, words, random)
    if classes == "words":
        columns.append(Known(words["label"], "class", _classes(words["classes"], n_rows, random), "label"))
    elif classes == "numbers":
        columns.append(Known("class", "class", _classes([1, 2, 3], n_rows, random), "label"))
    elif classes == "first":
        columns.insert(0, Known("species", "class", _classes(words["classes"], n_rows, random), "label"))
    return columns


def row_names(n_rows, language):
    """Return names of rows, all different."""
    people = WORDS[language]["people"]
    return [people[k % len(people)] + (f"_{k // len(people)}" if k >= len(people) else "") for k in range(n_rows)]


def named(columns, names):
    """Return the columns under other names."""
    return [replace(column, name=name) for column, name in zip(columns, names, strict=True)]


def _classes(levels, n_rows, random):
    cells = [levels[k % len(levels)] for k in range(n_rows)]
    random.shuffle(cells)
    return cells


def _number(sort, random):
    if sort == "cents":
        return round(random.uniform(1, 90), 2)
    if sort == "full":
        return round(random.gauss(5, 1), 9)
    if sort == "small":
        return random.randrange(1, 8)
    if sort == "digits":
        return random.randrange(10, 60)
    if sort == "hundreds":
        return random.randrange(200, 900)
    if sort == "large":
        return random.randrange(1_500, 6_000_000)
    if sort == "signed":
        return round(random.gauss(0, 3), 2)
    if sort == "balance":
        return round(random.uniform(-9000, 9000), 2)
    if sort == "tiny":
        return float(f"{random.uniform(1, 9) * 1e-5:.3e}")
    if sort == "percent":
        return round(random.uniform(1, 99), 1)
    if sort == "thirds":
        return round(random.uniform(1, 30), 3)
    assert sort == "mostly zero"
    return random.choice([0, 0, 0, 1, 2, 5])


def _extra(extra, n_rows, words, random):
    if extra == "identifier":
        return [Known("customer_id", "id", random.sample(range(10_000, 99_999), n_rows), "left out")]
    if extra == "code":
        return [Known("code", "text", [f"A{k:04d}" for k in random.sample(range(9_999), n_rows)], "left out")]
    if extra == "date":
        return [
            Known("date", "text", [f"2021-{1 + k % 12:02d}-{1 + k * 7 % 28:02d}" for k in range(n_rows)], "left out")
        ]
    if extra == "year":
        return [Known("year", "small", [random.randrange(1990, 2021) for _ in range(n_rows)], "optional")]
    if extra == "ticks":
        ticks = [random.random() < 0.4 for _ in range(n_rows)]
        ticks[:2] = True, False
        return [Known("seen", "text", ["x" if tick else None for tick in ticks], "optional", [*map(int, ticks)])]
    if extra == "answers":
        answers = [random.random() < 0.5 for _ in range(n_rows)]
        answers[:2] = True, False
        yes, no = words["yes"]
        return [Known("asked", "text", [yes if one else no for one in answers], "feature", [*map(int, answers)])]
    if extra == "scale":
        places = [k % 3 for k in range(n_rows)]
        random.shuffle(places)
        cells = [words["scale"][k] for k in places]
        return [Known("how", "text", cells, "optional", [k + 1 for k in places])]
    if extra == "constant":
        return [Known("version", "small", [7] * n_rows, "left out")]
    if extra == "comment":
        return [Known("remark", "text", [f"seen, {k} times; then gone" for k in range(n_rows)], "left out")]
    return []
