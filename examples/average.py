"""Averages of some numbers: fine, until there are none."""


def average(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)


def median(numbers: list[float]) -> float:
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def average_or_zero(numbers: list[int]) -> float:
    """Return the average, and 0 of nothing: there is nothing to find here."""
    return sum(numbers) / len(numbers) if numbers else 0.0
