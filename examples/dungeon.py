"""A small game on tiles. The player always stands on free ground: no type says so, but the class and a generator do.

Without them most examples would be of games that cannot be: levels without tiles, players inside walls.
"""

from dataclasses import dataclass
from enum import Enum

from fuzzwright import generator


class Tile(Enum):
    FREE = "."
    WALL = "#"
    LAVA = "~"


@dataclass
class Game:
    """A level, row by row, and where the player stands."""

    level: list[list[Tile]]
    row: int
    column: int

    def __post_init__(self) -> None:
        if not self.level or not self.level[0] or len({len(row) for row in self.level}) > 1:
            raise ValueError("a level is a rectangle of tiles")
        if not (0 <= self.row < len(self.level) and 0 <= self.column < len(self.level[0])):
            raise ValueError("the player is outside of the level")
        if self.level[self.row][self.column] is not Tile.FREE:
            raise ValueError("the player stands on free ground")


@generator
def some_game(tiles: list[Tile], width: int = 1, start: int = 0) -> Game:
    """Return a valid game: a level of some tiles, and a free place in it."""
    columns = abs(width) % 4 or 4
    rows = [(tiles[at : at + columns] + [Tile.FREE] * columns)[:columns] for at in range(0, len(tiles) + 1, columns)]
    row, column = divmod(abs(start) % (len(rows) * columns), columns)
    rows[row][column] = Tile.FREE
    return Game(rows, row, column)


@dataclass(frozen=True)
class Treasure:
    """Something to carry home. Nothing but this check says that treasures weigh something."""

    name: str
    weight: int

    def __post_init__(self) -> None:
        if self.weight <= 0:
            raise ValueError("a treasure weighs something")


def move_right(game: Game) -> None:
    """Go one step to the right if there is free ground. Forgotten: a level has an end."""
    if game.level[game.row][game.column + 1] is Tile.FREE:
        game.column += 1


def lava_near(game: Game) -> bool:
    """Tell whether there is lava beside the player; there is nothing to find here."""
    for row, column in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        there = game.row + row, game.column + column
        if 0 <= there[0] < len(game.level) and 0 <= there[1] < len(game.level[0]):
            if game.level[there[0]][there[1]] is Tile.LAVA:
                return True
    return False


def carried(treasures: list[Treasure], limit: int) -> list[str]:
    """Return the names of the treasures that can be carried, in order, until the next would be too heavy."""
    names: list[str] = []
    for treasure in treasures:
        if treasure.weight > limit:
            break
        limit -= treasure.weight
        names.append(treasure.name)
    return names
