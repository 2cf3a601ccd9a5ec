# make train: set up, train two-player Africana by self-play (about five minutes on two cores), rate the result.
# make test:  set up, check and test everything.
# make test-fast: a minute of tests while you work: layers, engine, and each game's smallest setting.
# make docs:  build the site in site/.
# make wheel: build the package in dist/, without a setup.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
CAN_TRAIN := $(VENV)/can-train
RUN := runs/africana_2p
FAST := tests/test_layers.py $(addprefix tests/engine/test_,rng.py files.py game_record.py editions_bases.py \
	editions_contents.py editions_limits.py) $(addprefix tests/conformance/test_,golden_games.py actions.py \
	illegal_actions.py contract.py rewards.py aec_equals_batch.py) tests/bots/test_seating.py

# Always write byte code: the tests start hundreds of processes.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: train test test-fast lint compile docs wheel clean

train: $(CAN_TRAIN)
	$(BIN)/africana train configs/africana_2p.yaml --run_folder $(RUN) --resume
	$(BIN)/africana evaluate africana_v0 policy:$(RUN)/policy.safetensors --against random greedy --num_players 2

test: $(READY)
	$(MAKE) --jobs 2 lint compile
	$(BIN)/python -m pytest -n 2 --dist loadfile -rs

test-fast: $(READY)
	$(BIN)/python -m pytest -n 2 --dist worksteal -q --smallest -k 'not loads_what_training_needs' $(FAST)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/deno lint --quiet
	$(BIN)/deno fmt --check --quiet

compile: $(READY)
	$(BIN)/africana compile

docs: $(READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build

wheel:
	$(PYTHON) -m pip wheel --no-deps --wheel-dir dist .

$(READY): pyproject.toml constraints.txt examples/leduc_poker/pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --no-compile --constraint constraints.txt --editable '.[train,test,clients,docs]' --editable examples/leduc_poker
	touch $@ $(CAN_TRAIN)

$(CAN_TRAIN): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --no-compile --constraint constraints.txt --editable '.[train]'
	touch $@

clean:
	rm -rf $(VENV) build dist site *.egg-info
