# make setup | demo [ARGS=…] | test [ARGS=…] | soak [ARGS=…] [MARK=…] | bench [ARGS=…] | lock [ARGS=--upgrade] | clean
# The work is in setup/ (standard library only); PYTHON names another Python, 3.11 or newer.

PYTHON ?= python3
ARGS ?=
MARK ?= soak or browser

# OpenMP's threads sleep while they wait: several times faster on a shared or small machine.
OMP_WAIT_POLICY ?= passive
export OMP_WAIT_POLICY

SETUP = $(PYTHON) -m setup
BIN = .venv/bin
PYTEST = $(BIN)/python -m pytest -rs
QUICK = not soak and not browser
LONG = $(wildcard tests/chaos tests/browser)

.PHONY: setup demo test check soak bench lock clean python

setup: python
	@$(SETUP)

demo: setup
	@$(BIN)/lawgame demo $(ARGS)

# What needs no model comes first, so that a mistake is told before llama-cpp-python is built.
test: check
	@echo "==> Tests that need no model"
	@$(PYTEST) -m "not model and $(QUICK)" $(ARGS)
	@$(SETUP) --dev
	@echo "==> Tests with the small model"
	@$(PYTEST) -m "model and $(QUICK)" $(ARGS) || [ $$? -eq 5 ]
	@echo "==> Not run here: tests marked soak or browser (deselected above): make soak"

check: python
	@$(SETUP) --dev --without-model
	@echo "==> Lint, format, types"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

soak: python
	@$(SETUP) --dev $(if $(findstring browser,$(MARK)),--browser)
	@$(PYTEST) $(LONG) -m "$(MARK)" $(ARGS)

bench: python
	@$(SETUP) --dev
	@$(BIN)/python -m tests.bench $(ARGS)

lock: python
	@$(SETUP) --lock $(ARGS)

# The user's cache folder (the built wheel, the model) stays: it serves other clones too.
clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist *.egg-info \
	  tests/browser/node_modules test-output bench.json
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +

python:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "error: $(PYTHON) was not found." >&2; \
	  echo "what to do: install Python 3.11 or newer, for instance: apt-get install python3 python3-venv" >&2; \
	  exit 1; }
