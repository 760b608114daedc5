"""A range with an invariant that types cannot tell, and a generator that keeps it."""

from dataclasses import dataclass

from fuzzwright import generator


@dataclass
class Range:
    """The numbers from `start` up to, but not including, `end`."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def middle(self) -> int:
        return self.start + (self.end - self.start) // 2


@generator
def small_ranges(start: int, length: int) -> Range:
    """Ranges as they should be: the end is not before the start."""
    return Range(start, start + abs(length) % 100)


def overlap(left: Range, right: Range) -> Range:
    return Range(max(left.start, right.start), min(left.end, right.end))


def overlap_length(left: Range, right: Range) -> int:
    # The bug: ranges that do not meet have an overlap of negative length.
    return len(overlap(left, right))
