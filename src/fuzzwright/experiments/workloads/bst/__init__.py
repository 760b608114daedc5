"""Binary search trees: insert, delete and unite."""
