"""The extension module; the rest is in pyproject.toml, which cannot name extensions for all versions of setuptools."""

import sys

from setuptools import Extension, setup

NAMES = ("fuzzwright_fast", "runs", "chance", "building", "variants", "stock", "weighing", "objects", "pairs", "notes")
# Sums have to be those of Python: no multiplication and addition in one.
OPTIONS = [] if sys.platform == "win32" else ["-ffp-contract=off"]

setup(
    ext_modules=[
        Extension(
            "fuzzwright_fast",
            [f"{name}.c" for name in NAMES],
            depends=["fuzzwright_fast.h"],
            extra_compile_args=OPTIONS,
        )
    ],
    py_modules=[],
)
