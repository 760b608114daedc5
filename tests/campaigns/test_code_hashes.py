"""The hash of a function changes with the code it leads to, and with nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzzwright.campaigns.code_hashes import CodeHashes

FILES = {
    "shop/__init__.py": "from shop.prices import vat\n",
    "shop/prices.py": """
RATE = 19
OTHER = 3


def vat(amount: int) -> int:
    return rounded(amount * RATE)


def rounded(number: int) -> int:
    return number // 100


def alone(number: int) -> int:
    return number
""",
    "shop/orders.py": """
from __future__ import annotations

import shop.prices
import shop.prices as money
from shop import vat as tax
from .prices import rounded
from collections import Counter


class Base:
    limit = 5

    def check(self) -> bool:
        return True


class Order(Base):
    count: int = 0

    def __init__(self, count: int) -> None:
        self.count = count

    def total(self) -> int:
        return self.price() * self.count

    def price(self) -> int:
        return 3

    def unused(self) -> int:
        return 4


def by_alias(number: int) -> int:
    return tax(number)


def by_module(number: int) -> int:
    return shop.prices.vat(number) + money.rounded(1)


def relative(number: int) -> int:
    return rounded(number)


def typed(order: Order) -> int:
    return order.total()


def quoted(order: "Order | None") -> bool:
    return order.check()


def recursive(number: int) -> int:
    return recursive(number - 1) if number else other(number)


def other(number: int) -> int:
    return recursive(number)


def outside(text: str) -> Counter[str]:
    return Counter(text)
""",
}
FUNCTIONS = (
    *("prices.vat", "prices.rounded", "prices.alone", "orders.by_alias", "orders.by_module", "orders.relative"),
    *("orders.typed", "orders.quoted", "orders.recursive", "orders.other", "orders.outside"),
    *("orders.Order.total", "orders.Order.price", "orders.Order.unused", "orders.Order.__init__"),
)


def hashes(folder: Path, *modules: str) -> dict[str, str]:
    chosen = modules or ("shop", "shop.prices", "shop.orders")
    places = {name: str(folder / name.replace(".", "/")) for name in chosen}
    files = {name: f"{place}/__init__.py" if name == "shop" else f"{place}.py" for name, place in places.items()}
    made = CodeHashes(files, [str(folder)])
    return {name: made.of(f"shop.{name}") for name in FUNCTIONS}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def changed(project: Path, file: str, before: str, after: str) -> set[str]:
    """Return the functions whose hashes change with an edit."""
    old = hashes(project)
    place = project / file
    text = place.read_text()
    assert before in text
    place.write_text(text.replace(before, after))
    new = hashes(project)
    return {name for name in FUNCTIONS if old[name] != new[name]}


def test_every_function_has_a_hash_of_its_own_that_stays(project: Path) -> None:
    first = hashes(project)
    assert all(first.values())
    assert first == hashes(project)
    # Two functions that lead to each other lead to the same code.
    assert first["orders.recursive"] == first["orders.other"]
    assert len(set(first.values())) == len(FUNCTIONS) - 1


def test_a_function_changes_with_what_it_calls_through_all_kinds_of_imports(project: Path) -> None:
    assert changed(project, "shop/prices.py", "number // 100", "number // 10") == {
        *("prices.vat", "prices.rounded", "orders.by_alias", "orders.by_module", "orders.relative")
    }


def test_a_function_changes_with_a_constant_it_uses(project: Path) -> None:
    assert changed(project, "shop/prices.py", "RATE = 19", "RATE = 7") == {
        *("prices.vat", "orders.by_alias", "orders.by_module")
    }
    assert changed(project, "shop/prices.py", "OTHER = 3", "OTHER = 4") == set()


def test_a_function_changes_with_the_methods_it_uses_and_not_with_others(project: Path) -> None:
    assert changed(project, "shop/orders.py", "return 3", "return 30") == {
        *("orders.typed", "orders.Order.total", "orders.Order.price")
    }
    assert changed(project, "shop/orders.py", "return 4", "return 40") == {"orders.Order.unused"}


def test_a_function_changes_with_the_constructor_and_the_bases_of_its_arguments(project: Path) -> None:
    methods = {f"orders.Order.{name}" for name in ("total", "price", "unused", "__init__")}
    assert changed(project, "shop/orders.py", "self.count = count", "self.count = -count") == {
        *("orders.typed", "orders.quoted", *methods)
    }
    assert changed(project, "shop/orders.py", "limit = 5", "limit = 6") == {"orders.typed", "orders.quoted", *methods}
    assert changed(project, "shop/orders.py", "return True", "return False") == {"orders.quoted"}


def test_comments_empty_lines_and_moved_lines_are_no_change(project: Path) -> None:
    assert changed(project, "shop/orders.py", "import shop.prices\n", "# why\n\n\nimport shop.prices\n") == set()
    assert (
        changed(project, "shop/prices.py", "    return number // 100", "    # down\n    return number // 100") == set()
    )


def test_what_is_not_asked_for_is_read_from_the_project_all_the_same(project: Path) -> None:
    asked = ("orders.by_alias", "orders.by_module", "orders.typed")
    every, one = hashes(project), hashes(project, "shop.orders")
    assert [one[name] for name in asked] == [every[name] for name in asked]


def test_what_cannot_be_read_has_no_hash(project: Path) -> None:
    made = CodeHashes({"shop.orders": str(project / "shop/orders.py"), "bad": str(project / "bad.py")}, [])
    (project / "bad.py").write_text("def f(:\n")
    assert [made.of(name) for name in ("shop.orders.missing", "bad.f", "nowhere.f", "bad", "")] == [""] * 5


def test_a_class_that_inherits_from_its_own_name_ends(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(
        "from odd import g as f\nfrom odd import f as g\nclass A(A): pass\nclass B(C): pass\nclass C(B): pass\n"
        "def use(a: A, b: B):\n    return f(g(a))\n"
    )
    assert CodeHashes({"odd": str(tmp_path / "odd.py")}, [str(tmp_path)]).of("odd.use")
