"""What the types of a code base say, as two tables on a terminal or as JSON.

Types that cannot be made come first, then the classes of the code base; functions that are skipped stand in groups by
reason, each with its count. `whole` lists everything one by one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fuzzwright.reports.reasons import FUZZED, reason_group
from fuzzwright.reports.text import counted, in_a_row, one_line
from fuzzwright.version import VERSION

Record = Mapping[str, Any]

_MOST_NAMES = 3
_MOST_INFERRED = 15
_MOST_CLASSES = 20
_SOURCES = {
    "stub": "its stub",
    "default": "its default",
    "docstring": "the docstring",
    "pyrefly": "pyrefly",
    "calls": "calls of it that were seen",
}


def groups_of(functions: Sequence[Record]) -> dict[str, list[Record]]:
    """Return functions by group: those fuzzed first, then the largest groups."""
    groups: dict[str, list[Record]] = {}
    for function in sorted(functions, key=lambda function: str(function["function"])):
        groups.setdefault(reason_group(str(function["reason"])), []).append(function)
    return dict(sorted(groups.items(), key=lambda item: (item[0] != FUZZED, -len(item[1]), item[0])))


def types_json(types: Sequence[Record], functions: Sequence[Record], remarks: Sequence[str]) -> str:
    """Return everything as JSON."""
    groups = groups_of(functions)
    content = {
        "version": VERSION,
        "types": sorted(types, key=_type_order),
        "functions": [
            {
                "function": function["function"],
                "file": function["file"],
                "line": function["line"],
                "status": FUZZED if group == FUZZED else "skipped",
                "group": group,
                "reason": function["reason"] or None,
                "parameters": function["parameters"],
                "guessed": function["guessed"],
            }
            for group, members in groups.items()
            for function in members
        ],
        "groups": [{"group": group, "count": len(members)} for group, members in groups.items()],
        "remarks": list(remarks),
    }
    return json.dumps(content, indent=2) + "\n"


def show_types(
    console: Console,
    types: Sequence[Record],
    functions: Sequence[Record],
    remarks: Sequence[str],
    *,
    whole: bool = False,
) -> None:
    """Print the tables, and one line for each remark."""
    ordered = sorted(types, key=_type_order)
    own = [row for row in ordered if row["own"] and row["understood"]][:_MOST_CLASSES]
    shown = ordered if whole else [*(row for row in ordered if not row["understood"]), *own]
    if shown:
        console.print(_types_table(shown, whole))
    rest = len(ordered) - len(shown)
    if rest:
        console.print(Text(f"{counted(rest, 'other type')}, all understood; --all lists them", style="dim"))
    console.print()
    console.print(_functions_table(functions) if whole else _groups_table(functions))
    _show_inferred(console, functions, whole)
    for remark in remarks:
        console.print(Text(one_line(remark, 400)), soft_wrap=True)
    console.print()
    console.print(Text(closing(ordered, functions), style="bold"))


def closing(types: Sequence[Record], functions: Sequence[Record]) -> str:
    """Return the last line: how many types are understood, how many functions will be fuzzed."""
    understood = sum(bool(row["understood"]) for row in types)
    fuzzed = sum(not function["reason"] for function in functions)
    return (
        f"{understood} of {counted(len(types), 'type')} understood, "
        f"{fuzzed} of {counted(len(functions), 'function')} will be fuzzed"
    )


def _type_order(row: Record) -> tuple[bool, bool, int, str, str]:
    return bool(row["understood"]), not row["own"], -int(row["parameters"]), str(row["type"]), str(row["module"])


def _types_table(rows: Sequence[Record], whole: bool) -> Table:
    table = _table("type", "understood", "how it is made, or why not", "parameters")
    table.columns[-1].justify = "right"
    for row in rows:
        how = str(row["made"])
        if row["reason"]:
            how = f"{how}; {row['reason']}" if how else str(row["reason"])
        attributes = ", ".join(f"{each['name']}: {each['type'] or '?'}" for each in row["fields"])
        cell = Text(one_line(how, 300))
        if attributes and whole:
            cell.append(f"\nattributes {one_line(attributes, 200)}", style="dim")
        sure = Text("yes") if row["understood"] else Text("no", style="bold yellow")
        table.add_row(Text(one_line(str(row["type"]), 120)), sure, cell, Text(str(row["parameters"])))
    return table


def _groups_table(functions: Sequence[Record]) -> Table:
    table = _table("functions", "", "such as")
    table.columns[0].justify = "right"
    for group, members in groups_of(functions).items():
        what = group if group == FUZZED else f"skipped: {group}"
        names = ", ".join(str(member["function"]) for member in members[:_MOST_NAMES])
        more = ", …" if len(members) > _MOST_NAMES else ""
        table.add_row(
            Text(str(len(members))), Text(one_line(what, 200)), Text(one_line(names + more, 300), style="dim")
        )
    return table


def _functions_table(functions: Sequence[Record]) -> Table:
    table = _table("function", "fuzzed", "parameters, or why not")
    for members in groups_of(functions).values():
        for member in members:
            taken = ", ".join(_parameter(each) for each in member["parameters"]) or "no parameters"
            reason = in_a_row(str(member["reason"]))
            sure = Text("no", style="bold yellow") if reason else Text("yes")
            table.add_row(Text(one_line(str(member["function"]))), sure, Text(one_line(reason or taken, 600)))
    return table


def _parameter(row: Record) -> str:
    return f"{row['name']}: {row['type']}" if row["type"] else str(row["name"])


def _show_inferred(console: Console, functions: Sequence[Record], whole: bool) -> None:
    """Print the hints that are no annotations, and where each comes from."""
    lines = [
        f"{function['function']}: `{_parameter(each)}`, from {_SOURCES[each['source']]}"
        for function in sorted(functions, key=lambda function: str(function["function"]))
        for each in function["parameters"]
        if each["source"] in _SOURCES
    ]
    if not lines:
        return
    shown = lines if whole else lines[:_MOST_INFERRED]
    console.print()
    console.print(Text("hints that are no annotations", style="bold"))
    for line in shown:
        console.print(Text(f"  {one_line(line, 300)}"), soft_wrap=True)
    if len(lines) > len(shown):
        console.print(Text(f"  and {len(lines) - len(shown)} more; --all lists them", style="dim"))


def _table(*titles: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for title in titles:
        table.add_column(title, overflow="fold")
    return table
