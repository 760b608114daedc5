from dataclasses import dataclass


@dataclass
class Order:
    amount: int
    items: list[str]
    discount: float | None = None


def total(orders: list[Order]) -> int:
    sum_ = 0
    for order in orders:
        if order.discount:
            sum_ += int(order.amount / order.discount)
        else:
            sum_ += order.amount
    return sum_


def first_letters(words: dict[str, list[str]]) -> str:
    return "".join(word[0] for group in words.values() for word in group)


def parse_pair(text: str) -> tuple[int, int]:
    left, right = text.split(",")
    return int(left), int(right)


def wrong_type(number: int) -> str:
    if number > 100:
        return number
    return str(number)
