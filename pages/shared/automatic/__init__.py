"""The mode "Automatic" of a page: settings chosen by `AutoRNSE`, shown as a run, in words and as a program."""
