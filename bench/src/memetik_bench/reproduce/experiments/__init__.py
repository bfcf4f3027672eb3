"""One file per kind of experiment; :mod:`memetik_bench.reproduce.catalog` lists them all."""
