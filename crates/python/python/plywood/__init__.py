"""Plywood: rules, counting and search for draughts, Dameo, the Amazons and Reconnaissance Blind Chess.

Positions are used as the boards of python-chess are:

>>> import plywood
>>> position = plywood.Position("dameo")
>>> len(position.legal_moves)
52
>>> position.push("a1-a2")
>>> position.pop()
<dameo move a1-a2>
>>> position.perft(3)
135930

`plywood.games()` names the games, `plywood.facts(name)` tells what is known of one, and `plywood.rbc` has what only RBC
needs. What is wrong is a `ValueError` that names the fault and its place.
"""

from collections.abc import Sequence as _Sequence

from . import _processor  # noqa: F401, I001 - first: it chooses the build of the module
from ._playouts import Playout, Playouts
from ._plywood import VERSION, LegalMoves, Move, Outcome, Position, SearchResult, Stopped, facts, games

__version__ = VERSION

# It has all of a sequence, but no compiled class can be made a subclass of a Python one.
_Sequence.register(LegalMoves)

WHITE = True
BLACK = False

__all__ = [
    "BLACK",
    "WHITE",
    "LegalMoves",
    "Move",
    "Outcome",
    "Playout",
    "Playouts",
    "Position",
    "SearchResult",
    "Stopped",
    "facts",
    "games",
]
