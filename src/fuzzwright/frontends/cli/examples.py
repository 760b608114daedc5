"""`fuzzwright examples`: example calls that show how a function behaves, or that reach a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from fuzzwright.campaigns.gallery import GROUPS
from fuzzwright.campaigns.jobs import Record
from fuzzwright.campaigns.plan import make_plan
from fuzzwright.campaigns.session import Session
from fuzzwright.campaigns.states import TargetState, finding_of
from fuzzwright.editor.examples import LiveExample, Outcome
from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.cli.formats import STANDARD_OUTPUT
from fuzzwright.frontends.cli.options import budget_options, infer_option, settings_from, solver_option
from fuzzwright.frontends.cli.watching import watch as watched
from fuzzwright.python.ways import Way, way_to
from fuzzwright.reports.files import write_atomically
from fuzzwright.reports.missed import missed
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
@click.option("--watch", is_flag=True, help="Show them again whenever the file is saved, until Ctrl-C.")
@click.option("--json", "json_file", metavar="FILE", help="Write the examples as JSON; - for standard output.")
def examples(target: str, line: int | None, watch: bool, json_file: str | None, **options: Any) -> int:
    """Show example calls: one for each behaviour of a function, as simple as possible, and an ordinary one.

    With --line the search aims at one line, in the function or in what it calls in the same file: it shows
    the simplest call that reaches it, or else the condition that no call met and the call that came nearest.

    \b
    fuzzwright examples shop.orders:total
    fuzzwright examples shop.orders:total --watch               again whenever orders.py is saved
    fuzzwright examples shop.orders:total --line 17             what reaches line 17?
    fuzzwright examples shop.orders:total --line 17 --time 60   search for up to a minute
    """
    if options["search"] is None and line is None:
        options["search"] = "showcase"
    if not watch:
        return _show(target, line, json_file, options)
    cwd = Path.cwd()
    files = [Path(file) for _, file in make_plan([target], settings_from(cwd, **options), cwd).order.modules]
    return watched(files, lambda: _show(target, line, json_file, options))


def _show(target: str, line: int | None, json_file: str | None, options: dict[str, Any]) -> int:
    """Print the examples of some functions; return the exit code."""
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
        shown = [(state, _chosen(state)) for state in ready]
    aside = json_file in STANDARD_OUTPUT
    if json_file:
        text = json.dumps([_plain(chosen, state) for state, chosen in shown], indent=2)
        if aside:
            click.echo(text)
        else:
            write_atomically(json_file, text)
    for state, chosen in shown:
        if len(shown) > 1:
            click.echo(f"{state.name}:", err=aside)
        for example in chosen:
            click.echo(one_line(as_live(example).text, 400), err=aside)
        if state.goal is not None and not chosen:
            for text in _missed(state):
                click.echo(text, err=True)
        elif settings.solver:
            for remark in state.remarks:
                click.echo(remark, err=True)
    return 3 if any(state.defect for state, _ in shown) else 0


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
    lines = missed(state.goal, state.executions, state.nearest)
    return lines + [f"  {remark}" for remark in ([state.reason] if state.reason else []) + state.remarks]


def _chosen(state: TargetState) -> list[Record]:
    """Return what is shown of a function: its examples, and the calls that no process survived."""
    if state.goal is not None:
        return [example for example in state.examples if state.goal in example["lines"]]
    ends = {"died": "dies", "timed_out": "hangs"}
    found = [finding_of(state, each, 0) for each in state.findings.values() if each.call]
    told = sorted(state.examples, key=lambda one: (GROUPS[one.get("ended", "returned")], not one.get("ordinary")))
    return told + [
        {
            "call": each.call,
            "outcome": each.kind,
            "exception": each.message,
            "lines": [],
            "imports": list(each.imports),
            "ended": ends[each.kind],
        }
        for each in found
        if each.kind in ends
    ]


def as_live(example: Record) -> LiveExample:
    """Return an example of a campaign as one of the editor, whose words are used."""
    failed = example.get("exception")
    ended: Outcome = example.get("ended") or ("returned" if failed is None else "raised")
    result = example.get("value") or "None" if ended in ("returned", "mistyped") else str(failed)
    return LiveExample(
        id="",
        slot=0,
        call=str(example["call"]),
        outcome=ended,
        # The effect that was refused is what there is to say, not that it was.
        result=result.rpartition("refused: ")[2] if ended == "blocked" else result,
        effect=str(example.get("effect", "")),
        ordinary=bool(example.get("ordinary")),
        shown=str(example.get("awaited", "")),
    )


def _plain(chosen: list[Record], state: TargetState) -> Record:
    plain: Record = {
        "function": state.name,
        "examples": [
            {
                "call": example["call"],
                "outcome": example["outcome"],
                **{name: example[name] for name in ("value", "exception") if name in example},
                "lines": list(example["lines"]),
                "text": as_live(example).text,
                **{name: example[name] for name in ("imports", "effect", "ordinary") if name in example},
            }
            for example in chosen
        ],
    }
    if state.goal is not None and not chosen:
        nearest = state.nearest or {}
        known = ("condition", "line", "holds", "distance", "call")
        plain["nearest"] = {name: nearest[name] for name in known} if nearest.get("condition") else None
    return plain
