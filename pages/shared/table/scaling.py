"""How features are scaled: the names and the help that pages show."""

SCALINGS = {"auto": "By column", "zscore": "z-score", "raw": "Raw", "minmax": "Min-max", "unit": "Unit length"}
SCALING_HELP = (
    "**By column**: proposed for each column, with the reason: its logarithm, standardised, or as it is. **z-score**: "
    "mean 0 and standard deviation 1 per feature, for features in different units. **Raw**: as they are. "
    "**Min-max**: every feature from 0 to 1. **Unit length**: every row divided by its length, for counts and spectra."
)
