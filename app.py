"""The RNSE dashboard: `streamlit run app.py`.

The server around the script `dashboard.py`: Streamlit's own, with a content security policy in its answers.
"""

import streamlit as st
from starlette.middleware import Middleware

from pages.shared.policy import ContentPolicy

app = st.App("dashboard.py", middleware=[Middleware(ContentPolicy)])
