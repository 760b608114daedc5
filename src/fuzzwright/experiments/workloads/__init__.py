"""The programs with planted bugs that searches are compared on, one package each."""
