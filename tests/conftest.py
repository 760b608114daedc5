"""What holds for all tests: repeatable property tests, and no test that is skipped without being told."""

from __future__ import annotations

import compileall
import gc
import os
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src"

REQUIRE_ALL = os.environ.get("FUZZWRIGHT_REQUIRE_ALL") == "1"

# Tests write several versions of one module within a second; a cache of compiled modules takes them for the same.
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
# What is there before any test runs is compiled once and not by every process again.
sys.dont_write_bytecode = False


def pytest_configure(config: pytest.Config) -> None:
    """Compile what the processes of tests import, and make property tests repeatable."""
    if not hasattr(config, "workerinput"):
        compileall.compile_dir(SOURCE, quiet=2)

    from hypothesis import settings  # not above: its compiled modules are kept too

    settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, max_examples=20)
    settings.load_profile("repeatable")


def pytest_collection_finish() -> None:
    """Keep no more compiled modules: those to come are the ones tests write. Look for no garbage in what stays."""
    sys.dont_write_bytecode = True
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip into a failure where everything a test needs has to be there."""
    report = yield
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped under FUZZWRIGHT_REQUIRE_ALL=1: {_reason(report)}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Do the same for modules that skip themselves as a whole."""
    report = yield
    if REQUIRE_ALL and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"skipped under FUZZWRIGHT_REQUIRE_ALL=1: {_reason(report)}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell in one line how many tests were skipped, and why."""
    skipped = terminalreporter.getreports("skipped")
    if skipped:
        reasons = sorted({_reason(report) for report in skipped})
        terminalreporter.write_line(f"skipped {len(skipped)}: {'; '.join(reasons)}")


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return reason.removeprefix("Skipped: ")
