"""What the tests share: where the tables of the workspace are, and numbers of squares as other programs count them."""

import json
import signal
from pathlib import Path

import plywood

CRATES = Path(__file__).resolve().parents[2]

# A shell gives what it starts in the background an interrupt that is ignored, and Python leaves it so: nothing would ever end.
signal.signal(signal.SIGINT, signal.default_int_handler)


def suite_rows():
    """The rows of `plywood suite`: those of all tables that name a kind."""
    for path in sorted(CRATES.glob("*/data/*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            row = json.loads(line) if line.strip() else {}
            if "kind" in row:
                yield f"{path.parent.parent.name}/{path.name}:{number}", row


def square_of(game, number, *, top=True):
    """Our number of a square that others count from 1, row by row, from the top left or the bottom left."""
    facts = plywood.facts(game)
    row_length = facts["squares"] // facts["ranks"]
    row, place = divmod(number - 1, row_length)
    rank = facts["ranks"] - 1 - row if top else row
    return rank * row_length + place
