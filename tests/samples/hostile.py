"""Objects that answer questions with exceptions."""


class Proxy:
    def __getattr__(self, name):
        raise RuntimeError("not bound")

    @property
    def __class__(self):
        raise RuntimeError("not bound")

    def __call__(self):
        pass


class Meta(type):
    def __getattribute__(cls, name):
        if name == "__module__":
            raise RuntimeError("no module")
        return super().__getattribute__(name)


class Odd(metaclass=Meta):
    def method(self, a: int) -> int:
        return a


proxy = Proxy()


def decorated_away(f):
    return proxy


@decorated_away
def replaced(a: int) -> int:
    return a


def plain(a: int) -> int:
    return a
