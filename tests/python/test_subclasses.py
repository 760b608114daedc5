import collections
import sys

from fuzzwright.python.classes import concrete_subclasses


class Priced(dict[str, int]):
    """A class of the package under test."""


class _Hidden(dict[str, int]):
    """One that is for the package itself."""


def test_classes_that_merely_happen_to_be_loaded_are_not_handed_to_code_under_test() -> None:
    below = concrete_subclasses(dict, [])
    assert {collections.OrderedDict, collections.Counter} <= {*below}
    assert {each.__module__.partition(".")[0] for each in below} <= sys.stdlib_module_names


def test_classes_of_the_package_under_test_are_known_however_they_are_named() -> None:
    assert concrete_subclasses(dict, [Priced, _Hidden])[:2] == [Priced, _Hidden]
