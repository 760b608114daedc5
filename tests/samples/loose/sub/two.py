def two(a: int) -> int:
    return a
