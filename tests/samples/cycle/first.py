from cycle.second import two


def one(a: int) -> int:
    return two(a)
