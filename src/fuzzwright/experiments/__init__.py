"""Searches compared on tasks whose answer is known."""
