"""Links that must begin with a certain prefix."""


def host_of(url: str) -> str:
    if url.startswith("https://"):
        rest = url[8:]
    elif url.startswith("http://"):
        rest = url[7:]
    else:
        raise ValueError("not a web address")
    return rest.split("/")[0].split(":")[0]


def port_of(url: str, default: int = 443) -> int:
    _, colon, port = url.partition("://")[2].partition(":")
    if not colon:
        return default
    return int(port.split("/")[0])
