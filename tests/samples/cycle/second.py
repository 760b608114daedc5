import cycle.first


def two(a: int) -> int:
    return a


START = cycle.first.one
