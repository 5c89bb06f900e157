"""Measures `plywood.rbc.Belief` from Python: events and questions, as the beliefs of a recorded game grow.

    python bench/belief.py [MOST_BOARDS]

Plywood must be installed in the interpreter that runs this. The game is `random_2`, seen by White. Every figure is the median of
rounds on copies of one belief (a copy shares its boards and costs next to nothing), in seconds of the processor, on one thread.
"""

import json
import statistics
import sys
import time
from pathlib import Path

from plywood import rbc

GAME = Path(__file__).resolve().parents[2] / "rbc/data/games/random_2.json"
SECONDS = 0.5


def seconds(call):
    """The median of what one call takes."""
    call()
    took, until = [], time.process_time() + SECONDS
    while len(took) < 3 or time.process_time() < until:
        began = time.process_time()
        call()
        took.append(time.process_time() - began)
    return statistics.median(took)


def text(move):
    return move and move["value"]


def row(belief, capture, sense):
    """One line: the belief with the opponent to move, and what becomes of it."""
    moved = belief.copy()
    moved.opponent_moved(capture)
    sizes = len(belief), len(moved)
    event = seconds(lambda: belief.copy().opponent_moved(capture))
    fused = seconds(lambda: belief.copy().opponent_moved_and_sensed(capture, *sense))
    sensed = seconds(lambda: moved.copy().sensed(*sense))
    questions = [seconds(question) for question in (moved.best_sense, moved.requests, moved.marginals)]
    listed = seconds(lambda: list(moved)) if sizes[1] < 1_000_000 else None
    rates = [sizes[1] / took / 1e6 for took in (event, sensed, *questions)]
    fens = "" if listed is None else f"{sizes[1] / listed / 1e6:.2f}"
    cells = [*sizes, f"{event * 1e3:.3f}", f"{fused * 1e3:.3f}", *(f"{rate:.2f}" for rate in rates), fens]
    print("| " + " | ".join(map(str, cells)) + " |")


def main():
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000
    record = json.loads(GAME.read_text(encoding="utf-8"))
    belief = rbc.Belief("white", limit=None)
    print(
        "| boards | after the opponent's move | event, ms | with the sense, ms | event, sense, best_sense, requests, marginals, ",
        end="",
    )
    print("list(): M boards/s |")
    for n, square in enumerate(record["senses"]["true"]):
        sense = square, [(at, text(piece)) for at, piece in record["sense_results"]["true"][n]]
        if n:
            capture = record["capture_squares"]["false"][n - 1]
            row(belief, capture, sense)
            belief.opponent_moved(capture)
            if len(belief) > most:
                break
        belief.sensed(*sense)
        request, taken = text(record["requested_moves"]["true"][n]), text(record["taken_moves"]["true"][n])
        belief.moved(request, taken, record["capture_squares"]["true"][n])


if __name__ == "__main__":
    main()
