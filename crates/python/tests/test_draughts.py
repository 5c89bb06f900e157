"""Beside `pydraughts`: the legal moves of its variants in random games, as moves are compared by identity.

Where the two differ, a function of `KNOWN` must explain the move; what is explained is counted by name and not played.
"""

import random

import draughts
import pytest
from conftest import square_of
from plywood import Position

# Our name, the name there, whether squares are counted from the top left (else from the bottom left).
VARIANTS = [
    ("international", "standard", True),
    ("frisian", "frisian", True),
    ("frysk", "frysk!", True),
    ("breakthrough", "breakthrough", True),
    ("antidraughts", "antidraughts", True),
    ("russian", "russian", False),
    ("brazilian", "brazilian", False),
    ("english", "english", True),
    ("italian", "italian", True),
    ("turkish", "turkish", False),
]

GAMES = 12
PLIES = 100


def theirs(board, game, top):
    """Their moves by identity: from, to, what is taken."""
    moves = {}
    for move in board.legal_moves():
        ends = move.board_move[0][0], move.board_move[-1][1]
        start, end = (square_of(game, square, top=top) for square in ends)
        taken = frozenset(square_of(game, square, top=top) for square in move.captures)
        moves[start, end, taken] = move
    return moves


def ours(position):
    return {(move.from_square, move.to_square, frozenset(move.captured)): move for move in position.legal_moves}


def between(start, end):
    """The squares of the Turkish board between two on one file or rank."""
    step = (end > start) - (end < start) if start // 8 == end // 8 else 8 * ((end > start) - (end < start))
    return range(start + step, end, step)


def flies_over_pieces(game, position, move):
    """pydraughts 0.6.7: a king of Turkish draughts flies over pieces of both sides when it takes none."""
    start, end, taken = move
    quiet_king = game == "turkish" and not taken and position.piece_at(start) in {"W", "B"}
    return quiet_king and any(position.piece_at(square) for square in between(start, end))


def is_fourth_of_a_king(game, position, move):
    """No fault: pydraughts leaves out the fourth quiet move in a row of a Frisian king.

    That is a rule of play which needs the history; our lists follow the position alone.
    """
    played = position.move_stack[-2::-2][:3]
    squares = [move[0], *(before.from_square for before in played)]
    follow = all(before.to_square == at for before, at in zip(played, squares, strict=False))
    quiet = not move[2] and not any(before.captured or before.promotion for before in played)
    return game in {"frisian", "frysk"} and len(played) == 3 and follow and quiet


KNOWN = {"only theirs": flies_over_pieces, "only ours": is_fourth_of_a_king}


def differences(game, position, left, right):
    """Moves that only one side has, by what explains them."""
    named = {}
    for whose, moves in (("only ours", set(left) - set(right)), ("only theirs", set(right) - set(left))):
        for move in moves:
            explains = KNOWN[whose]
            assert explains(game, position, move), f"{position!r}: {whose} {move}"
            named[explains.__name__] = named.get(explains.__name__, 0) + 1
    return named


@pytest.mark.parametrize(("game", "variant", "top"), VARIANTS, ids=[variant for _, variant, _ in VARIANTS])
def test_legal_moves(game, variant, top):
    skipped, compared = {}, 0
    for seed in range(GAMES):
        chance, position, board = random.Random(seed), Position(game), draughts.Board(variant=variant)
        while position.ply() < PLIES and position.legal_moves:
            left, right = ours(position), theirs(board, game, top)
            for name, count in differences(game, position, left, right).items():
                skipped[name] = skipped.get(name, 0) + count
            compared += 1
            common = sorted(set(left) & set(right), key=str)
            if not common:
                break
            key = chance.choice(common)
            position.push(left[key])
            board.push(right[key])
    print(f"{variant}: {compared} positions, explained {skipped}")
    assert compared > GAMES * 20
