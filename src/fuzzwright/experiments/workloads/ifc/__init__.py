"""A stack machine that keeps secrets apart, and twenty ways in which its rules let one out."""
