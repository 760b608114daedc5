import broken.raises


def needs(a: int) -> int:
    return a
