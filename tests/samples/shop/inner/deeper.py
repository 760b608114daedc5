def deep(a: int) -> int:
    return a
