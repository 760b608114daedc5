"""The worker's main: imports an open text as it is at the moment, then shows its functions or pursues a line.

`prepare` runs in the nursery and imports what open texts need; `Work.run` runs in a fork of it, one job each.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable

from fuzzwright.campaigns.jobs import pack, unpack
from fuzzwright.editor.preload import Preload
from fuzzwright.editor.pursue import pursue
from fuzzwright.editor.rehearsal import rehearse
from fuzzwright.editor.texts import OpenTexts
from fuzzwright.editor.turns import Turns
from fuzzwright.isolation.link import Link, Run
from fuzzwright.python.discover import Found, find_functions
from fuzzwright.python.imports import import_modules
from fuzzwright.python.inferring import Inference
from fuzzwright.python.instrument import Instrumenter
from fuzzwright.python.open import Opening
from fuzzwright.python.order import Order
from fuzzwright.python.probes import Probes

NICE = 10
"""Workers give way to everything the user does."""


def prepare(payload: bytes, note: Callable[[bytes], None]) -> tuple[bytes, Run]:
    """Import what the payload names; return what came of it, and the function that does jobs."""
    given = unpack(payload)
    rehearse()
    probes = Probes()
    folders = tuple(os.path.join(folder, "") for folder in given["traced"])

    def inside(file: str) -> bool:
        return file.startswith(folders)

    instrumenter = Instrumenter(probes, lambda name, file: file is not None and inside(file))
    instrumenter.install()
    texts = OpenTexts(instrumenter, given["files"])
    texts.install()
    roots = tuple(os.path.join(folder, "") for folder in given["roots"])
    installed = (f"{os.sep}site-packages{os.sep}", f"{os.sep}dist-packages{os.sep}", os.path.join(sys.prefix, ""))

    def is_project(file: str) -> bool:
        return file.startswith(roots) and not any(part in file for part in installed)

    preload = Preload(given["roots"], is_project, note)
    preload.run(given["imports"])
    hello = {"failed": preload.failed, "threaded": preload.threaded, "loaded": preload.loaded()}
    return pack(hello), Work(probes, texts).run


class Work:
    """Does jobs on open texts."""

    def __init__(self, probes: Probes, texts: OpenTexts) -> None:
        self._probes = probes
        self._texts = texts

    def run(self, link: Link, job: bytes) -> None:
        """Do one job and tell how it went."""
        record = unpack(job)
        os.nice(NICE)
        gc.disable()  # nothing that importing makes is garbage, and looking for some takes a third of the time
        self._texts.serve(record["files"], record["texts"])
        order = Order(**record["order"])
        name, file = order.modules[0]
        # Its own root first: another open text may have modules of the same names beside it.
        sys.path[:] = dict.fromkeys([*order.roots, *sys.path])
        modules, failures = import_modules([name], lambda _: None, {name: file})
        if failures:
            failure = failures[0]
            link.send(pack({"event": "unimportable", "reason": str(failure), "fix": failure.fix}))
            return
        found = _by_name(find_functions(modules[name]))
        opening = Opening(order, self._probes, modules, Inference(order.infer, order.texts))
        gc.enable()
        gc.freeze()
        link.send(pack({"event": "imported"}))
        match record["do"]:
            case "show":
                turns = Turns(link, opening, order, found, record["seed"], record["careful"], record["brief"])
                turns.run(record["wanted"])
            case "reach":
                pursue(link, opening, found[record["wanted"][0]["function"]], record)


def _by_name(functions: list[Found]) -> dict[str, Found]:
    """Return functions by their qualified names; of several, the one that is there after the import."""
    found: dict[str, Found] = {}
    for each in functions:
        if each.qualname not in found or found[each.qualname].object is None:
            found[each.qualname] = each
    return found
