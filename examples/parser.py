"""A small parser for sums of numbers and brackets, written by hand."""


class Parser:
    """Reads text such as `1+(2+3)`; a ParseError says what it did not understand."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def peek(self) -> str:
        return self.text[self.position]

    def number(self) -> int:
        start = self.position
        while self.position < len(self.text) and self.text[self.position].isdigit():
            self.position += 1
        if start == self.position:
            raise ParseError(f"a number expected at {start}")
        return int(self.text[start : self.position])

    def atom(self) -> int:
        if self.peek() == "(":
            self.position += 1
            value = self.sum()
            if self.peek() != ")":
                raise ParseError(f"`)` expected at {self.position}")
            self.position += 1
            return value
        return self.number()

    def sum(self) -> int:
        value = self.atom()
        while self.position < len(self.text) and self.peek() == "+":
            self.position += 1
            value += self.atom()
        return value


class ParseError(ValueError):
    """The text is no sum."""


def calculate(text: str) -> int:
    """Return the value of a sum.

    Raises:
        ParseError: if the text is no sum.
    """
    parser = Parser(text)
    value = parser.sum()
    if parser.position < len(text):
        raise ParseError(f"unexpected text at {parser.position}")
    return value
