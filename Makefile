# `make app` starts the dashboard, `make test` proves it works. Both set up .venv first; both are safe to repeat.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8501

.PHONY: help app test lint bench clean
help:
	@echo "make app    start the dashboard (PORT=$(PORT))"
	@echo "make test   lint, types, every test, coverage of rnse_core"
	@echo "make lint   ruff check, ruff format --check, mypy"
	@echo "make bench  measure, and put the results into the README"
	@echo "make clean  remove the environment and caches"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "RNSE needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.12"; exit 1; }
	@echo "Creating $(VENV) with $$($(PYTHON) --version)"
	$(PYTHON) -m venv $(VENV)

$(VENV)/.app: $(BIN)/python pyproject.toml constraints.txt
	@echo "Installing the app and rnse_core (the first time takes a minute or two)"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.test: $(VENV)/.app
	@echo "Installing what the tests need"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[test,dev]"
	@touch $@

app: $(VENV)/.app
	$(BIN)/streamlit run app.py --server.port $(PORT)

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Two tests at a time leave each one core, on which the threads of BLAS would only wait for each other. Coverage is that
# of the library's own tests. Then the browser tests, which often wait, run beside what is not measured.
test: export OPENBLAS_NUM_THREADS = 1
test: lint
	$(BIN)/python -m pytest -n 2 -m "not (browser or page or battery)" --cov=rnse_core --cov-report=term-missing:skip-covered
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m "browser or page or battery"

bench: $(VENV)/.test
	cd benchmarks && for name in fit_time projection memory methods page_times scaling starts; do ../$(BIN)/python $$name.py --json results/$$name.json || exit 1; done
	$(BIN)/python benchmarks/update_readme.py

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage build dist *.egg-info
