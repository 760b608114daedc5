"""Campaigns to compare: what is set in each, one trial of it, and what came of that.

A trial is a whole `fuzzwright run` with one setting and one seed. Everything here is plain data that goes to a file as
JSON and comes back; trials are equal, and so need not be run again, if they would be the same command.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fuzzwright.errors import FuzzwrightError
from fuzzwright.searches import check_name


@dataclass(frozen=True, slots=True)
class Setting:
    """What one side of a comparison is called, and what it adds to the command line."""

    name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CampaignTrial:
    """What is to be done."""

    targets: tuple[str, ...]
    words: tuple[str, ...]
    """The setting, as it is on the command line."""
    seed: int
    seconds: float

    def command(self) -> tuple[str, ...]:
        """Return the words behind `fuzzwright`, without those that say where results go."""
        return ("run", *self.targets, "--time", f"{self.seconds:g}", "--seed", str(self.seed), *self.words)


@dataclass(frozen=True, slots=True)
class Crash:
    """One finding of a campaign."""

    id: str
    function: str
    kind: str
    exception: str
    verdict: str
    file: str
    line: int
    seconds: float
    """When it was found, from the start of the campaign."""
    expected: bool = False
    """Whether the project says that it is known or allowed."""


@dataclass(frozen=True, slots=True)
class CampaignResult:
    """What came of a trial."""

    trial: CampaignTrial
    seconds: float = 0.0
    """How long the campaign took."""
    executions: int = 0
    functions: int = 0
    """How many were fuzzed."""
    lines: int = 0
    """How many were covered at the end."""
    lines_total: int = 0
    growth: tuple[tuple[float, int], ...] = ()
    """Seconds from the start, and how many lines were covered by then."""
    crashes: tuple[Crash, ...] = ()
    note: str = ""
    """Why the trial broke, if it did; nothing else counts then."""

    def record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "targets": self.trial.targets,
            "words": self.trial.words,
            "seed": self.trial.seed,
            "most_seconds": self.trial.seconds,
            "seconds": self.seconds,
            "executions": self.executions,
            "functions": self.functions,
            "lines": self.lines,
            "lines_total": self.lines_total,
            "growth": self.growth,
            "crashes": [{name: getattr(crash, name) for name in Crash.__slots__} for crash in self.crashes],
            "note": self.note,
        }


def result_from(record: Mapping[str, Any]) -> CampaignResult:
    """Return the result in JSON data; raise KeyError, TypeError or ValueError if there is none."""
    trial = CampaignTrial(
        tuple(map(str, record["targets"])),
        tuple(map(str, record["words"])),
        int(record["seed"]),
        float(record["most_seconds"]),
    )
    return CampaignResult(
        trial,
        float(record["seconds"]),
        int(record["executions"]),
        int(record["functions"]),
        int(record["lines"]),
        int(record["lines_total"]),
        tuple((float(when), int(lines)) for when, lines in record["growth"]),
        tuple(Crash(**crash) for crash in record["crashes"]),
        str(record["note"]),
    )


def setting_from(text: str, options: Mapping[str, bool]) -> Setting:
    """Return the setting that `NAME: OPTION=VALUE, …` or the name of a search stands for.

    `options` are those that may be set, each with whether it takes a value.
    """
    if not text.strip():
        raise FuzzwrightError(
            "a setting to compare is empty", None, "write it like `adaptive`, or `NAME: OPTION=VALUE`"
        )
    name, colon, rest = (part.strip() for part in text.partition(":"))
    parts = _joined(rest.split(","), options)
    if not colon or not any(part.partition("=")[0].strip() in options for part in parts):
        return _search(text.strip(), options)
    if not name:
        raise FuzzwrightError(f"the setting `{text}` has no name", None, "write it like `quick: search=quickcheck`")
    return Setting(name, tuple(word for part in parts for word in _words(part, options, text)))


def _search(text: str, options: Mapping[str, bool]) -> Setting:
    try:
        check_name(text)
    except FuzzwrightError as error:
        raise FuzzwrightError(
            f"cannot tell what `{text}` sets: {error.what}",
            None,
            f"name a search, or write `NAME: OPTION=VALUE, …` with options from: {', '.join(options)}",
        ) from error
    return Setting(text, ("--search", text))


def _joined(parts: Iterable[str], options: Mapping[str, bool]) -> list[str]:
    """Return the parts of a list with commas; one that is no option of ours belongs to the value before it."""
    joined: list[str] = []
    for part in parts:
        # `search=mutagen:lifo=off,fresh=3, jobs=1` has two options, one with a comma in it.
        if joined and part.partition("=")[0].strip() not in options and ":" in joined[-1] and "=" in part:
            joined[-1] += f",{part.strip()}"
        else:
            joined.append(part.strip())
    return joined


def _words(part: str, options: Mapping[str, bool], text: str) -> tuple[str, ...]:
    option, equals, value = (piece.strip() for piece in part.partition("="))
    if option not in options:
        raise FuzzwrightError(
            f"no option called `{option}` can be set in `{text}`", None, f"use some of: {', '.join(options)}"
        )
    if options[option] and not value:
        raise FuzzwrightError(f"`{option}` has no value in `{text}`", None, f"write `{option}=VALUE`")
    if not options[option] and equals:
        raise FuzzwrightError(f"`{option}` takes no value in `{text}`", None, f"write `{option}` alone")
    return (f"--{option}", value) if equals else (f"--{option}",)


def check_distinct(settings: Sequence[Setting]) -> None:
    """Raise FuzzwrightError unless names and settings are each there once."""
    for what, seen in (("name", [one.name for one in settings]), ("settings", [one.words for one in settings])):
        again = [one for index, one in enumerate(settings) if seen[index] in seen[:index]]
        if again:
            raise FuzzwrightError(
                f"two settings have the same {what}: `{again[0].name}`", None, "compare different settings"
            )


def trials_of(
    settings: Sequence[Setting], targets: tuple[str, ...], seeds: int, seconds: float
) -> Iterator[CampaignTrial]:
    """Yield a round of all settings for each seed, so that an end halfway leaves something to compare."""
    for seed in range(seeds):
        yield from (CampaignTrial(targets, setting.words, seed, seconds) for setting in settings)
