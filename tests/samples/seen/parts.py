"""Functions and a class without hints, each called by something that has some."""


class Item:
    def __init__(self, name, price):
        self.name = name
        self.price = price

    def label(self, width: int) -> str:
        return self.name[0] + "." * (width % 8)


def halves(number):
    return [number // 2, number - number // 2]


def first_letter(words):
    return initial(words[0])


def initial(word):
    return word[0]


def described(item, position):
    return f"{position[0]}: {item.name}"


def never_called(thing):
    return thing


def given_a_default(number, step=None):
    return number if step is None else number + step
