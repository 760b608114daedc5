"""Planted trouble: functions that misbehave for some inputs only, one module per kind.

For end-to-end tests. Nothing here does real harm when a sandbox fails: files outside are in a canary
folder, connections go to loopback, and the only processes hurt are the worker's own relatives.
"""
