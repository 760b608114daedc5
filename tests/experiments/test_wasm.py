"""Our part of WebAssembly agrees with `wasmtime` where it has no bug, and each planted bug can be shown."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final, Literal

import pytest

pytest.importorskip("wasmtime")

from fuzzwright import explore
from fuzzwright.experiments.workloads.wasm import properties as base
from fuzzwright.experiments.workloads.wasm import syntax as s
from fuzzwright.experiments.workloads.wasm import theirs
from fuzzwright.experiments.workloads.wasm.arithmetic import Trap, signed
from fuzzwright.experiments.workloads.wasm.encode import encode
from fuzzwright.experiments.workloads.wasm.interpret import Machine, Unfinished
from fuzzwright.experiments.workloads.wasm.properties import Program
from fuzzwright.experiments.workloads.wasm.syntax import (
    Function,
    FunctionType,
    Instruction,
    Memory,
    Module,
    Result,
    ValueType,
)
from fuzzwright.experiments.workloads.wasm.validate import is_valid
from fuzzwright.experiments.workloads.workload import Task, Variant, imported, lay_out, load, verdict_on
from fuzzwright.python.properties import Assumed, is_property
from tests.sparing import mostly_slow

WASM: Final = load("wasm")
PROPERTIES: Final = ("ours_then_theirs", "theirs_then_ours", "same_result")
I32, I64, F32 = ValueType.I32, ValueType.I64, ValueType.F32
LOCALS: Final[tuple[Literal[0, 1, 2, 3], ...]] = (0, 1, 2, 3)
INDICES: Final[tuple[s.Index, ...]] = (0, 1, 2, 3, 4, 5)
GIVING: Final = {I32: Result.I32, I64: Result.I64, F32: Result.F32}

Body = tuple[Instruction, ...]


class Typed:
    """Makes bodies that are valid by construction, for functions with these locals and one page of memory."""

    def __init__(self, random: Random, locals: Sequence[ValueType]) -> None:
        self.random = random
        self.locals = locals

    def give(self, type: ValueType, depth: int) -> Body:
        """Return a body that leaves one operand of this type."""
        places = [place for place, each in zip(INDICES, self.locals, strict=False) if each is type]
        leaves = [self.constant(type), *((s.LocalGet(place),) for place in places)]
        if depth == 0 or self.random.random() < 0.1:
            return self.random.choice(leaves)
        depth -= 1
        if places and self.random.random() < 0.1:
            return (*self.give(type, depth), s.LocalTee(self.random.choice(places)))
        match self.random.randrange(12):
            case 0:
                return (*self.give(type, depth), *self.give(type, depth), *self.give(I32, depth), s.Select())
            case 1:
                then, otherwise = self.give(type, depth), self.give(type, depth)
                return (*self.give(I32, depth), s.If(GIVING[type], then, otherwise))
            case 2:
                return (s.Block(GIVING[type], (*self.do(depth), *self.give(type, depth))),)
            case 3:
                return (*self.do(depth), *self.give(type, depth))
            case _:
                return self.compute(type, depth)

    def constant(self, type: ValueType) -> Body:
        if type is F32:
            return (s.F32Const(self.random.choice([0.0, -0.0, 1.5, -3e9, 1e39, math.inf, math.nan])),)
        number = self.random.choice([0, 1, -1, 5, 31, 33, 255, 4711, 1 << 31, 0xFFFF, 1 << 63, 0xCAFE_F00D_DEAD])
        return (s.I32Const(number) if type is I32 else s.I64Const(number),)

    def compute(self, type: ValueType, depth: int) -> Body:
        choice = self.random.choice
        wanted, operation = choice(self.operations(type))
        return (*(step for operand in wanted for step in self.give(operand, depth)), operation)

    def operations(self, type: ValueType) -> list[tuple[tuple[ValueType, ...], Instruction]]:
        """Return operations that give this type, each with what it takes."""
        choice = self.random.choice
        offset = choice([0, 0, 0, 1, 4, 65532, 65535, (1 << 32) - 1])
        if type is I64:
            return [((I64, I64), s.I64Binary(choice(list(s.I64Operator)))), ((I32,), s.I64ExtendI32S())]
        if type is F32:
            return [((F32, F32), s.F32Binary(choice(list(s.F32Operator)))), ((I32,), s.F32ConvertI32S())]
        return [
            *(((I32, I32), s.I32Binary(choice(list(s.I32Operator)))) for _ in range(4)),
            *(((I32, I32), s.I32Compare(choice(list(s.I32Relation)))) for _ in range(2)),
            ((F32, F32), s.F32Compare(choice(list(s.F32Relation)))),
            ((I32,), s.I32Eqz()),
            ((I64,), s.I64Eqz()),
            ((I64,), s.I32WrapI64()),
            ((F32,), s.I32TruncF32S()),
            ((I32,), s.I32Load(choice([0, 1, 2]), offset)),
            ((I32,), s.I32Load8S(0, offset)),
            ((), s.MemorySize()),
        ]

    def do(self, depth: int) -> Body:
        """Return a body that leaves nothing."""
        kind = self.random.randrange(9)
        place = self.random.choice(INDICES[: len(self.locals)])
        match kind:
            case 0:
                return (*self.give(self.locals[place], depth), s.LocalSet(place))
            case 1:
                return (*self.give(I32, depth), *self.give(I32, depth), s.I32Store(2, self.random.randrange(8)))
            case 2:
                return (*self.give(I32, depth), *self.give(I32, depth), s.I32Store8(0, self.random.randrange(8)))
            case 3:
                return (*self.give(self.random.choice([I32, I64, F32]), depth), s.Drop())
            case 4 | 5 if depth:
                inner = self.do(depth - 1)
                leave: list[Instruction] = [s.BrIf(0), s.BrIf(0), s.Drop()]
                body = (*inner, *self.give(I32, depth - 1), self.random.choice(leave), *self.do(depth - 1))
                return (s.Block(Result.NOTHING, body) if kind == 4 else s.Loop(Result.NOTHING, body),)
            case 6:
                return (*self.give(I32, depth), s.Return()) if self.random.random() < 0.1 else (s.Nop(),)
            case 7:
                return (s.Unreachable(),) if self.random.random() < 0.1 else ()
            case _:
                return ()


def programs(seed: int, count: int) -> Iterator[Program]:
    """Yield programs that are valid."""
    random = Random(seed)
    for _ in range(count):
        locals = random.choice(LOCALS)
        yield Program(locals, Typed(random, (I32, F32, *([I32] * locals))).give(I32, 4))


def modules(seed: int, count: int) -> Iterator[Module]:
    """Yield modules that are valid or have one thing wrong."""
    random = Random(seed)
    for program in programs(seed, count):
        module = program.module()
        helper = Function(FunctionType((I64,), Result.F32), 0, Typed(random, (I64,)).give(F32, 2))
        call: Body = (s.I64Const(0), s.Call(1), s.Drop())
        first = replace(module.functions[0], body=(*call, *program.body))
        module = replace(module, functions=(first, helper))
        yield module if random.random() < 0.2 else damaged(module, random)


def damaged(module: Module, random: Random) -> Module:
    """Return a module that differs in one instruction, type, number or memory."""
    kind = random.randrange(8)
    first, *others = module.functions
    if kind == 0:
        return replace(
            module, memories=random.choice([(), (Memory(65536),), (Memory(65537),), (Memory(-1),), (Memory(0),) * 2])
        )
    if kind == 1:
        return replace(module, functions=random.choice([(), tuple(others)]))
    if kind == 2:
        type = FunctionType(first.type.params, random.choice([*Result]))
        return replace(module, functions=(replace(first, type=type), *others))
    if kind == 3:
        return replace(module, functions=(replace(first, locals=0), *others))
    return replace(module, functions=(replace(first, body=cut(first.body, random)), *others))


def cut(body: Body, random: Random) -> Body:
    """Return a body with one instruction, at any depth, left out, doubled or changed."""
    if not body:
        added: list[Instruction] = [s.Drop(), s.I32Const(0), s.Unreachable()]
        return (random.choice(added),)
    index = random.randrange(len(body))
    chosen: Any = body[index]
    nested = [field.name for field in fields(chosen) if type(getattr(chosen, field.name)) is tuple]
    new: Body
    if nested and random.random() < 0.7:
        name = random.choice(nested)
        new = (replace(chosen, **{name: cut(getattr(chosen, name), random)}),)
    else:
        # A number that is no index may be any number.
        numbers = {field.name: field.type != "Index" for field in fields(chosen) if field.type in ("Index", "int")}
        other = chosen
        if numbers:
            name, free = random.choice([*numbers.items()])
            other = replace(chosen, **{name: random.choice([0, 1, 2, 3, 4, 5, *([-1, 1 << 32, 1 << 40] * free)])})
        new = random.choice(
            [
                (),
                (chosen, chosen),
                (other,),
                (s.Return(),),
                (s.Br(random.choice(INDICES[:3])), chosen),
                (s.Drop(),),
            ]
        )
    return (*body[:index], *new, *body[index + 1 :])


def outcome(program: Program, whole: int = 0, real: float = 0.0) -> int | str:
    """Return what our interpreter says."""
    try:
        return signed(Machine(program.module(), base.FUEL).call(0, (whole, real)), 32)
    except Trap as trap:
        return str(trap)


def test_there_are_10_variants_of_the_validator_and_5_of_the_interpreter_with_18_tasks() -> None:
    assert [variant.name.partition("_")[0] for variant in WASM.variants] == ["validator"] * 10 + ["interpreter"] * 5
    tasks = WASM.tasks()
    assert len(set(tasks)) == 18
    assert [sum(task.property == name for task in tasks) for name in PROPERTIES] == [10, 3, 5]


def test_each_task_has_a_witness_and_each_witness_a_task() -> None:
    assert list(WASM.witnesses) == [(task.variant, task.property) for task in WASM.tasks()]


def test_the_tasks_name_properties_that_there_are() -> None:
    assert {name for name, thing in vars(base).items() if is_property(thing)} == set(PROPERTIES)
    assert {task.property for task in WASM.tasks()} == set(PROPERTIES)


@pytest.mark.parametrize("task", WASM.tasks(), ids=str)
def test_the_witness_fails_with_the_bug_and_not_without_it(task: Task, tmp_path: Path) -> None:
    arguments = WASM.witnesses[task.variant, task.property]
    # What a wrong validator accepts the correct one refuses, and that it accepts is the first property's precondition.
    expected = "discarded" if task.property == "ours_then_theirs" else "passed"
    assert verdict_on(base, task.property, arguments) == expected
    with imported(lay_out("wasm", task.variant, tmp_path), tmp_path) as properties:
        assert verdict_on(properties, task.property, arguments) == "failed"


def test_both_validators_agree_on_modules_with_at_most_one_thing_wrong() -> None:
    judged = [(is_valid(module), theirs.accepts(encode(module))) for module in modules(0, 600)]
    assert [ours for ours, _ in judged] == [accepted for _, accepted in judged]
    valid = sum(ours for ours, _ in judged)
    assert 150 < valid < 450


def test_both_run_valid_programs_alike() -> None:
    random = Random(1)
    seen: set[int | str] = set()
    for program in programs(1, 300):
        assert is_valid(program.module())
        whole = random.choice([0, 1, 5, 65535, (1 << 31) - 1, 1 << 31, (1 << 32) - 1])
        real = random.choice([0.0, -1.5, 3.0e9, math.nan])
        try:
            ours = outcome(program, whole, real)
        except Unfinished:
            continue
        assert ours == theirs.run(encode(program.module()), signed(whole, 32), real)
        seen.add(ours)
    traps = {"unreachable", "memory out of bounds", "integer division by zero", "integer overflow"}
    assert traps | {"bad conversion to integer"} <= seen
    assert len(seen) > 25


@pytest.mark.parametrize("name", mostly_slow(PROPERTIES, "same_result"))
@pytest.mark.slow
def test_a_search_finds_nothing_wrong_with_the_base(name: str) -> None:
    explored = explore(getattr(base, name), executions=400, seed=1)
    assert explored.executions == 400
    assert explored.findings == ()


ONE_WAY: Final = [variant for variant in WASM.variants if variant.caught_by == ("ours_then_theirs",)]


@pytest.mark.parametrize("variant", ONE_WAY, ids=lambda variant: variant.name)
def test_a_validator_that_lets_too_much_pass_lets_pass_all_that_is_valid(variant: Variant, tmp_path: Path) -> None:
    with imported(lay_out("wasm", variant.name, tmp_path), tmp_path) as properties:
        for module in modules(2, 150):
            assert not is_valid(module) or properties.is_valid(into(module, properties.syntax))


def into(thing: Any, library: ModuleType) -> Any:
    """Return a tree as one of the classes of another copy of the s."""
    if type(thing) is tuple:
        return tuple(into(item, library) for item in thing)
    if isinstance(thing, Enum):
        return getattr(library, type(thing).__name__)[thing.name]
    if is_dataclass(thing):
        parts = [into(getattr(thing, field.name), library) for field in fields(thing)]
        return getattr(library, type(thing).__name__)(*parts)
    return thing


def program(*body: Instruction) -> Program:
    return Program(1, body)


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (program(s.MemorySize()), 1),
        (program(s.I32Const(1 << 40 | 5)), 5),
        (program(s.F32Const(1e300), s.I32TruncF32S()), "integer overflow"),
        (program(s.F32Const(math.nan), s.I32TruncF32S()), "bad conversion to integer"),
        (program(s.I32Const(65536), s.I32Load8S(0, 0)), "memory out of bounds"),
        (program(s.I32Const(65532), s.I32Load(2, 0)), 0),
        (program(s.I32Const(65533), s.I32Load(2, 0)), "memory out of bounds"),
        (program(s.I32Const(7), s.I32Const(1), s.Return(), s.Drop()), 1),
        (program(s.I32Const(7), s.I32Const(1), s.Br(0)), 1),
        (program(s.Block(Result.I32, (s.I64Const(7), s.I32Const(1), s.Br(0)))), 1),
        (program(s.LocalGet(2), s.I64ExtendI32S(), s.I64Eqz()), 1),
    ],
)
def test_a_program_does_the_same_in_both(run: Program, expected: int | str) -> None:
    assert outcome(run) == expected
    assert theirs.run(encode(run.module()), 0, 0.0) == expected


@pytest.mark.parametrize("body", [(s.Loop(Result.I32, (s.Br(0),)),), (s.LocalGet(0), s.LocalGet(1), s.Call(0))])
def test_what_does_not_end_is_discarded(body: Body) -> None:
    assert is_valid(Program(0, body).module())
    with pytest.raises(Assumed):
        base.same_result(Program(0, body), 0, 0.0)


@pytest.mark.slow
def test_wasmtime_runs_in_the_sandbox() -> None:
    explored = explore(negated, executions=200, seed=0)
    assert explored.executions == 200
    assert explored.findings == ()
    assert {example.outcome for example in explored.examples} == {"returned"}


def negated(number: int) -> None:
    body = (s.I32Const(0), s.LocalGet(0), s.I32Binary(s.I32Operator.SUB))
    binary = encode(Program(0, body).module())
    assert theirs.accepts(binary)
    assert theirs.run(binary, signed(number, 32), 0.0) == signed(-number, 32)
