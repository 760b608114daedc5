import ctypes


def crash_sometimes(numbers: list[int]) -> int:
    if len(numbers) > 2 and numbers[0] == numbers[1] and numbers[0] > 5:
        ctypes.string_at(0)
    if len(numbers) > 3 and numbers[-1] == 42:
        raise KeyError(numbers[-1])
    return sum(numbers)


COUNT = 0


def counts_calls(number: int) -> int:
    """Fails from the 500th call on: only the calls before it explain why."""
    global COUNT
    COUNT += 1
    if COUNT > 500:
        raise RuntimeError("too many calls")
    return COUNT
