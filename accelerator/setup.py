"""The extension module; the rest is in pyproject.toml, which cannot name extensions for all versions of setuptools."""

from setuptools import Extension, setup

setup(ext_modules=[Extension("fuzzwright_fast", ["fuzzwright_fast.c"])], py_modules=[])
