"""Options given with the name of a search, and what is said where they make no sense."""

from __future__ import annotations

from typing import Any

import pytest

from fuzzwright.engine.corpus import Corpus
from fuzzwright.errors import FuzzwrightError
from fuzzwright.searches import NAMES, OPTIONS, check_name, search_named
from fuzzwright.searches.options import Choice, Option, defaults, read_name
from tests.engine.shapes import DOMAINS

OWN = {
    "plain": {},
    "rich": {
        "lifo": Option(True, "a switch"),
        "count": Option(3, "a number", least=2),
        "limit": Option(0, "a number or off", can_be_off=True),
        "order": Option("level", "a word", ("level", "pre")),
    },
}


def test_a_name_alone_means_the_defaults() -> None:
    assert read_name("plain", OWN) == ("plain", {})
    assert read_name("rich", OWN) == ("rich", {"lifo": True, "count": 3, "limit": 0, "order": "level"})


def test_options_are_read_as_what_they_mean() -> None:
    name, chosen = read_name("rich:lifo=off,count=25,limit=7,order=pre", OWN)
    assert (name, chosen) == ("rich", {"lifo": False, "count": 25, "limit": 7, "order": "pre"})
    assert read_name("rich:limit=off", OWN)[1]["limit"] == 0


@pytest.mark.parametrize(
    ("text", "what", "fix"),
    [
        ("poor", "no search called `poor`", "use one of: plain, rich"),
        ("plain:lifo=on", "the search `plain` has no options", "write `plain`"),
        ("rich:fifo=on", "`rich` has no option `fifo`", "use one of: lifo, count, limit, order"),
        ("rich:", "`rich` has no option ``", "use one of: lifo, count, limit, order"),
        ("rich:lifo", "`lifo` cannot be ``", "give on or off"),
        ("rich:lifo=yes", "`lifo` cannot be `yes`", "give on or off"),
        ("rich:count=1", "`count` cannot be `1`", "give a number from 2 on"),
        ("rich:count=off", "`count` cannot be `off`", "give a number from 2 on"),
        ("rich:count=²", "`count` cannot be `²`", "give a number from 2 on"),
        ("rich:limit=-1", "`limit` cannot be `-1`", "give a number from 1 on, or off"),
        ("rich:order=post", "`order` cannot be `post`", "give level, pre"),
        ("rich:lifo=on,lifo=on", "`lifo` is given twice", "give it once"),
    ],
)
def test_what_cannot_be_chosen_is_told_with_what_can(text: str, what: str, fix: str) -> None:
    with pytest.raises(FuzzwrightError) as raised:
        read_name(text, OWN)
    assert (raised.value.what, raised.value.fix) == (what, fix)


def every_choice() -> list[tuple[str, str, Choice]]:
    """Return every option of every search with each word, or with a number."""
    found = []
    for name, options in OPTIONS.items():
        for key, option in options.items():
            if isinstance(option.default, bool):
                choices: list[Choice] = [True, False]
            elif isinstance(option.default, str):
                choices = [*option.words]
            else:
                choices = [option.least + 6, *([0] if option.can_be_off else [])]
            found += [(name, f"{key}={option.written(choice)}", choice) for choice in choices]
    return found


@pytest.mark.parametrize(("name", "text", "choice"), every_choice())
def test_each_option_is_read_and_the_search_runs_with_it(name: str, text: str, choice: Choice) -> None:
    read, chosen = read_name(f"{name}:{text}", OPTIONS)
    assert (read, chosen[text.partition("=")[0]]) == (name, choice)
    search = search_named(f"{name}:{text}", DOMAINS["tree"], Corpus[Any](), lambda input, observation: True)
    search.begin(1)
    assert all(map(DOMAINS["tree"].contains, search.ask().inputs))


def test_every_option_says_what_it_is_for_and_its_default_can_be_written() -> None:
    for options in OPTIONS.values():
        for name, option in options.items():
            assert option.what
            assert option.read(option.written(option.default)) == option.default, name
        assert defaults(options).keys() == options.keys()


def test_all_names_are_known_and_ablations_have_no_options() -> None:
    assert set(OPTIONS) == set(NAMES)
    for name in NAMES:
        check_name(name)
    with pytest.raises(FuzzwrightError, match="has no options"):
        check_name("adaptive-without-descent:size=3")
