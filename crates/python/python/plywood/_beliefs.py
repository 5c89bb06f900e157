"""What the questions to a `plywood.rbc.Belief` return."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


class Centre(NamedTuple):
    """What a sense around one square would tell."""

    #: The centre of the window.
    square: int
    #: How many different things may be seen.
    classes: int
    #: The entropy of what is seen, in bits, with the boards weighted.
    entropy: float
    #: How many boards would be left on average, with the boards weighted.
    expected: float
    #: How many boards would be left at worst.
    worst: int
    #: For a square on the rim, the one beside it whose window holds this whole window and more: it never tells less.
    dominated_by: int | None


class OutcomeShare(NamedTuple):
    """One thing that may become of a request."""

    #: The move that is made; None where none is.
    taken: str | None
    #: The square of the piece that it takes.
    capture_square: int | None
    #: On how many boards it becomes this.
    boards: int
    #: Its chance, 0 to 1, with the boards weighted.
    chance: float
    #: On how many of the boards it takes the king.
    king_captures: int


class Outlook(NamedTuple):
    """What may become of a request."""

    #: The request; None is the pass.
    request: str | None
    #: All that becomes of it on some board, the most likely first.
    outcomes: tuple[OutcomeShare, ...]
    #: The chance that it takes the king, 0 to 1.
    king_capture: float
    #: Whether it takes something on every board.
    certain_capture: bool


class Marginals(NamedTuple):
    """What stands and attacks where, as chances from 0 to 1."""

    #: For each letter of `plywood.facts("rbc")["pieces"]` the chance that such a piece stands on each of the 64 squares. The player's own
    #: are certain.
    pieces: dict[str, NDArray[numpy.float64]]
    #: The chance that the opponent attacks each square: that he could take a piece there if it were his turn.
    attacked: NDArray[numpy.float64]
    #: The chance that he could take the player's king now, if it were his turn.
    king_danger: float
