"""A player of Reconnaissance Blind Chess for the package `reconchess`: `plywood.rbc.Bot`.

It keeps a `plywood.rbc.Belief`, looks where that tells most, searches some of its boards, and asks for the move that
most of the searches found. It is an example and an opponent for tests, not a champion.
"""

import operator
import random
from collections import Counter

import chess
from reconchess import Player  # type: ignore[import-untyped]

from ._plywood import Belief, Position


def _at_least_one(name: str, number: int) -> int:
    """The number, which must be a whole one of at least 1."""
    whole = operator.index(number)
    if whole < 1:
        raise ValueError(f"{name} must be a number of at least 1")
    return whole


class Bot(Player):  # type: ignore[misc]
    """A player for `reconchess.LocalGame`, `play_local_game` and `rc-bot-match plywood.rbc plywood.rbc`.

    `boards` is how many boards are remembered (beyond, a sample of half as many), `samples` how many are searched for a
    move, `nodes` how long each is searched. Equal seeds against equal opponents play equal games. Numbers that do not
    fit are a `ValueError` at once.
    """

    def __init__(self, *, boards: int = 10_000, samples: int = 8, nodes: int = 2_000, seed: int | None = None) -> None:
        self.boards = _at_least_one("boards", boards)
        self.samples = _at_least_one("samples", samples)
        self.nodes = _at_least_one("nodes", nodes)
        self.random = random.Random(seed)
        self.color = chess.WHITE
        self.center: int | None = None
        self.belief = self._belief(chess.Board())
        # Whoever counts and searches knows how much is too much.
        self.belief.sample(self.samples)
        Position("rbc").search(depth=1, nodes=self.nodes, hash=0)
        self.waiting = False

    def _belief(self, board: chess.Board) -> Belief:
        """That of a player who knows the board. When a sample turns out to be wrong the game must go on: it is mended."""
        seed, half = self.random.getrandbits(63), max(self.boards // 2, 1)
        return Belief.from_boards([board], self.color, limit=self.boards, sample=half, seed=seed, mend=True)

    def handle_game_start(self, color: bool, board: chess.Board, opponent_name: str) -> None:
        """Forgets everything but the board of the beginning."""
        self.color = color
        self.waiting = board.turn != color
        self.belief = self._belief(board)

    def handle_opponent_move_result(self, captured_my_piece: bool, capture_square: int | None) -> None:
        """Adds what the opponent may have played; the player who begins is told about no move."""
        if self.waiting:
            self.belief.opponent_moved(capture_square)
        self.waiting = True

    def choose_sense(self, sense_actions: list[int], move_actions: list[chess.Move], seconds_left: float) -> int | None:
        """Looks where most can be learned."""
        self.center = self.belief.best_sense()
        return self.center

    def handle_sense_result(self, sense_result: list[tuple[int, chess.Piece | None]]) -> None:
        """Drops the boards that look different."""
        self.belief.sensed(self.center, sense_result)

    def choose_move(self, move_actions: list[chess.Move], seconds_left: float) -> chess.Move | None:
        """Asks for the move that is best on most of the sampled boards; None where that is the pass."""
        # In time trouble a few small searches must do.
        nodes = self.nodes if seconds_left > 30 else min(self.nodes, 100)
        boards = self.belief.sample(self.samples, self.random.getrandbits(63))
        votes = Counter(self._best(fen, nodes) for fen in boards)
        choices: dict[str, chess.Move | None] = {move.uci(): move for move in move_actions}
        choices["pass"] = None
        for text, _ in votes.most_common():
            if text in choices:
                return choices[text]
        return self.random.choice(move_actions) if move_actions else None

    @staticmethod
    def _best(fen: str, nodes: int) -> str | None:
        """The best move on a board, as text, `pass` among them; None where the game is over there."""
        position = Position("rbc", fen)
        if position.is_game_over():
            return None
        best = position.search(nodes=nodes, hash=1).best_move
        return None if best is None else str(best)

    def handle_move_result(
        self,
        requested_move: chess.Move | None,
        taken_move: chess.Move | None,
        captured_opponent_piece: bool,
        capture_square: int | None,
    ) -> None:
        """Drops the boards on which something else would have become of the request."""
        self.belief.moved(requested_move, taken_move, capture_square)

    def handle_game_end(self, winner_color: bool | None, win_reason: object, game_history: object) -> None:
        """Nothing to learn."""
