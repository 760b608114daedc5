"""Which kind of batch is drawn follows from what each cost and brought, within its shares."""

from __future__ import annotations

from collections import Counter
from random import Random

from fuzzwright.searches.schedule import ARMS, SUGGESTIONS, Schedule


def played(
    wins: dict[str, float], cost: dict[str, int], rounds: int = 2000, held_back: tuple[str, ...] = ()
) -> Counter[str]:
    """Return how much each kind cost when it brings news with this chance for each batch."""
    random, spent = Random(1), Counter[str]()
    schedule = Schedule({}, random)
    for _ in range(rounds):
        arm = schedule.draw(ARMS, held_back)
        schedule.charge(arm, cost.get(arm, 128))
        spent[arm] += cost.get(arm, 128)
        if random.random() < wins.get(arm, 0.0):
            schedule.won(arm)
    return spent


def test_what_brings_news_for_its_cost_is_drawn_most() -> None:
    spent = played({"vary": 0.2, "fresh": 0.01}, {})
    assert spent.most_common(1)[0][0] == "vary"
    assert all(spent[arm] for arm in ARMS)


def test_none_but_fresh_inputs_takes_more_than_half_however_long_its_batches_are() -> None:
    spent = played({}, {"climb": 16_384})
    assert spent["climb"] <= spent.total() / 2 + 16_384
    assert played({"fresh": 1.0}, {})["fresh"] > 100_000


def test_what_is_held_back_gets_little_whatever_it_brings() -> None:
    spent = played({"states": 1.0}, {}, held_back=("states", "climb"))
    assert 0 < spent["states"] < spent.total() / 16
    assert played({"states": 1.0}, {})["states"] > spent.total() / 3


def test_what_was_good_long_ago_counts_less_and_less() -> None:
    schedule = Schedule({}, Random(1))
    for _ in range(50):
        schedule.won("vary")
    for _ in range(3000):
        schedule.charge("vary", 128)
    drawn = Counter(schedule.draw(ARMS) for _ in range(100))
    assert drawn["vary"] < 50


def test_a_kind_is_due_until_it_had_its_share() -> None:
    schedule = Schedule({}, Random(1))
    schedule.charge("fresh", 800)
    assert schedule.is_due("states")
    schedule.charge("states", 200)
    assert not schedule.is_due("states")


def test_suggestions_get_as_much_as_all_else_and_less_if_they_bring_less() -> None:
    schedule = Schedule({}, Random(1))
    schedule.charge("fresh", 1000)
    assert schedule.affords_suggestions(900)
    assert not schedule.affords_suggestions(1001)
    assert schedule.affords_suggestions(1001, allowance=1)
    schedule.charge(SUGGESTIONS, 600)
    for _ in range(20):
        schedule.won("fresh")
    assert not schedule.affords_suggestions()
    for _ in range(40):
        schedule.won(SUGGESTIONS)
    assert schedule.affords_suggestions()


def test_what_is_known_of_kinds_outlives_the_epoch() -> None:
    notes: dict[str, int] = {}
    Schedule(notes, Random(1)).won("climb")
    assert notes == {"climb won": 1}
