"""Classes and functions with few annotations, for tests of what is inferred; the text of this file is read too."""

from typing import Protocol


class Named(Protocol):
    name: str


class Sized(Protocol):
    name: int


class Item:
    """An item.

    Args:
        name (str): what it is called
    """

    limit = 10

    def __init__(self, name, price=0, note=None, *, count: int = 1):
        self.name = name
        self.price = price
        self.tags: list[str] = []
        self.total = price if price else 0.5
        self.note = note
        self.count, self.known = count, True
        self.rows = {"a": [1]}
        self.label = f"{name}"
        self.inner = Inner()
        self.made = make()
        self.later = None
        if price:
            self.later = "x"
        self.odd = name.upper()

        def inside(self):
            self.hidden = 1


class Inner:
    def __init__(self, name: str = "x"):
        self.name = name


class Special(Item):
    def __init__(self, name):
        super().__init__(name)
        self.name = name.strip()
        self.extra = b""


def make() -> set[int]:
    return set()


def by_default(a=0, b="x", c=(), d=(1, 2), e=None, f=make, g=1.5):
    return a


def by_docstring(name, item, count=None, nothing=None, wrong=None):
    """Do.

    :param str name: who
    :param Item item: what
    :type count: int
    :param wrong: said by nobody
    :type wrong: make
    """
    return name


def both(a=0, *rest, **named):
    """Do.

    :param float a: how much
    :param int rest: more
    """
    return a


def needs_item(item: Item) -> str:
    return item.name


def annotated(number: int) -> int:
    return number


def told_by_checker(x, y, z):
    return x


def label(thing: Named) -> str:
    return thing.name


def size(thing: Sized) -> int:
    return thing.name
