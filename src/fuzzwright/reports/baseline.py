"""The findings a project knows already, in a file that people read, edit and commit.

A line of TOML for each: its id, the function, the exception, and the place. Ids change when lines
move, so a finding is also known by function, exception, and the text of the statement that failed in
the innermost function. Which findings a run met, and which sources it has, comes in as data.
"""

from __future__ import annotations

import io
import json
import tokenize
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

from fuzzwright.engine.finding import Finding
from fuzzwright.engine.outcome import cycle
from fuzzwright.errors import FuzzwrightError
from fuzzwright.reports.excerpts import Excerpts
from fuzzwright.reports.text import cut

HEAD = """\
# Findings of fuzzwright that are known: runs with this baseline show them and fail only on others.
# `--write-baseline` writes the file anew, and keeps what is said as `why = "…"` behind a finding.

"""
_FIX = "mend the file, or write it anew with `--write-baseline`"
_NEEDED = ("function", "exception")
_LONGEST = 200

Key = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a baseline."""

    id: str
    function: str
    exception: str
    place: str = ""
    """File and line, for people."""
    inside: str = ""
    """The innermost function it failed in."""
    statement: str = ""
    why: str = ""

    @property
    def key(self) -> Key:
        """What it has in common with the same failure after lines have moved."""
        return self.function, self.exception, self.inside, self.statement


_NAMES = tuple(field.name for field in fields(Entry))


def read_baseline(file: Path) -> tuple[Entry, ...]:
    """Return the entries of a file; raise FuzzwrightError if there is no such file or it is no baseline."""
    try:
        content = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        fix = "write one with `--write-baseline`, or check the name"
        raise FuzzwrightError("there is no such baseline", str(file), fix) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise FuzzwrightError(f"cannot read the baseline: {error}", str(file), _FIX) from None
    lines = content.get("known", [])
    if not isinstance(lines, list) or content.keys() - {"known"}:
        raise FuzzwrightError("this is no baseline: it has to be a list, `known = [...]`", str(file), _FIX)
    return tuple(_entry(line, number, file) for number, line in enumerate(lines, 1))


def _entry(line: object, number: int, file: Path) -> Entry:
    if not isinstance(line, Mapping) or not all(isinstance(value, str) for value in line.values()):
        raise FuzzwrightError(f"finding {number} of the baseline is not a table of texts", str(file), _FIX)
    unknown = sorted(line.keys() - set(_NAMES))
    if unknown:
        raise FuzzwrightError(f"finding {number} of the baseline has an unknown key `{unknown[0]}`", str(file), _FIX)
    missing = [name for name in _NEEDED if name not in line]
    if missing and "id" not in line:
        raise FuzzwrightError(f"finding {number} of the baseline has no `{missing[0]}`", str(file), _FIX)
    return Entry(**{name: line.get(name, "") for name in _NAMES})


def entry_of(finding: Finding, sources: Mapping[str, str]) -> Entry:
    """Return the line of a baseline for a finding; `sources` are texts by file."""
    name, failed = _inside(finding, sources)
    place = cut(f"{finding.file}:{finding.line}", _LONGEST)
    return Entry(finding.id, finding.function, cut(finding.exception, _LONGEST), place, name, failed)


def known_ids(findings: Iterable[Finding], entries: Sequence[Entry], sources: Mapping[str, str]) -> frozenset[str]:
    """Return the ids of the findings that a baseline names, by id or by what stays when lines move."""
    ids = {entry.id for entry in entries}
    keys = {entry.key for entry in entries}
    return frozenset(finding.id for finding in findings if finding.id in ids or entry_of(finding, sources).key in keys)


def not_met(
    entries: Sequence[Entry], findings: Iterable[Finding], sources: Mapping[str, str], fuzzed: Iterable[str]
) -> tuple[Entry, ...]:
    """Return the entries for functions that were fuzzed which none of the findings is named by."""
    met = [entry_of(finding, sources) for finding in findings]
    ids, keys, looked_at = {entry.id for entry in met}, {entry.key for entry in met}, frozenset(fuzzed)
    return tuple(
        entry for entry in entries if entry.function in looked_at and entry.id not in ids and entry.key not in keys
    )


def rewritten(
    entries: Sequence[Entry], findings: Sequence[Finding], sources: Mapping[str, str], fuzzed: Iterable[str]
) -> tuple[Entry, ...]:
    """Return the entries after a run: one for each of its findings, and those of functions it did not fuzz."""
    whys = {entry.id: entry.why for entry in entries} | {entry.key: entry.why for entry in entries}
    looked_at = frozenset(fuzzed)
    made: dict[str, Entry] = {entry.id: entry for entry in entries if entry.function not in looked_at}
    for finding in findings:
        entry = entry_of(finding, sources)
        why = whys.get(entry.id, "") or whys.get(entry.key, "")
        made[entry.id] = replace(entry, why=why)
    return tuple(sorted(made.values(), key=lambda entry: (entry.function, entry.exception, entry.place, entry.id)))


def to_toml(entries: Sequence[Entry]) -> str:
    """Return the text of a baseline, a line for each entry."""
    return f"{HEAD}known = [\n{''.join(map(_line, entries))}]\n"


def _line(entry: Entry) -> str:
    said = [f"{name} = {_quoted(getattr(entry, name))}" for name in _NAMES if getattr(entry, name)]
    return f"  {{ {', '.join(said)} }},\n"


def _quoted(text: str) -> str:
    # What JSON escapes, TOML reads too; it wants DEL escaped besides, and has no lone surrogates.
    plain = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return json.dumps(plain, ensure_ascii=False).replace("\x7f", "\\u007f")


def _inside(finding: Finding, sources: Mapping[str, str]) -> tuple[str, str]:
    """Return where a finding failed so that it stays the same when lines move: a function and a statement."""
    if finding.kind in ("died", "timed_out", "out_of_memory"):
        return "", ""  # where exactly a process was when it was ended is chance
    if finding.exception == "RecursionError":
        return ", ".join(cycle(finding.frames)), ""
    if not finding.frames:
        return "", ""
    frame = finding.frames[-1]
    return frame.name, statement(Excerpts(sources).line(frame.file, frame.line))


def statement(line: str) -> str:
    """Return a line of source without its comment and with single blanks."""
    end = len(line)
    try:
        for token in tokenize.generate_tokens(io.StringIO(line).readline):
            if token.type == tokenize.COMMENT:
                end = token.start[1]
    except (tokenize.TokenError, SyntaxError):
        pass  # one line of several: what was read until here is enough
    return cut(" ".join(line[:end].split()), _LONGEST)
