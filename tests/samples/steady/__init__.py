"""Code whose failures are the same in every run: for tests of determinism."""
