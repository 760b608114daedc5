"""Modules that misbehave while they are imported."""
