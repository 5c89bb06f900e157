"""What `Position.playout` and `Position.playouts` return."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._plywood import Outcome, Position


class Playout(NamedTuple):
    """A random game."""

    #: How it ended; None when it was given up.
    outcome: Outcome | None
    #: How many plies were played.
    plies: int
    #: The position at its end, without a stack.
    position: Position
    #: The texts of its moves, where they were asked for.
    moves: tuple[str, ...] | None


class Playouts(NamedTuple):
    """What random games came to."""

    #: Games that were played.
    games: int
    #: Those that White has won.
    white: int
    #: Those that Black has won.
    black: int
    #: Those that nobody has won.
    draws: int
    #: Those that were given up.
    unfinished: int
    #: The plies of all of them.
    plies: int

    @property
    def mean_plies(self) -> float:
        """The mean length of a game; 0 when there is none."""
        return self.plies / self.games if self.games else 0.0
