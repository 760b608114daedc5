"""A code base of which half has no hints: what it is called with tells."""
