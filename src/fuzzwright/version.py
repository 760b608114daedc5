"""The version, where both the code and the installed package can see it."""

VERSION = "0.1.0"
