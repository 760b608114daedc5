# Two commands set everything up: `make demo` and `make test`. Both are quick to repeat.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
STAMP = $(VENV)/.installed-
PYTEST = $(BIN)/python -m pytest -n 2 --dist worksteal
ACCELERATOR = $(wildcard accelerator/*.c accelerator/*.h accelerator/*.py accelerator/*.toml)

.PHONY: demo test fast check format clean compiled debian vsix test-editors

demo: $(STAMP)core compiled
	$(BIN)/fuzzwright run examples --time-per-function 1 --html demo.html || test $$? -eq 1
	@echo "The same as a page: demo.html"

test: $(STAMP)dev debian
	$(PYTEST)

fast: $(STAMP)dev
	$(PYTEST) -m "not slow"

check: $(STAMP)dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest tests/test_architecture.py

format: $(STAMP)dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# What tests need from the system. Only root on Debian can have it installed; elsewhere those tests are skipped.
DEBIAN = chromium neovim emacs-nox elpa-eglot
debian:
	@if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && ! dpkg -s $(DEBIAN) > /dev/null 2>&1; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $(DEBIAN) > /dev/null; \
	fi

# The extension for VS Code, ready to be installed: editors/vscode/dist/fuzzwright.vsix. Needs Node 20; where there is
# none, root on Debian gets one below build/node.
VSCODE = editors/vscode
VSIX = $(VSCODE)/dist/fuzzwright.vsix
vsix test-editors: export PATH := $(CURDIR)/build/node/bin:$(PATH)
vsix: $(VSIX)

$(VSCODE)/node_modules/.installed: $(VSCODE)/package-lock.json
	sh tests/editors/set_up_node.sh build/node
	npm ci --prefix $(VSCODE) --silent --no-audit --no-fund --ignore-scripts
	@touch $@

$(VSIX): $(VSCODE)/node_modules/.installed $(wildcard $(VSCODE)/src/*.ts $(VSCODE)/media/* $(VSCODE)/*.json $(VSCODE)/*.md)
	npm run --prefix $(VSCODE) --silent package > /dev/null

# The extension in a real VS Code, in a headless browser. The first time builds that VS Code into build/code-server.
CODE_SERVER = build/code-server
test-editors: $(STAMP)dev $(VSIX)
	npm test --prefix $(VSCODE) --silent
	sh tests/editors/set_up_code_server.sh $(CODE_SERVER)
	test -d $(CODE_SERVER)/debugpy || $(BIN)/python -m pip install --quiet --target $(CODE_SERVER)/debugpy debugpy
	node --test --test-concurrency=1 tests/editors/*.test.mjs

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(STAMP)core: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet -e .
	@touch $@

# The accelerator needs a C compiler; where there is none its tests are skipped, or fail if all are required.
$(STAMP)dev: pyproject.toml $(ACCELERATOR) | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet -e '.[dev]'
	$(BIN)/python -m pip install --quiet --force-reinstall --no-deps ./accelerator || echo "the accelerator was not built"
	@touch $@ $(STAMP)core

# Compiled as an installer does it, also where Python is told to keep nothing; tests do it by themselves.
compiled: | $(VENV)/bin/python
	@$(BIN)/python -m compileall -q src

clean:
	rm -rf $(VENV) demo.html build dist accelerator/build accelerator/*.egg-info
