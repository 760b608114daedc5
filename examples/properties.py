"""Properties: what should hold for all inputs, said in one function each; run them with `fuzzwright prop`.

They stand in a file of their own: the search is guided by the code they test, not by the file they are in.
"""

from fields import insert_sorted, join_fields, split_fields

from fuzzwright import assume, prop


@prop
def splitting_gives_the_fields_back(fields: list[str]) -> None:
    """Does not hold: no field at all and one empty field are written the same."""
    assert split_fields(join_fields(fields)) == fields


@prop
def some_fields_come_back(fields: list[str]) -> None:
    """Holds: with at least one field, nothing is lost."""
    assume(fields)
    assert split_fields(join_fields(fields)) == fields


@prop
def an_inserted_number_is_there(numbers: list[int], number: int) -> None:
    assume(numbers == sorted(numbers))
    assert number in insert_sorted(numbers, number)
