"""The RNSE dashboard: `streamlit run app.py`.

The server around the script `dashboard.py`: Streamlit's own, with a content security policy in its answers. It returns
the memory of sessions that have ended.
"""

import streamlit as st
from starlette.middleware import Middleware

from pages.shared.freed_memory import GivesBackMemory
from pages.shared.policy import ContentPolicy

app = st.App("dashboard.py", middleware=[Middleware(GivesBackMemory), Middleware(ContentPolicy)])
