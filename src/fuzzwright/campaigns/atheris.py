"""What the search `atheris` needs in a worker: our probes as its coverage, and the comparisons that libFuzzer looks at.

Atheris rewrites bytecode so that each comparison is told to libFuzzer, which then puts operands into inputs. That is
done to functions that have our probes already, file by file as runs lead there; their branches it need not count.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from fuzzwright.campaigns.jobs import FuzzJob, to_bytes
from fuzzwright.errors import FuzzwrightError
from fuzzwright.isolation.link import Link
from fuzzwright.python.instrument import functions_of
from fuzzwright.python.opened import OpenedFunction
from fuzzwright.python.operands import Operands
from fuzzwright.python.target import FunctionTarget
from fuzzwright.searches.atheris import Atheris
from fuzzwright.searches.atheris_thread import load


def join(search: Atheris[Any], function: OpenedFunction, target: FunctionTarget, job: FuzzJob, link: Link) -> None:
    """Let libFuzzer see what runs of the function pass and compare; raise FuzzwrightError where it cannot be."""
    if not isinstance(link, Link):
        raise FuzzwrightError("the search `atheris` needs a process of its own", None, "leave out `isolated=False`")
    comparing = Comparing(load(), function.operands)
    search.path = target.path
    search.meet = comparing.meet
    search.deadly = frozenset(to_bytes(text) for text, _ in job.deadly)


class Comparing:
    """The files whose comparisons are told to libFuzzer."""

    def __init__(self, atheris: Any, operands: Operands) -> None:
        self._atheris = atheris
        self._operands = operands
        self._files: frozenset[str] = frozenset()
        self._places: set[int] = set()

    def meet(self, path: Sequence[int]) -> None:
        """Have the functions of files that a run led through for the first time tell their comparisons."""
        # Looked up only for places that are new: most runs pass none.
        if self._places.issuperset(path):
            return
        self._places.update(path)
        files = self._operands.files(path) - self._files
        self._files |= files
        for module in [module for module in list(sys.modules.values()) if _file_of(module) in files]:
            for function in functions_of(module):
                if function.__code__.co_filename not in files:
                    continue
                try:
                    function.__code__ = self._atheris.patch_code(function.__code__, True, False)
                except Exception:  # bytecode it does not know: such a function runs as it is
                    continue


def _file_of(module: object) -> str | None:
    return getattr(module, "__file__", None) if type(module) is ModuleType else None
