"""The package `pydraughts` behind the protocol of `plywood diff`: a position in, its moves out.

    plywood diff russian --against "python pydraughts_lines.py"
"""

import sys

import draughts

# Its names where they are not ours.
VARIANTS = {"international": "standard", "frysk": "frysk!"}


def square(game, number):
    """Its numbers, or the names that our texts have: counted from a1, on 32 squares or, in Turkish draughts, on 64."""
    if game not in {"russian", "brazilian", "turkish"}:
        return str(number)
    width = 8 if game == "turkish" else 4
    row, column = divmod(number - 1, width)
    return "abcdefgh"[column if width == 8 else 2 * column + row % 2] + str(row + 1)


def moves(game, fen):
    """Each move once: two ways to the same square over the same pieces are one move."""
    found = {}
    for move in draughts.Board(variant=VARIANTS.get(game, game), fen=fen).legal_moves():
        squares = [move.board_move[0][0], *(hop[1] for hop in move.board_move)]
        sign = "-" if not move.captures else ":" if game == "russian" else "x"
        found[squares[0], squares[-1], frozenset(move.captures)] = sign.join(square(game, number) for number in squares)
    return " ".join(found.values()) or "none"


for line in sys.stdin:
    verb, *rest = line.split()
    print(moves(*rest) if verb == "moves" else "unknown", flush=True)
