"""What people would put where a parameter has a certain name: a small table of common words.

A name is split into words, singular and without numbers; the last word that the table knows decides, as in English
the thing itself comes last. There are three values for each, so that lists have something to list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

Three = tuple[Any, Any, Any]

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TEXTS: Final[dict[str, Three]] = {
    "name user username author person customer owner player who": ("Ada", "Grace", "Alan"),
    "first firstname given": ("Ada", "Grace", "Alan"),
    "last lastname surname": ("Lovelace", "Hopper", "Turing"),
    "fullname": ("Ada Lovelace", "Grace Hopper", "Alan Turing"),
    "email mail": ("ada@example.com", "grace@example.com", "alan@example.com"),
    "url uri link href": ("https://example.com/a", "https://example.com/b?c=1", "https://example.org"),
    "host hostname domain server": ("example.com", "example.org", "localhost"),
    "ip": ("192.0.2.1", "192.0.2.2", "192.0.2.3"),
    "filename file path": ("notes.txt", "data.csv", "report.pdf"),
    "folder directory dir root": ("docs", "src", "tests"),
    "extension ext": (".txt", ".py", ".md"),
    "date day birthday": ("2024-05-17", "2024-12-31", "2025-01-01"),
    "time hour": ("12:30", "08:00", "23:59"),
    "datetime timestamp": ("2024-05-17T12:30:00", "2024-12-31T23:59:59", "2025-01-01T00:00:00"),
    "month": ("May", "June", "July"),
    "weekday": ("Monday", "Tuesday", "Friday"),
    "city town place location": ("Paris", "Berlin", "Oslo"),
    "country": ("France", "Germany", "Norway"),
    "street address": ("12 Main Street", "3 High Street", "7 Park Lane"),
    "zip postcode": ("12345", "54321", "10117"),
    "phone": ("555-0123", "555-0145", "555-0199"),
    "color colour": ("red", "green", "blue"),
    "currency": ("EUR", "USD", "GBP"),
    "price amount number num digit integer value": ("42", "7", "100"),
    "language lang locale": ("en", "de", "fr"),
    "title subject heading topic": ("Hello World", "A Short Story", "Notes"),
    "message msg comment note description": ("Hello there!", "See you soon.", "Thank you."),
    "text content body sentence paragraph document string": ("hello world", "the quick brown fox", "one two three"),
    "word token term query search": ("hello", "world", "python"),
    "key field column attribute attr tag label": ("name", "age", "city"),
    "id identifier code sku": ("a1", "b2", "c3"),
    "uuid": ("12345678-1234-5678-1234-567812345678",) * 3,
    "json": ('{"a": 1}', "[1, 2, 3]", "null"),
    "csv line row record": ("a,b,c", "1,2,3", "x,y,z"),
    "html markup": ("<p>Hello</p>", "<b>bold</b>", "<br>"),
    "xml": ("<a>1</a>", "<b/>", "<c>2</c>"),
    "sql": ("select 1", "select name from users", "select 2"),
    "expression expr formula equation": ("1 + 2", "3 * 4", "(5 - 1) / 2"),
    "source program": ("x = 1", "print(1)", "pass"),
    "version": ("1.2.3", "2.0.0", "0.9.1"),
    "hex": ("ff", "0a", "c0ffee"),
    "regex pattern": ("a+", "[0-9]+", "x|y"),
    "prefix": ("pre", "un", "re"),
    "suffix": ("ing", "ed", "s"),
    "separator sep delimiter": (",", ";", " "),
    "encoding charset": ("utf-8", "ascii", "latin-1"),
    "password secret": ("Secret123", "hunter2", "p4ssw0rd"),
    "character char letter c ch": ("a", "b", "c"),
    "unit": ("km", "m", "kg"),
    "fruit item product article thing": ("apple", "banana", "cherry"),
    "roman numeral": ("XIV", "IX", "MMXXIV"),
    "s t": ("hello", "world", "python"),
}

NUMBERS: Final[dict[str, Three]] = {
    "age": (30, 25, 41),
    "year": (2024, 2000, 1999),
    "month": (5, 2, 12),
    "day": (17, 29, 31),
    "hour": (12, 8, 23),
    "minute": (30, 0, 59),
    "second": (15, 0, 59),
    "price amount cost salary balance money deposit payment fee": (100, 50, 20),
    "percent percentage discount": (20, 10, 50),
    "rate ratio fraction probability": (2, 1, 3),
    "port": (8080, 443, 22),
    "count size length limit quantity qty number num n k": (3, 5, 4),
    "index idx i position pos offset": (1, 2, 0),
    "id": (1, 2, 3),
    "width w column": (4, 5, 6),
    "height h row": (3, 2, 5),
    "depth": (2, 1, 3),
    "x a left first": (1, 2, 3),
    "y b right second": (2, 3, 4),
    "z c third": (3, 4, 5),
    "low lo min minimum lower start begin": (1, 2, 3),
    "high hi max maximum upper stop end": (10, 20, 30),
    "step": (1, 2, 3),
    "seed": (42, 1, 7),
    "base": (10, 2, 16),
    "exponent power": (2, 3, 4),
    "temperature celsius": (20, 0, 100),
    "fahrenheit": (68, 32, 212),
    "score grade mark point": (80, 95, 60),
    "weight": (70, 5, 12),
    "distance": (12, 5, 100),
    "speed": (50, 80, 120),
}

FRACTIONS: Final[dict[str, Three]] = {
    "price amount cost salary balance money": (9.99, 20.0, 4.5),
    "rate ratio fraction probability discount": (0.2, 0.5, 0.1),
    "temperature celsius": (20.5, 0.0, 36.6),
    "latitude lat": (48.9, 52.5, 59.9),
    "longitude lon lng": (2.4, 13.4, 10.7),
    "radius": (2.0, 1.0, 5.0),
    "height": (1.75, 1.6, 2.5),
}

DEFAULT_TEXTS: Final[Three] = ("hello", "world", "python")
DEFAULT_NUMBERS: Final[Three] = (3, 4, 5)
LISTED_NUMBERS: Final[Three] = (1, 2, 3)
DEFAULT_FRACTIONS: Final[Three] = (2.5, 1.0, 4.0)
VAGUE: Final = _words("text string s t value data content input raw source src line x arg")
"""Names that say little: there the name of the function may say more."""

_SPECIAL: Final = _words("age year price amount cost salary percent port temperature score grade point speed id")
"""Numbers that look like what they are also in a list."""

_SINGULAR: Final = _words("celsius radius pos")
"""Words that end like others do in the plural."""

_TABLES: Final[dict[str, dict[str, Three]]] = {
    kind: {word: three for words, three in table.items() for word in words.split()}
    for kind, table in (("text", TEXTS), ("number", NUMBERS), ("fraction", FRACTIONS))
}


def three_for(kind: str, name: str, around: str = "") -> Three | None:
    """Return three values for a parameter of this name, in something called `around`; None if nothing is known."""
    table = _TABLES[kind]
    own = words_in(name)
    known = _last(table, own)
    if around and (known is None or set(own) <= VAGUE):
        # A function `is_email(text)` is about e-mails; a class `User` with a `name` is about names.
        known = _last(table, [word for word in words_in(around) if word not in VAGUE]) or known
    return known


def numbers_for(name: str, listed: bool) -> Three | None:
    """Return three whole numbers for a name; for the items of something 1, 2, 3, unless they are ages or the like."""
    if listed and not set(words_in(name)) & _SPECIAL:
        return LISTED_NUMBERS
    return three_for("number", name)


def _last(table: dict[str, Three], words: list[str]) -> Three | None:
    joined = "".join(words)
    if joined in table:
        return table[joined]
    return next((table[word] for word in reversed(words) if word in table), None)


def words_in(name: str) -> list[str]:
    """Return the words of an identifier, lower case and singular."""
    return list(_singulars(word.lower() for word in _WORD.findall(name)))


def _singulars(words: Iterator[str]) -> Iterator[str]:
    for word in words:
        if word.endswith("ies") and len(word) > 4:
            yield word[:-3] + "y"
        elif word.endswith(("sses", "ches")):
            yield word[:-2]
        elif word.endswith("s") and not word.endswith("ss") and len(word) > 2 and word not in _SINGULAR:
            yield word[:-1]
        else:
            yield word
