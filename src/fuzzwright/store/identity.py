"""Names that stay the same in every run: of a failure, of an input, of a source text.

All are blake2b over bytes that depend on nothing but the content, never on `hash()`, which differs
between processes.
"""

from __future__ import annotations

import json
from hashlib import blake2b

from fuzzwright.engine.outcome import Frame, Signature

ID_LENGTH = 8


def signature_hash(function: str, signature: Signature) -> str:
    """Return 32 hex digits that two failures share exactly when they are one finding."""
    # JSON keeps the parts apart (no two signatures join to the same text) and takes lone surrogates.
    text = json.dumps([function, *map(_part, signature)], ensure_ascii=True)
    return blake2b(text.encode("ascii"), digest_size=16).hexdigest()


def finding_id(function: str, signature: Signature) -> str:
    """Return the short name of a finding, the same in every run: the first digits of its hash."""
    return signature_hash(function, signature)[:ID_LENGTH]


def content_hash(content: bytes) -> str:
    """Return 32 hex digits for an encoded input or a source text."""
    return blake2b(content, digest_size=16).hexdigest()


def _part(part: object) -> object:
    match part:
        case Frame(file=file, name=name, line=line):
            return [file, name, line]
        case str():
            return part
        case _:
            return {"repr": repr(part)}
