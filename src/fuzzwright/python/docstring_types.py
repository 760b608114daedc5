"""Types that docstrings tell of parameters, in the three common formats, as text of annotations.

What stands at the place of a type is read by a small grammar of type words ("list of str", "int or None, optional");
whatever is not wholly understood by it gives nothing. Whether a name means a class is left to whoever evaluates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_LONGEST = 20_000
"""Characters of a docstring that are looked at."""
_LONGEST_TYPE = 200
_DEEPEST = 6

_WORDS = {
    **dict.fromkeys(("int", "integer", "ints", "integers"), "int"),
    **dict.fromkeys(("float", "floats", "double"), "float"),
    **dict.fromkeys(("number", "numbers", "numeric", "scalar"), "int | float"),
    **dict.fromkeys(("str", "string", "strings", "strs", "text", "unicode"), "str"),
    **dict.fromkeys(("bool", "boolean", "bools", "booleans"), "bool"),
    **dict.fromkeys(("bytes", "bytestring"), "bytes"),
    **dict.fromkeys(("None", "none", "NoneType"), "None"),
    **dict.fromkeys(("dict", "dictionary", "dicts", "mapping"), "dict"),
    **dict.fromkeys(("list", "lists"), "list"),
    **dict.fromkeys(("tuple", "tuples"), "tuple"),
    **dict.fromkeys(("set", "sets"), "set"),
    **dict.fromkeys(("callable", "function", "callback"), "collections.abc.Callable"),
    **dict.fromkeys(("iterable", "Iterable"), "collections.abc.Iterable"),
    **dict.fromkeys(("sequence", "Sequence"), "collections.abc.Sequence"),
    **dict.fromkeys(("Mapping",), "collections.abc.Mapping"),
    **{word: word for word in ("complex", "bytearray", "frozenset", "type", "range", "object")},
}
_HOLDING = ("list", "set", "frozenset", "tuple", "collections.abc.Iterable", "collections.abc.Sequence")
_TOKEN = re.compile(r"\s*(?:(\.\.\.)|([A-Za-z_][\w.]*)|([\[\](){},|:]))")
_SECTION = ("args", "arguments", "parameters", "params", "other parameters", "keyword args", "keyword arguments")
_GOOGLE = re.compile(r"\*{0,2}(\w+)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*:")
_NUMPY = re.compile(r"(\*{0,2}\w+(?:\s*,\s*\*{0,2}\w+)*)\s+:\s+(.+)|(\w+)\s*:\s+(.+)")
_SPHINX_TYPE = re.compile(r":(?:type|kwtype)\s+\*{0,2}(\w+)\s*:\s*(.+)")
_SPHINX_PARAM = re.compile(r":(?:param|parameter|arg|argument|key|keyword)\s+([^:]+?)\s+\*{0,2}(\w+)\s*:")


def documented_types(docstring: str) -> dict[str, str]:
    """Return the annotation, as text, of each parameter whose type a docstring tells in words we know."""
    found: dict[str, str] = {}
    for name, words in _told(docstring[:_LONGEST]):
        text = annotation_of(words)
        if text is not None:
            found.setdefault(name, text)
    return found


def _told(docstring: str) -> Iterator[tuple[str, str]]:
    """Yield parameters and what stands at the place of their types."""
    section, indent, entry = "", 0, -1
    lines = docstring.expandtabs().splitlines()
    for number, line in enumerate(lines):
        text, depth = line.strip(), len(line) - len(line.lstrip())
        if sphinx := _SPHINX_TYPE.match(text):
            yield sphinx.group(1), sphinx.group(2)
        elif sphinx := _SPHINX_PARAM.match(text):
            yield sphinx.group(2), sphinx.group(1)
        elif text.rstrip(":").lower() in _SECTION and (kind := _kind(lines, number)):
            section, indent, entry = kind, depth, -1
        elif not text or set(text) == {"-"}:
            continue
        elif section == "google":
            if depth <= indent:
                section = ""
                continue
            # Entries stand at one depth; deeper lines go on with a description.
            entry = depth if entry < 0 else entry
            if depth <= entry and (google := _GOOGLE.match(text)):
                yield google.group(1), google.group(2)
        elif section == "numpy" and depth <= indent:
            if _underlined(lines, number):
                section = ""
            elif numpy := _NUMPY.match(text):
                names, words = numpy.group(1) or numpy.group(3), numpy.group(2) or numpy.group(4)
                yield from ((name.strip(" *"), words) for name in names.split(","))


def _kind(lines: list[str], number: int) -> str:
    if _underlined(lines, number):
        return "numpy"
    return "google" if lines[number].rstrip().endswith(":") else ""


def _underlined(lines: list[str], number: int) -> bool:
    return number + 1 < len(lines) and set(lines[number + 1].strip()) == {"-"}


class _Unknown(Exception):
    """Words that are no type we know."""


def annotation_of(words: str) -> str | None:
    """Return the text of the annotation that type words stand for, or None if they are not wholly understood."""
    # Marks of reST around names, and what is said after the type.
    text = re.sub(r":(?:class|obj|py:class|mod|data):|[`~]", "", words).strip().rstrip(".").strip()
    text = re.sub(
        r"(?:,\s*|\s*\()?\b(?:default(?:s to|\s*[=:])?|by default)\s*[^,)]*\)?$", "", text, flags=re.I
    ).strip()
    optional = re.search(r",?\s*\(?\boptional\b\)?$", text, re.I)
    if optional:
        text = text[: optional.start()].strip()
    if not text or len(text) > _LONGEST_TYPE:
        return None
    if choices := _choices(text):
        return choices
    try:
        tokens = list(_tokens(text))
        parsed, rest = _union(tokens, 0)
    except _Unknown:
        return None
    # "optional" says that it may be left out, which the signature says too; None is not meant by it.
    return parsed if not rest else None


def _choices(text: str) -> str | None:
    """Return the Literal that `{'a', 'b'}` is in NumPy's format."""
    if re.fullmatch(r"\{\s*(?:'[^'\\]*'|\"[^\"\\]*\"|-?\d+)(?:\s*,\s*(?:'[^'\\]*'|\"[^\"\\]*\"|-?\d+))*\s*\}", text):
        return f"typing.Literal[{text[1:-1].strip()}]"
    return None


