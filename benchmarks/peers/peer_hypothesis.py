"""Hypothesis on one wall: `given(from_type(...))` for each parameter, objects with state by calling their methods.

`python -m benchmarks.peers.peer_hypothesis FOLDER MODULE FUNCTION SEED SECONDS`, started by `walls.py`. No database,
deadline or health check, only the phase that generates; exceptions other than the wall's are no reason to stop.
"""

from __future__ import annotations

import sys
from typing import Any

import hypothesis
from hypothesis import strategies as st

from benchmarks.peers.instances import (
    Call,
    constructor_of,
    open_module,
    say_reached,
    stateful_classes,
    task_from,
    wall_of,
)

EXAMPLES = 1_000_000
MOST_CALLS = 20


def main() -> None:
    """Run the wall with generated arguments until it is reached; whoever started it limits the time."""
    task = task_from(sys.argv[1:])
    module = open_module(task)
    from walls.reached import Reached  # type: ignore[import-not-found]  # in the folder of the task

    for cls, methods in stateful_classes(module).items():
        st.register_type_strategy(cls, _instances(cls, methods, Reached))
    wall = wall_of(module, task.function)
    executions = 0

    def test(arguments: dict[str, Any]) -> None:
        nonlocal executions
        executions += 1
        try:
            wall.function(**arguments)
        except Reached:
            say_reached(executions)
        except Exception:
            pass

    rounds = 0
    while True:
        run = hypothesis.given(_arguments(wall))(test)
        run = hypothesis.settings(
            max_examples=EXAMPLES,
            database=None,
            deadline=None,
            suppress_health_check=list(hypothesis.HealthCheck),
            phases=[hypothesis.Phase.generate],
        )(run)
        before = executions
        hypothesis.seed(task.seed + 1_000_003 * rounds)(run)()
        rounds += 1
        if executions - before < 2:
            return  # there is nothing to vary


def _arguments(call: Call) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({name: st.from_type(hint) for name, hint in call.hints.items()})


def _instances(cls: type[Any], methods: list[Call], reached: type[Exception]) -> st.SearchStrategy[Any]:
    """Return objects on which some of their methods were called."""

    def make(start: dict[str, Any], calls: list[tuple[str, dict[str, Any]]]) -> Any:
        try:
            made = cls(**start)
        except Exception:
            hypothesis.reject()
        for name, arguments in calls:
            try:
                getattr(made, name)(**arguments)
            except reached:
                say_reached()
            except Exception:
                pass
        return made

    def calls() -> st.SearchStrategy[list[tuple[str, dict[str, Any]]]]:
        each = [st.tuples(st.just(method.name), _arguments(method)) for method in methods]
        return st.lists(st.one_of(each), max_size=MOST_CALLS)

    # Deferred: the arguments may be of classes that are registered later, or of this one.
    return st.builds(make, st.deferred(lambda: _arguments(constructor_of(cls))), st.deferred(calls))


if __name__ == "__main__":
    main()
