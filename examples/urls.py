"""Links taken apart by hand."""


def host_of(url: str) -> str:
    """Return the host of a link.

    Raises:
        ValueError: if it does not begin as a link does.
    """
    scheme, colon, rest = url.partition(":")
    if scheme not in ("http", "https"):
        raise ValueError("not a web address")
    # The bug: the two slashes are taken for granted.
    return rest.split("/")[2]


def port_of(authority: str, default: int = 443) -> int:
    host, colon, port = authority.partition(":")
    if not colon:
        return default
    # The bug: what follows the colon need not be a number.
    return int(port)


def query_of(text: str) -> dict[str, str]:
    """Return `a=1&b=2` as a dictionary; the bug: a name without a value."""
    return dict(part.split("=") for part in text.split("&"))