def _tokens(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise _Unknown(text)
        yield token.group().strip()
        at = token.end()


def _union(tokens: list[str], depth: int) -> tuple[str, list[str]]:
    """Read `a`, `a or b`, `a, b or c`, `a | b`; return its annotation and the tokens after it."""
    first, rest = _one(tokens, depth)
    members = [first]
    while rest:
        if rest[0] in ("or", "|"):
            rest = rest[1:]
        elif rest[0] == "," and depth == 0 and "or" in rest:
            rest = rest[2:] if rest[1:2] == ["or"] else rest[1:]
        else:
            break
        member, rest = _one(rest, depth)
        members.append(member)
    return " | ".join(dict.fromkeys(members)), rest


def _one(tokens: list[str], depth: int) -> tuple[str, list[str]]:
    """Read one type: a word, `list of T`, `dict of K to V`, `T[A, B]`, `(A, B)`."""
    if not tokens or depth > _DEEPEST:
        raise _Unknown
    head, rest = tokens[0], tokens[1:]
    if head in ("a", "an", "the") and rest:
        return _one(rest, depth)
    if head == "(":
        inside, rest = _listed(rest, ")", depth)
        return (f"tuple[{', '.join(inside)}]" if len(inside) > 1 else inside[0]), rest
    if not re.fullmatch(r"[A-Za-z_][\w.]*", head) or head.endswith(".") or head in ("of", "or", "to", "optional"):
        raise _Unknown
    known = _WORDS.get(head, _WORDS.get(head.lower(), head) if head.islower() else head)
    if rest[:1] in (["["], ["("]) and (rest[0] == "[" or known in (*_HOLDING, "dict")):
        inside, rest = _listed(rest[1:], "]" if rest[0] == "[" else ")", depth)
        return f"{known}[{', '.join(inside)}]", rest
    if rest[:1] == ["of"]:
        return _of(known, rest[1:], depth)
    if known == head and head not in _WORDS and rest[:1] and rest[0] not in ("or", "|", ",", "]", ")", "to"):
        raise _Unknown  # a sentence, not a type
    return known, rest


def _of(holding: str, tokens: list[str], depth: int) -> tuple[str, list[str]]:
    item, rest = _one(tokens, depth + 1)
    if holding == "tuple" and tokens[0] == "(":
        return item, rest  # "tuple of (int, str)" is one with these places
    if holding in ("dict", "collections.abc.Mapping"):
        if rest[:1] not in (["to"], [":"]):
            raise _Unknown
        value, rest = _one(rest[1:], depth + 1)
        return f"{holding}[{item}, {value}]", rest
    if holding not in _HOLDING:
        raise _Unknown
    return f"{holding}[{item}, ...]" if holding == "tuple" else f"{holding}[{item}]", rest


def _listed(tokens: list[str], closing: str, depth: int) -> tuple[list[str], list[str]]:
    """Read types up to the closing bracket, separated by commas."""
    found: list[str] = []
    rest = tokens
    while rest:
        if rest[0] == "...":
            item, rest = "...", rest[1:]
        elif rest[0] == "[":
            inside, rest = _listed(rest[1:], "]", depth + 1)
            item = f"[{', '.join(inside)}]"
        else:
            item, rest = _union(rest, depth + 1)
        found.append(item)
        if rest[:1] == [closing]:
            return found, rest[1:]
        if rest[:1] != [","]:
            break
        rest = rest[1:]
    raise _Unknown
