"""The average of some numbers: fine, until there are none."""


def average(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)


def median(numbers: list[float]) -> float:
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2
