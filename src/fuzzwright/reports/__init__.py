"""What a run found, rendered for a reader: one file per format, each a function of plain data."""
