"""The script of the dashboard, which the server of app.py runs for every session.

Page settings and navigation are in `pages/shared/navigation.py`, since a page needs them too. Each page is a script in
`pages`.
"""

from pages.shared.navigation import run_app

run_app()
