"""What a new user gets from a table without touching a control, on the page and on the command line."""

import csv
import io

import numpy as np
import pandas as pd
import pytest
from page_checks import assert_calm
from sklearn.datasets import load_breast_cancer, load_iris, load_wine

from pages.shared.text import as_sentence
from rnse_core.auto import describe_choice
from rnse_core.cli import main
from rnse_core.findings import ChosenNumber, ClusterProfile, LabelsWouldChange, PoolAgreement, sentence_for
from rnse_core.metrics import adjusted_rand_index

# Tables of scikit-learn, and the least agreement with their classes that is sensible without any setting.
TABLES = {"iris": (load_iris, 0.5), "wine": (load_wine, 0.9), "breast_cancer": (load_breast_cancer, 0.6)}
EXPLAINED = (ChosenNumber, PoolAgreement, ClusterProfile, LabelsWouldChange)
SAMPLES = ("two_moons.csv", "shop_customers.csv", "iris_missing.csv", "wine_semicolons.csv", "iris_distances.csv")


def written(name):
    bunch = TABLES[name][0]()
    frame = pd.DataFrame(bunch.data, columns=bunch.feature_names)
    frame["kind"] = bunch.target_names[bunch.target]
    return frame.to_csv(index=False).encode(), bunch.target


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_scikit_learn_on_the_page(open_page, offered, name):
    content, y = written(name)
    app = open_page("your_data", yd_mode="Automatic")
    app.file_uploader(key="yd_uploader").upload(f"{name}.csv", content)
    app.run()
    assert_calm(app)
    assert not app.error and not app.warning
    files = offered[-1]
    assert adjusted_rand_index(y, files.result.labels) > TABLES[name][1]
    said = "\n".join(element.value for element in (*app.markdown, *app.caption, *app.info))
    profiles = files.profiles
    assert len(profiles) == len(np.unique(files.result.labels))
    assert len({one.name for one in profiles}) == len(profiles)
    assert all(as_sentence(sentence_for(one, row=files.row_of)) in said for one in profiles)
    assert "Scale: " in said
    report = files.report_file()
    assert all(one.name in report for one in profiles)
    assert len(pd.read_csv(io.BytesIO(files.profile_file()))) == len(profiles)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_scikit_learn_on_the_command_line(tmp_path, capsys, name, monkeypatch):
    content, y = written(name)
    path, out, profile = tmp_path / f"{name}.csv", tmp_path / "labels.csv", tmp_path / "profile.csv"
    path.write_bytes(content)
    kinds = []

    def describing(model, *values, **keywords):
        findings = describe_choice(model, *values, **keywords)
        kinds.extend(type(one) for one in findings)
        return findings

    monkeypatch.setattr("rnse_core.cli._automatic.describe_choice", describing)
    assert main(["cluster", str(path), "--output", str(out), "--profile", str(profile)]) == 0
    with out.open(newline="", encoding="utf-8-sig") as stream:
        labels = [int(row["cluster"]) for row in csv.DictReader(stream)]
    assert adjusted_rand_index(y, labels) > TABLES[name][1]
    assert all(kind in kinds for kind in EXPLAINED)
    said = capsys.readouterr().err
    assert all(f"Cluster {cluster} (" in said for cluster in set(labels))
    assert len(pd.read_csv(profile)) == len(set(labels))


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_on_the_page(open_page, offered, name):
    app = open_page("your_data", yd_data=name, yd_mode="Automatic")
    assert_calm(app)
    assert not app.error
    files = offered[-1]
    assert 2 <= len(np.unique(files.result.labels)) <= 6
    assert len(files.sentences) >= 4
    assert len(files.profiles) == (0 if name == "iris_distances.csv" else len(np.unique(files.result.labels)))
