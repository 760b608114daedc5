"""One distinct failure: the simplest input known for it, and how to believe and repeat it."""

from __future__ import annotations

from dataclasses import dataclass

from fuzzwright.engine.outcome import Frame


@dataclass(frozen=True, slots=True)
class Finding:
    """A failure as it is stored and shown: plain data, no object of the target in it."""

    id: str
    function: str
    kind: str
    exception: str
    message: str
    file: str
    line: int
    call: str
    imports: tuple[str, ...]
    verdict: str
    evidence: str
    executions: int
    """How many runs it took to find."""
    seconds: float
    count: int
    """How often it was seen."""
    seed: int
    frames: tuple[Frame, ...] = ()
    encoded: bytes = b""
    """The input, in the codec of its target."""
    before: tuple[str, ...] = ()
    """Calls that have to come first, if the input alone does not repeat it."""
    reduced: bool = False
    reachable: bool | None = None
    """Whether a public function leads to it; None if that is not known."""
    same_as: str = ""
    """The id of the finding that stands for this one too: another function fails at the same place."""
    suggestion: str = ""
    """A hint under which it would not happen, as a diff of the signature; not kept in the store."""
