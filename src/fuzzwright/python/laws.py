"""Laws that functions keep: two that agree, one that undoes another, one that changes nothing the second time.

Each of these makes a property of functions that are there already, with what to generate taken from their hints:

    sorts_agree = agree(merge_sort, sorted)

What a law is like as an object is in `law`, how its functions are called and told of in `law_sides`, and when two
results count as the same in `sameness`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from types import NoneType
from typing import Any, NoReturn

from fuzzwright.python.law import Law, LawBroken, broken
from fuzzwright.python.law_parameters import parameters_of, returned_hint, takes_by_name
from fuzzwright.python.law_sides import Arguments, Side, Uncopyable, copied, raised, returned, shown, sides_of
from fuzzwright.python.properties import reject
from fuzzwright.python.sameness import same

__all__ = ["Law", "LawBroken", "agree", "idempotent", "round_trip", "two_way"]

Equal = Callable[[Any, Any], object]
Errors = type[BaseException] | tuple[type[BaseException], ...]


def agree(
    first: Callable[..., Any],
    second: Callable[..., Any],
    *others: Callable[..., Any],
    of: Mapping[str, Any] | None = None,
    equal: Equal | None = None,
    types: bool = False,
    raises: Errors = (),
    any_error: bool = False,
) -> Law:
    """Return the property that functions do the same: return equal values, or raise exceptions of the same type.

    Each gets its own copy of the arguments, and has to leave it as the others do. With `types`, 1, True and 1.0 differ;
    with `any_error`, all exceptions are the same.
    """
    sides = sides_of((first, second, *others))

    def check(law: Law, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        __tracebackhide__ = True
        left = _End.of(law, sides[0], arguments, named, raises)
        for side in sides[1:]:
            right = _End.of(law, side, arguments, named, raises)
            if left.error is not None or right.error is not None:
                one_returned = left.error is None or right.error is None
                if one_returned or (type(left.error) is not type(right.error) and not any_error):
                    cause = right.error if left.error is None else left.error
                    raise broken(left.told(right), right.told(left), cause)
            elif not (equal(left.result, right.result) if equal else same(left.result, right.result, types=types)):
                raise broken(left.told(right), right.told(left))
            else:
                _compare_arguments(left, right, types)

    taking = partial(parameters_of, "agree", sides, of or {})
    return Law(f"agree({_names(sides)})", sides, taking, check, sys._getframe(1))


def round_trip(
    there: Callable[..., Any],
    back: Callable[..., Any],
    *,
    of: Mapping[str, Any] | None = None,
    equal: Equal | None = None,
    types: bool = False,
    raises: Errors = (),
) -> Law:
    """Return the property that one function undoes the other: `back(there(x)) == x`.

    What `there` takes besides `x`, `back` is given too if it has a parameter of that name: a key, an encoding.
    """
    sides = sides_of((there, back))
    going, coming = sides
    takes = cache(partial(takes_by_name, coming))

    def check(law: Law, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        __tracebackhide__ = True
        first, *rest = by_name = _by_name(law, arguments, named)
        original, shared = by_name[first], {name: by_name[name] for name in rest if takes(name)}
        token = _call(law, going, *_copies(law, arguments, named), raises)
        given = _spared((token,), shared)
        result = _call(law, coming, *given, raises)
        if not (equal(result, original) if equal else same(result, original, types=types)):
            one = f"{going.written(arguments, named)} returned {shown(token)}"
            two = f"{coming.written((token,), shared)} {returned(result, original)}, not {shown(original)}"
            raise broken(one, two)

    def taking() -> Any:
        return parameters_of("round_trip", sides[:1], of or {}, returned_hint(coming))

    return Law(f"round_trip({_names(sides)})", sides, taking, check, sys._getframe(1))


def idempotent(
    function: Callable[..., Any],
    *,
    of: Mapping[str, Any] | None = None,
    equal: Equal | None = None,
    types: bool = False,
    raises: Errors = (),
) -> Law:
    """Return the property that a second time changes nothing: `f(f(x)) == f(x)`.

    Of a function annotated `-> None`, what it makes of its argument is the result.
    """
    sides = sides_of((function,))
    (side,) = sides
    works_in_place = cache(lambda: returned_hint(side) in (None, NoneType))

    def check(law: Law, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        __tracebackhide__ = True
        in_place = works_in_place()
        did = "left" if in_place else "returned"

        def made_of(given: Arguments) -> Any:
            __tracebackhide__ = True
            own = _copies(law, *given)
            result = _call(law, side, *own, raises)
            return result if not in_place else own[0][0] if own[0] else own[1][_first(law)]

        once = made_of((arguments, named))
        again = ((once, *arguments[1:]), named) if arguments else ((), {**named, _first(law): once})
        twice = made_of(again)
        if not (equal(twice, once) if equal else same(twice, once, types=types)):
            raise broken(
                f"{side.written(arguments, named)} {did} {shown(once)}", f"{side.written(*again)} {did} {shown(twice)}"
            )

    def taking() -> Any:
        return parameters_of("idempotent", sides, of or {}, None if works_in_place() else returned_hint(side))

    return Law(f"idempotent({_names(sides)})", sides, taking, check, sys._getframe(1))


def two_way(
    accepts: Callable[..., Any],
    use: Callable[..., Any],
    *,
    of: Mapping[str, Any] | None = None,
    refuses: Errors = Exception,
    by_result: bool | None = None,
    raises: Errors = (),
) -> Law:
    """Return the property that `accepts(x)` is true exactly when `use(x)` does not refuse it.

    It refuses by raising one of `refuses`; if it is annotated `-> bool`, or with `by_result`, also by returning False.
    """
    sides = sides_of((accepts, use))
    judge, user = sides
    answers = cache(lambda: returned_hint(user) is bool if by_result is None else by_result)

    def check(law: Law, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        __tracebackhide__ = True
        answer = _call(law, judge, *_copies(law, arguments, named), raises)
        error: BaseException | None = None
        result: Any = None
        try:
            result = _call(law, user, *_copies(law, arguments, named), raises)
        except refuses as refusal:
            error = refusal
        refused = error is not None or (answers() and not result)
        if bool(answer) is not refused:
            return
        wrong = f"`{judge.name}` accepts what `{user.name}` refuses" if refused else ""
        wrong = wrong or f"`{judge.name}` refuses what `{user.name}` takes"
        did = raised(error) if error is not None else returned(result)
        one = f"{wrong}: {judge.written(arguments, named)} {returned(answer)}"
        raise broken(one, f"{user.written(arguments, named)} {did}", error)

    taking = partial(parameters_of, "two_way", sides, of or {})
    return Law(f"two_way({_names(sides)})", sides, taking, check, sys._getframe(1))


class _End:
    """How a call of one side ended, and what it left of its arguments."""

    __slots__ = ("error", "given", "left", "result", "side")

    def __init__(self, side: Side, given: Arguments, left: Arguments) -> None:
        self.side = side
        self.given = given
        self.left = left
        self.result: Any = None
        self.error: Exception | None = None

    @classmethod
    def of(cls, law: Law, side: Side, arguments: tuple[Any, ...], named: dict[str, Any], raises: Errors) -> _End:
        """Call a side with copies of the arguments."""
        __tracebackhide__ = True
        end = cls(side, (arguments, named), _copies(law, arguments, named))
        try:
            end.result = _call(law, side, *end.left, raises)
        except MemoryError:
            raise  # says nothing about the function
        except Exception as error:
            end.error = error
        return end

    def told(self, other: _End) -> str:
        """Return in words what the call did."""
        did = raised(self.error) if self.error is not None else returned(self.result, other._compared())
        return f"{self.side.written(*self.given)} {did}"

    def _compared(self) -> object:
        return self.result if self.error is None else self.error


def _compare_arguments(left: _End, right: _End, types: bool) -> None:
    """Raise if two calls that returned the same made different things of their arguments."""
    __tracebackhide__ = True
    if same(left.left, right.left, types=types):
        return
    ones = [*left.left[0], *left.left[1].values()]
    others = [*right.left[0], *right.left[1].values()]
    for place, (one, other) in enumerate(zip(ones, others, strict=True)):
        if not same(one, other, types=types):
            which = "its argument" if len(ones) == 1 else f"argument {place + 1}"
            written = [f"{end.side.written(*end.given)} left {which} as" for end in (left, right)]
            raise broken(f"{written[0]} {shown(one)}", f"{written[1]} {shown(other)}")


def _call(law: Law, side: Side, arguments: tuple[Any, ...], named: dict[str, Any], raises: Errors) -> Any:
    """Return what a side returns; discard the input if it raises what the law says nothing about."""
    __tracebackhide__ = True
    try:
        return side.call(arguments, named)
    except raises:
        pass
    return _discard(law)


def _copies(law: Law, arguments: tuple[Any, ...], named: dict[str, Any]) -> Arguments:
    try:
        return copied(arguments, named)
    except Uncopyable:
        pass
    return _discard(law)


def _spared(arguments: tuple[Any, ...], named: dict[str, Any]) -> Arguments:
    """Return copies of what one side made for another; itself if there are none, since nobody else needs it."""
    try:
        return copied(arguments, named)
    except Uncopyable:
        return arguments, named


def _discard(law: Law) -> NoReturn:
    reject(law.made.file, law.made.line)


def _first(law: Law) -> str:
    return law.taken()[0].parameter.name


def _by_name(law: Law, arguments: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
    """Return all arguments by their names, the first first."""
    names = [taken.parameter.name for taken in law.taken()]
    given = {**dict(zip(names, arguments, strict=False)), **named}
    return {name: given[name] for name in names if name in given}


def _names(sides: list[Side]) -> str:
    return ", ".join(side.name for side in sides)
