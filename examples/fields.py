"""Lists as text and in order: nothing raises here, and yet two things are wrong; `properties.py` finds them."""


def join_fields(fields: list[str]) -> str:
    """Return the fields as one line with commas between them; commas within a field are escaped."""
    return ",".join(field.replace("\\", "\\\\").replace(",", "\\,") for field in fields)


def split_fields(line: str) -> list[str]:
    """Return the fields of a line written by `join_fields`."""
    fields = [""]
    escaped = False
    for letter in line:
        if escaped or letter not in "\\,":
            fields[-1] += letter
            escaped = False
        elif letter == "\\":
            escaped = True
        else:
            fields.append("")
    return fields


def insert_sorted(numbers: list[int], number: int) -> list[int]:
    for index, other in enumerate(numbers):
        if number <= other:
            return numbers[:index] + [number] + numbers[index:]
    # The bug: a number larger than all others is lost.
    return numbers
