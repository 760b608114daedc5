"""What was recorded is there again, whatever ended the run that recorded it."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzzwright.errors import FuzzwrightError
from fuzzwright.experiments.record import Record, record_beside
from fuzzwright.experiments.trials import Limits, Result, Trial
from fuzzwright.experiments.workloads.workload import Task

TASK = Task("bst", "insert_1", "insert_post")


def result(seed: int, seconds: float = 10.0, note: str = "") -> Result:
    return Result(Trial(TASK, "adaptive", seed, Limits(seconds)), not note, 0.25, 40 + seed, 3, "f(…)", note)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A record with two results."""
    place = tmp_path / "bench.trials.jsonl"
    record = Record(place)
    record.add(result(0))
    record.add(result(1))
    return place


def test_a_record_is_named_after_its_report() -> None:
    assert record_beside(Path("folder/bench.json")) == Path("folder/bench.trials.jsonl")


def test_what_was_added_is_there_again(file: Path) -> None:
    again = Record(file, resume=True)
    assert again.of([result(1).trial, result(2).trial, result(0).trial]) == [result(1), result(0)]


def test_going_on_appends(file: Path) -> None:
    before = file.read_bytes()
    Record(file, resume=True).add(result(2))
    assert file.read_bytes().startswith(before)
    assert len(Record(file, resume=True).results) == 3


def test_other_limits_are_other_trials(file: Path) -> None:
    again = Record(file, resume=True)
    assert again.of([result(0, seconds=60.0).trial]) == []


def test_a_torn_line_is_dropped_and_the_next_one_whole(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[:-9])
    again = Record(file, resume=True)
    assert list(again.results.values()) == [result(0)]
    again.add(result(1))
    assert file.read_bytes() == whole


def test_what_broke_is_run_again_and_the_later_result_holds(file: Path) -> None:
    Record(file, resume=True).add(result(7, note="ended by signal 11"))
    again = Record(file, resume=True)
    assert result(7).trial not in again.results
    again.add(result(7))
    assert Record(file, resume=True).results[result(7).trial] == result(7)


def test_results_are_not_written_over_unless_asked(file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(FuzzwrightError, match="there are trials already") as caught:
        Record(file)
    assert "--resume" in str(caught.value.fix)
    assert file.read_bytes() == before


def test_a_file_of_something_else_is_left_alone_and_told_with_the_line(file: Path) -> None:
    file.write_bytes(file.read_bytes() + b'{"version": 1}\n{"task"')
    before = file.read_bytes()
    with pytest.raises(FuzzwrightError, match="this is no trial") as caught:
        Record(file, resume=True)
    assert caught.value.where == f"{file}:3"
    assert file.read_bytes() == before


def test_going_on_from_nothing_begins(tmp_path: Path) -> None:
    assert Record(tmp_path / "new.trials.jsonl", resume=True).results == {}


def test_without_a_file_results_are_only_remembered() -> None:
    record = Record()
    record.add(result(0))
    assert record.of([result(0).trial]) == [result(0)]
