"""A small parser for sums of numbers and brackets, written by hand."""


class ParseError(ValueError):
    """The text is no sum."""


class Parser:
    """Reads text such as `1+(2+3)`; the bug: it looks at the next letter where there is none."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def number(self) -> int:
        start = self.position
        while self.position < len(self.text) and self.text[self.position].isdigit():
            self.position += 1
        if start == self.position:
            raise ParseError(f"a number expected at {start}")
        return int(self.text[start : self.position])

    def atom(self) -> int:
        """Return the value of a number, or of a sum in brackets.

        :raises ParseError: if there is neither.
        """
        if self.text[self.position] == "(":
            self.position += 1
            value = self.sum()
            if self.text[self.position] != ")":
                raise ParseError(f"`)` expected at {self.position}")
            self.position += 1
            return value
        return self.number()

    def sum(self) -> int:
        """Return the value of atoms joined by `+`.

        :raises ParseError: if there is something else.
        """
        value = self.atom()
        while self.position < len(self.text) and self.text[self.position] == "+":
            self.position += 1
            value += self.atom()
        return value


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
