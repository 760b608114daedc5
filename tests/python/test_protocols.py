"""Which classes of a package follow a protocol: those with its members, that can be called as its own can."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable
from typing import Any, Protocol

import pytest

from fuzzwright.python.protocols import implementations


class Resolves(Protocol):
    async def resolve(self, name: str, *, wide: bool) -> list[str]: ...


class Fits:
    async def resolve(self, name: str, *, wide: bool = False) -> list[str]:
        return [name] if wide else []


class TakesWhateverComes:
    async def resolve(self, *names: Any, **options: Any) -> list[str]:
        return [*names, *options]


class GivesSomethingAwaited:
    def resolve(self, name: str, *, wide: bool) -> Awaitable[list[str]]:
        raise NotImplementedError


class Retried:
    @functools.wraps(Fits.resolve)
    def resolve(self, *given: Any, **options: Any) -> Any:
        return Fits.resolve(*given, **options)


class GivesATask:
    def resolve(self, name: str, *, wide: bool) -> asyncio.Task[list[str]]:
        raise NotImplementedError


class Eventual(Protocol):
    def resolve(self, name: str, *, wide: bool) -> Awaitable[list[str]]: ...


class SaysNothing:
    def resolve(self, name, *, wide):  # type: ignore[no-untyped-def]
        raise NotImplementedError


class TakesNothing:
    async def resolve(self) -> list[str]:
        return []


class TakesMore:
    async def resolve(self, name: str, other: str, *, wide: bool) -> list[str]:
        return [name, other] if wide else []


class Waits:
    def resolve(self, name: str, *, wide: bool) -> list[str]:
        return [name] if wide else []


class TakesNoNames:
    async def resolve(self, name: str, wide: bool = False, /) -> list[str]:
        return [name] if wide else []


@pytest.mark.parametrize("cls", [Fits, TakesWhateverComes, GivesSomethingAwaited, GivesATask, Retried, SaysNothing])
def test_what_can_be_called_in_the_same_way_follows_a_protocol(cls: type) -> None:
    assert implementations(Resolves, [cls]) == [cls]


@pytest.mark.parametrize("cls", [TakesNothing, TakesMore, Waits, TakesNoNames])
def test_what_only_has_the_names_does_not(cls: type) -> None:
    assert implementations(Resolves, [cls]) == []


def test_what_waits_follows_a_protocol_that_promises_something_to_wait_for() -> None:
    assert implementations(Eventual, [Fits]) == [Fits]


class Direct(Protocol):
    def resolve(self, name: str, *, wide: bool) -> list[str]: ...


def test_what_waits_does_not_follow_a_protocol_that_promises_the_result_itself() -> None:
    assert implementations(Direct, [Fits]) == []
    assert implementations(Direct, [Waits]) == [Waits]
