"""Settings of the documentation: `make docs` builds it with sphinx, without a network."""

from rnse_core import __version__, exceptions

project = "RNSE"
author = "The RNSE project contributors"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
templates_path = ["_templates"]

# Names in single backticks are code, and links where the documentation has them.
default_role = "py:obj"
# Blocks without a language are formulas.
highlight_language = "none"
myst_heading_anchors = 3

autosummary_generate = True
autosummary_ignore_module_all = False
# Other packages export some of these too; each has one page, that of rnse_core.exceptions.
autosummary_context = {"exceptions_package": exceptions.__name__, "errors": exceptions.__all__}
autodoc_member_order = "bysource"
# The types stand in the sections of the docstrings, with shapes.
autodoc_typehints = "none"
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_param = False
napoleon_use_rtype = False

# A reference to the project that leads nowhere is an error. Types in words, and other libraries, have no target here.
nitpicky = True
nitpick_ignore_regex = [("py:obj", ".*"), ("py:.*", r"(?!rnse_core\.).*")]

html_theme = "furo"
html_title = f"RNSE {release}"
html_static_path = ["_static"]
html_css_files = ["tables.css"]
html_copy_source = False
html_show_copyright = False
