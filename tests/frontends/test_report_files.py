"""`--sarif`, `--junit`, `--markdown`, `--html`: written where they should be, and about the run that was made."""

from __future__ import annotations

import json
from xml.etree import ElementTree as xml

import pytest

from tests.frontends.shell import Shell
from tests.reports.sarif_shape import check_sarif

PACKAGE = '''
"""Orders."""


def share(items: list[int]) -> int:
    return 100 // len(items)


def ratio(a: int, b: int) -> float:
    if b > 100:
        return 0.0
    if a == 10 and b == 20 and str(a) == "x":
        return 1.0
    return (a % 1000) / b
'''


@pytest.mark.slow
def test_all_formats_tell_of_the_same_run(shell: Shell) -> None:
    (shell.folder / "src" / "shop").mkdir(parents=True)
    (shell.folder / "src" / "shop" / "__init__.py").touch()
    (shell.folder / "src" / "shop" / "orders.py").write_text(PACKAGE, "utf-8")
    files = {name: f"report.{name}" for name in ("json", "html", "sarif", "junit", "markdown")}
    words = [word for name, file in files.items() for word in (f"--{name}", file)]
    said = shell("run", "src/shop", "--executions", "300", *words)
    assert (said.code, said.err) == (1, "")
    text = {name: (shell.folder / file).read_text("utf-8") for name, file in files.items()}
    ids = {finding["id"] for finding in json.loads(text["json"])["findings"]}
    assert len(ids) == 2

    log = json.loads(text["sarif"])
    check_sarif(log)
    (run,) = log["runs"]
    assert {result["partialFingerprints"]["fuzzwrightFinding/v1"] for result in run["results"]} == ids
    assert run["invocations"][0]["exitCode"] == 1
    # Named from the folder the command was started in, so that code scanning finds the file.
    places = [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in run["results"]]
    assert places == ["src/shop/orders.py"] * 2
    assert run["originalUriBaseIds"]["%SRCROOT%"]["uri"] == f"{shell.folder.resolve().as_uri()}/"

    suite = xml.fromstring(text["junit"].encode())
    assert (suite.attrib["tests"], suite.attrib["failures"]) == ("2", "2")
    assert text["markdown"].startswith("### fuzzwright: 2 findings to act on\n")
    assert all(id in text[name] for id in ids for name in ("junit", "markdown", "html"))
    assert "1 line not reached: 13" in text["html"]
    assert "<svg" in text["html"]


@pytest.mark.parametrize("name", ["json", "html", "sarif", "junit", "markdown"])
@pytest.mark.slow
def test_a_dash_means_standard_output_and_people_read_the_other_stream(shell: Shell, name: str) -> None:
    said = shell("run", "clean.py", "--executions", "50", f"--{name}", "-")
    assert said.code == 0
    begins = {"html": "<!DOCTYPE html>", "junit": "<?xml", "markdown": "### fuzzwright: nothing to act on"}
    assert said.out.startswith(begins.get(name, "{"))
    assert "0 findings to act on" in said.err
    assert "-" not in shell.files()


@pytest.mark.slow
def test_properties_have_the_same_formats(shell: Shell) -> None:
    shell.write(
        checks="""
        from fuzzwright import prop

        @prop
        def adding_changes_nothing(a: int) -> bool:
            return a + 1 == a
        """
    )
    said = shell("prop", "checks.py", "--executions", "50", "--junit", "-")
    assert said.code == 1
    (failure,) = xml.fromstring(said.out.encode()).iter("failure")
    assert failure.attrib["message"].startswith("does not hold")


def test_two_reports_cannot_go_to_one_place(shell: Shell) -> None:
    assert (
        "--sarif and --junit both write to standard output"
        in shell("run", "clean.py", "--sarif", "-", "--junit", "/dev/stdout").refusal()
    )
    assert "--json and --html both write to `./x`" in shell("run", "clean.py", "--json", "x", "--html", "./x").refusal()


@pytest.mark.parametrize("name", ["sarif", "junit", "markdown"])
def test_a_file_that_cannot_be_is_told_before_the_run(shell: Shell, name: str) -> None:
    assert "there is no folder" in shell("run", "clean.py", f"--{name}", "nowhere/report").refusal()
    assert "it is a folder" in shell("run", "clean.py", f"--{name}", ".").refusal()
