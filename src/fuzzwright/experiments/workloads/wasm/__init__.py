"""A small part of WebAssembly: our validator and interpreter of it, held against those of `wasmtime`."""
