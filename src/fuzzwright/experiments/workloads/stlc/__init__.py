"""The lambda calculus with truth values and functions, and ten ways to get substitution wrong."""
