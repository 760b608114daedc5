"""Live examples as plain data: which functions of open texts are fuzzed, and what is shown beside them; no LSP here."""
