"""What SARIF 2.1.0 says about the objects we write: which keys there are, which must be there, of which form.

Stricter than the standard: a key that is not listed is refused, so that whatever is added has to be looked up first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Check = Callable[[Any, str], None]


def text(value: Any, at: str) -> None:
    assert isinstance(value, str), at
    assert value, f"{at} is empty"


def truth(value: Any, at: str) -> None:
    assert isinstance(value, bool), at


def number(least: int) -> Check:
    def check(value: Any, at: str) -> None:
        assert isinstance(value, int), at
        assert not isinstance(value, bool), at
        assert value >= least, at

    return check


def one_of(*choices: str) -> Check:
    def check(value: Any, at: str) -> None:
        assert value in choices, f"{at}: {value!r}"

    return check


def matching(pattern: str) -> Check:
    def check(value: Any, at: str) -> None:
        text(value, at)
        assert re.fullmatch(pattern, value), f"{at}: {value!r}"

    return check


def some(item: Check, least: int = 0, *, unique: bool = False) -> Check:
    def check(value: Any, at: str) -> None:
        assert isinstance(value, list), at
        assert len(value) >= least, f"{at} has too few"
        assert not unique or all(value.count(one) == 1 for one in value), f"{at} repeats itself"
        for position, one in enumerate(value):
            item(one, f"{at}[{position}]")

    return check


def each(item: Check) -> Check:
    def check(value: Any, at: str) -> None:
        assert isinstance(value, dict), at
        for key, one in value.items():
            item(one, f"{at}.{key}")

    return check


def anything(value: Any, at: str) -> None:
    assert isinstance(value, dict), at


def thing(required: dict[str, Check] | None = None, **optional: Check) -> Check:
    required = required or {}

    def check(value: Any, at: str) -> None:
        assert isinstance(value, dict), at
        assert set(required) <= set(value), f"{at} lacks {set(required) - set(value)}"
        for key, one in value.items():
            known = required.get(key) or optional.get(key)
            assert known is not None, f"{at}.{key} is not known"
            known(one, f"{at}.{key}")

    return check


# RFC 3986: what may stand in a reference, and no colon in the first part of a relative one.
RELATIVE = matching(
    r"(?:[A-Za-z0-9._~!$&'()*+,;=@-]|%[0-9A-F]{2})+(?:/(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-F]{2})*)*"
)
ABSOLUTE = matching(r"file:///(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-F]{2})*")


def artifact(value: Any, at: str) -> None:
    """A name is relative if and only if it says to what."""
    thing({"uri": RELATIVE if "uriBaseId" in value else ABSOLUTE}, uriBaseId=one_of("%SRCROOT%"))(value, at)


MESSAGE = thing({"text": text})
REGION = thing({"startLine": number(1)}, snippet=MESSAGE)
LOCATION = thing(
    physicalLocation=thing({"artifactLocation": artifact}, region=REGION),
    logicalLocations=some(thing(fullyQualifiedName=text, kind=one_of("function")), unique=True),
)
RULE = thing(
    {"id": text},
    name=matching("[A-Z][A-Za-z0-9]*"),
    shortDescription=MESSAGE,
    fullDescription=MESSAGE,
    help=MESSAGE,
    properties=thing(tags=some(text, unique=True)),
)
RESULT = thing(
    {"message": MESSAGE},
    ruleId=text,
    ruleIndex=number(0),
    level=one_of("error", "warning", "note"),
    locations=some(LOCATION, 1),
    partialFingerprints=each(text),
    occurrenceCount=number(1),
    stacks=some(thing({"frames": some(thing(location=LOCATION), 1)}), unique=True),
    codeFlows=some(thing({"threadFlows": some(thing({"locations": some(thing(location=LOCATION), 1)}), 1)})),
    baselineState=one_of("new", "unchanged"),
    suppressions=some(thing({"kind": one_of("inSource", "external")}, justification=text), unique=True),
    properties=anything,
)
NOTIFICATION = thing({"message": MESSAGE}, level=one_of("warning", "note"))
INVOCATION = thing(
    {"executionSuccessful": truth},
    exitCode=number(0),
    exitCodeDescription=text,
    commandLine=text,
    toolExecutionNotifications=some(NOTIFICATION),
)
RUN = thing(
    {"tool": thing({"driver": thing({"name": text}, version=text, rules=some(RULE, unique=True))})},
    invocations=some(INVOCATION),
    originalUriBaseIds=each(thing({"uri": ABSOLUTE})),
    columnKind=one_of("unicodeCodePoints"),
    results=some(RESULT),
    properties=anything,
)
LOG = thing(
    {"version": one_of("2.1.0"), "runs": some(RUN)}, **{"$schema": matching("https://.*sarif-schema-2.1.0.json")}
)


def check_sarif(log: Any) -> None:
    """Assert that a log has the form of SARIF, and that what refers to something else finds it."""
    LOG(log, "log")
    for run in log["runs"]:
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        assert len(set(rules)) == len(rules)
        assert all(uri["uri"].endswith("/") for uri in run["originalUriBaseIds"].values())
        for result in run["results"]:
            assert rules[result["ruleIndex"]] == result["ruleId"]
