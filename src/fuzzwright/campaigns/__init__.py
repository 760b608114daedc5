"""Many searches with a budget and workers: what to fuzz, the worker's work, and who watches over it."""
