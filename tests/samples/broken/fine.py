def fine(a: int) -> int:
    return a
