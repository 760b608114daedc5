"""Laws: properties made of functions that are there already; run them with `fuzzwright prop`.

Each says in one line what `properties.py` would say in a function.
"""

from bisect import insort

from fields import insert_sorted, join_fields, split_fields

from fuzzwright import agree, idempotent, round_trip, two_way


def insert(numbers: list[int], number: int) -> list[int]:
    """Return the numbers with one more, as the standard library puts it in."""
    numbers = list(numbers)
    insort(numbers, number)
    return numbers


def is_number(text: str) -> bool:
    """Return whether a text is a whole number; the bug: `-1` is one too."""
    return text.isdecimal()


def squeeze(text: str) -> str:
    """Return a text without runs of spaces; the bug: of three, two are left."""
    return text.replace("  ", " ")


# Does not hold: a number larger than all others is lost.
inserting_agrees = agree(insert_sorted, insert)

# Does not hold: no field at all and one empty field are written the same.
fields_come_back = round_trip(join_fields, split_fields)

# Does not hold either: what is written in two ways cannot come back in both.
lines_come_back = round_trip(split_fields, join_fields)

squeezing_is_done_at_once = idempotent(squeeze)
numbers_are_numbers = two_way(is_number, int)

# Holds: each spelling of a list is read as one.
written_lists_are_settled = idempotent(lambda line: join_fields(split_fields(line)), of={"line": str})
