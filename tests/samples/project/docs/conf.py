x = 1


def conf(a: int) -> int:
    return a
