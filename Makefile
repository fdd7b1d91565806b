# One command to run the program, one to check it. Everything is set up in .venv; a second run
# finds the stamps there and starts at once.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
ARGS ?=
PYTEST ?=
LATEST ?=
LONG ?=
INSTALL = tools/install.py $(if $(LATEST),--newest)

.PHONY: help run test study cluster server frozen deb api messages constraints newest sanitize fuzz endure release clean

help:
	@echo 'make run               start the window; ARGS="solve FILE" runs a command instead'
	@echo 'make test              lint, type-check and test everything; PYTEST="-p randomly" in random order'
	@echo 'make test LONG=1       the same with the long cases, as before a release'
	@echo 'make study             install what the study and the engines cp-sat and ilp need; also cluster, server'
	@echo 'make messages          update the catalogues of texts in po/ with the texts in the sources'
	@echo 'make frozen            pack the program with its own Python into dist, as .tar.zst'
	@echo 'make deb               pack that as a Debian package into dist'
	@echo 'make api               write the API reference to build/api, from the docstrings'
	@echo 'make constraints       write the installed versions to constraints.txt, after make test LATEST=1'
	@echo 'make sanitize          test the C++ core under the address and undefined behaviour sanitizers'
	@echo 'make fuzz SECONDS=60   feed the core puzzles made of any bytes, with clang++ if there is one'
	@echo 'make endure MINUTES=60 run the standing tests so long: kills, brute force, fuzz and soak'
	@echo 'make release VERSION=1.0.0  build all files of a release; ARGS=--dry-run only checks'
	@echo 'make clean             remove .venv and everything else that was built'
	@echo 'PYTHON=python3.12 make test    make .venv with another Python (clean first)'
	@echo 'make test LATEST=1     with the newest versions instead of those that constraints.txt records'

# Set-up talks on stderr, so that only the program writes on stdout.
run: $(VENV)/.run-ready $(VENV)/.catalogues
	@tools/system_libs.sh $(VENV) >&2
	@$(PY) main.py $(ARGS)

test: $(VENV)/.test-ready $(VENV)/.catalogues
	@tools/system_libs.sh $(VENV) >&2
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m codespell_lib .
	$(PY) -m mypy -n auto
	$(PY) -c 'from importlinter.cli import lint_imports_command; lint_imports_command()'
	$(PY) -m pytest -n auto --dist worksteal -m 'not clock$(if $(LONG),, and not long)' $(PYTEST)
	$(PY) -m pytest -m clock $(PYTEST) || [ $$? -eq 5 ]  # 5: no such test is among those chosen

# Extras of pyproject.toml, for what few need: the program names the one that is missing.
study cluster server: $(VENV)/.run-ready
	@$(PY) $(INSTALL) $@ >&2

api: $(VENV)/.run-ready
	@$(PY) -c 'import pdoc' 2>/dev/null || $(PY) $(INSTALL) docs,study
	$(PY) tools/api.py

# The stamps are written last: a set-up that was interrupted is not taken for finished. The newest
# versions get none: they are looked for each time, and the next run without LATEST goes back.
CORE := setup.py $(wildcard solver/native/*.?pp)
SETUP := pyproject.toml constraints.txt tools/install.py $(CORE)
STAMP = @$(if $(LATEST),rm -f $(VENV)/.test-ready,touch)

$(VENV)/.run-ready: $(VENV)/.made $(SETUP) $(if $(LATEST),newest)
	@echo 'Installing what the program needs (once) ...' >&2
	@$(PY) $(INSTALL) texts >&2
	$(STAMP) $@

$(VENV)/.test-ready: $(VENV)/.made $(SETUP) $(if $(LATEST),newest)
	@echo 'Installing what the program and its tests need (once) ...' >&2
	@NONOGRAM_CORE=required $(PY) $(INSTALL) dev,study >&2
	$(STAMP) $@ $(VENV)/.run-ready

# What the program reads of po/; an installation compiles them itself.
$(VENV)/.catalogues: $(wildcard po/*.po) tools/catalogues.py
	@$(PY) tools/catalogues.py
	@touch $@

# An environment of its own has what is packed: docs/maintainers/packaging.md.
frozen:
	@PYTHON='$(PYTHON)' tools/package/frozen.sh

deb:
	@PYTHON='$(PYTHON)' tools/package/deb.sh

messages: $(VENV)/.test-ready
	$(PY) tools/messages.py

# What is installed now: the versions that everybody gets from then on.
constraints:
	@{ echo "# Versions with which 'make test' was green, on $$($(PY) -V). Made by 'make constraints'."; \
		$(PY) -m pip freeze --exclude-editable; } > constraints.txt

# The core by itself, without Python: C++ tests of its own, see CONTRIBUTING.md.
NATIVE := build/native
LAWS := $(patsubst tests/native/%.cpp,$(NATIVE)/%.o,$(wildcard tests/native/*laws.cpp))
SANITIZE := -std=c++20 -O1 -g -Wall -Wextra -fsanitize=address,undefined \
	-fno-sanitize-recover=all -D_GLIBCXX_ASSERTIONS
MADE := $(patsubst %,$(NATIVE)/%.o,searches logics)
CLANG ?= clang++
SECONDS ?= 60
MINUTES ?= 60

sanitize: $(NATIVE)/laws
	$(NATIVE)/laws

$(NATIVE)/laws: $(LAWS) $(MADE)
	$(CXX) $(SANITIZE) -pthread $^ -o $@

# The threads of a batch under the thread sanitizer, which goes with no other one.
sanitize-threads:
	@mkdir -p $(NATIVE)
	$(CXX) -std=c++20 -O1 -g -fsanitize=thread -pthread -DTHREADS_ONLY -Isolver/native \
		tests/native/laws.cpp tests/native/batch_laws.cpp \
		solver/native/searches.cpp solver/native/logics.cpp -o $(NATIVE)/threads
	$(NATIVE)/threads 30

$(NATIVE)/%.o: tests/native/%.cpp $(wildcard tests/native/*.hpp solver/native/*.hpp)
	@mkdir -p $(NATIVE)
	$(CXX) $(SANITIZE) -Isolver/native -c $< -o $@

$(MADE): $(NATIVE)/%.o: solver/native/%.cpp $(wildcard solver/native/*.hpp)
	@mkdir -p $(NATIVE)
	$(CXX) $(SANITIZE) -c $< -o $@

fuzz:
	CXX='$(CXX)' CLANG='$(CLANG)' tests/native/fuzz.sh $(SECONDS) $(NATIVE)

endure: $(VENV)/.test-ready
	QT_QPA_PLATFORM=offscreen $(PY) tools/endure.py --minutes $(MINUTES)

release: $(VENV)/.made
	@$(PY) tools/release/run.py $(ARGS) '$(VERSION)'

# A virtual environment does not survive being moved or copied: it is made anew then.
ifneq ($(shell cat $(VENV)/.made 2>/dev/null),$(CURDIR))
.PHONY: $(VENV)/.made
endif
$(VENV)/.made:
	@tools/make_venv.sh '$(PYTHON)' $(VENV) >&2
	@printf '%s\n' '$(CURDIR)' > $@

clean:
	rm -rf $(VENV) build dist resources/languages *.egg-info solver/native/*.so .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
