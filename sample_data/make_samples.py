"""Write the sample files again: ``python sample_data/make_samples.py [FOLDER]``.

The same bytes come out every time. The real data are scikit-learn's copies; everything else is made up here, with
Python's own random numbers, whose sequence does not change between versions.
"""

from __future__ import annotations

import math
import sys
import zipfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from random import Random

import numpy as np
from sklearn.datasets import load_breast_cancer, load_iris, load_wine

Rows = Sequence[Sequence[object]]


def text_table(header: Sequence[str], rows: Rows, delimiter: str = ",", end: str = "\n") -> str:
    """Join cells to text; a number is written as its shortest exact form."""
    lines = [header, *rows] if header else rows
    return "".join(delimiter.join(map(str, line)) + end for line in lines)


def with_decimal_comma(rows: Rows) -> Rows:
    """Write fractions with a comma."""
    return [[str(cell).replace(".", ",") if isinstance(cell, float) else cell for cell in row] for row in rows]


def real_table(bunch: dict[str, object], label: str) -> tuple[list[str], list[list[object]]]:
    """Return the header and the rows of one of scikit-learn's tables, with the class name in the last column."""
    names = [str(name) for name in bunch["feature_names"]]  # type: ignore[attr-defined]
    classes = [str(bunch["target_names"][k]) for k in bunch["target"]]  # type: ignore[index]
    rows = [[*row, name] for row, name in zip(bunch["data"].tolist(), classes, strict=True)]  # type: ignore[attr-defined]
    return [*names, label], rows


def two_moons(n: int, noise: float, seed: int) -> list[list[object]]:
    """Two half circles that reach into each other."""
    random = Random(seed)
    rows: list[list[object]] = []
    for k in range(n):
        upper = k < n // 2
        angle = math.pi * (k % (n // 2)) / (n // 2 - 1)
        x, y = (math.cos(angle), math.sin(angle)) if upper else (1 - math.cos(angle), 0.5 - math.sin(angle))
        point = [round(x + random.gauss(0, noise), 4), round(y + random.gauss(0, noise), 4)]
        rows.append([*point, "upper" if upper else "lower"])
    return rows


def rings(sizes: Sequence[int], noise: float, seed: int) -> list[list[object]]:
    """Circles around one centre, the first of radius 1, the second of radius 2 and so on."""
    random = Random(seed)
    rows: list[list[object]] = []
    for number, size in enumerate(sizes, start=1):
        for k in range(size):
            angle = 2 * math.pi * k / size
            radius = number + random.gauss(0, noise)
            rows.append([f"{radius * math.cos(angle):9.4f}", f"{radius * math.sin(angle):9.4f}"])
    random.shuffle(rows)
    return rows


def iris_with_gaps() -> str:
    """Iris with numbered rows and eleven missing measurements, written in six ways."""
    header, rows = real_table(load_iris(), "species")
    random = Random(3)
    for place, token in zip(
        random.sample(range(150), 11), ["NA", "", "?", "n/a", "", "NaN", "-", "", "NA", "inf", "?"], strict=True
    ):
        rows[place][random.randrange(4)] = token
    return text_table(["id", *header], [[k, *row] for k, row in enumerate(rows, start=1)])


def shop_customers() -> str:
    """Sixty customers who never were: money, percentages, dates, yes and no, text, a constant, and some labels."""
    random = Random(5)
    header = [
        "customer_id",
        "joined",
        "city",
        "member",
        "visits",
        "spent",
        "discount",
        "points",
        "currency",
        "note",
        "group",
    ]
    rows: list[list[object]] = []
    for k in range(60):
        group = ("occasional", "regular", "loyal")[k % 3]
        level = k % 3 + 1
        points = random.randint(200, 900) * level**2
        rows.append(
            [
                1000 + k,
                f"20{random.randint(18, 23)}-{random.randint(1, 12):02d}-{random.randint(1, 28):02d}",
                random.choice(["Zürich", "Genève", "Bern"]),
                random.choice(["yes", "no"]),
                random.randint(1, 6) * level,
                f"${random.uniform(20, 60) * level:.2f}",
                f"{random.randint(1, 5) * level}%",
                f'"{points:,}"' if points >= 1000 else points,
                "CHF",
                ["", "", "", "called, twice", "=2+3", "@desk"][random.randrange(6)].join(['"', '"']),
                "" if random.random() < 0.1 else group,
            ]
        )
    return text_table(header, rows)


def block_similarity(n_blocks: int, size: int, seed: int) -> str:
    """A similarity matrix with blocks on the diagonal, symmetric, with ones on the diagonal."""
    random = Random(seed)
    n = n_blocks * size
    S = [[1.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            inside = i // size == j // size
            S[i][j] = S[j][i] = round(random.uniform(0.4, 1.0) if inside else random.uniform(0.0, 0.3), 3)
    return text_table([], S)


def iris_distances() -> str:
    """Euclidean distances between every fifth flower of Iris, with names for the rows and columns."""
    points = load_iris()["data"][::5]
    names = [f"flower {k}" for k in range(1, 151, 5)]
    D = np.sqrt(((points[:, None] - points[None]) ** 2).sum(axis=2)).round(3)
    return text_table(["", *names], [[name, *row] for name, row in zip(names, D.tolist(), strict=True)])


def moons_npz() -> bytes:
    """Two moons as arrays X and y; the archive is written with a fixed date."""
    rows = two_moons(300, 0.08, seed=11)
    arrays = {
        "X": np.array([row[:2] for row in rows], dtype=np.float64),
        "y": np.array([row[2] == "lower" for row in rows], dtype=np.int64),
    }
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, array in arrays.items():
            content = BytesIO()
            np.save(content, array, allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), content.getvalue())
    return stream.getvalue()


def samples() -> dict[str, bytes]:
    """Return the content of every sample file."""
    iris_header, iris = real_table(load_iris(), "species")
    wine_header, wine = real_table(load_wine(), "cultivar")
    cancer_header, cancer = real_table(load_breast_cancer(), "diagnosis")
    moons = two_moons(200, 0.06, seed=7)
    moon_lines = text_table(["x", "y", "moon"], moons[::10]).splitlines(keepends=True)
    moon_lines[7] = moon_lines[7].rstrip("\n") + ",oops\n"
    return {
        "iris.csv": text_table(iris_header, iris).encode(),
        "wine.csv": text_table(wine_header, wine).encode(),
        "breast_cancer.csv": text_table(cancer_header, cancer).encode(),
        "two_moons.csv": text_table(["x", "y", "moon"], moons).encode(),
        "two_moons.npz": moons_npz(),
        "rings_no_header.txt": text_table([], rings([40, 70, 100], 0.08, seed=2), delimiter=" ").encode(),
        "wine_semicolons.csv": text_table(wine_header, with_decimal_comma(wine), ";", "\r\n").encode(),
        "iris_missing.csv": iris_with_gaps().encode(),
        "iris_utf16.txt": text_table(iris_header, iris, "\t", "\r\n").encode("utf-16-le").join([b"\xff\xfe", b""]),
        "shop_customers.csv": shop_customers().encode(),
        "ragged_row.csv": "".join(moon_lines).encode(),
        "similarity_blocks.csv": block_similarity(4, 10, seed=1).encode(),
        "iris_distances.csv": iris_distances().encode(),
    }


def main(folder: Path) -> None:
    """Write all samples into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in samples().items():
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
