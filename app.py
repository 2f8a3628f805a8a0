"""The RNSE dashboard: `streamlit run app.py`.

Streamlit imports this file once for the server, which opens the browser, adds a content security policy to its answers
and gives back the memory of sessions that have ended. It then runs the file as a script for every session. Page
settings and navigation are in `pages/shared/navigation.py`, since a page needs them too. Each page is a script in
`pages`.
"""

import streamlit as st
from starlette.middleware import Middleware
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.shared.freed_memory import GivesBackMemory
from pages.shared.navigation import run_app
from pages.shared.opening import opened_in_browser
from pages.shared.policy import ContentPolicy

MIDDLEWARE = (GivesBackMemory, ContentPolicy)

if get_script_run_ctx(suppress_warning=True) is None:
    app = st.App(__file__, lifespan=opened_in_browser, middleware=[Middleware(one) for one in MIDDLEWARE])
else:
    run_app()
