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
        if amount > self.balance:
            raise ValueError("not enough money")
        self.balance -= amount
        self.history.append(-amount)
        return self.balance

    def largest_share(self) -> float:
        """Return how much of the balance the largest movement was."""
        return max(self.history) / self.balance
