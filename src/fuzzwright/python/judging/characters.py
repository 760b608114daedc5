"""Texts that are not what they are used as: a pattern, something to write, an encoding, bytes that can be read.

Hints say `str` or `bytes` for all of these. Whoever chose the text is asked for one that fits.
"""

from __future__ import annotations

import ast
import re

from fuzzwright.python.judging.case import Case, handed_over, last_name
from fuzzwright.python.judging.keeping import SELF
from fuzzwright.python.judging.origins import given_as, hint_of, sources_of
from fuzzwright.python.judging.supplied import supplied

_TEXT = ("str", "bytes", "bytearray", "Pattern")
_ENCODING = re.compile(r"unknown (?:encoding|error handler name): '?(.*?)'?$", re.S)
_OF_BOTH = re.compile(r"\b(str|string\w*|unicode)\b.*\bbytes|\bbytes.*\b(str|string\w*)\b", re.I)
_ANY_STR = "AnyStr"
NO_PATTERN = ("re.error", "re.PatternError")
_PATTERN = re.compile(r"pattern|regexp?|(?<![a-z])re(?![a-z])", re.I)
_NO_CODE = ("SyntaxError", "IndentationError", "TabError")
_CODE = re.compile(r"annotation|code|source|python|expr|statement|(?<![a-z])(anno|hint|type|src)(?![a-z])", re.I)
_STREAMS = re.compile(r"\bIO\b|BinaryIO|BytesIO|Reader|SupportsRead|\bIterable\[.*bytes")
_ENDS = re.compile(r"[\^$]*|\\[AbBzZ]|\(\?:|\)")
_READS = ("read", "readline", "readlines", "getvalue", "read_bytes")


def odd_text(case: Case) -> str:
    """Judge text that no file or system call takes, and matches of other patterns."""
    if case.exception == "IndexError" and case.message == "no such group":
        return f"asks a match for a group that its pattern does not have{case.at}"
    if case.exception == "UnicodeEncodeError" and "surrogates not allowed" in case.message:
        return f"text with half of a surrogate pair cannot be written{case.at}"
    if evidence := no_encoding(case):
        return evidence
    if case.exception in _NO_CODE and (called := _is_called_code(case)):
        return f"uses `{called}` as Python, which it is none of{case.at}"
    if case.exception == "ValueError" and re.search(r"embedded null|not contain null char", case.message):
        return f"text with a NUL names nothing{case.at}"
    return ""


def no_encoding(case: Case) -> str:
    """Return the evidence that the caller named an encoding that there is none of; nothing if there is none."""
    unknown = _ENCODING.match(case.message) if case.exception == "LookupError" else None
    if unknown is not None and unknown[1] in texts_in(case):
        return f"there is no encoding {unknown[1]!r}, which the caller named{case.at}"
    return ""


def mixed(case: Case) -> str:
    """Judge text and bytes in one call, where hints allow either: they have to be of one kind."""
    if case.exception != "TypeError" or not _OF_BOTH.search(case.message):
        return ""
    either = [
        each
        for each in supplied(case)
        if {"str", "bytes"} <= set(re.findall(r"\w+", each.hint)) or _ANY_STR in each.hint
    ]
    kinds = {type(node.value) for each in either for node in ast.walk(each.value) if isinstance(node, ast.Constant)}
    kinds |= {str for _ in case.calls_in_call("Path", "PurePath")}  # a path is text
    names = " and ".join(f"`{name}`" for name in dict.fromkeys(each.parameter for each in either))
    return f"text and bytes were given at once, as {names}{case.at}" if {str, bytes} <= kinds else ""


def texts_in(case: Case) -> set[object]:
    """Return the constants that are written in the call, texts and others."""
    return {node.value for node in case.expressions_in_call() if isinstance(node, ast.Constant)}


