"""One file per kind of experiment; :mod:`memetik.bench.reproduce.catalog` lists them all."""
