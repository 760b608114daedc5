"""Failures in private functions: whether a public one can be driven there, in real campaigns."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from fuzzwright.campaigns.plan import make_plan
from fuzzwright.campaigns.reaching import mark_made_by_hand, mark_reachable, plan_reaching, settings_for_reaching
from fuzzwright.campaigns.session import Session
from fuzzwright.campaigns.states import NO_TIME, FindingState, TargetState
from fuzzwright.engine.finding import Finding
from fuzzwright.engine.outcome import Frame, Raised
from fuzzwright.python.judging.grounds import NOT_SHOWN
from fuzzwright.settings import Settings

SOURCE = """
def _inner(n: int) -> int:
    return 10 // (n - 77)


def outer(n: int) -> int:
    if n > 50:
        return _inner(n)
    return 0


def _guarded(n: int) -> float:
    return 1 / n


def guarding(n: int) -> float:
    return _guarded(n) if n else 0.0


def _alone(n: int) -> float:
    return 1 / n


def _deep(text: str) -> int:
    if text.startswith("deep:"):
        return len(text) // (len(text) - 9)
    return 0


def surface(text: str) -> int:
    return _deep(text.strip()) if text else 0
"""


def findings_in(target: str, folder: Path, executions: int) -> list[Finding]:
    settings = Settings(executions=executions)
    with Session(make_plan([target], settings, folder), settings) as session:
        session.open()
        for _ in session.events():
            pass
        return session.findings()


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Finding]]:
    folder: Path = tmp_path_factory.mktemp("reaching")
    (folder / "layers.py").write_text(SOURCE)
    findings = findings_in("layers.py", folder, 4000)
    return {name: [each for each in findings if each.function == f"layers.{name}"] for name in _names()}


def _names() -> list[str]:
    return ["_inner", "outer", "_guarded", "guarding", "_alone", "_deep", "surface"]


@pytest.mark.slow
def test_what_a_public_function_was_driven_to_is_reachable_and_told_once(found: dict[str, list[Finding]]) -> None:
    (private,), (public,) = found["_inner"], found["outer"]
    assert (private.reachable, public.reachable) == (True, True)
    assert (private.verdict, private.same_as) == ("unexpected", public.id)
    assert public.same_as == ""


def test_what_the_public_function_guards_against_is_the_callers_business(found: dict[str, list[Finding]]) -> None:
    (private,) = found["_guarded"]
    assert (private.verdict, private.reachable) == ("precondition", False)
    assert "private, and `layers.guarding` did not get there" in private.evidence
    assert not found["guarding"]


def test_what_nothing_public_leads_to_is_said_to_be_so(found: dict[str, list[Finding]]) -> None:
    (private,) = found["_alone"]
    assert (private.verdict, private.reachable) == ("precondition", None)
    assert "no public function is seen to lead there" in private.evidence


def test_conditions_on_the_way_are_passed(found: dict[str, list[Finding]]) -> None:
    (private,), (public,) = found["_deep"], found["surface"]
    assert (private.reachable, private.same_as) == (True, public.id)


def failing(name: str, *tried: str) -> TargetState:
    failure = Raised((Frame("layers.py", name, 3),), "ZeroDivisionError")
    found = FindingState(
        signature="s", failure=failure, encoded="", verdict="unexpected", evidence="", execution=1, seconds=0.0,
        complexity=1.0, tried=list(tried),
    )  # fmt: skip
    return TargetState(f"layers.{name}", status="fuzzed", private=True, findings={"s": found})


@pytest.mark.parametrize(
    ("missed", "expected"),
    [(None, ("unexpected", None)), ({"layers.b"}, ("unexpected", None)), ({"layers.c"}, ("precondition", False))],
)
def test_what_could_not_be_tried_says_nothing_against_a_finding(
    missed: set[str] | None, expected: tuple[str, bool | None]
) -> None:
    state = failing("_inner", "layers.a", "layers.b")
    mark_reachable([state], missed)
    assert (state.findings["s"].verdict, state.findings["s"].reachable) == expected


def test_a_run_that_is_interrupted_before_public_functions_were_aimed_keeps_its_verdicts(tmp_path: Path) -> None:
    (tmp_path / "layers.py").write_text(SOURCE)
    settings = Settings()
    with Session(make_plan(["layers.py"], settings, tmp_path), settings) as session:
        again = TargetState("layers.outer", status="waiting", executions=1000)
        session.states = [failing("_inner"), again]
        session.stop()
    assert session.states[0].findings["s"].verdict == "unexpected"
    assert (again.status, again.reason) == ("fuzzed", "")


def test_where_executions_and_time_are_the_budget_both_hold_for_what_is_aimed() -> None:
    settings = settings_for_reaching(Settings(executions=1000, time=60.0), left=2.5)
    assert (settings.executions, settings.time) == (1250, 2.5)
    assert settings_for_reaching(Settings(executions=1000), left=None).time is None


def test_a_public_function_that_got_no_turn_at_all_says_nothing_against_a_finding(tmp_path: Path) -> None:
    (tmp_path / "layers.py").write_text(SOURCE)
    state = failing("_inner")
    state.file, state.line = "layers.py", 2
    caller = TargetState("layers.outer", "layers.py", 6, status="skipped", reason=NO_TIME)
    assert plan_reaching([state, caller], str(tmp_path)) == []
    mark_reachable([state, caller], {"layers.outer"})
    assert state.findings["s"].verdict == "unexpected"


def test_a_private_function_is_judged_as_the_public_one_that_leads_there() -> None:
    private, public = failing("_inner"), failing("outer")
    public.private = False
    public.findings["s"].failure = private.findings["s"].failure
    mark_reachable([private, public])
    assert private.findings["s"].verdict == "unexpected"
    public.findings["s"].verdict, public.findings["s"].evidence = "precondition", "asserted"
    mark_reachable([private, public])
    assert private.findings["s"].verdict == "precondition"
    assert private.findings["s"].evidence == "private, and through `layers.outer` asserted"


def test_the_result_of_a_private_function_is_the_business_of_its_callers() -> None:
    state = failing("_inner")
    state.findings["s"].verdict = "return_type"
    mark_reachable([state])
    assert state.findings["s"].verdict == "precondition"


@pytest.mark.parametrize(("plain", "expected"), [("", "precondition"), ("pack.parser.parse('a')", "unexpected")])
def test_an_object_made_by_hand_counts_where_a_call_without_one_leads_there_too(
    tmp_path: Path, plain: str, expected: str
) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "__init__.py").write_text("from pack.parser import parse\n")
    (tmp_path / "pack" / "parser.py").write_text(
        "class Token: ...\ndef parse(text: str) -> object:\n    return Token(text)\n"
    )
    by_hand, other = failing("Token.text"), failing("parse")
    by_hand.file = other.file = "pack/parser.py"
    by_hand.findings["s"].call, other.findings["s"].call = "pack.parser.Token('').text()", plain
    other.findings["s"].failure = by_hand.findings["s"].failure
    mark_made_by_hand([by_hand, other] if plain else [by_hand], str(tmp_path))
    assert by_hand.findings["s"].verdict == expected


HIDDEN = """
def word_of(text: str) -> int:
    if text == "quetzal/bird":
        return text.index("?")
    return 0
