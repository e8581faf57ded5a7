# Everything a developer does here. `make` alone lists it. Needs Python 3.11+ and nothing else.
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
ARGS ?=
# Of pytest, on two cores: tests of whole products wait for half of their time.
PROCESSES ?= 3
# What pytest makes of 600 test modules is kept, whatever the environment says: each process makes it anew otherwise.
PYTEST = TMPDIR="$$(.ci/scratch)" PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest

.PHONY: help run doctor test test-all test-fast lint format bench chaos screenshots migration pins clean

help: ## this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

$(VENV)/.runtime: requirements.txt constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Palabre needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt -c constraints.txt
	@touch $@

$(VENV)/.tests: $(VENV)/.runtime tests/requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r tests/requirements.txt -c constraints.txt
	@touch $@

run: $(VENV)/.runtime ## start everything; then open http://127.0.0.1:8000/phone (PORT=9000 to change)
	@$(BIN)/python -m bot.simulator.stack --port $(PORT) $(ARGS)

doctor: $(VENV)/.runtime ## check that everything works: settings, database, Redis, files, model, search, mail, Twilio
	@$(BIN)/python -m bot.simulator.stack --doctor --port $(PORT) $(ARGS)

test: $(VENV)/.tests ## the tests, in ten minutes (ARGS="-k fractions" for some, ARGS=tests/flows for all of some)
	@$(BIN)/python -m compileall -q bot jobs
	$(PYTEST) -n $(PROCESSES) --dist loadfile --no-loadscope-reorder $(ARGS)

test-all: ## every test: every case, what is killed, browsed and started as a whole too, on both databases
	@$(MAKE) --no-print-directory test ARGS="--long $(ARGS)"

test-fast: $(VENV)/.tests ## the tests without servers, in a minute or two
	$(PYTEST) -n 2 tests/unit tests/meta $(ARGS)

lint: $(VENV)/.tests ## style, types, import layers, the Dockerfile
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	[ ! -x $(BIN)/hadolint ] || $(BIN)/hadolint --failure-threshold info Dockerfile

format: $(VENV)/.tests ## mend what can be mended by itself
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.tests ## performance, as ratios measured side by side in one run
	$(BIN)/python -m tests.bench $(ARGS)

chaos: $(VENV)/.tests ## let everything go wrong for minutes, then judge (ARGS="--minutes 30 --postgres --weather kills,full")
	$(BIN)/python -m tests.chaos $(ARGS)

screenshots: $(VENV)/.tests ## take the pictures of docs/screens.md from the running product (needs a Chromium)
	$(BIN)/python -m tests.browser.screenshots $(ARGS)

migration: $(VENV)/.runtime ## draft a migration from the models: make migration NAME="Add quizzes"
	$(BIN)/python -m bot.dao.draft "$(NAME)"

# async-timeout: redis needs it before Python 3.11.3, and this Python may be newer.
pins: ## remake constraints.txt: what the direct dependencies pull in, at its newest
	rm -rf var/pins && $(PYTHON) -m venv var/pins
	var/pins/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt -r tests/requirements.txt async-timeout
	(echo "# Everything installed, direct or not, pinned. Remade by make pins."; var/pins/bin/python -m pip freeze) > constraints.txt
	rm -rf var/pins

clean: ## remove what runs and builds have left (your .env stays)
	rm -rf $(VENV) var .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	rm -rf /dev/shm/palabre-tests-$$(id -u)
