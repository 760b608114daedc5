"""What fuzzwright finds in real packages: installs them, fuzzes each as a maintainer would, and prints tables.

`python benchmarks/case_studies.py --into FOLDER` makes an environment in the folder, installs the packages of the
tables below at their pinned versions, and runs `fuzzwright run PACKAGE` on each with its defaults. JSON reports stay in
the folder, and beside each what was measured from outside (`PACKAGE.run.json`: seconds, the first finding on screen,
memory, load); with `--resume` packages that have a report are not run again. `--list` prints every finding to act on,
and a random sample of the others, for reading by hand. A measurement, not a test: it takes about a second for each
function. docs/case-studies.md has what was seen.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import time
import venv
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

MADE_WITH = {  # what the rules of judging were made with
    "humanize": "humanize==4.16.0",
    "slugify": "python-slugify==9.1.3",
    "packaging": "packaging==26.3",
    "tomlkit": "tomlkit==0.15.2",
    "jsonschema": "jsonschema==4.26.0",
}
AFTERWARDS = {  # first run after the rules were frozen
    "arrow": "arrow==1.4.0",
    "babel": "babel==2.18.0",
    "inflect": "inflect==7.6.0",
    "semver": "semver==3.1.1",
    "validators": "validators==0.36.0",
}
LATER = {  # first run after the rules were frozen again, the last four once more
    "pathvalidate": "pathvalidate==3.3.1",
    "natsort": "natsort==8.4.0",
    "bidict": "bidict==0.24.1",
    "wcwidth": "wcwidth==0.9.4",
    "tldextract": "tldextract==5.4.0",
    "markdown_it": "markdown-it-py==4.3.0",
    "charset_normalizer": "charset-normalizer==3.5.2",
    "installer": "installer==1.1.0",
    "parsel": "parsel==1.12.1",
    "python_multipart": "python-multipart==0.0.33",
    "tinydb": "tinydb==4.9.0",
}
WITH_GROUNDS = {  # first run after a failure needed grounds to be unexpected, and the rules were frozen
    "itemadapter": "itemadapter==0.13.1",
    "jsonschema_path": "jsonschema-path==0.5.0",
    "ftfy": "ftfy==6.3.1",
    "stevedore": "stevedore==5.9.1",
    "h2": "h2==4.4.1",
    "tenacity": "tenacity==9.2.1",
    "executing": "executing==2.3.0",
    "flexparser": "flexparser==0.4",
    "jwt": "pyjwt==2.15.1",
    "stamina": "stamina==26.1.0",
    "pythonjsonlogger": "python-json-logger==4.2.0",
    "confection": "confection==1.3.4",
    "setuptools_scm": "setuptools-scm==10.3.4",
    "rdata": "rdata==1.1.0",
    "dotenv": "python-dotenv==1.2.4",
    "rsa": "rsa==4.9.1",
    "pymarc": "pymarc==5.4.0",
    "environs": "environs==15.2.0",
    "referencing": "referencing==0.37.0",
    "pathable": "pathable==0.6.0",
    "asttokens": "asttokens==3.0.2",
    "conllu": "conllu==6.0.0",
    "pluggy": "pluggy==1.7.0",
    "jaraco.text": "jaraco.text==4.3.0",
    "python_utils": "python-utils==4.1.4",
    "platformdirs": "platformdirs==4.14.5",
    "hyperframe": "hyperframe==6.1.0",
    "isoduration": "isoduration==20.11.0",
    "distro": "distro==1.9.0",
    "stack_data": "stack-data==0.6.3",
    "iniconfig": "iniconfig==2.3.1",
    "incremental": "incremental==24.11.0",
    "langcodes": "langcodes==3.5.1",
    "emoji": "emoji==2.16.0",
    "overrides": "overrides==7.7.0",
    "wadler_lindig": "wadler-lindig==0.1.8",
    "wasabi": "wasabi==1.1.3",
}
LATELY = {  # the eleventh round and those after it, each first run after the rules were frozen again
    "click": "click==8.5.1",
    "marshmallow": "marshmallow==3.26.2",
    "dacite": "dacite==1.9.2",
    "pyfiglet": "pyfiglet==1.0.4",
    "lark": "lark==1.3.1",
    "prettytable": "prettytable==3.18.0",
    "pdoc": "pdoc==16.0.0",
    "cssselect": "cssselect==1.6.0",
    "dunamai": "dunamai==1.26.5",
    "questionary": "questionary==2.1.1",
    "validate_pyproject": "validate-pyproject==0.27",
    "jsonpath_ng": "jsonpath-ng==1.16.0",
    "w3lib": "w3lib==2.5.0",
    "deepdiff": "deepdiff==9.1.0",
    "idna": "idna==3.20",
    "ansi2html": "ansi2html==1.9.5",
    "soupsieve": "soupsieve==4.1",
    "wheel": "wheel==0.48.0",
    "url_normalize": "url-normalize==3.1.0",
    "astral": "astral==3.2",
    "unidiff": "unidiff==1.0.1",
    "marko": "marko==2.2.4",
    "barcode": "python-barcode==0.16.1",
    "cattrs": "cattrs==26.2.1",
    "docstring_to_markdown": "docstring-to-markdown==0.17",
    "itsdangerous": "itsdangerous==2.2.0",
    "build": "build==1.6.1",
    "cron_descriptor": "cron-descriptor==2.2.1",
    "pyproject_metadata": "pyproject-metadata==0.12.1",
    "mdit_py_plugins": "mdit-py-plugins==0.7.0",
    "mistletoe": "mistletoe==1.6.0",
    "typedload": "typedload==2.41",
    "frontmatter": "python-frontmatter==1.3.0",
    "hpack": "hpack==4.2.0",
    "uri_template": "uri-template==1.3.0",
    "wsproto": "wsproto==1.3.2",
    "textdistance": "textdistance==4.6.3",
    "voluptuous": "voluptuous==0.16.0",
    "tempora": "tempora==5.13.0",
    "flask": "flask==3.1.3",
    "nameparser": "nameparser==2.6.0",
    "schwifty": "schwifty==2026.10.1",
    "importlib_metadata": "importlib-metadata==10.2.0",
    "bs4": "beautifulsoup4==4.15.0",
    "invoke": "invoke==3.0.3",
    "sqlite_utils": "sqlite-utils==4.2.1",
    "result": "result==0.17.0",
    "treelib": "treelib==1.8.0",
    "orderly_set": "orderly-set==5.5.0",
    "mimesis": "mimesis==22.2.0",
    "httpcore": "httpcore==1.0.9",
    "cyclopts": "cyclopts==5.4.0",
    "cloup": "cloup==4.0.0",
    "cronsim": "cronsim==2.8",
    "parso": "parso==0.8.7",
    "ics": "ics==0.7.3",
    "piptools": "pip-tools==7.6.2",
    "dateparser": "dateparser==1.5.0",
    "webargs": "webargs==8.7.1",
    "httpx": "httpx==0.28.1",
    "mashumaro": "mashumaro==3.23",
    "schema": "schema==0.7.8",
    "copier": "copier==9.19.1",
    "simple_parsing": "simple-parsing==0.1.9",
    "cookiecutter": "cookiecutter==2.7.1",
    "markdown": "markdown==3.11.3",
    "mistune": "mistune==3.4.0",
    "parsy": "parsy==2.2",
    "structlog": "structlog==26.1.0",
    "hishel": "hishel==2.0.0",
    "flit_core": "flit-core==4.2.0",
    "commitizen": "commitizen==4.19.3",
    "recurring_ical_events": "recurring-ical-events==3.8.2",
    "apispec": "apispec==6.10.1",
    "hatchling": "hatchling==1.33.0",
    "pyee": "pyee==13.0.1",
    "zict": "zict==3.0.0",
    "statemachine": "python-statemachine==3.2.2",
    "htpy": "htpy==26.5.1",
    "automat": "automat==25.4.16",
    "pyrate_limiter": "pyrate-limiter==4.5.1",
    "mdformat": "mdformat==1.0.0",
    "blinker": "blinker==1.9.0",
    "nox": "nox==2026.10.20",
    "serde": "pyserde==0.34.0",
    "pyparsing": "pyparsing==3.3.3",
    "click_option_group": "click-option-group==0.5.9",
    "dataclass_wizard": "dataclass-wizard==1.0.0",
    "rich_argparse": "rich-argparse==1.8.0",
    "wcmatch": "wcmatch==12.0.1",
    "jsonlines": "jsonlines==4.0.0",
    "docopt": "docopt-ng==0.9.0",
    "argcomplete": "argcomplete==3.7.2",
    "bracex": "bracex==3.2.2",
    "ssort": "ssort==0.17.0",
    "cacheout": "cacheout==0.17.0",
    "spellchecker": "pyspellchecker==0.9.1",
    "protego": "protego==0.7.0",
    "permutation": "permutation==0.5.0",
    "dirty_equals": "dirty-equals==0.11",
    "argh": "argh==0.31.3",
    "eth_hash": "eth-hash==0.8.0",
    "pyproject_parser": "pyproject-parser==0.14.0",
    "pegen": "pegen==0.3.0",
    "ini2toml": "ini2toml==0.15",
    "crashtest": "crashtest==0.4.1",
    "treys": "treys==0.1.8",
    "pydoclint": "pydoclint==0.12.0",
    "textstat": "textstat==0.7.13",
    "dist_meta": "dist-meta==0.9.0",
    "coincidence": "coincidence==0.6.6",
    "docsig": "docsig==0.97.0",
    "sqlfmt": "shandy-sqlfmt==0.32.0",
    "humanreadable": "humanreadable==0.4.3",
    "icalevents": "icalevents==0.3.1",
    "ctparse": "ctparse==0.3.6",
    "stockholm": "stockholm==0.5.7",
    "cappa": "cappa==0.33.0",
    "pokerkit": "pokerkit==0.7.7",
    "cachecontrol": "cachecontrol==0.14.4",
    "benedict": "python-benedict==0.40.1",
    "htmldate": "htmldate==1.11.0",
    "typeguard": "typeguard==4.6.0",
    "pydantic_extra_types": "pydantic-extra-types==2.11.1",
    "hypercorn": "hypercorn==0.18.0",
    "mkdocstrings": "mkdocstrings==1.0.8",
    "add_trailing_comma": "add-trailing-comma==4.0.0",
    "pyproject_api": "pyproject-api==1.12.1",
    "rich_click": "rich-click==1.9.9",
    "pysubs2": "pysubs2==1.8.1",
    "multiaddr": "multiaddr==0.2.0",
    "aiosqlite": "aiosqlite==0.22.1",
    "docformatter": "docformatter==1.7.8",
    "rstcheck_core": "rstcheck-core==1.3.2",
    "twine": "twine==7.0.0",
    "pydot": "pydot==4.0.1",
    "pyupgrade": "pyupgrade==3.22.0",
    "mkdocs": "mkdocs==1.6.1",
    "pip_audit": "pip-audit==2.10.1",
    "tinytag": "tinytag==2.3.2",
    "courlan": "courlan==1.4.0",
    "respx": "respx==0.23.1",
    "refurb": "refurb==2.3.1",
    "ulid": "python-ulid==4.1.0",
    "uvicorn": "uvicorn==0.54.0",
    "subliminal": "subliminal==2.8.0",
    "guessit": "guessit==4.4.0",
    "towncrier": "towncrier==26.9.0",
    "docstring_inheritance": "docstring-inheritance==3.0.0",
    "openapi_spec_validator": "openapi-spec-validator==0.9.0",
    "pre_commit": "pre-commit==4.7.0",
    "graphviz": "graphviz==0.21",
    "webvtt": "webvtt-py==0.6.0",
    "spdx_tools": "spdx-tools==0.8.5",
    "eth_utils": "eth-utils==6.0.0",
    "responses": "responses==0.26.3",
    "asgiref": "asgiref==3.13.0",
    "peewee_migrate": "peewee-migrate==2.3.0",
    "ua_parser": "ua-parser==1.0.2",
    "portalocker": "portalocker==4.4.2",
    "limits": "limits==5.8.0",
    "aiostream": "aiostream==0.8.1",
    "moneyed": "py-moneyed==3.0",
    "symspellpy": "symspellpy==6.10.1",
    "pybreaker": "pybreaker==1.4.1",
    "geojson_pydantic": "geojson-pydantic==2.2.0",
    "httpie": "httpie==3.2.4",
    "injector": "injector==0.24.0",
    "yaspin": "yaspin==3.5.1",
    "rich_toolkit": "rich-toolkit==0.20.6",
    "prices": "prices==1.1.1",
    "html2text": "html2text==2025.4.15",
    "cashews": "cashews==7.6.0",
    "joserfc": "joserfc==1.8.0",
    "aiosmtplib": "aiosmtplib==5.1.3",
    "progressbar": "progressbar2==4.6.0",
    "uritemplate": "uritemplate==4.2.0",
    "imap_tools": "imap-tools==1.16.0",
    "exceptiongroup": "exceptiongroup==1.3.1",
    "InquirerPy": "inquirerpy==0.3.4",
    "freezegun": "freezegun==1.5.5",
    "pydantic_settings": "pydantic-settings==2.16.3",
    "fastapi": "fastapi==0.163.0",
    "aiormq": "aiormq==7.2.4",
    "blessed": "blessed==1.52.0",
    "aio_pika": "aio-pika==10.2.1",
    "hijridate": "hijridate==2.6.0",
    "cattrs_extras": "cattrs-extras==0.2.0",
    "asyncstdlib": "asyncstdlib==3.14.0",
    "sqlmodel": "sqlmodel==0.0.48",
    "curtsies": "curtsies==0.4.3",
    "configupdater": "configupdater==4.1.1",
    "databases": "databases==0.9.0",
    "cron_converter": "cron-converter==2.0.2",
    "pycparser": "pycparser==3.12",
    "itemloaders": "itemloaders==1.5.0",
    "versioningit": "versioningit==3.3.0",
    "flake8": "flake8==7.5.0",
    "isort": "isort==9.0.2",
    "jinja2cli": "jinja2-cli==1.0.1",
    "schedule": "schedule==1.2.2",
    "pytoolconfig": "pytoolconfig==1.3.1",
    "findpython": "findpython==0.9.0",
    "aiohttp_retry": "aiohttp-retry==2.9.1",
    "tuf": "tuf==7.0.1",
    "devtools": "devtools==0.13.0",
    "inscriptis": "inscriptis==2.7.6",
    "pathy": "pathy==0.14.2",
    "cbor2": "cbor2==5.9.0",
    "textparser": "textparser==0.26.2",
    "jira": "jira==3.10.5",
    "multidict": "multidict==7.2.1",
    "hypothesis_jsonschema": "hypothesis-jsonschema==0.23.1",
    "yarl": "yarl==1.25.1",
    "rich_rst": "rich-rst==2.2.0",
    "flatdict": "flatdict==4.1.0",
    "rebulk": "rebulk==6.0.1",
    "zeroconf": "zeroconf==0.39.4",
    "curies": "curies==0.15.7",
    "janus": "janus==2.0.0",
    "json_repair": "json-repair==0.64.4",
    "table2ascii": "table2ascii==1.2.1",
    "pytest_mock": "pytest-mock==3.17.0",
    "mypy_protobuf": "mypy-protobuf==5.1.0",
    "safety_schemas": "safety-schemas==0.0.21",
    "mcstatus": "mcstatus==14.2.0",
    "nuclear": "nuclear==2.10.0",
    "path": "path==17.1.1",
    "ariadne": "ariadne==1.1.1",
    "json_schema_for_humans": "json-schema-for-humans==1.5.1",
    "approvaltests": "approvaltests==20.0.1",
    "service_identity": "service-identity==26.1.0",
    "hcl2": "python-hcl2==8.1.4",
    "gpxpy": "gpxpy==1.6.2",
    "enum_tools": "enum-tools==0.13.0",
    "pyreflect": "pyreflect==0.1.0",
    "hologram": "hologram==0.0.16",
    "typeapi": "typeapi==2.3.0",
    "codespell_lib": "codespell==2.4.3",
    "verlib2": "verlib2==26.2",
    "typish": "typish==1.9.3",
    "ptpython": "ptpython==3.0.32",
    "maison": "maison==2.0.2",
    "undictify": "undictify==0.11.3",
    "aioresponses": "aioresponses==0.7.9",
    "exifread": "exifread==3.5.1",
    "dataclass_factory": "dataclass-factory==2.16",
    "requests": "requests==2.34.2",
    "jsonschema_spec": "jsonschema-spec==0.2.4",
    "varname": "varname==1.0.0",
    "baize": "baize==0.23.1",
    "bumpversion": "bump-my-version==1.8.1",
    "marshmallow_dataclass": "marshmallow-dataclass==8.7.1",
    "resolvelib": "resolvelib==1.2.1",
    "aiodns": "aiodns==4.0.4",
    "whois": "python-whois==0.9.6",
    "pyte": "pyte==0.8.2",
    "url_matcher": "url-matcher==0.6.0",
    "deptry": "deptry==0.13.0",
    "pytest_check": "pytest-check==3.0.3",
    "dataproperty": "dataproperty==1.1.1",
    "flag": "emoji-country-flag==2.1.0",
    "rich": "rich==15.0.0",
    "pipx": "pipx==1.18.4",
    "sortedcontainers": "sortedcontainers==2.4.0",
}
PACKAGES = {**LATELY, **WITH_GROUNDS, **LATER, **AFTERWARDS, **MADE_WITH}
TO_ACT_ON = ("unexpected", "return_type")
SAMPLED = 30


def main() -> None:
    """Run what is asked for."""
    options = _options()
    folder: Path = options.into.resolve()
    python = _environment(folder, list(options.packages))
    for name in options.packages:
        if not (options.resume and (folder / f"{name}.run.json").exists()):
            _run(name, python, folder, options)
    done = [name for name in options.packages if (folder / f"{name}.run.json").exists()]
    reports = {name: json.loads((folder / f"{name}.json").read_text("utf-8")) for name in done}
    runs = {name: json.loads((folder / f"{name}.run.json").read_text("utf-8")) for name in done}
    print(table(reports, runs))
    if options.list:
        print(listed(reports, options.seed))
    if broken := [name for name in options.packages if name not in done]:
        raise SystemExit(f"did not run to the end: {', '.join(broken)}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--into", type=Path, required=True, metavar="FOLDER", help="environment and reports")
    parser.add_argument("--packages", nargs="+", choices=list(PACKAGES), default=list(PACKAGES), metavar="NAME")
    parser.add_argument("--time-per-function", default="2", metavar="S", help="seconds (default: 2)")
    parser.add_argument("--jobs", default="2", metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--resume", action="store_true", help="leave out packages that have a report")
    parser.add_argument("--list", action="store_true", help="print findings for reading by hand")
    return parser.parse_args()


def _environment(folder: Path, names: list[str]) -> Path:
    python = folder / "environment" / "bin" / "python"
    if not python.exists():
        folder.mkdir(parents=True, exist_ok=True)
        venv.create(folder / "environment", with_pip=True)
    wanted = [PACKAGES[name] for name in names]
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *wanted], check=True)
    return python


def _run(name: str, python: Path, folder: Path, options: argparse.Namespace) -> None:
    """Run one package; what it says stays in the folder, and what was measured only if it came to its end."""
    (folder / f"{name}.run.json").unlink(missing_ok=True)
    found = subprocess.run(
        [str(python), "-c", f"import {name}; print({name}.__path__[0])"], capture_output=True, text=True, check=True
    )
    command = [sys.executable, "-m", "fuzzwright", "run", found.stdout.strip(), "--python", str(python)]
    command += ["--time-per-function", options.time_per_function, "--jobs", options.jobs, "--seed", str(options.seed)]
    command += ["--json", str(folder / f"{name}.json"), "--store", str(folder / f"{name}.db")]
    measured = _watched(command, folder, folder / f"{name}.txt")
    print(f"{name}: exit code {measured['exit_code']} after {measured['seconds']:.0f} s", file=sys.stderr)
    if measured["exit_code"] not in (0, 1):
        print((folder / f"{name}.txt").read_text(), file=sys.stderr)
        return
    (folder / f"{name}.run.json").write_text(json.dumps(measured) + "\n", "utf-8")


def _watched(command: list[str], folder: Path, saying: Path) -> dict[str, Any]:
    """Run a command, keep what it says, and return when it told the first finding and how large it became."""
    load, first, megabytes = os.getloadavg()[0], None, 0.0
    began = time.monotonic()
    with (
        saying.open("w", buffering=1) as said,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder) as process,
    ):
        assert process.stdout is not None
        for line in process.stdout:
            if first is None and line.startswith("found "):
                first = round(time.monotonic() - began, 2)
            # The size at its largest so far, of this process alone. It has none any more when it has ended.
            megabytes = _peak(process.pid) or megabytes
            said.write(line)
    return {
        "exit_code": process.returncode,
        "seconds": round(time.monotonic() - began, 1),
        "first_finding": first,
        "supervisor_megabytes": round(megabytes),
        "load": [round(load, 1), round(os.getloadavg()[0], 1)],
    }


def _peak(process: int) -> float:
    lines = Path(f"/proc/{process}/status").read_text("utf-8").splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), 0.0)


def table(reports: dict[str, dict[str, Any]], runs: dict[str, dict[str, Any]]) -> str:
    """Return what was found in each package, as Markdown."""
    verdicts = [
        *TO_ACT_ON,
        "unclear",
        "deliberate",
        "precondition",
        "any",
        "resource",
        "environment",
        "tells_fix",
        "flaky",
    ]
    head = ["package", "found", "fuzzed", "skipped", *(verdict.replace("_", " ") for verdict in verdicts)]
    head += ["executions", "seconds", "first finding, s", "supervisor, MB", "load"]
    rows = [head, ["---"] * len(head)]
    for name, report in reports.items():
        status = Counter(target["status"] for target in report["targets"])
        count = Counter(finding["verdict"] for finding in _told(report))
        figures = [len(report["targets"]), status["fuzzed"], status["skipped"], *(count[each] for each in verdicts)]
        run = runs[name]
        executions = sum(target["executions"] for target in report["targets"])
        measured = [f"{executions:,}", f"{run['seconds']:.0f}", str(run["first_finding"])]
        measured += [str(run["supervisor_megabytes"]), " to ".join(map(str, run["load"]))]
        rows.append([PACKAGES[name], *map(str, figures), *measured])
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.append("")
    for name, report in reports.items():
        reasons = Counter(_reason(target) for target in report["targets"] if target["status"] == "skipped")
        why = ", ".join(f"{reason} ({number})" for reason, number in reasons.most_common()) or "none"
        lines.append(f"- {name}, skipped: {why}")
    return "\n".join(lines)


def listed(reports: dict[str, dict[str, Any]], seed: int) -> str:
    """Return every finding to act on, and a sample of the others, each in two lines."""
    lines: list[str] = []
    others: list[tuple[str, dict[str, Any]]] = []
    for name, report in reports.items():
        for finding in _told(report):
            if finding["verdict"] in TO_ACT_ON or (finding["kind"] == "died"):
                lines.append(_line(name, finding))
            else:
                others.append((name, finding))
    lines.append(f"\n{SAMPLED} of {len(others)} others:")
    sample = random.Random(seed).sample(others, min(SAMPLED, len(others)))
    return "\n".join([*lines, *(_line(name, finding) for name, finding in sample)])


def _told(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [finding for finding in report["findings"] if not finding["same_as"]]


def _line(name: str, finding: dict[str, Any]) -> str:
    what = f"{finding['exception']}: {finding['message'][:120]!r} at {finding['file']}:{finding['line']}"
    return f"[{name}, {finding['verdict']}] {finding['call'][:200]}\n    {what}\n    {finding['evidence'][:300]}"


def _reason(target: dict[str, Any]) -> str:
    reason = (target["reason"] or "").splitlines()[0]
    # What follows in brackets or behind a colon is about the one function.
    return "a parameter cannot be made" if reason.startswith("cannot generate") else re.split(r" \(|: ", reason)[0]


if __name__ == "__main__":
    main()
