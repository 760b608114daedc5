"""Properties as tests of pytest: what the hooks in `pytest_plugin` are made of."""
