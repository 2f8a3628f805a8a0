"""The RNSE dashboard: `streamlit run app.py`.

Page settings and navigation are in `pages/shared/navigation.py`, since a page needs them too. Each page is a script in
`pages`.
"""

from pages.shared.navigation import run_app

run_app()
