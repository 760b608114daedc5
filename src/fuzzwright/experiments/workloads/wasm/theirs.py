"""What `wasmtime` says of binaries, with everything switched off that our part of WebAssembly does not have.

Modules are compiled for its portable interpreter: that takes half the time of compiling for the machine, and needs
no threads, no signals and no address space in reserve, so it works in a sandbox too.
"""

from __future__ import annotations

from functools import lru_cache

import wasmtime

FUEL = 100_000
"""More than our interpreter can use for what it runs to its end."""


def _engine() -> wasmtime.Engine:
    config = wasmtime.Config()
    # By default two memories, for one, would be fine. (Reference types cannot be switched off, and do not matter.)
    config.wasm_multi_memory = False
    config.wasm_multi_value = False
    config.wasm_memory64 = False
    config.wasm_bulk_memory = False
    config.wasm_threads = False
    config.wasm_tail_call = False
    config.wasm_exceptions = False
    config.wasm_gc = False
    config.wasm_function_references = False
    config.wasm_relaxed_simd = False
    config.wasm_simd = False
    config.consume_fuel = True
    config.target = "pulley64"
    config.cranelift_opt_level = "none"
    config.cranelift_flag_set("regalloc_algorithm", "single_pass")
    config.parallel_compilation = False
    config.signals_based_traps = False
    config.memory_reservation = 0
    config.memory_reservation_for_growth = 0
    config.memory_guard_size = 0
    config.memory_init_cow = False
    return wasmtime.Engine(config)


_ENGINE = _engine()


def accepts(binary: bytes) -> bool:
    """Return whether a binary is a valid module."""
    try:
        wasmtime.Module.validate(_ENGINE, binary)
    except wasmtime.WasmtimeError:
        return False
    return True


@lru_cache(maxsize=64)
def _compiled(binary: bytes) -> wasmtime.Module:
    # Variants often differ in the arguments alone.
    return wasmtime.Module(_ENGINE, binary)


def run(binary: bytes, *arguments: int | float) -> int | str:
    """Return what the exported function gives, an i32 with its sign, or by what it was trapped."""
    # A store of its own for each run: instances stay as long as their store does.
    store = wasmtime.Store(_ENGINE)
    store.set_fuel(FUEL)
    exported = wasmtime.Instance(store, _compiled(binary), ()).exports(store)["run"]
    assert isinstance(exported, wasmtime.Func)
    try:
        result: int = exported(store, *arguments)
    except wasmtime.Trap as trap:
        code = trap.trap_code
        return "" if code is None else code.name.lower().replace("_", " ")
    return result
