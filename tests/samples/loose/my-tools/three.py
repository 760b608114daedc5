def three(a: int) -> int:
    return a
