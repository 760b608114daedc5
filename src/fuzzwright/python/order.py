"""What to open and how, as plain data: it crosses a process boundary."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Order:
    """The modules whose functions are wanted."""

    modules: list[list[str]]
    """Names and files."""
    wanted: dict[str, list[str]] = field(default_factory=dict)
    """For a module: the functions or classes asked for; none means all."""
    roots: list[str] = field(default_factory=list)
    include: list[str] = field(default_factory=list)
    exclude: list[str] = field(default_factory=list)
    unannotated: str = "skip"
    infer: bool = False
    """Whether hints that are missing are inferred from defaults, docstrings, `texts` and `seen`."""
    texts: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    """Annotations that a type checker inferred, by module, qualified name and parameter."""
    seen: dict[str, dict[str, list[Any]]] = field(default_factory=dict)
    """What functions were called with while others were fuzzed: types by function and parameter."""
    check_calls: bool = False
    """Whether calls inside of the code under test are held against the hints of what they call."""
    private: bool = True
    same_frames: int = 3
    """How many of the innermost frames two failures share if they are one finding."""
    properties: bool = False
    """Whether properties are run, rather than everything else."""

    def record(self, modules: list[list[str]]) -> dict[str, Any]:
        """Return the order as JSON data, for these of its modules."""
        return {**asdict(self), "modules": modules}
