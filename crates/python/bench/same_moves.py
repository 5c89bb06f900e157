"""Compares the legal moves with those of other packages, each in an environment of its own.

    python bench/same_moves.py PEER=PYTHON ...

A peer is `py-draughts` or `open-spiel` (the Amazons), with the interpreter of an environment that has it: py-draughts
has the import name of pydraughts, which `tests/test_draughts.py` is about. Plywood must be installed in the interpreter
that runs this. The peer plays random games and writes down the moves of every position; we follow. A move is where it
begins and ends and what it takes or where its arrow goes. Ends with status 1 where any move differs.
"""

import json
import random
import subprocess
import sys
from pathlib import Path

from beside import full_actions

PLIES = 100

# Their name, ours, games.
WALKS = {
    "py-draughts": [
        ("Standard", "international", 10),
        ("Russian", "russian", 10),
        ("Brazilian", "brazilian", 10),
        ("Frisian", "frisian", 10),
        ("Breakthrough", "breakthrough", 10),
        ("Antidraughts", "antidraughts", 10),
    ],
    "open-spiel": [("amazons", "amazons", 5)],
}


def py_draughts_games(variant, games):
    """Each position as its moves, and the one that is played next."""
    import draughts

    for seed in range(games):
        chance, board = random.Random(seed), getattr(draughts, f"{variant}Board")()
        for _ in range(PLIES):
            moves = board.legal_moves
            # Its lists go on where a king has decided the game of breakthrough.
            if not moves or board.game_over:
                break
            chosen = chance.choice(moves)
            named = [(move.square_list[0], move.square_list[-1], sorted(set(move.captured_list))) for move in moves]
            yield {"game": seed, "moves": named, "played": moves.index(chosen)}
            board.push(chosen)


def open_spiel_games(name, games):
    """The same; a move of the Amazons is three actions there."""
    import pyspiel

    game = pyspiel.load_game(name)
    for seed in range(games):
        chance, state = random.Random(seed), game.new_initial_state()
        while not state.is_terminal():
            moves = full_actions(state, 3)
            played = chance.randrange(len(moves))
            yield {"game": seed, "moves": moves, "played": played}
            for action in moves[played]:
                state.apply_action(action)


GAMES = {"py-draughts": py_draughts_games, "open-spiel": open_spiel_games}


def squares_of_draughts(game, move):
    """Theirs are counted from 0, row by row from the top left; only those that are played on."""
    from conftest import square_of

    start, end, taken = move
    ends = square_of(game, start + 1), square_of(game, end + 1)
    return *ends, frozenset(square_of(game, square + 1) for square in taken)


def squares_of_amazons(_, move):
    """Theirs are counted from 0, row by row from the top left."""
    return tuple((9 - square // 10) * 10 + square % 10 for square in move)


def ours(game, move):
    if game == "amazons":
        return move.from_square, move.to_square, move.arrow_square
    return move.from_square, move.to_square, frozenset(move.captured)


def compare(package, python, variant, game, games):
    """Prints what was compared, and says whether all was the same."""
    from plywood import Position

    translate = squares_of_amazons if game == "amazons" else squares_of_draughts
    command = [python, __file__, "--walk", package, variant, str(games)]
    positions = moves = different = under_way = 0
    position, seed = Position(game), None
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as walking:
        for line in walking.stdout:
            row = json.loads(line)
            if row["game"] != seed:
                position, seed = Position(game), row["game"]
                under_way = True
            if not under_way:
                continue
            left = {ours(game, move): move for move in position.legal_moves}
            right = [translate(game, move) for move in row["moves"]]
            positions, moves = positions + 1, moves + len(left)
            if set(left) != set(right):
                different += 1
                print(f"{position!r}: ours alone {set(left) - set(right)}, theirs alone {set(right) - set(left)}")
            played = right[row["played"]]
            under_way = played in left
            if under_way:
                position.push(left[played])
    print(f"| {package} | {variant} | {positions} | {moves} | {different} |", flush=True)
    return walking.returncode == 0 and positions > 100 and not different


def main(arguments):
    if arguments[:1] == ["--walk"]:
        package, variant, games = arguments[1:]
        for row in GAMES[package](variant, int(games)):
            print(json.dumps(row))
        return 0
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    print("| package | what | positions | moves | positions that differ |\n|---|---|---|---|---|")
    peers = [argument.partition("=")[::2] for argument in arguments]
    same = [compare(package, python, *walk) for package, python in peers for walk in WALKS[package]]
    return 0 if same and all(same) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
