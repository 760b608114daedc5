"""The test suites of packages people use end the same with and without probes in the package."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

import pytest

SRC = Path(__file__).parents[2] / "src"

# Distribution, version, package, folder of its tests; at least so many tests pass, and enter so many functions.
PACKAGES = [
    ("more-itertools", "10.5.0", "more_itertools", "tests", 600, 150),
    ("parse", "1.20.2", "parse", "tests", 80, 15),
    ("sqlparse", "0.5.1", "sqlparse", "tests", 400, 150),
    ("toolz", "0.12.1", "toolz", "toolz/tests", 150, 100),
]

# Loaded with `-p`; what it counts goes to the file named in the environment.
PLUGIN = """
import json, os
from fuzzwright.python.instrument import Instrumenter
from fuzzwright.python.probes import Probes

package = os.environ["PROBED_PACKAGE"]
probes = Probes()
hook = Instrumenter(probes, lambda name, file: name.partition(".")[0] == package and ".tests" not in name)
if os.environ["PROBED"] == "yes":
    hook.install()
outcomes, hit = {}, set()

def pytest_runtest_logreport(report):
    outcomes.setdefault(report.nodeid, []).append((report.when, report.outcome))
    hit.update(probes.path)
    probes.path.clear()

def pytest_sessionfinish(session, exitstatus):
    told = {
        "exit": int(exitstatus),
        "outcomes": outcomes,
        "functions": sorted({probes.sites[number].qualname for number in hit}),
        "sites": len(probes.sites),
        "hit": len(hit),
        "failures": hook.failures,
    }
    with open(os.environ["PROBED_OUTCOME"], "w") as stream:
        json.dump(told, stream)
"""


def sdist(name: str, version: str) -> Path:
    """Return the source distribution, downloaded once into the user's cache."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fuzzwright-tests" / f"{name}-{version}"
    if not (found := list(cache.glob("*.tar.gz"))):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
            done = subprocess.run(
                [*command, "--dest", folder, f"{name}=={version}"], capture_output=True, text=True, check=False
            )
            if done.returncode != 0:
                reason = f"{name} {version} cannot be downloaded: {done.stderr.strip()[-300:]}"
                if os.environ.get("FUZZWRIGHT_REQUIRE_ALL") == "1":
                    pytest.fail(reason)
                pytest.skip(reason)
            cache.mkdir(parents=True, exist_ok=True)
            found = [Path(shutil.move(path, cache / path.name)) for path in Path(folder).glob("*.tar.gz")]
    return found[0]


def suite(root: Path, package: str, tests: str, plugins: Path, probed: bool) -> dict[str, Any]:
    outcome = plugins / f"{package}-{probed}.json"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {
        "PYTHONPATH": os.pathsep.join([str(plugins), str(SRC), str(root)]),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PROBED": "yes" if probed else "no",
        "PROBED_PACKAGE": package,
        "PROBED_OUTCOME": str(outcome),
    }
    options = ["-q", "-c", os.devnull, "--rootdir", str(root), "-p", "no:cacheprovider", "-p", "probing_plugin"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, tests],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.exists(), done.stdout + done.stderr
    told: dict[str, Any] = json.loads(outcome.read_text())
    return told


@pytest.mark.slow
@pytest.mark.parametrize(("name", "version", "package", "tests", "count", "functions"), PACKAGES)
def test_the_suite_of_a_package_ends_the_same_with_probes(
    name: str, version: str, package: str, tests: str, count: int, functions: int, tmp_path: Path
) -> None:
    with tarfile.open(sdist(name, version)) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (root,) = (tmp_path / "unpacked").iterdir()
    (tmp_path / "probing_plugin.py").write_text(PLUGIN)
    plain, probed = (suite(root, package, tests, tmp_path, how) for how in (False, True))
    # A new Python may fail some of an older package's tests; then they fail with probes too.
    passed = [test for test, outcome in plain["outcomes"].items() if ["call", "passed"] in outcome]
    assert len(passed) >= count
    differing = {test for test, outcome in plain["outcomes"].items() if probed["outcomes"].get(test) != outcome}
    assert differing == set()
    assert (probed["exit"], len(probed["outcomes"])) == (plain["exit"], len(plain["outcomes"]))
    assert probed["failures"] == {}
    assert plain["sites"] == 0
    assert len(probed["functions"]) >= functions
    assert probed["hit"] > probed["sites"] * 0.6
