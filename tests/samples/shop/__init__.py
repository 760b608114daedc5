from shop.kinds import plain  # re-exported, belongs to shop.kinds


def top(x: int) -> int:
    return x
