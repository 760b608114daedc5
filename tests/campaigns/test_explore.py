"""`explore` takes functions as they are at hand: also methods, of a class or of an object."""

from __future__ import annotations

import pytest

from fuzzwright import explore


class Shelf:
    """Holds a few boxes."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.boxes: list[int] = []

    def put(self, box: int) -> None:
        """Put a box on the shelf."""
        self.boxes.append(box)

    def share(self, people: int) -> int:
        """Return how many boxes each gets."""
        return len(self.boxes) // people


@pytest.mark.parametrize("isolated", [True, False])
def test_a_method_of_a_class_is_called_on_objects_that_are_made_for_it(isolated: bool) -> None:
    explored = explore(Shelf.share, executions=500, seed=1, isolated=isolated)
    (finding,) = explored.findings
    assert finding.exception == "ZeroDivisionError"
    assert finding.call == "tests.campaigns.test_explore.Shelf(0).share(0)"


def test_a_method_of_an_object_is_called_on_that_object() -> None:
    (finding,) = explore(Shelf(3).share, executions=500, seed=1).findings
    assert finding.exception == "ZeroDivisionError"
