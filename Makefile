# make demo   a virtual environment, memetik in it, and what it can do
# make test   everything that has to hold: style, types, Python tests, tests of the core
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
CXX_FILES := $(shell find core bindings benchmarks -name '*.[ch]pp')
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: demo test test-core test-sanitized test-robots fuzz bench format stubs clean

demo: $(VENV)/demo.stamp
	$(BIN)/python examples/01_forward_kinematics.py
	$(BIN)/python examples/02_inverse_kinematics.py
	$(BIN)/python examples/03_goals.py
	$(BIN)/python examples/04_branches.py
	$(BIN)/python examples/05_parallel_robot.py
	$(BIN)/python examples/06_edit_motion.py

test: $(VENV)/test.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)
	$(BIN)/mypy
	$(MAKE) --no-print-directory test-core test-sanitized
	$(BIN)/python -m pytest -n auto --dist worksteal

# The core without Python: the wider SIMD level, then the baseline under ASan and UBSan.
CORE_CMAKE = $(BIN)/cmake -S . -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
  -DMEMETIK_TESTS=ON -DMEMETIK_PRECOMPILE=ON \
  -DCMAKE_PREFIX_PATH=$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
test-core: $(VENV)/test.stamp
	@mkdir -p build
	$(CORE_CMAKE) -B build/core > build/core.log 2>&1 || (cat build/core.log; false)
	$(BIN)/cmake --build build/core
	$(BIN)/ctest --test-dir build/core --parallel --output-on-failure --no-tests=error

test-sanitized: $(VENV)/test.stamp
	@mkdir -p build
	$(CORE_CMAKE) -B build/sanitized -DMEMETIK_SANITIZE=ON > build/sanitized.log 2>&1 || (cat build/sanitized.log; false)
	$(BIN)/cmake --build build/sanitized
	$(BIN)/ctest --test-dir build/sanitized --parallel --output-on-failure --no-tests=error

# Against pinocchio on published robots: large downloads.
test-robots: $(VENV)/test.stamp
	$(PIP) '.[robots]'
	$(BIN)/python -m pytest -m robots

fuzz: $(VENV)/test.stamp
	$(BIN)/python tests/io/urdf/fuzz.py --seconds 300
	$(BIN)/python tests/io/bvh/fuzz.py --seconds 60

bench: $(VENV)/test.stamp
	$(BIN)/python benchmarks/fk.py

format: $(VENV)/test.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CXX_FILES)

stubs: $(VENV)/test.stamp
	MEMETIK_SIMD=baseline $(BIN)/python -m nanobind.stubgen -m memetik._core_baseline -o src/memetik/_core.pyi
	MEMETIK_SIMD=baseline $(BIN)/python -m nanobind.stubgen -m memetik._cpu -o src/memetik/_cpu.pyi

# Reinstalled whenever a source changed.
SOURCES := pyproject.toml CMakeLists.txt $(shell find core bindings src -type f -not -path '*/__pycache__/*')

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV) || (rm -rf $(VENV); false)

$(VENV)/demo.stamp: $(VENV)/bin/python $(SOURCES)
	$(PIP) '.[plot]'
	@touch $@

$(VENV)/test.stamp: $(VENV)/bin/python $(SOURCES)
	$(PIP) '.[test]'
	@touch $@ $(VENV)/demo.stamp

clean:
	rm -rf $(VENV) build out
