"""An account with state: what goes wrong depends on what was done before."""


class Account:
    """Money that can be put in and taken out."""

    def __init__(self, balance: int = 0) -> None:
        if balance < 0:
            raise ValueError("an account starts with at least nothing")
        self.balance = balance
        self.history: list[int] = []

    def deposit(self, amount: int) -> None:
        if amount <= 0:
            raise ValueError("only positive amounts can be deposited")
        self.balance += amount
        self.history.append(amount)

    def withdraw(self, amount: int) -> int:
        if not 0 < amount <= self.balance:
            raise ValueError("not enough money")
        self.balance -= amount
        self.history.append(-amount)
        return self.balance

    def largest_share(self) -> float:
        """Return how much of the balance the largest movement was.

        Two bugs: there may be no movement, and an account that was emptied has no balance.
        """
        return max(self.history) / self.balance


def movements(account: Account, last: int) -> list[int]:
    """Return the last movements, latest first; the bug: there may be fewer."""
    return [account.history[-1 - index] for index in range(min(last, 10))]
