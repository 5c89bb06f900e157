"""The package as typed programs use it: `mypy --strict` reads this file (`check.sh`), and pytest runs it.

What the stubs promise must be what the module does: every line here is one that a reader of the stubs would write.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import chess
import plywood
from plywood import LegalMoves, Move, Outcome, Playout, Playouts, Position, SearchResult, Stopped, rbc


def first(moves: Sequence[Move]) -> Move:
    return moves[0]


def test_lists_are_sequences() -> None:
    moves: LegalMoves = Position("dameo").legal_moves
    part: list[Move] = moves[1:3]
    assert first(moves) == moves[0] and first(part) == moves[1]
    place: int = moves.index(part[0])
    assert place == 1 and moves.count("a1-a2") == 1


def test_rules_are_mappings() -> None:
    rules: Mapping[str, bool] = MappingProxyType({"repetition": True})
    in_force: dict[str, bool] = Position("international", rules=rules).rules
    assert in_force == dict(rules)


def test_searches() -> None:
    def evaluate(position: Position) -> float:
        return 0.5 if position.turn else -0.5

    def look(result: SearchResult) -> bool:
        return result.depth > 10

    position = Position("russian")
    result: SearchResult = position.search(depth=3, moves=position.legal_moves, evaluate=evaluate, progress=look)
    best: Move | None = result.best_move
    assert best is not None and best in position.legal_moves
    assert position.search(depth=1, moves=map(str, position.legal_moves)) == position.search(depth=1)


def test_counts() -> None:
    shares: list[float] = []
    assert Position("russian").perft(3, progress=shares.append) == 302
    leaves: dict[str, int] = Position("russian").divide(1)
    assert sum(leaves.values()) == 7
    assert Stopped("by hand").partial is None


def test_playouts() -> None:
    position = Position("russian")
    playout: Playout = position.playout(seed=1, moves=True)
    moves: tuple[str, ...] | None = playout.moves
    assert moves is not None and len(moves) == playout.plies
    counts: Playouts = position.playouts(10, seed=1, threads=2)
    mean: float = counts.mean_plies
    assert counts.games == 10 and mean > 10
    landings: tuple[int, ...] = position.legal_moves[0].landings
    assert len(landings) == 1


def test_positions() -> None:
    position = Position("dameo")
    position.push(position.legal_moves[0])
    position.push("a8-a7")
    outcome: Outcome | None = position.outcome()
    picture: str = position.svg(200, orientation=plywood.BLACK)
    key: int = position.key()
    assert outcome is None and picture.startswith("<svg") and key == position.copy(stack=False).key()


def test_blind_chess() -> None:
    board, position = chess.Board(), Position("rbc")
    request: Move = position.parse_move("e2e4")
    texts: list[str] = rbc.move_actions(position)
    moves: list[chess.Move] = rbc.move_actions(board)
    assert [move.uci() for move in moves] == texts
    made: chess.Move | None = rbc.revise_move(board, request)
    assert made == chess.Move.from_uci("e2e4")
    assert rbc.make_request(position, request)[0] == "e2e4"
    full: str = rbc.add_pawn_queen_promotion("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8")
    assert full == "a7a8q"
    nothing: list[tuple[int, chess.Piece | None]] = rbc.sense(board, None)
    assert nothing == []
    assert rbc.end_of_game(board, full_turn_limit=float("inf")) is None


def test_beliefs() -> None:
    belief = rbc.Belief.from_boards([chess.Board()], chess.BLACK, limit=1_000, sample=500, mend=True)
    assert len(rbc.Belief("white")) == len(belief) == 1
    belief.opponent_moved(None)
    boards: list[str] = list(belief)
    assert len(boards) == len(belief) == 21 and boards[0] in belief and belief[0] == boards[0]
    centre: rbc.Centre = belief.senses([1.0] * 21)[belief.best_sense()]
    outlook: rbc.Outlook = belief.requests()[0]
    share: rbc.OutcomeShare = outlook.outcomes[0]
    marginals: rbc.Marginals = belief.marginals()
    assert centre.classes > 1 and share.boards == 21 and float(marginals.pieces["K"].sum()) == 1.0
    if belief.state == "exact":
        belief.sensed(centre.square, rbc.sense(chess.Board(boards[0]), centre.square))
    belief.moved(Position("rbc", boards[0]).parse_move("e7e5"), "e7e5", None)
