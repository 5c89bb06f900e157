"""Measures the package: nanoseconds a call, and its speed beside other packages, each in an environment of its own.

    python bench/beside.py [PEER=PYTHON ...]

Plywood must be installed in the interpreter that runs this. A peer is `pydraughts`, `py-draughts`, `reconchess` or
`open-spiel`, with the interpreter of an environment that has it (the first two share an import name). All programs do
the same work. Listing: all legal moves of positions of random games, each asked once, counted by `len` (*listed*), or
gone through one by one (*gone through*), where ours makes an object of each move only then. Walking: random games, at every position the list of all legal moves is made and one of them played,
from Python; the last column leaves out what the loop itself takes. Counting: the leaves of a tree, theirs by a loop
in Python (no peer has more to offer), ours by `perft`. Playing: the random games of walking, ours by `playouts` in one
call, theirs by the same loop in Python as in walking, because no peer plays a game in one call. Figures are medians of
rounds, ours and theirs turn by turn, in seconds of the processor, so that what else the machine does counts less;
everything runs on one thread. The ratio is how many times as many positions or leaves a second are ours.
"""

import json
import random
import statistics
import subprocess
import sys
import time

ROUNDS = 5
SECONDS = 1.0
PLIES = 60
GAMES = 200

# What is counted, to which depth, in which of our modes. American checkers of py-draughts 1.10.1 are another game, in
# which captures are not compulsory.
COUNTS = {
    "py-draughts": [
        ("Standard", "international", 6, "unique"),
        ("Russian", "russian", 7, "unique"),
        ("Frisian", "frisian", 5, "sequences"),
    ],
    "reconchess": [("requests", "rbc", 3, "requests")],
    "open-spiel": [("amazons", "amazons", 2, "unique"), ("rbc", "rbc", 4, "requests")],
}

# What a peer is walked on: its variant and our game.
PEERS = {
    "pydraughts": [
        ("standard", "international"),
        ("russian", "russian"),
        ("english", "english"),
        ("frisian", "frisian"),
    ],
    "py-draughts": [
        ("Standard", "international"),
        ("Russian", "russian"),
        ("Brazilian", "brazilian"),
        ("Frisian", "frisian"),
    ],
    "reconchess": [("requests", "rbc"), ("chess.Board", "rbc utilities")],
    "open-spiel": [("amazons", "amazons"), ("rbc", "rbc")],
}


def walk(start, moves_of, play, deadline, chance):
    """Positions a second in random games of at most `PLIES` plies."""
    positions, began = 0, time.process_time()
    while time.process_time() < deadline:
        state = start()
        for _ in range(PLIES):
            moves = moves_of(state)
            positions += 1
            if not moves:
                break
            state = play(state, moves[int(chance.random() * len(moves))])
    return positions / (time.process_time() - began)


def plywood_walk(game):
    from plywood import Position

    def play(position, move):
        position.push(move)
        return position

    return lambda: Position(game), lambda position: position.legal_moves, play


def plywood_utilities():
    """The reference's boards, with our functions for its own."""
    import chess
    from plywood import rbc

    def play(board, move):
        taken, _, _ = rbc.make_request(board, move)
        board.push(taken or chess.Move.null())
        return board

    return chess.Board, lambda board: board.king(True) and board.king(False) and rbc.move_actions(board), play


def pydraughts_walk(variant):
    import draughts

    return (
        lambda: draughts.Board(variant=variant),
        lambda board: board.legal_moves(),
        lambda board, move: board.push(move),
    )


def py_draughts_walk(variant):
    import draughts

    def play(board, move):
        board.push(move)
        return board

    return getattr(draughts, f"{variant}Board"), lambda board: board.legal_moves, play


def reconchess_walk(_):
    """What LocalGame does in a turn, without its clocks and its history.

    Its lists have no pass, so that its trees are smaller.
    """
    import chess
    from reconchess import utilities

    def play(board, request):
        move = utilities.add_pawn_queen_promotion(board, request)
        taken = utilities.revise_move(board, move)
        utilities.capture_square_of_move(board, taken)
        board.push(taken or chess.Move.null())
        return board

    def moves_of(board):
        over = board.king(True) is None or board.king(False) is None
        return [] if over else utilities.move_actions(board)

    return chess.Board, moves_of, play


def full_actions(state, left):
    """All turns of so many actions each, as lists of actions."""
    actions = state.legal_actions()
    if left == 1:
        return [[action] for action in actions]
    return [[action, *rest] for action in actions for rest in full_actions(state.child(action), left - 1)]


def open_spiel_walk(name):
    """A move of the Amazons is three actions there. A turn of RBC is a sense, which is drawn, and a move."""
    import pyspiel

    game = pyspiel.load_game(name)

    def sense(state):
        if name == "rbc" and not state.is_terminal():
            state.apply_action(27)
        return state

    def play(state, actions):
        for action in actions:
            state.apply_action(action)
        return sense(state)

    return (
        lambda: sense(game.new_initial_state()),
        lambda state: full_actions(state, 3 if name == "amazons" else 1),
        play,
    )


