"""What programs with a command line say to their users, and how they end.

Parsers of command lines tell what is wrong by exceptions of their own, which they catch themselves at the outside,
and end the process when they have said it. Both are meant, wherever on the way the parser was asked.
"""

from __future__ import annotations

import ast
import re

from fuzzwright.python.judging.announced import lineage
from fuzzwright.python.judging.case import Case, Definition, last_name, outline
from fuzzwright.python.judging.purpose import promised_by_nature

_OF_CLICK = {
    "ClickException", "UsageError", "BadParameter", "MissingParameter", "NoSuchOption", "BadOptionUsage",
    "BadArgumentUsage", "NoArgsIsHelpError", "FileError",
}  # fmt: skip
_OF_PARSERS = re.compile(
    r"click\.exceptions\.\w+|typer\.(Exit|Abort|BadParameter)|argparse\.Argument(Type)?Error|optparse\.\w+|getopt\.\w+"
    r"|docopt\.DocoptExit"
)
# Said to whoever writes the parser, not to its users.
_SLIP = re.compile(r"conflicting option")
_EXITS = {"exit", "sys.exit", "quit", "os._exit", "SystemExit"}
_FOR_ALL_SIGNALS = ("raise_signal", "kill", "killpg", "pthread_kill")
_SIGNALLING = {"SIGABRT": (*_FOR_ALL_SIGNALS, "abort")}
_PARSING = ("parse_args", "parse_known_args", "parse_intermixed_args", "error", "fail")
_COMMANDS = ("command", "group", "callback")


def said_to_users(case: Case) -> str:
    """Return the evidence that an exception is what a command line parser tells its users; nothing if it is not."""
    if "." not in case.exception or _SLIP.search(case.message) or promised_by_nature(case):
        return ""
    if _OF_PARSERS.fullmatch(case.exception) or _OF_CLICK & {*lineage(case)}:
        return f"{case.exception} is for users of the command line{case.at}"
    return ""


def signalled(case: Case) -> str:
    """Return the evidence that the process sent itself the signal it died of; nothing if there is none."""
    place: ast.AST | None = case.statement if case.frames else case.function
    for node in ast.walk(place) if place is not None else ():
        called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if called.removeprefix("signal.").removeprefix("os.") in _SIGNALLING.get(case.exception, _FOR_ALL_SIGNALS):
            return f"a signal is sent on purpose: `{ast.unparse(node)}`"
    return ""


def ended(case: Case) -> str:
    """Return the evidence that the process was ended on purpose; nothing if there is none."""
    statement, at = case.statement, case.at
    called = [ast.unparse(node.func) for node in ast.walk(statement) if isinstance(node, ast.Call)] if statement else []
    if isinstance(statement, ast.Raise) or _EXITS & {*called}:
        return f"ends the process on purpose{at}"
    last = {name.rpartition(".")[2] for name in called}
    if last & {*_PARSING}:
        return f"the command line parser refuses its arguments{at}"
    if last & {"main", "exit"}:
        return f"runs a command, which ends the process{at}"
    tree = case.tree(case.place.file) if case.place is not None else None
    if case.exception == "os._exit" and (ending := _ending_at_once(tree)):
        return f"`{ending}` ends the process on purpose, in the same file{at}"
    for each in tree.body if tree is not None else ():
        if isinstance(each, Definition) and each.name in called and _is_command(each):
            return f"runs the command `{each.name}`, which ends the process{at}"
    function = case.function
    if function is None:
        return ""
    if _is_command(function):
        return f"`{function.name}` is a command, which ends the process"
    return f"`{function.name}` is what a program starts with, and ends it{at}" if function.name == "main" else ""


def _is_command(function: Definition) -> bool:
    return any(last_name(each) in _COMMANDS for each in function.decorator_list)


def _ending_at_once(tree: ast.Module | None) -> str:
    """Return a function of a file that ends its process without any ado, as daemons and forked children do."""
    for each in outline(tree) if tree is not None else ():
        calls = [node for node in ast.walk(each) if isinstance(node, ast.Call)] if isinstance(each, Definition) else []
        if isinstance(each, Definition) and any(ast.unparse(node.func) == "os._exit" for node in calls):
            return each.name
    return ""
