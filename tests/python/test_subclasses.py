import collections
import fractions

import fuzzwright.domains.text
from fuzzwright.python.classes import concrete_subclasses


class Priced(dict[str, int]):
    """A class of the package under test."""


class _Hidden(dict[str, int]):
    """One that is for the package itself."""


class Half(fractions.Fraction):
    """A class of another module that anybody may use."""


class _Third(fractions.Fraction):
    """One that only its own module knows."""


def test_classes_that_merely_happen_to_be_loaded_are_not_handed_to_code_under_test() -> None:
    below = concrete_subclasses(dict, [])
    assert collections.OrderedDict in below
    assert not [each for each in below if each.__module__.startswith("fuzzwright")]
    assert concrete_subclasses(fractions.Fraction, []) == [Half]
    assert any(issubclass(each, dict) for each in vars(fuzzwright.domains.text).values() if isinstance(each, type))


def test_classes_of_the_package_under_test_are_known_however_they_are_named() -> None:
    assert concrete_subclasses(dict, [Priced, _Hidden])[:2] == [Priced, _Hidden]
