# make demo    set up and grow a pool of partners, end to end
# make serve   set up and play in the browser
# make test    set up, check the sources and test, in stages side by side
# make test-all  the same, with all combinations, long fuzzing and builds from nothing
# make site    set up and build the documentation site into build/site
# make bench   set up and measure against other engines
# make fuzz    set up and try damaged inputs of all kinds for ten minutes
# make audit   set up and ask the registries for known vulnerabilities
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TOOLS := $(VENV)/.tools
SERVED := $(VENV)/.served
INSTALLED := $(VENV)/.installed
# Tests start hundreds of programs; without compiled modules each takes twice as long to start.
export PYTHONDONTWRITEBYTECODE :=
# An editable install remembers which folders are packages, so a new one must be installed again.
BUILT_FROM := pyproject.toml CMakeLists.txt $(shell find cpp -name '*.[hc]pp') $(shell find src -name __init__.py)

.PHONY: demo set-up serve test test-python test-quick test-slow test-browser test-all types lint format stubs site bench fuzz audit verify-published docs clean

demo: $(INSTALLED)
	$(BIN)/tamaya play
	$(BIN)/tamaya evolve runs/demo --candidates 20000
	$(BIN)/tamaya pool show runs/demo
	$(BIN)/tamaya table runs/demo --games 50 --plot runs/demo/pairs.png
	$(BIN)/tamaya meta train runs/demo --games 100 --out runs/demo/partners.meta
	$(BIN)/tamaya meta evaluate runs/demo/partners.meta --episodes 20
	@echo "open runs/demo/report.html and runs/demo/pairs.png"

set-up: $(INSTALLED)

serve: $(SERVED)
	$(BIN)/tamaya serve

# The stages share nothing, so they run side by side, the longest first: one process more than
# there are cores, because many tests wait for pages and for other programs.
WORKERS ?= $(shell nproc)
STAGES := test-python test-browser types site lint
PYTEST := $(BIN)/python -m pytest -q

test: $(INSTALLED)
	@$(MAKE) --no-print-directory --jobs=2 $(if $(CI),--output-sync=line) --keep-going $(STAGES)

# Runs a stage, and the tests that failed once more: on a busy machine a test can wait too long for
# another program. Both runs are printed; a test that needs the second one is to be mended.
define run-stage
$(PYTEST) -o cache_dir=.pytest_cache/$@ $(1) || { [ $$? -eq 1 ] && echo "$@: once more what failed" && \
	$(PYTEST) -o cache_dir=.pytest_cache/$@ $(1) -n 0 --last-failed --last-failed-no-failures none; }
endef

# Quick and slow tests together, because every process takes 15 s to import and collect all tests.
# They keep all cores busy, so they let others go first: a step in a browser is short, but waits
# for the one before it.
test-python: PYTEST := nice -n 10 $(PYTEST)
test-python: $(INSTALLED)
	$(call run-stage,-n $(WORKERS) --dist loadfile --no-loadscope-reorder -m 'not browser and not exhaustive')

test-quick: $(INSTALLED)
	$(call run-stage,-n $(WORKERS) --dist loadfile)

test-slow: $(INSTALLED)
	$(call run-stage,-n $(WORKERS) --dist loadfile -m 'slow and not browser and not exhaustive')

test-browser: $(INSTALLED)
	$(call run-stage,-m 'browser and not exhaustive' tests/web/browser)

test-all: $(INSTALLED) lint types
	$(PYTEST) -n auto --dist worksteal --hypothesis-profile=thorough -m ""
	$(BIN)/python -m tests.fuzz --seconds 600

types: $(INSTALLED)
	$(BIN)/mypy

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $$(git ls-files 'cpp/*.hpp' 'cpp/*.cpp' 'benchmarks/*.cpp' 'benchmarks/*.hpp')

format: $(INSTALLED)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $$(git ls-files 'cpp/*.hpp' 'cpp/*.cpp' 'benchmarks/*.cpp' 'benchmarks/*.hpp')

stubs: $(INSTALLED)
	$(BIN)/python -m nanobind.stubgen -q -m tamaya._core -o src/tamaya/_core.pyi

docs: $(INSTALLED)
	$(BIN)/python -m tamaya.matchups.readme docs/how-to/compare.md
	$(BIN)/python -m tamaya.qd.readme docs/how-to/evolve.md
	$(BIN)/python -m tamaya.qd.page docs/evolution.md
	$(BIN)/python -m tamaya.agents.page docs/agents.md

# Strict: a broken link, a missing page or an unknown name in the API reference fails.
site: $(INSTALLED)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build

bench: $(INSTALLED)
	$(BIN)/python -m benchmarks.report

SECONDS ?= 600
SEED ?= 0
fuzz: $(INSTALLED)
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS) --seed $(SEED) --report docs/reliability.md

# Fails for a known vulnerability; a registry that does not answer is named and fails nothing.
audit: $(INSTALLED)
	$(BIN)/python -m tests.audit

verify-published: $(INSTALLED)
	$(BIN)/python tests/published_report.py

clean:
	rm -rf build dist $(VENV)

# An editable install: Python sources are used as they are, the core is rebuilt when it changes.
# While pip downloads the libraries, the compiler builds the core; the last step finds it built.
INSTALL := $(BIN)/pip install -q --no-compile --no-build-isolation
$(INSTALLED): $(BUILT_FROM) | $(TOOLS)
	$(BIN)/pip wheel -q --no-deps --no-build-isolation -w build . & core=$$!; \
		$(INSTALL) -C wheel.cmake=false -e '.[dev]' && wait $$core
	$(INSTALL) --no-deps -e .
	@touch $@ $(SERVED)

# To play, less is needed than to develop: a newcomer waits a minute instead of three.
$(SERVED): $(BUILT_FROM) | $(TOOLS)
	$(INSTALL) -e '.[web]'
	@touch $@

$(TOOLS):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "tamaya needs Python 3.11 or newer: set PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import os, sys, sysconfig; sys.exit(not os.path.exists( \
		os.path.join(sysconfig.get_paths()["include"], "Python.h")))' || \
		{ echo "tamaya needs Python's headers: apt-get install python3-dev"; exit 1; }
	@command -v g++ >/dev/null || { echo "tamaya needs g++: apt-get install g++"; exit 1; }
	@test -x $(BIN)/pip || { rm -rf $(VENV); $(PYTHON) -m venv $(VENV) >/dev/null; } || \
		{ rm -rf $(VENV); echo "tamaya needs Python's venv: apt-get install python3-venv"; exit 1; }
	$(BIN)/pip install -q "scikit-build-core>=1.1" "nanobind>=3.1,<4" cmake ninja
	@touch $@
