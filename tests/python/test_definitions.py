"""What is defined, from source that never runs."""

from __future__ import annotations

from pathlib import Path

from fuzzwright.python.definitions import functions_in

SAMPLES = Path(__file__).parent.parent / "samples"


def test_functions_are_found_in_source_without_running_it() -> None:
    source = "raise SystemExit\ndef a():\n    def inner(): pass\nclass C:\n    async def m(self): pass\n"
    assert functions_in(source) == [("a", 2), ("C.m", 5)]
    assert functions_in("try:\n    def b(): pass\nexcept E:\n    def c(): pass\n") == [("b", 2), ("c", 4)]


def test_overloads_setters_and_what_only_checkers_see_are_not_functions() -> None:
    found = dict(functions_in((SAMPLES / "shop" / "kinds.py").read_text()))
    assert "only_for_checkers" not in found
    assert found["over"] > found["loose_static"]
    assert found["Box.value"] < found["Box.kept"]
