"""Names for a new account: each way a check can end is one behaviour, and has one example.

`fuzzwright examples sign_up:is_own_address` shows all four ways of the first function.
"""

SHORTEST = 8


def is_own_address(address: str) -> bool:
    """Tell whether this is an address of our own: a user name of at least eight letters and digits, and a host."""
    if "@" not in address:
        return False
    name = address.split("@")[0]
    if len(name) < SHORTEST:
        return False
    if not name.isalnum():
        return False
    return True


def without_scheme(url: str) -> str:
    """Return what follows `https://`."""
    if not url.startswith("https://"):
        raise ValueError("only secure addresses can be linked to")
    return url.removeprefix("https://")


def first_letters(names: list[str]) -> list[str]:
    """Return the letter that each name is filed under; the bug: a name may be empty."""
    return [name[0].upper() for name in names]


def welcome(name: str) -> None:
    """Print a greeting."""
    print(f"Welcome, {name}!")