"""
SHOWN = """
import zlib

from pack._words import word_of


def parse(strict: bool, text: str) -> int:
    if zlib.crc32(text.encode("utf-8", "replace")) == {crc}:
        return word_of(text)
    return 0
"""


def test_what_a_function_that_is_not_shown_failed_on_is_handed_to_those_that_lead_there(tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "__init__.py").write_text("from pack.speech import parse\n\n__all__ = ['parse']\n")
    (tmp_path / "pack" / "_words.py").write_text(HIDDEN)
    (tmp_path / "pack" / "speech.py").write_text(SHOWN.format(crc=zlib.crc32(b"quetzal/bird")))
    found = {each.function: each for each in findings_in("pack", tmp_path, 3000)}
    assert found["pack._words.word_of"].reachable
    assert found["pack.speech.parse"].call == "pack.speech.parse(False, 'quetzal/bird')"


def test_only_what_nothing_else_speaks_against_is_tried_through_others(tmp_path: Path) -> None:
    (tmp_path / "layers.py").write_text(SOURCE)
    for evidence, expected in ((NOT_SHOWN, ["layers.outer"]), ("asserted", [])):
        state = failing("_inner")
        state.file, state.line = "layers.py", 2
        state.findings["s"].verdict, state.findings["s"].evidence = "precondition", evidence
        state.findings["s"].call = "layers._inner(77)"
        caller = TargetState("layers.outer", "layers.py", 6, status="fuzzed")
        aimed = plan_reaching([state, caller], str(tmp_path))
        assert [each.name for each in aimed] == expected
        assert caller.failing == (["layers._inner(77)"] if expected else [])
        job = caller.job(Settings(executions=100), seconds=None, careful=False)
        assert (job.failing, job.plant) == (caller.failing, bool(expected))
        caller.epoch += 1
        assert not caller._this_epoch(job).plant
