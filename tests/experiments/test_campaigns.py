"""Settings of campaigns, their trials, and the file that keeps what came of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fuzzwright.errors import FuzzwrightError
from fuzzwright.experiments.campaign_record import CampaignRecord
from fuzzwright.experiments.campaigns import (
    CampaignResult,
    CampaignTrial,
    Crash,
    Setting,
    check_distinct,
    setting_from,
    trials_of,
)

OPTIONS = {"search": True, "time-per-function": True, "jobs": True, "include": True, "first": False}
TRIAL = CampaignTrial(("shop",), ("--search", "adaptive"), 3, 10.0)
RESULT = CampaignResult(
    TRIAL,
    seconds=10.25,
    executions=1000,
    functions=4,
    lines=30,
    lines_total=50,
    growth=((0.0, 0), (1.5, 20), (10.25, 30)),
    crashes=(Crash("ab12cd34", "shop.total", "raised", "KeyError", "unexpected", "shop.py", 7, 2.5),),
)


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("adaptive", "adaptive", ("--search", "adaptive")),
        (" mutagen:lifo=off ", "mutagen:lifo=off", ("--search", "mutagen:lifo=off")),
        (
            "quick: search=quickcheck, time-per-function=1",
            "quick",
            ("--search", "quickcheck", "--time-per-function", "1"),
        ),
        ("once: first", "once", ("--first",)),
        ("both: include=a.*, include=b.*", "both", ("--include", "a.*", "--include", "b.*")),
        (
            "odd:search=mutagen:lifo=off,fresh=3, jobs=1",
            "odd",
            ("--search", "mutagen:lifo=off,fresh=3", "--jobs", "1"),
        ),
    ],
)
def test_a_setting_is_a_search_or_a_name_with_options(text: str, name: str, words: tuple[str, ...]) -> None:
    assert setting_from(text, OPTIONS) == Setting(name, words)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (" ", "is empty"),
        ("adaptiv", "cannot tell what `adaptiv` sets"),
        ("quick: colour=red", "cannot tell what"),
        ("quick: jobs=1, colour=red", "no option called `colour`"),
        ("quick: jobs=1,", "no option called ``"),
        (": jobs=1", "has no name"),
        ("quick: jobs", "`jobs` has no value"),
        ("quick: first=yes", "`first` takes no value"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(text: str, told: str) -> None:
    with pytest.raises(FuzzwrightError, match=told):
        setting_from(text, OPTIONS)


def test_nothing_is_compared_with_itself() -> None:
    one, other = Setting("one", ("--jobs", "1")), Setting("other", ("--jobs", "2"))
    check_distinct([one, other])
    with pytest.raises(FuzzwrightError, match="same name: `one`"):
        check_distinct([one, replace(other, name="one")])
    with pytest.raises(FuzzwrightError, match="same settings: `three`"):
        check_distinct([one, other, replace(one, name="three")])


def test_all_settings_are_tried_with_one_seed_before_the_next() -> None:
    settings = [Setting("a", ("--jobs", "1")), Setting("b", ("--jobs", "2"))]
    trials = list(trials_of(settings, ("shop",), 2, 5.0))
    assert [(trial.words[1], trial.seed) for trial in trials] == [("1", 0), ("2", 0), ("1", 1), ("2", 1)]
    assert trials[1].command() == ("run", "shop", "--time", "5", "--seed", "0", "--jobs", "2")


def test_what_is_kept_comes_back_and_a_torn_line_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "c.trials.jsonl"
    record = CampaignRecord(file)
    other = replace(RESULT, trial=replace(TRIAL, seed=4))
    record.add(RESULT)
    record.add(other)
    with file.open("a") as stream:
        stream.write('{"targets": ["sh')
    again = CampaignRecord(file, resume=True)
    assert again.of([TRIAL, other.trial, replace(TRIAL, seconds=9.0)]) == [RESULT, other]
    again.add(replace(RESULT, trial=replace(TRIAL, seed=5)))
    assert len(CampaignRecord(file, resume=True).results) == 3


def test_a_trial_that_broke_is_run_again(tmp_path: Path) -> None:
    file = tmp_path / "c.trials.jsonl"
    CampaignRecord(file).add(CampaignResult(TRIAL, note="ended with 3"))
    assert CampaignRecord(file, resume=True).results == {}


def test_trials_are_not_mixed_up_with_others(tmp_path: Path) -> None:
    file = tmp_path / "c.trials.jsonl"
    CampaignRecord(file).add(RESULT)
    with pytest.raises(FuzzwrightError, match="there are trials already"):
        CampaignRecord(file)
    file.write_text('{"task": "bst/insert_1/insert_post"}\n')
    with pytest.raises(FuzzwrightError, match="this is no trial of a campaign") as refused:
        CampaignRecord(file, resume=True)
    assert refused.value.where == f"{file}:1"
