"""Reconnaissance Blind Chess: the functions of `reconchess.utilities`, fast, and a player.

Boards are FENs, `plywood.Position("rbc", ...)` or `chess.Board`. Given a `chess.Board`, the functions speak in
`chess.Move` and `chess.Piece`, otherwise in texts (`"e2e4"`, `"N"`). Squares are numbers, a1 = 0, h8 = 63. Moves are
taken in every form: texts, `chess.Move`, `plywood.Move`; the pass is None, `"pass"` or `chess.Move.null()`, and None is
what comes out. Batches let other threads run and answer Ctrl-C every few milliseconds.

`Belief` is the set of all boards that a player must hold possible after what he was told, exact, and answers where to
look, what may become of each request, and what stands where. For players of one's own:

>>> from plywood import rbc
>>> belief = rbc.Belief("black", limit=20_000, sample=10_000, mend=True)  # bounded, and never without boards
>>> belief.opponent_moved(None)
>>> centre = belief.best_sense()
>>> belief.sensed(centre, rbc.sense("rnbqkbnr/pppppppp/8/8/8/1P6/P1PPPPPP/RNBQKBNR b KQkq - 0 1", centre))
>>> len(belief)
1

`Bot` is a player for the reference's `LocalGame` and `rc-bot-match`; it needs the packages `chess` and `reconchess`,
which are imported only when it is asked for.
"""

import os
from typing import TYPE_CHECKING

from ._beliefs import Centre, Marginals, OutcomeShare, Outlook
from ._plywood import (
    Belief,
    add_pawn_queen_promotion,
    capture_square_of_move,
    capture_squares_of_moves,
    end_of_game,
    make_request,
    move_actions,
    move_actions_batch,
    play_taken,
    replay_history,
    revise_move,
    revise_moves,
    sense,
    view,
)

if TYPE_CHECKING:
    from ._bot import Bot

__all__ = [
    "Belief",
    "Bot",
    "Centre",
    "Marginals",
    "OutcomeShare",
    "Outlook",
    "add_pawn_queen_promotion",
    "capture_square_of_move",
    "capture_squares_of_moves",
    "end_of_game",
    "load_history",
    "make_request",
    "move_actions",
    "move_actions_batch",
    "play_taken",
    "replay_history",
    "revise_move",
    "revise_moves",
    "sense",
    "view",
]


def load_history(path: str | os.PathLike[str]) -> int:
    """Replays the history file of a game (`GameHistory.save`) and returns the number of turns.

    `ValueError` names the first thing in it that the rules do not bear out.
    """
    with open(os.fspath(path), encoding="utf-8") as file:
        return replay_history(file.read())


def __getattr__(name: str) -> object:
    if name == "Bot":
        from ._bot import Bot

        return Bot
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), "Bot"])
