"""An e-mail check by hand: splits, looks, and trips over what it did not expect."""


def is_email(text: str) -> bool:
    if "@" not in text:
        return False
    name, domain = text.split("@")
    if not name or not domain:
        return False
    return "." in domain and domain.index(".") > 0


def top_level_domain(address: str) -> str:
    domain = address.partition("@")[2]
    return domain.rsplit(".", 1)[1]
