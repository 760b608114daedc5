"""What is kept on disk about functions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fuzzwright.editor import results
from fuzzwright.editor.results import Result, Results

RESULT = Result("ab12", 7, ({"call": "f(0)"},), ("AA==",), (("AQ==", {"is": "TimedOut"}),))


def test_a_result_is_there_again_for_its_key(tmp_path: Path) -> None:
    Results(tmp_path).save(RESULT, "shop.py", "f")
    assert Results(tmp_path).load("ab12", "shop.py", "f") == RESULT


def test_what_means_the_same_by_another_name_gets_the_inputs_and_not_the_examples(tmp_path: Path) -> None:
    Results(tmp_path).save(RESULT, "shop.py", "f")
    for path, name in (("other.py", "f"), ("shop.py", "g")):
        assert Results(tmp_path).load("ab12", path, name) == replace(RESULT, line=0, examples=())


def test_two_that_mean_the_same_keep_examples_of_their_own(tmp_path: Path) -> None:
    other = replace(RESULT, line=9, examples=({"call": "g(0)"},))
    Results(tmp_path).save(RESULT, "shop.py", "f")
    Results(tmp_path).save(other, "shop.py", "g")
    assert Results(tmp_path).load("ab12", "shop.py", "f") == RESULT
    assert Results(tmp_path).load("ab12", "shop.py", "g") == other


def test_of_many_that_mean_the_same_the_latest_keep_their_examples(tmp_path: Path) -> None:
    for number in range(20):
        Results(tmp_path).save(RESULT, "shop.py", f"f{number}")
    loaded = [Results(tmp_path).load("ab12", "shop.py", f"f{number}") for number in range(20)]
    assert [bool(each and each.examples) for each in loaded] == [False] * 12 + [True] * 8


def test_for_another_key_the_function_has_its_latest_inputs_back(tmp_path: Path) -> None:
    Results(tmp_path).save(RESULT, "shop.py", "f")
    found = Results(tmp_path).load("cd34", "shop.py", "f")
    assert found is not None
    assert (found.inputs, found.examples, found.deadly) == (("AA==",), (), ())
    assert Results(tmp_path).load("cd34", "shop.py", "g") is None


def test_damaged_files_are_as_good_as_absent(tmp_path: Path) -> None:
    Results(tmp_path).save(RESULT, "shop.py", "f")
    for number, content in enumerate((b"", b"{}", b"[1]", b'{"format": 2, "shown": []}', b"\xff")):
        (tmp_path / "ab12.json").write_bytes(content)
        assert Results(tmp_path).load("ab12", "shop.py", "f") is None, number


def test_without_a_folder_nothing_is_kept() -> None:
    kept = Results(None)
    kept.save(RESULT, "shop.py", "f")
    assert kept.load("ab12", "shop.py", "f") is None


@pytest.mark.slow
def test_the_oldest_files_go_when_there_are_too_many(tmp_path: Path) -> None:
    import os

    for number in range(results.MOST + 3):
        file = tmp_path / f"{number:06}.json"
        file.touch()
        os.utime(file, (number, number))
    Results(tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir())[0] == "000003.json"


def test_also_in_a_long_session_the_oldest_files_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "MOST", 40)
    kept = Results(tmp_path)
    for number in range(100):
        kept.save(replace(RESULT, key=f"{number:04}"), "shop.py", f"f{number}")
    assert len(list(tmp_path.iterdir())) <= 60
    assert kept.load("0099", "shop.py", "f99") is not None


def test_a_folder_that_cannot_be_made_harms_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    kept = Results(tmp_path / "file" / "folder")
    kept.save(RESULT, "shop.py", "f")
    assert kept.load("ab12", "shop.py", "f") is None
