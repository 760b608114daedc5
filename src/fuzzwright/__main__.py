"""`python -m fuzzwright` is the command line."""

from fuzzwright.frontends.cli import main

if __name__ == "__main__":
    main()
