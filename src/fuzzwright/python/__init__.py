"""Python code under test: finding it, typing it, instrumenting it, running it."""
