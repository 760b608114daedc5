"""The language server: live examples for any editor that speaks LSP, and more for those that know `fuzzwright/*`."""