def no_pattern(case: Case, node: ast.expr, index: int) -> str:
    """Judge a text of the caller's that is used as a pattern, with nothing but its ends put around it."""
    if case.exception not in NO_PATTERN or not isinstance(node, ast.Call) or _fills_in(case, node, index):
        return ""
    if text := next((text for text in texts_in(case) if _refusal_of(text) == case.message), None):
        return f"uses {text!r} as a pattern, which it is none of by itself"
    if called := _is_called_a_pattern(case):
        return f"uses `{called}` as a pattern, which it is none of by itself"
    match node.args[0] if node.args else None:
        case ast.JoinedStr(values=parts):
            around = "".join(str(each.value) for each in parts if isinstance(each, ast.Constant))
        case ast.BinOp(left=ast.Constant(value=str(around)), op=ast.Add()):
            pass
        case ast.BinOp(op=ast.Add(), right=ast.Constant(value=str(around))):
            pass
        case _:
            return ""
    name = given_as(case, node.args[0], index, inside=True, around=True) if _ENDS.fullmatch(around) else ""
    return f"uses what the argument `{name}` has as a pattern" if name else ""


def _fills_in(case: Case, call: ast.Call, index: int) -> bool:
    """Tell whether a text of the caller's is what takes the place of matches: there it is a template, not a pattern."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in ("sub", "subn"):
        return False
    position = 1 if last_name(call.func.value) == "re" else 0
    return len(call.args) > position and bool(given_as(case, call.args[position], index))


def _is_called_a_pattern(case: Case) -> str:
    """Return a parameter whose name says that it is a pattern, and that was given none; where it shows may differ."""
    reason = case.message.partition(" at position ")[0]
    for each in supplied(case):
        text = each.value.value if isinstance(each.value, ast.Constant) else None
        if _PATTERN.search(each.parameter) and _refusal_of(text).partition(" at position ")[0] == reason:
            return each.parameter
    return ""


def _is_called_code(case: Case) -> str:
    """Return a parameter whose name says that it is a piece of Python, and that was given none."""
    for each in supplied(case):
        text = each.value.value if isinstance(each.value, ast.Constant) else None
        if isinstance(text, str) and _CODE.search(each.parameter) and not _is_code(text):
            return each.parameter
    return ""


def _is_code(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _refusal_of(text: object) -> str:
    """Return what is said against a text as a pattern; nothing if it is one."""
    try:
        re.compile(text if isinstance(text, str | bytes) else "")
    except (re.error, OverflowError, RecursionError) as error:
        return str(error)
    return ""


def decoded(case: Case, node: ast.expr, index: int) -> str:
    """Judge bytes of the caller's, or in a file of theirs, that are no text in their encoding."""
    if case.exception != "UnicodeDecodeError" or not isinstance(node, ast.Call):
        return ""
    source: ast.expr
    match node.func:
        case ast.Attribute(value=source, attr="decode"):
            pass
        case ast.Name(id="str") if len(handed_over(node)) > 1:
            source = handed_over(node)[0]
        case ast.Name(id="decode"):
            source = node
        case _:
            return ""
    if isinstance(source, ast.Call) and isinstance(source.func, ast.Attribute) and source.func.attr in _READS:
        source = source.func.value
    name = given_as(case, source, index, inside=True)
    hint = hint_of(case, name) if name else None
    if hint is not None and ast.unparse(hint) == "str":
        name = ""  # it was text before
    # However it was cut: a piece that is no text was none before, unless it was cut in two.
    name = name or next((each for each in sorted(sources_of(case, source, index)) if _is_stream(case, each)), "")
    return f"reads text of `{name}`, whose bytes are none" if name else ""


def _is_stream(case: Case, name: str) -> bool:
    """Tell whether an argument of the function under test is annotated as something to read from."""
    hint = hint_of(case, name) if name not in SELF else None
    return hint is not None and _STREAMS.search(ast.unparse(hint)) is not None


def is_text(case: Case, name: str) -> bool:
    """Tell whether an argument of the function under test is annotated as text."""
    annotation = hint_of(case, name)
    if annotation is None:
        return False
    words = set(re.findall(r"\w+", ast.unparse(annotation)))
    return bool(words & set(_TEXT)) and not words & {"list", "dict", "Sequence", "Iterable", "Mapping", "tuple", "set"}