def loop_walk(_):
    """No game at all: what the loop of `walk` takes by itself."""
    return lambda: None, lambda _: "moves", lambda state, _: state


WALKS = {
    "loop": loop_walk,
    "plywood": plywood_walk,
    "pydraughts": pydraughts_walk,
    "py-draughts": py_draughts_walk,
    "reconchess": reconchess_walk,
    "open-spiel": open_spiel_walk,
}


def tree(package, what):
    """A start, its moves and the position after one of them, for counting."""
    start, moves_of, play = WALKS[package](what)
    if package == "open-spiel":
        return start, moves_of, lambda state, actions: play(state.clone(), actions)
    if package == "reconchess":
        return start, moves_of, lambda board, move: play(board.copy(stack=False), move)
    return start, moves_of, None


def leaves(board, moves_of, child, depth):
    moves = moves_of(board)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        if child:
            total += leaves(child(board, move), moves_of, child, depth - 1)
            continue
        board.push(move)
        total += leaves(board, moves_of, child, depth - 1)
        board.pop()
    return total


def count(package, what, depth, mode):
    """Leaves a second."""
    if package == "plywood":
        from plywood import Position

        position = Position(what)
        call = lambda: position.perft(depth, mode)  # noqa: E731
    else:
        start, moves_of, child = tree(package, what)
        call = lambda: leaves(start(), moves_of, child, depth)  # noqa: E731
    calls, began = 0, time.process_time()
    while time.process_time() - began < SECONDS:
        total = call()
        calls += 1
    return total, calls * total / (time.process_time() - began)


def play(game):
    """Positions a second in random games of at most `PLIES` plies, many of them in one call."""
    from plywood import Position

    position = Position(game)
    positions, began = 0, time.process_time()
    for seed in range(1_000_000):
        counts = position.playouts(1000, seed=seed, max_plies=PLIES)
        # As in walking: a game that ends shows one position more, which has no moves.
        positions += counts.plies + counts.games - counts.unfinished
        if time.process_time() - began > SECONDS:
            break
    return positions / (time.process_time() - began)


def snapshots(parts, chance):
    """The positions of a random game, each as it is when its last move was made: nobody has asked for its moves."""
    start, moves_of, play = parts
    state, line = start(), []
    while len(line) < PLIES and (moves := moves_of(state)):
        line.append(moves[int(chance.random() * len(moves))])
        # Played anew from the start: most packages can copy a position, but each in its own way.
        state, fresh = start(), start()
        for move in line:
            state, fresh = play(state, move), play(fresh, move)
        yield fresh


def look_through(moves):
    for _ in moves:
        pass


LOOKS = {"listed": len, "gone through": look_through}


def listing(parts, look, chance):
    """Positions a second whose moves are listed, each when it has just been reached; what the clock takes is left out."""
    clock, moves_of = time.perf_counter, parts[1]
    positions, spent, idle = 0, 0.0, 0.0
    for _ in range(GAMES):
        for state in snapshots(parts, chance):
            began = clock()
            look(moves_of(state))
            done = clock()
            spent += done - began
            idle += clock() - done
            positions += 1
        if spent > SECONDS / 4:
            break
    return positions / (spent - idle)


def measure(package, what, depth=None, mode=None):
    """One round of one program."""
    if depth in LOOKS:
        return listing(WALKS[package](what), LOOKS[depth], random.Random(1))
    if depth == "playing":
        return play(what)
    if depth is not None:
        return count(package, what, int(depth), mode)
    chance = random.Random(1)
    parts = plywood_utilities() if what == "rbc utilities" else WALKS[package](what)
    walk(*parts, time.process_time() + SECONDS / 10, chance)
    return walk(*parts, time.process_time() + SECONDS, chance)


