"""The picture is well-formed, its pieces are as long as their numbers say and stay within it."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from fuzzwright.experiments.plots import bars
from fuzzwright.experiments.statistics import Tally

SVG = "{http://www.w3.org/2000/svg}"
TALLIES = (
    Tally("bst", "adaptive", 53, 52, 1, (40, 10, 2, 0, 0)),
    Tally("bst", "quickcheck", 53, 10, 13, (1, 1, 7, 1, 0)),
    Tally("ifc", "adaptive", 20, 20, 0, (0, 4, 10, 6, 0)),
    Tally("ifc", "quickcheck", 20),
)


def drawn(tallies: tuple[Tally, ...]) -> ElementTree.Element:
    return ElementTree.fromstring(bars(tallies, "Tasks & <seeds>"))


def pieces(picture: ElementTree.Element, search: str) -> list[tuple[str, float, float, float]]:
    """Return meaning, height on the page, beginning and width of each piece of a search's bars."""
    found = []
    for box in picture.iter(f"{SVG}rect"):
        title = box.findtext(f"{SVG}title") or ""
        if title.startswith(f"{search}, "):
            place = [float(box.attrib[name]) for name in ("y", "x", "width")]
            found.append((title.removeprefix(f"{search}, "), place[0], place[1], place[2]))
    return found


def test_pieces_are_as_long_as_their_share_of_the_tasks() -> None:
    shown = pieces(drawn(TALLIES), "adaptive")
    assert [title for title, *_ in shown] == [
        *("≤ 0.1 s: 40", "≤ 1 s: 10", "≤ 10 s: 2", "some seeds only: 1"),
        *("≤ 1 s: 4", "≤ 10 s: 10", "≤ 60 s: 6"),
    ]
    whole = sum(width for *_, width in shown[:4])
    assert whole == pytest.approx(sum(width for *_, width in shown[4:]), abs=0.5)
    for (title, *_, width), tasks in zip(shown, [53] * 4 + [20] * 3, strict=True):
        assert width / whole == pytest.approx(int(title.rpartition(" ")[2]) / tasks, abs=0.002)


def test_each_piece_begins_where_the_one_before_it_ends() -> None:
    shown = pieces(drawn(TALLIES), "adaptive")
    for (_, y, x, width), (_, next_y, next_x, _) in pairwise(shown):
        assert next_y > y or next_x == pytest.approx(x + width, abs=0.2)


def test_what_nothing_was_solved_of_is_one_piece() -> None:
    assert [title for title, *_ in pieces(drawn(TALLIES[3:]), "quickcheck")] == ["not solved: 20"]


def test_the_legend_has_what_is_shown_and_nothing_else() -> None:
    titles = {box.findtext(f"{SVG}title") for box in drawn(TALLIES[2:3]).iter(f"{SVG}rect")} - {None}
    assert {title for title in titles if title and "," not in title} == {"≤ 1 s", "≤ 10 s", "≤ 60 s"}


def test_everything_lies_within_the_picture_whatever_the_names_are() -> None:
    named = tuple(Tally(t.workload, f"{t.search}:{'x' * 40}=on", t.tasks) for t in TALLIES)
    picture = drawn(named)
    width, height = (float(picture.attrib[name]) for name in ("width", "height"))
    for element in [*picture.iter(f"{SVG}rect"), *picture.iter(f"{SVG}text")]:
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        assert 0 <= x <= x + float(element.get("width", 0)) <= width
        assert 0 <= y <= y + float(element.get("height", 0)) <= height
        if element.get("text-anchor") == "end":
            assert x >= 6 * len(element.text or "")


def test_text_is_written_so_that_it_stays_text() -> None:
    picture = drawn((Tally("a<b", "c&d", 1),))
    texts = [element.text for element in picture.iter(f"{SVG}text")]
    assert {"Tasks & <seeds>", "a<b: 1 task", "c&d"} <= set(texts)


def test_nothing_to_show_is_a_picture_too() -> None:
    assert [text.text for text in drawn(()).iter(f"{SVG}text")] == ["Tasks & <seeds>"]
