# `make app` starts the dashboard, `make test` proves that it works. Both set up .venv first; both are safe to repeat.
PYTHON ?= python3
VENV := .venv
PORT ?= 8501
BIN := $(VENV)/bin

# Libraries of another environment would come before those of this one.
unexport PYTHONPATH PYTHONHOME
# Without compiled files, each of some hundred processes of the tests, and each start of the app, compiles the library.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help app test search lint coverage docs bench clean
help:
	@echo "make app       start the dashboard at http://localhost:$(PORT) (another port: make app PORT=8600)"
	@echo "make test      lint, then every test"
	@echo "make search    the properties among the tests, on examples drawn anew"
	@echo "make lint      style, types and layers: ruff check, ruff format --check, mypy, lint-imports"
	@echo "make coverage  the tests of rnse_core, which must run 95% of its lines"
	@echo "make docs      build the documentation: build/docs/index.html"
	@echo "make bench     measure, and write the results into docs/results.md"
	@echo "make clean     remove the environment, caches and what was built"
	@echo "The first call of any creates $(VENV) (with another Python: make app PYTHON=python3.12)."

# The two stamps are the ends of the two installations. A Python that is gone makes them out of date.
$(VENV)/.app: $(BIN)/python tools/set_up.py pyproject.toml constraints.txt
	@$(call set_up,app)
	@touch $@

$(VENV)/.test: $(BIN)/python tools/set_up.py pyproject.toml constraints.txt
	@$(call set_up,app$(comma)test$(comma)dev$(comma)docs)
	@touch $(VENV)/.app $@

$(BIN)/python: ;

comma := ,
define set_up
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
{ echo "RNSE needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Name another: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }; \
$(PYTHON) tools/set_up.py $(VENV) $(1)
endef

app: $(VENV)/.app
	@$(BIN)/python tools/start.py $(PORT)

lint: $(VENV)/.test
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy --num-workers 2
	$(BIN)/lint-imports

# Two tests at a time leave each one core, on which the threads of BLAS would only wait for each other.
test coverage: export OPENBLAS_NUM_THREADS = 1
test: lint
	$(BIN)/python -m pytest -n 2 --dist loadgroup

# Properties are tried on examples drawn anew; each run looks at others.
search: $(VENV)/.test
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n 2 -m hypothesis --hypothesis-profile search

# Browser and page tests run little of the library, and the batteries of estimator checks no line that others do not.
coverage: $(VENV)/.test
	$(BIN)/python -m pytest -n 2 -m "not (browser or page or battery)" --cov=rnse_core --cov-report=term-missing:skip-covered

# Pages of modules that are gone would be warned of.
docs: $(VENV)/.test
	rm -rf docs/api/generated
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs build/docs
	@echo "The documentation is at build/docs/index.html"

bench: $(VENV)/.test
	cd benchmarks && for name in fit_time projection memory methods reading page_times scaling starts; do ../$(BIN)/python $$name.py --json results/$$name.json || exit 1; done
	$(BIN)/python benchmarks/update_tables.py

clean:
	find . -path ./$(VENV) -prune -o -name __pycache__ -prune -exec rm -rf {} +
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage build dist docs/api/generated *.egg-info