def elsewhere(python, *order):
    """`measure` in another interpreter."""
    command = [python, __file__, "--measure", *map(str, order)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def beside(package, python, theirs, ours):
    ours_python = python if ours == "rbc utilities" else sys.executable
    rounds = [
        (
            elsewhere(python, package, theirs),
            elsewhere(ours_python, "plywood", ours),
            elsewhere(sys.executable, "loop", ""),
        )
        for _ in range(ROUNDS)
    ]
    their, our, loop = (statistics.median(speeds) for speeds in zip(*rounds, strict=True))
    ratio = statistics.median(our / their for their, our, _ in rounds)
    bare = (1 / their - 1 / loop) / (1 / our - 1 / loop)
    print(f"| {package} | {theirs} | {their:,.0f} | {our:,.0f} | {ratio:,.1f} | {bare:,.1f} |", flush=True)


def counted(package, python, theirs, ours, depth, mode):
    rounds = [
        (elsewhere(python, package, theirs, depth, mode), elsewhere(sys.executable, "plywood", ours, depth, mode))
        for _ in range(ROUNDS)
    ]
    (their_total, _), (our_total, _) = rounds[0]
    same = "" if their_total == our_total else f" ({their_total} leaves, ours {our_total})"
    ratio = statistics.median(our / their for (_, their), (_, our) in rounds)
    their, our = (statistics.median(speed for _, speed in side) for side in zip(*rounds, strict=True))
    print(f"| {package} | {theirs}, depth {depth}{same} | {their:,.0f} | {our:,.0f} | {ratio:,.0f} |", flush=True)


def listed(package, python, theirs, ours):
    cells = []
    for look in LOOKS:
        rounds = [
            (elsewhere(python, package, theirs, look), elsewhere(sys.executable, "plywood", ours, look))
            for _ in range(ROUNDS)
        ]
        ratio = statistics.median(our / their for their, our in rounds)
        their, our = (1e9 / statistics.median(side) for side in zip(*rounds, strict=True))
        cells.append(f"{their:,.0f} | {our:,.0f} | {ratio:,.1f}")
    print(f"| {package} | {theirs} | {' | '.join(cells)} |", flush=True)


def played(package, python, theirs, ours):
    rounds = [
        (elsewhere(python, package, theirs), elsewhere(sys.executable, "plywood", ours, "playing"))
        for _ in range(ROUNDS)
    ]
    ratio = statistics.median(our / their for their, our in rounds)
    their, our = (statistics.median(side) for side in zip(*rounds, strict=True))
    print(f"| {package} | {theirs} | {their:,.0f} | {our:,.0f} | {ratio:,.0f} |", flush=True)


def nanoseconds(call, count):
    """What a call takes, less that of an empty function: the least of some rounds."""

    def least(call):
        best = float("inf")
        for _ in range(ROUNDS):
            began = time.perf_counter_ns()
            for _ in range(count):
                call()
            best = min(best, (time.perf_counter_ns() - began) / count)
        return best

    return least(call) - least(lambda: None)


COLUMNS = [
    "ns a call",
    "legal_moves",
    "its length",
    "its first move",
    "push(move) and pop()",
    "push(text) and pop()",
    "str(move)",
    "list(legal_moves)",
]


def calls():
    """What the usual calls take; moves are counted for `len`, and listed when one of them is asked for."""
    print("| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|")
    for game in ("russian", "international", "dameo", "amazons", "rbc"):
        print(f"| {game} | " + " | ".join(f"{figure:,.0f}" for figure in calls_of(game)) + " |", flush=True)


def calls_of(game):
    from plywood import Position

    position = Position(game)
    moves = position.legal_moves
    move = moves[0]
    text = str(move)

    def push_and_pop(item):
        position.push(item)
        position.pop()

    def ask_for(what):
        position.push(move)
        what(position.legal_moves)
        position.pop()

    def first(moves):
        return moves[0]

    asked = nanoseconds(lambda: position.legal_moves, 20_000)
    played = nanoseconds(lambda: push_and_pop(move), 20_000)
    return [
        asked,
        nanoseconds(lambda: ask_for(len), 5_000) - played - asked,
        nanoseconds(lambda: ask_for(first), 5_000) - played - asked,
        played,
        nanoseconds(lambda: push_and_pop(text), 5_000),
        nanoseconds(lambda: str(move), 5_000),
        nanoseconds(lambda: list(moves), 300),
    ]


def main(arguments):
    if arguments[:1] == ["--measure"]:
        print(json.dumps(measure(*arguments[1:])))
        return
    calls()
    peers = [argument.partition("=")[::2] for argument in arguments]
    print(
        "\n| listing | what | listed, its ns | ours | ratio | gone through, its ns | ours | ratio |\n"
        "|---|---|---|---|---|---|---|---|"
    )
    for package, python in peers:
        for theirs, ours in PEERS[package]:
            if ours != "rbc utilities":
                listed(package, python, theirs, ours)
    print("\n| walking | what | its positions/s | ours | ratio | less the loop |\n|---|---|---|---|---|---|")
    for package, python in peers:
        for theirs, ours in PEERS[package]:
            beside(package, python, theirs, ours)
    print("\n| counting | what | its leaves/s | ours | ratio |\n|---|---|---|---|---|")
    for package, python in peers:
        for order in COUNTS.get(package, []):
            counted(package, python, *order)
    print("\n| playing | what | its positions/s | ours | ratio |\n|---|---|---|---|---|")
    for package, python in peers:
        for theirs, ours in PEERS[package]:
            if ours != "rbc utilities":
                played(package, python, theirs, ours)


if __name__ == "__main__":
    main(sys.argv[1:])
