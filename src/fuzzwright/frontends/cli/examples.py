"""`fuzzwright examples`: example calls that show how a function behaves, or that reach a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from fuzzwright.campaigns.plan import make_plan
from fuzzwright.campaigns.session import Session, report_of
from fuzzwright.campaigns.states import TargetState
from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.cli.options import budget_options, infer_option, settings_from, solver_option
from fuzzwright.python.ways import Way, way_to
from fuzzwright.reports.files import write_atomically
from fuzzwright.reports.summary import ExampleReport, TargetReport
from fuzzwright.reports.text import one_line


@click.command()
@click.argument("target", metavar="MODULE:FUNCTION")
@budget_options
@solver_option
@infer_option
@click.option(
    "--line",
    type=click.IntRange(min=1),
    metavar="N",
    help="Search for a call that reaches line N of the function's file; stop when there is one.",
)
@click.option("--json", "json_file", metavar="FILE", help="Write the examples as JSON.")
def examples(target: str, line: int | None, json_file: str | None, **options: Any) -> int:
    """Show example calls that cover what a function does.

    With --line the search aims at one line, in the function or in what it calls in the same file: it shows
    the simplest call that reaches it, or else the condition that no call met and the call that came nearest.

    \b
    fuzzwright examples shop.orders:total
    fuzzwright examples shop.orders:total --line 17             what reaches line 17?
    fuzzwright examples shop.orders:total --line 17 --time 60   search for up to a minute
    """
    cwd = Path.cwd()
    settings = settings_from(cwd, **options)
    with Session(make_plan([target], settings, cwd), settings) as session:
        session.open()
        ready = [state for state in session.states if state.status == "waiting"]
        if not ready:
            reasons = "; ".join(state.reason for state in session.states) or f"`{target}` has no functions"
            raise FuzzwrightError(f"no examples: {reasons}", None, "name a function as module:function")
        if line is not None:
            ready = _aim(session, ready, line)
        for _ in session.events():
            pass
        shown = [(report, _chosen(report, state.goal), state) for state in ready for report in [report_of(state)]]
    if json_file:
        content = [_plain(report, chosen, state) for report, chosen, state in shown]
        write_atomically(json_file, json.dumps(content, indent=2))
    for report, chosen, state in shown:
        if len(shown) > 1:
            click.echo(f"{report.function}:")
        for example in chosen:
            click.echo(_line(example))
        if state.goal is not None and not chosen:
            for text in _missed(state):
                click.echo(text, err=True)
        elif settings.solver:
            for remark in state.remarks:
                click.echo(remark, err=True)
    return 3 if any(state.defect for _, _, state in shown) else 0


def _aim(session: Session, ready: list[TargetState], line: int) -> list[TargetState]:
    """Have the functions that lead to a line search for it, the others left out; raise if nothing can reach it."""
    ways = [(state, way) for state in ready if (way := _way(session, state, line)) is not None]
    file = ready[0].file
    if not ways:
        raise FuzzwrightError(
            f"line {line} of {file} is not in a function",
            None,
            f"name a line between {ready[0].line} and {ready[-1].last_line}, or of what is called there",
        )
    dead = [way for _, way in ways if way.dead]
    if len(dead) == len(ways):
        raise FuzzwrightError(
            f"line {dead[0].lines[0]} of {file} can never run: {dead[0].dead}", None, "remove it, or name another line"
        )
    alive = [(state, way) for state, way in ways if not way.dead]
    aimed = [(state, way) for state, way in alive if way.connected] or alive
    for state in ready:
        state.status = "skipped"
    for state, way in aimed:
        state.status, state.goal = "waiting", way.lines[0]
        if not way.connected:
            state.remark(f"nothing in {state.file} was seen to lead from it to line {way.lines[0]}")
    if aimed[0][1].lines[0] != line and line not in aimed[0][1].lines:
        click.echo(f"there is no code on line {line}; the next is line {aimed[0][1].lines[0]}", err=True)
    return [state for state, _ in aimed]


def _way(session: Session, state: TargetState, line: int) -> Way | None:
    try:
        source = (Path(session.plan.root) / state.file).read_bytes()
        return way_to(source, line, state.line, state.last_line)
    except (OSError, SyntaxError, ValueError):
        return None


def _missed(state: TargetState) -> list[str]:
    """Return what to say of a line that no call reached."""
    lines = [f"no call was found that reaches line {state.goal}, in {state.executions:,} executions"]
    nearest = state.nearest
    if nearest is not None and nearest["condition"]:
        must = {"works": "has to work"}.get(nearest["kind"], "has to hold" if nearest["holds"] else "must not hold")
        lines.append(f"  on line {nearest['line']} `{nearest['condition']}` {must}, and never did")
        far = float(nearest["distance"])
        by = f" (off by {far:.6g})" if nearest["kind"] == "compare" and far < 1e12 else ""
        lines.append(f"  the nearest call: {one_line(nearest['call'], 400)}{by}")
    elif nearest is not None and nearest["stopped"]:
        lines.append(f"  calls came up to it, but what is just before it raised {nearest['stopped']}")
    elif nearest is not None and nearest["met"]:
        lines.append("  each condition on the way that could be watched was met by some call, but never all by one")
    return lines + [f"  {remark}" for remark in ([state.reason] if state.reason else []) + state.remarks]


def _chosen(report: TargetReport, line: int | None) -> list[ExampleReport]:
    return [example for example in report.examples if line is None or line in example.lines]


def _line(example: ExampleReport) -> str:
    if example.outcome == "returned":
        return f"{example.call} → {one_line(example.value or 'None', 200)}"
    return f"{example.call} ✗ {one_line(example.exception or example.outcome, 200)}"


def _plain(report: TargetReport, chosen: list[ExampleReport], state: TargetState) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "function": report.function,
        "examples": [
            {
                "call": example.call,
                "outcome": example.outcome,
                **({"value": example.value} if example.exception is None else {"exception": example.exception}),
                "lines": list(example.lines),
            }
            for example in chosen
        ],
    }
    if state.goal is not None and not chosen:
        nearest = state.nearest or {}
        known = ("condition", "line", "holds", "distance", "call")
        plain["nearest"] = {name: nearest[name] for name in known} if nearest.get("condition") else None
    return plain
