"""Formats read backwards: JSON, base64, hexadecimal, URLs, `struct`, literals, identifiers."""

from __future__ import annotations

import ast
import base64
import binascii
import json
import struct
import urllib.parse
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any, Final
from uuid import UUID

from fuzzwright.python.inverses.answers import Answers, as_given, filled, raw


def _base64(wanted: Any, s: Any, altchars: Any = None, validate: bool = False) -> Any:
    return as_given(s, base64.b64encode(raw(wanted), altchars))


def _hexadecimal(wanted: Any, text: Any) -> Any:
    return as_given(text, binascii.hexlify(raw(wanted)))


def _identifier(wanted: Any, hex: Any = None, bytes: Any = None, **_: Any) -> Any:
    return Answers([(0, str(wanted))]) if hex is not None else Answers([(1, wanted.bytes)])


FUNCTIONS: Final[dict[Any, Callable[..., Any]]] = {
    json.loads: lambda wanted, s, **_: as_given(s, json.dumps(filled(wanted)).encode()),
    json.dumps: lambda wanted, obj, **_: json.loads(wanted),
    base64.b64decode: _base64,
    base64.b64encode: lambda wanted, s, altchars=None: base64.b64decode(wanted, altchars),
    base64.standard_b64decode: _base64,
    base64.urlsafe_b64decode: lambda wanted, s: as_given(s, base64.urlsafe_b64encode(raw(wanted))),
    base64.b32decode: lambda wanted, s, *_, **__: as_given(s, base64.b32encode(raw(wanted))),
    base64.b16decode: lambda wanted, s, casefold=False: as_given(s, base64.b16encode(raw(wanted))),
    binascii.unhexlify: lambda wanted, hexstr: _hexadecimal(wanted, hexstr),
    binascii.hexlify: lambda wanted, data, *_, **__: binascii.unhexlify(wanted),
    binascii.a2b_base64: lambda wanted, data, strict_mode=False: _base64(wanted, data),
    bytes.fromhex: lambda wanted, string: bytes(wanted).hex(),
    bytearray.fromhex: lambda wanted, string: bytes(wanted).hex(),
    urllib.parse.unquote: lambda wanted, string, *_, **__: urllib.parse.quote(wanted),
    urllib.parse.unquote_plus: lambda wanted, string, *_, **__: urllib.parse.quote_plus(wanted),
    urllib.parse.quote: lambda wanted, string, *_, **__: urllib.parse.unquote(wanted),
    urllib.parse.parse_qs: lambda wanted, qs, *_, **__: urllib.parse.urlencode(filled(wanted), doseq=True),
    urllib.parse.parse_qsl: lambda wanted, qs, *_, **__: urllib.parse.urlencode(filled(wanted)),
    urllib.parse.urlsplit: lambda wanted, url, *_, **__: urllib.parse.urlunsplit(wanted),
    urllib.parse.urlparse: lambda wanted, url, *_, **__: urllib.parse.urlunparse(wanted),
    struct.unpack: lambda wanted, layout, _: Answers([(1, struct.pack(layout, *wanted))]),
    struct.unpack_from: lambda wanted, layout, buffer, offset=0: Answers(
        [(1, buffer[:offset] + struct.pack(layout, *wanted) + buffer[offset + struct.calcsize(layout) :])]
    ),
    ast.literal_eval: lambda wanted, node_or_string: repr(filled(wanted)),
    UUID: _identifier,
    ip_address: lambda wanted, address: str(wanted),
}


def of_address(owner: Any, name: str, wanted: Any) -> Any:
    """Return a URL taken apart in which the host or the port is another one."""
    port = f":{owner.port}" if owner.port and name == "hostname" else ""
    netloc = f"{wanted}{port}" if name == "hostname" else f"{owner.hostname or 'a'}:{wanted}"
    return owner._replace(netloc=netloc)
