from fuzzwright.python.hints import Hints
from fuzzwright.python.refusals import show


class _Silent(type):
    def __repr__(cls) -> str:
        raise TypeError("nothing to say")


class Silent(metaclass=_Silent):
    __args__ = ()


def test_a_class_that_cannot_be_shown_has_a_name_all_the_same() -> None:
    assert show(Silent) == "<tests.python.test_show._Silent>"
    hints = Hints()
    assert hints.build(list[Silent]) is hints.build(list[Silent])
