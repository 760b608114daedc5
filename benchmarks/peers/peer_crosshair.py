"""CrossHair on one wall: a contract that says the wall is never reached, for CrossHair to refute.

`python -m benchmarks.peers.peer_crosshair FOLDER MODULE FUNCTION SEED SECONDS`, started by `walls.py` with an
interpreter that has CrossHair. It takes no seed. An object with state is given as the arguments of its constructor and
a list of calls of its methods, since CrossHair calls none by itself. A counterexample has to hold when it is run.
"""

from __future__ import annotations

import ast
import datetime
import importlib
import re
import subprocess
import sys
from pathlib import Path

from benchmarks.peers.instances import Task, say_reached, task_from

_CONTRACT = '''"""A contract for one wall."""

from dataclasses import dataclass
from typing import *

import {module} as _module
from walls.reached import Reached

globals().update({{name: value for name, value in vars(_module).items() if not name.startswith("__")}})


{calls}def never_reached({parameters}) -> bool:
    """
    post: __return__
    """
    try:
        {body}
    except Reached:
        return False
    except Exception:
        pass
    return True
'''
_COUNTEREXAMPLE = re.compile(r"false when calling (never_reached\(.*\)) \(which returns", re.DOTALL | re.IGNORECASE)
_CALL = """@dataclass
class {name}:
    {fields}

    def on(self, made: Any) -> None:
        made.{method}({arguments})


"""


def main() -> None:
    """Check the contract; a counterexample is an input that reaches the wall."""
    task = task_from(sys.argv[1:])
    (Path(task.folder) / "contract.py").write_text(contract(task), "utf-8")
    options = ["--analysis_kind=PEP316", f"--per_condition_timeout={task.seconds:g}"]
    done = subprocess.run(
        [sys.executable, "-m", "crosshair", "check", "contract.never_reached", *options],
        cwd=task.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if told := _COUNTEREXAMPLE.search(done.stdout):
        if _holds(told[1]):
            say_reached()
        print(f"not a counterexample: {told[1]}")
        sys.exit(2)
    print(done.stdout + done.stderr)
    sys.exit(2 if done.returncode == 2 else 0)


def _holds(call: str) -> bool:
    """Tell whether a counterexample is one when it is run."""
    try:
        # It writes `datetime.date(...)`, whatever the module under test calls `datetime`.
        return eval(call, {**vars(importlib.import_module("contract")), "datetime": datetime}) is False
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
        return False


def contract(task: Task) -> str:
    """Return the source of the contract for a task's function, with the parameters as they are written there."""
    tree = ast.parse((Path(task.folder) / (task.module.replace(".", "/") + ".py")).read_text("utf-8"))
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    owner, _, name = task.function.rpartition(".")
    scope = classes[owner].body if owner else tree.body
    arguments = next(node for node in scope if isinstance(node, ast.FunctionDef) and node.name == name).args
    given = [*arguments.args, *arguments.kwonlyargs]
    if owner:
        given[0].annotation = ast.Name(owner)
    parameters, lines, calls = [], [], ""
    for each in given:
        cls = classes.get(ast.unparse(each.annotation)) if each.annotation else None
        methods = _methods(cls) if cls and not cls.decorator_list else {}
        start = methods.pop("__init__", {})
        if cls is None or not methods:
            parameters.append(f"{each.arg}: {_hint(each)}")
            continue
        names = {method: f"{cls.name}_{method}" for method in methods}
        calls += "".join(_call(names[method], method, hints) for method, hints in methods.items())
        parameters += [f"{each.arg}_{name}: {hint}" for name, hint in start.items()]
        parameters.append(f"{each.arg}_calls: list[Union[{', '.join(names.values())}]]")
        lines += [
            f"{each.arg} = {cls.name}({', '.join(f'{each.arg}_{name}' for name in start)})",
            f"for call in {each.arg}_calls:",
            f"    call.on({each.arg})",
        ]
    callee = f"{given[0].arg}.{name}" if owner else name
    positional = [each.arg for each in arguments.args[1 if owner else 0 :]]
    named = [f"{each.arg}={each.arg}" for each in arguments.kwonlyargs]
    lines.append(f"{callee}({', '.join(positional + named)})")
    body = "\n        ".join(lines)
    return _CONTRACT.format(module=task.module, parameters=", ".join(parameters), calls=calls, body=body)


def _call(name: str, method: str, hints: dict[str, str]) -> str:
    fields = "\n    ".join(f"{field}: {hint}" for field, hint in hints.items()) or "pass"
    return _CALL.format(
        name=name, fields=fields, method=method, arguments=", ".join(f"self.{field}" for field in hints)
    )


def _methods(cls: ast.ClassDef) -> dict[str, dict[str, str]]:
    """Return the constructor and the public methods of a class, with the hints of their parameters."""
    return {
        node.name: {each.arg: _hint(each) for each in node.args.args[1:]}
        for node in cls.body
        if isinstance(node, ast.FunctionDef) and not node.decorator_list
        if node.name == "__init__" or not node.name.startswith("_")
    }


class _Known(ast.NodeTransformer):
    """Hints as CrossHair knows them inside others: `Union[A, B]` for `A | B`, `str` for literals."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        sides: list[ast.expr] = [self.visit(node.left), self.visit(node.right)]
        return ast.Subscript(ast.Name("Union"), ast.Tuple(sides))

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if ast.unparse(node.value) == "Literal":
            return ast.Name("str")
        node.slice = self.visit(node.slice)
        return node


def _hint(argument: ast.arg) -> str:
    return ast.unparse(_Known().visit(argument.annotation)) if argument.annotation else "object"


if __name__ == "__main__":
    main()
