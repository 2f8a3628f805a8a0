"""The RNSE dashboard: `streamlit run app.py`.

Page settings and navigation stand in `pages/shared/entry.py`, since a page has to find them too; each page is a script
in `pages`.
"""

from pages.shared.navigation import run_app

run_app()
