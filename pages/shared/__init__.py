"""The parts that the pages share: navigation, controls, runs, results, the table of one's own, and comparisons.

The library is imported for them here. Streamlit runs the script of every visitor in a thread of its own. Where two
threads import a package and one of its modules at the same time, each holds the lock that the other waits for, and
Python resolves that by handing out modules that are not complete. So the first thread that comes here imports all of
the library, and the others wait: every page imports from `pages.shared` before it imports from `rnse_core`, and nothing
here may import a module of this package.
"""

import gc
import importlib
import pkgutil

import rnse_core

for _module in pkgutil.walk_packages(rnse_core.__path__, "rnse_core."):
    importlib.import_module(_module.name)

# Streamlit collects garbage after every run of a script; meanwhile no figure is sent and no run begins. Nearly all
# objects that it would visit belong to imported packages, which live as long as the server.
gc.collect()
gc.freeze()
