"""Domains for algebraic types: leaves, sequences, mappings, products, unions, records; for values and programs."""
