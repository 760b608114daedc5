"""Properties: what should hold for all inputs, said in one function each."""

from fuzzwright import assume, prop


def encode(text: str) -> list[tuple[str, int]]:
    """Return the runs of equal letters: `aab` is a twice, b once."""
    runs: list[tuple[str, int]] = []
    for letter in text:
        if runs and runs[-1][0] == letter:
            runs[-1] = (letter, runs[-1][1] + 1)
        else:
            runs.append((letter, 1))
    return runs


def decode(runs: list[tuple[str, int]]) -> str:
    return "".join(letter * count for letter, count in runs)


def insert_sorted(numbers: list[int], number: int) -> list[int]:
    for index, other in enumerate(numbers):
        if number <= other:
            return numbers[:index] + [number] + numbers[index:]
    # The bug: a number larger than all others is lost.
    return numbers


@prop
def decoding_gives_the_text_back(text: str) -> None:
    assert decode(encode(text)) == text


@prop
def an_inserted_number_is_there(numbers: list[int], number: int) -> None:
    assume(numbers == sorted(numbers))
    assert number in insert_sorted(numbers, number)
