"""Other engines on the walls of `walls.py`, one file each, and how any engine is run and timed there."""
