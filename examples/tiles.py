"""A game of sliding tiles: four directions, and a board that may be empty."""

from enum import Enum


class Direction(Enum):
    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"


Board = list[list[int]]


def merge_row(row: list[int]) -> list[int]:
    """Slide the tiles of a row to the left and join equal neighbours."""
    tiles = [tile for tile in row if tile]
    merged: list[int] = []
    while tiles:
        if len(tiles) > 1 and tiles[0] == tiles[1]:
            merged.append(tiles[0] * 2)
            tiles = tiles[2:]
        else:
            merged.append(tiles.pop(0))
    return merged + [0] * (len(row) - len(merged))


def transpose(board: Board) -> Board:
    return [[row[column] for row in board] for column in range(len(board[0]))]


def move(board: Board, direction: Direction) -> Board:
    if direction in (Direction.UP, Direction.DOWN):
        board = transpose(board)
    if direction in (Direction.RIGHT, Direction.DOWN):
        board = [merge_row(row[::-1])[::-1] for row in board]
    else:
        board = [merge_row(row) for row in board]
    if direction in (Direction.UP, Direction.DOWN):
        board = transpose(board)
    return board
