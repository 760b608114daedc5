"""The extension module; the rest is in pyproject.toml, which cannot name extensions for all versions of setuptools."""

from setuptools import Extension, setup

SOURCES = ["fuzzwright_fast.c", "runs.c", "chance.c", "building.c", "variants.c", "stock.c", "weighing.c", "objects.c"]

setup(ext_modules=[Extension("fuzzwright_fast", SOURCES, depends=["fuzzwright_fast.h"])], py_modules=[])
