"""What the names of `_typeshed` stand for: a module that only type checkers have, and much code names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sized
from typing import IO, Any, Protocol, TypeVar

K = TypeVar("K")
V_co = TypeVar("V_co", covariant=True)
T_co = TypeVar("T_co", covariant=True)
T_contra = TypeVar("T_contra", contravariant=True)


class _Read(Protocol[T_co]):
    def read(self, length: int = ..., /) -> T_co: ...


class _ReadLine(Protocol[T_co]):
    def readline(self) -> T_co: ...


class _Write(Protocol[T_contra]):
    def write(self, text: T_contra, /) -> object: ...


class _LenAndItem(Protocol[T_co]):
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> T_co: ...


class _KeysAndItem(Protocol[K, V_co]):
    def keys(self) -> Iterable[K]: ...
    def __getitem__(self, key: K, /) -> V_co: ...


TYPESHED: dict[str, Any] = {
    "StrPath": str | os.PathLike[str],
    "BytesPath": bytes | os.PathLike[bytes],
    "StrOrBytesPath": str | bytes | os.PathLike[str],
    "FileDescriptorOrPath": str | os.PathLike[str],
    "ReadableBuffer": bytes,
    "WriteableBuffer": bytearray,
    "ReadOnlyBuffer": bytes,
    "Incomplete": Any,
    "Unused": object,
    "SupportsRead": _Read,
    "SupportsReadline": _ReadLine,
    "SupportsWrite": _Write,
    "SupportsKeysAndGetItem": _KeysAndItem,
    "SupportsLenAndGetItem": _LenAndItem,
    "SupportsRichComparison": int | str | float,
    "SupportsRichComparisonT": int | str | float,
    "SupportsDunderLT": int | str | float,
    "SupportsAllComparisons": int | float,
    "SupportsAdd": int | float,
    "SizedBuffer": bytes,
    "SupportsItems": dict[Any, Any],
    "OpenTextMode": str,
    "IO": IO[Any],
    "Sized": Sized,
}
