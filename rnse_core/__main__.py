"""Lets ``python -m rnse_core`` do what the command ``rnse`` does."""

import sys

from rnse_core.cli import main

if __name__ == "__main__":
    sys.exit(main())
