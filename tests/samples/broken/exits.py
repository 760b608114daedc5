import sys


def main(a: int) -> int:
    return a


sys.exit("ran on import")
