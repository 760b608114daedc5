"""Thin front ends: each listens to events and shows them its way."""
