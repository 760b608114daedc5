"""Which functions are meant for callers outside."""

from __future__ import annotations

import dataclasses
from types import ModuleType

from fuzzwright.python.discover import Found, find_functions
from fuzzwright.python.public import Public
from tests.python.test_judge import JUDGED


def module(name: str, **holds: object) -> ModuleType:
    made = ModuleType(name)
    vars(made).update(holds)
    return made


def found_in(name: str, private: bool = False) -> Found:
    found = next(each for each in find_functions(JUDGED) if "." not in each.qualname)
    return dataclasses.replace(found, module=name, qualname="read", private=private)


def test_what_a_private_module_holds_is_public_if_a_public_one_shows_it() -> None:
    hidden = module("shop._inner", read=found_in)
    assert not Public([hidden, module("shop")]).has(found_in("shop._inner"))
    assert Public([hidden, module("shop", read=found_in)]).has(found_in("shop._inner"))
    assert Public([hidden, module("shop")]).has(found_in("shop"))


def test_where_only_private_modules_were_asked_for_their_public_names_are_public() -> None:
    public = Public([module("shop._inner"), module("shop._other")])
    assert public.has(found_in("shop._inner"))
    assert not public.has(found_in("shop._inner", private=True))


class _Base:
    def read(self) -> None: ...
    def write(self) -> None: ...
    def _close(self) -> None: ...


class Derived(_Base):
    def write(self) -> None: ...


def test_what_a_public_class_inherits_from_a_private_one_is_public() -> None:
    def has(public: Public, name: str) -> bool:
        found = dataclasses.replace(found_in("shop", private=True), qualname=f"_Base.{name}", owner=_Base)
        return public.has(found)

    shown, hidden = Public([module("shop", _Base=_Base, Derived=Derived)]), Public([module("shop", _Base=_Base)])
    assert [has(shown, name) for name in ("read", "write", "_close")] == [True, False, False]
    assert not has(hidden, "read")
