def rooted(a: int) -> int:
    return a
