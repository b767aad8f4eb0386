# The two commands a newcomer needs: `make serve` and `make test`. Both make the virtual environment they use.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Tests at once: as many as there are cores.
JOBS ?= auto
PYTEST := $(BIN)/python -m pytest --numprocesses $(JOBS)
# Processes that compile the whole judge anew at each start take thrice as long to start.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help serve demo docs gallery art test slow bench lint types contract compiled lock clean

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

$(VENV)/.run: requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	COMPILE_RULES=0 $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.run requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	touch $@

serve: $(VENV)/.run ## run the judge in trial mode, everything under ./var
	@$(BIN)/judge serve

demo: $(VENV)/.run ## watch a whole game of Hundred go by mail
	@$(BIN)/judge demo

test: $(VENV)/.dev ## the tests, without the slow ones
	$(PYTEST) --dist worksteal -m "not slow"

slow: $(VENV)/.dev ## whole games, kills and sweeps
	$(PYTEST) --dist loadfile -m slow

docs: $(VENV)/.dev ## remake the pages that come from the code's own tables
	$(BIN)/python -m tests.docs_pages

gallery: $(VENV)/.dev ## draw every map and show every mail in Chromium, light, dark and narrow (docs/gallery)
	$(BIN)/python -m tests.gallery

art: $(VENV)/.dev ## remake the maps' outlines from Natural Earth (npm) and maps/art
	mkdir -p var/art && cd var/art && npm pack --silent world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
	for each in maps/art/*.toml; do $(BIN)/uv run --no-project --with numpy --with scipy --with . python maps/art/make.py var/art/package/land-50m.json $$each; done

fuzz: $(VENV)/.dev ## a minute of coverage-guided fuzzing of letters
	mkdir -p var/fuzz && $(BIN)/python tests/fuzz/letters.py var/fuzz tests/cases/letters -max_total_time=60 -max_len=20000

bench: $(VENV)/.dev ## figures: positions a second, mails a second
	for each in tests/bench/[a-z]*.py; do $(BIN)/python $$each; done

lint: $(VENV)/.dev ## ruff: rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev ## mypy, strict
	$(BIN)/mypy

contract: $(VENV)/.dev ## the import contract that keeps the core pure
	$(BIN)/lint-imports

compiled: $(VENV)/.dev ## the wheel with the rules compiled (dist/compiled); its answers must equal the source's
	rm -rf dist/compiled
	COMPILE_RULES=1 $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist/compiled .
	$(BIN)/python tests/bench/compiled.py dist/compiled/*.whl

lock: $(VENV)/.dev ## remake the lock files from pyproject.toml
	$(BIN)/uv pip compile pyproject.toml --universal --generate-hashes --no-emit-index-url --no-emit-find-links --no-header -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --group dev --universal --generate-hashes --no-emit-index-url --no-emit-find-links --no-header -o requirements-dev.lock

clean: ## remove what the commands made; ./var stays
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
