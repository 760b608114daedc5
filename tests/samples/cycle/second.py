def two(a: int) -> int:
    return a


from cycle.first import one
