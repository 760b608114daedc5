def before(a: int) -> int:
    return a


def after(a: int) -> int
    return a
