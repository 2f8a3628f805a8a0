"""The eight data sets of the paper's Table 1: printed sizes, sizes of the available data, and their sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rnse_core.datasets.openml import OpenMLSource


@dataclass(frozen=True)
class PaperDataset:
    """A row of the paper's Table 1, and the data that are available for it.

    Attributes
    ----------
    name : str
        Name as printed, key in ``PAPER_DATASETS`` and stem of the user's file.
    title : str
        Title for lists of data sets.
    printed_shape : tuple of (int, int, int)
        Samples, features and classes as printed.
    shape : tuple of (int, int)
        Samples and features of the available data.
    class_sizes : tuple of int
        Samples in each class of the available data.
    measured : bool
        Whether `shape` and `class_sizes` were counted in the data; otherwise they are taken from the source.
    description : str
        One or two sentences on the samples.
    source : str
        Origin of the data.
    note : str
        Difference from the printed row; empty if there is none.
    openml : OpenMLSource or None
        Where to fetch them; None if they are only read from a file of the user.
    """

    name: str
    title: str
    printed_shape: tuple[int, int, int]
    shape: tuple[int, int]
    class_sizes: tuple[int, ...]
    measured: bool
    description: str
    source: str
    note: str = ""
    openml: OpenMLSource | None = None

    @property
    def n_clusters(self) -> int:
        """Number of classes."""
        return len(self.class_sizes)

    @property
    def majority_share(self) -> float:
        """Share of the largest class: the accuracy and purity of a single cluster."""
        return max(self.class_sizes) / sum(self.class_sizes)


_SETS = (
    PaperDataset(
        "diabetes",
        "Diabetes",
        (768, 8, 2),
        (768, 8),
        (500, 268),
        True,
        "Eight measurements of 768 women of Pima heritage, with or without diabetes; missing values are coded 0.",
        "J. W. Smith et al., Pima Indians Diabetes Database, 1988; OpenML 37.",
        openml=OpenMLSource(37, 768, 8),
    ),
    PaperDataset(
        "arcene",
        "Arcene",
        (900, 1000, 2),
        (200, 10_000),
        (112, 88),
        True,
        "Mass spectra of 200 blood samples, cancer or healthy, with 10,000 features of which 3,000 are probes.",
        "I. Guyon et al., NIPS 2003 feature selection challenge, UCI Machine Learning Repository; OpenML 1458.",
        "The archive has 900 samples, but classes are published for 200 of them only, and 10,000 features.",
        OpenMLSource(1458, 200, 10_000),
    ),
    PaperDataset(
        "mnist",
        "MNIST",
        (1000, 784, 10),
        (1000, 784),
        (100,) * 10,
        True,
        "The first 100 images of each handwritten digit, 28 x 28 pixels with values from 0 to 255.",
        "Y. LeCun, C. Cortes and C. Burges, MNIST; OpenML 554.",
        openml=OpenMLSource(554, 70_000, 784, first_of_class=100, n_classes=10),
    ),
    PaperDataset(
        "alpha_digit",
        "Alpha digits",
        (1404, 320, 36),
        (1404, 320),
        (39,) * 36,
        True,
        "39 binary images of 20 x 16 pixels for each digit and capital letter.",
        "S. Roweis, Binary Alphadigits.",
    ),
    PaperDataset(
        "yeast_uni",
        "Yeast",
        (1484, 1470, 10),
        (1484, 8),
        (463, 5, 35, 44, 51, 163, 244, 429, 20, 30),
        True,
        "Eight scores of 1484 yeast proteins; the class is the place in the cell. The largest class has 93 times as "
        "many proteins as the smallest.",
        "K. Nakai, Yeast, UCI Machine Learning Repository, 1996; OpenML 181.",
        "Yeast has 8 features. The printed 1470 would be these and one 0/1 column for each of the 1462 protein names, "
        "but how the paper built them is not said.",
        OpenMLSource(181, 1484, 8),
    ),
    PaperDataset(
        "PCMAC",
        "PCMAC",
        (1943, 3289, 2),
        (1943, 3289),
        (982, 961),
        True,
        "Word counts of 1943 messages of two newsgroups, on PC and on Macintosh hardware.",
        "K. Lang, 20 Newsgroups; scikit-feature selection repository.",
    ),
    PaperDataset(
        "waveform21",
        "Waveform",
        (2746, 21, 3),
        (5000, 21),
        (1657, 1647, 1696),
        True,
        "Mixtures of two of three triangular waves with noise, at 21 positions.",
        "L. Breiman et al., Waveform Database Generator (Version 1), UCI Machine Learning Repository; OpenML 60.",
        "The archive has 5000 samples; which 2746 the paper took is not said. OpenML has another draw of the same "
        "generator, with 19 columns of noise beside the 21 positions; these are left out.",
        OpenMLSource(60, 5000, 40, first_features=21),
    ),
    PaperDataset(
        "gisette",
        "Gisette",
        (7000, 5000, 2),
        (7000, 5000),
        (3500, 3500),
        False,
        "Handwritten digits 4 and 9 in 5000 features, half of which are probes.",
        "I. Guyon et al., NIPS 2003 feature selection challenge, UCI Machine Learning Repository; OpenML 41026.",
        openml=OpenMLSource(41026, 7000, 5000),
    ),
)

PAPER_DATASETS: Mapping[str, PaperDataset] = MappingProxyType({one.name: one for one in _SETS})
