def one(a: int) -> int:
    return a
