"""Beliefs of RBC through Python: recorded sizes, the truth in games of the reference, every question and every fault."""

import copy
import doctest
import json
import math
import os
import pickle
import random
import signal
import threading
import time
from collections import Counter

import chess
import numpy
import plywood
import pytest
from conftest import CRATES
from plywood import Position, rbc
from reconchess import LocalGame, utilities

START = chess.STARTING_FEN

# Sizes up to the first above it are compared; `plywood suite` and the tests of the crate go farther.
MOST_BOARDS = 50_000


def events_of(history, color):
    """What a recorded game says that one of its players was told, with the name and detail of the table and the true board after it."""
    own, enemy = ("true", "false") if color else ("false", "true")
    record = json.loads((CRATES / f"rbc/data/games/{history}.json").read_text(encoding="utf-8"))
    name = {None: "-"} | dict(enumerate(chess.SQUARE_NAMES))

    def text(move):
        return move and move["value"]

    lead = int(color)  # White's first turn comes before any of the opponent's.
    for n in range(max(len(record["senses"][own]), len(record["capture_squares"][enemy]) + lead)):
        if 0 <= n - lead < len(record["capture_squares"][enemy]):
            capture = record["capture_squares"][enemy][n - lead]
            yield "opp", name[capture], record["fens_after_move"][enemy][n - lead], (capture,)
        if n < len(record["senses"][own]):
            square = record["senses"][own][n]
            seen = [(at, text(piece)) for at, piece in record["sense_results"][own][n]]
            yield "sense", name[square], record["fens_before_move"][own][n], (square, seen)
        if n < len(record["requested_moves"][own]):
            request, taken = text(record["requested_moves"][own][n]), text(record["taken_moves"][own][n])
            told = request, taken, record["capture_squares"][own][n]
            yield "move", f"{request or '-'}>{taken or '-'}", record["fens_after_move"][own][n], told


def tell(belief, event, told):
    {"opp": belief.opponent_moved, "sense": belief.sensed, "move": belief.moved}[event](*told)


ROWS = [json.loads(line) for line in (CRATES / "rbc/data/beliefs.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_recorded_sizes(row, threads):
    """The sizes that another program found, after every event, and the true board among them."""
    belief = rbc.Belief(row["color"], threads=threads)
    checked = 0
    for (event, detail, size), (*found, truth, told) in zip(
        row["rows"], events_of(row["history"], belief.color), strict=False
    ):
        tell(belief, event, told)
        assert [*found, len(belief)] == [event, detail, size]
        assert (truth in belief) == (belief.state != "lost") and (size == 0) == (belief.state == "lost")
        checked += 1
        if size > MOST_BOARDS:
            break
    else:
        assert checked == len(row["rows"])
    assert checked >= 14


def test_threads_give_equal_lists():
    """The same boards in the same order; and a move and a sense in one are the same set."""
    beliefs = [rbc.Belief("white", threads=threads, histories=True) for threads in (1, 2, 3, 4)]
    single = rbc.Belief("white")
    events = [(event, told) for event, _, _, told in events_of("random_2", True)][:15]
    while events:
        event, told = events.pop(0)
        tell(single, event, told)
        if event == "opp" and events:
            _, sense = events.pop(0)
            single.sensed(*sense)
            for belief in beliefs:
                belief.opponent_moved_and_sensed(*told, *sense)
        else:
            for belief in beliefs:
                tell(belief, event, told)
        assert set(single) == set(beliefs[0])
        assert all(list(belief) == list(beliefs[0]) for belief in beliefs)
    assert len(single) > 10_000
    assert all((belief.weights() == beliefs[0].weights()).all() for belief in beliefs)
    assert all(belief.senses("histories") == beliefs[0].senses("histories") for belief in beliefs)


def turn_of(game, chance, beliefs):
    """One random turn of a LocalGame in which the players look where it tells most. Beliefs that become too large are given up."""

    def told(color, event):
        if beliefs[color] is None:
            return
        before = len(beliefs[color]), beliefs[color].sample(50)
        try:
            event(beliefs[color])
        except ValueError as fault:
            assert "more boards than the limit of" in str(fault)
            assert before == (len(beliefs[color]), beliefs[color].sample(50))
            beliefs[color] = None

    color = game.turn
    if beliefs[color] is not None:
        centre = chance.choice([None, beliefs[color].best_sense(), chance.randrange(64)])
        seen = game.sense(centre)
        told(color, lambda belief: belief.sensed(centre, seen))
        belief = beliefs[color]
        assert belief is None or belief.state == "sampled" or game.board in belief
    captures = {move: rbc.make_request(game.board, move)[1] for move in game.move_actions()}
    taking = [move for move, capture in captures.items() if capture is not None]
    kings = [move for move in taking if captures[move] == game.board.king(not color)]
    request = chance.choice(kings or [*captures, *taking, *taking, None])
    requested, taken, capture_square = game.move(request)
    told(color, lambda belief: belief.moved(requested, taken, capture_square))
    game.end_turn()
    told(not color, lambda belief: belief.opponent_moved(capture_square))
    return color


def after_quiet_turns(events, threads=2):
    belief = rbc.Belief("black", threads=threads)
    for _ in range(events):  # the third is large enough for two threads
        belief.opponent_moved(None)
        belief.sensed(None, [])
        belief.moved(None, None, None)
    return belief


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("busy", [False, True])
def test_a_forked_process_has_threads_of_its_own(busy):
    """Those that served the last events are not there, nor is one that holds a lock: whoever waited for it would not come back."""
    belief, done = after_quiet_turns(3), threading.Event()

    def others():
        while not done.is_set():
            after_quiet_turns(3)

    other = threading.Thread(target=others)
    if busy:
        other.start()
    try:
        for _ in range(40 if busy else 1):
            child = os.fork()
            if child == 0:
                copy.copy(belief).opponent_moved(None)
                os._exit(0 if len(after_quiet_turns(3)) == len(belief) else 1)
            deadline = time.monotonic() + 20
            while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0) and time.monotonic() < deadline:
                time.sleep(0.001)
            if ended == (0, 0):
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
            assert ended == (child, 0)
    finally:
        done.set()
        if busy:
            other.join()


def test_the_truth_is_believed():
    """After every event of random games of the reference, for both players, until the belief is large or the game over."""
    events = lost = 0
    for seed in range(120):
        chance, game = random.Random(seed), LocalGame()
        if seed % 2:
            game.board = chess.Board("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1")
        beliefs = {
            color: rbc.Belief.from_boards([game.board], color, limit=20_000, histories=seed % 3 == 0)
            for color in chess.COLORS
        }
        game.start()
        while not game.is_over() and any(beliefs.values()):
            turn_of(game, chance, beliefs)
            for color, belief in beliefs.items():
                if belief is None:
                    continue
                if game.board.king(color) is None:
                    assert belief.state == "lost" and len(belief) == 0
                    lost += 1
                    continue
                assert game.board in belief and belief.state == "exact" and belief.turn == game.turn
                assert belief.view() == rbc.Belief.from_boards([game.board], color).view()
                events += 1
    assert events > 2_000 and lost > 5


def test_samples_that_are_mended_never_fail():
    """A bounded belief goes on whatever happens, always with boards, on which the player's own pieces stand right."""
    mended = 0
    for seed in range(20):
        chance, game = random.Random(seed), LocalGame()
        beliefs = {color: rbc.Belief(color, limit=40, sample=20, seed=seed, mend=True) for color in chess.COLORS}
        game.start()
        while not game.is_over() and game.board.fullmove_number < 60:
            turn_of(game, chance, beliefs)
            for color, belief in beliefs.items():
                if belief.state == "lost":
                    assert game.board.king(color) is None
                    continue
                own = rbc.view(game.board, color).split(" ")[0]
                assert 1 <= len(belief) <= 40 and {rbc.view(fen, color).split(" ")[0] for fen in belief} == {own}
        mended += sum(belief.mended for belief in beliefs.values())
        twin = rbc.Belief("white", limit=40, sample=20, seed=seed, mend=True)
        assert twin.mended == 0 and twin.state == "exact"
    assert mended > 20


def test_mending_obeys_what_is_seen():
    """Seen pieces stand where they were seen, a piece that took something stands there, and a king stands somewhere."""
    belief = rbc.Belief.from_boards([START], True, sampled=True, mend=True)
    seen = [(square, None) for square in (35, 36, 37, 27, 29, 19, 20, 21)] + [(chess.E4, "q")]
    belief.sensed(chess.E4, seen)
    assert belief.mended == 1 and belief.state == "sampled"
    for board in map(chess.Board, belief):
        assert board.piece_at(chess.E4) == chess.Piece.from_symbol("q") and board.piece_at(chess.D8) is None
        assert board.king(False) == chess.E8
    belief.moved("e2e3", None, None)  # somebody stands on e3, who is not on the board
    belief.opponent_moved(chess.D1)  # perhaps nobody could
    for board in map(chess.Board, belief):
        assert board.color_at(chess.D1) is chess.BLACK and board.color_at(chess.E2) is chess.WHITE
        assert board.king(False) is not None
    exact = rbc.Belief("white", mend=True)
    with pytest.raises(ValueError, match="none of 1 boards agrees"):
        exact.sensed(chess.E4, seen)
    assert exact.mended == 0 and list(exact) == [START]


def window(square, **seen):
    """A sense of the board of the beginning, with some squares changed."""
    return square, [(at, seen.get(chess.square_name(at), piece)) for at, piece in rbc.sense(START, square)]


@pytest.mark.parametrize(
    ("color", "event", "fault"),
    [
        (True, lambda belief: belief.moved("e2e5", "a1h8", None), "not in the list of requests"),
        (True, lambda belief: belief.moved("e2e4", "a1h8", None), "never becomes this"),
        (True, lambda belief: belief.moved("g1f3", None, None), "never becomes this"),
        (True, lambda belief: belief.moved("g1f3", "g1f3", chess.E5), "never becomes this"),
        (True, lambda belief: belief.moved("e2d3", "e2d3", None), "never becomes this"),
        (True, lambda belief: belief.moved("e2d3", "e2d3", chess.D2), "never becomes this"),
        (True, lambda belief: belief.moved("e2d3", "e2d3", chess.D3), "none of 1 boards agrees"),
        (True, lambda belief: belief.moved(None, "e2e4", None), "never becomes this"),
        (True, lambda belief: belief.moved(None, None, chess.D2), "never becomes this"),
        (True, lambda belief: belief.opponent_moved(None), "it is White's turn"),
        (True, lambda belief: belief.opponent_moved_and_sensed(None, None, []), "it is White's turn"),
        (False, lambda belief: belief.moved("e7e5", "e7e5", None), "it is White's turn"),
        (False, lambda belief: belief.sensed(None, []), "it is White's turn"),
        (False, lambda belief: belief.opponent_moved(chess.E2), "no own piece stands on e2"),
        (False, lambda belief: belief.opponent_moved(chess.E5), "no own piece stands on e5"),
        (False, lambda belief: belief.opponent_moved(chess.A8), "none of 1 boards agrees"),
        (False, lambda belief: belief.opponent_moved_and_sensed(None, *window(chess.E8, e8=None)), "the own board"),
        (True, lambda belief: belief.sensed(*window(chess.E1, e1="q")), "the own board"),
        (True, lambda belief: belief.sensed(*window(chess.E1, e1=None)), "the own board"),
        (True, lambda belief: belief.sensed(*window(chess.E4, e4="K")), "the own board"),
        (True, lambda belief: belief.sensed(*window(chess.E4, e4=chess.Piece.from_symbol("K"))), "the own board"),
        (True, lambda belief: belief.sensed(chess.E4, window(chess.E5)[1]), "not each square around e4 once"),
        (True, lambda belief: belief.sensed(chess.E4, window(chess.E4)[1][:8]), "not each square around e4 once"),
        (True, lambda belief: belief.sensed(chess.E8, [(chess.E8, "k"), (chess.E8, "q")]), "not each square"),
        (True, lambda belief: belief.sensed(None, [(chess.E8, "k")]), "without a sense"),
        (True, lambda belief: belief.sensed(chess.E4, []), "not each square"),
        (True, lambda belief: belief.sensed(*window(chess.E7, e7="k")), "two kings"),
        (True, lambda belief: belief.sensed(*window(chess.E7, e8="p")), "a pawn seen on e8"),
        (True, lambda belief: belief.sensed(*window(chess.E4, e4="q")), "none of 1 boards agrees"),
        (True, lambda belief: belief.sensed(64, []), "square must be"),
        (True, lambda belief: belief.opponent_moved(-1), "square must be"),
        (True, lambda belief: belief.sensed(*window(chess.E4, e4="x")), "'x' is no piece"),
        (True, lambda belief: belief.moved("nonsense", None, None), "is not a move"),
        (False, lambda belief: belief.requests(), "it is White's turn"),
        (True, lambda belief: belief.senses("histories"), "does not count histories"),
        (True, lambda belief: belief.senses("boards"), "'histories'"),
        (True, lambda belief: belief.senses([1.0, 2.0]), "2 numbers for 1 boards"),
        (True, lambda belief: belief.marginals([-1.0]), "from 0 on, not -1"),
        (True, lambda belief: belief.requests([math.nan]), "not NaN"),
        (True, lambda belief: belief.sample(-1), "count must be"),
        (True, lambda belief: belief.draw(1 << 21), "count must be"),
        (True, lambda belief: belief.sample(1, -1), "seed must be"),
    ],
)
def test_faults_change_nothing(color, event, fault):
    belief = rbc.Belief(color)
    with pytest.raises(ValueError, match=fault):
        event(belief)
    # The board of the beginning as the belief writes it.
    assert list(belief) == [START] and belief.state == "exact" and belief.turn is True
    tell(belief, *(("move", ("e2e4", "e2e4", None)) if color else ("opp", (None,))))
    assert len(belief) == (1 if color else 21)


def test_what_cannot_be_begun():
    for settings in (
        {"limit": 0},
        {"limit": -1},
        {"limit": 10, "sample": 11},
        {"limit": 10, "sample": 0},
        {"limit": None, "sample": 5},
        {"threads": 0},
        {"seed": -1},
        {"color": "green"},
    ):
        with pytest.raises(ValueError):
            rbc.Belief(**{"color": True} | settings)
    for call in (
        lambda: rbc.Belief(1),
        lambda: rbc.Belief(None),
        lambda: rbc.Belief("white").sensed(28, None),
        lambda: rbc.Belief("white").sensed("e4", []),
        lambda: rbc.Belief("white").moved(5, None, None),
        lambda: rbc.Belief("white").senses(5),
        lambda: rbc.Belief.from_boards(5, True),
        lambda: rbc.Belief.from_boards([5], True),
        lambda: 5 in rbc.Belief(True),
        lambda: rbc.Belief(True)["0"],
    ):
        with pytest.raises(TypeError):
            call()
    for boards in ([], ["nonsense"], ["8/8/8/8/8/8/8/4K3 b - - 0 1"], [START, START.replace(" w ", " b ")]):
        with pytest.raises(ValueError):
            rbc.Belief.from_boards(boards, "black")


def test_limits():
    """More boards than the limit are refused, and nothing has happened; with a sample the belief goes on and says so."""
    belief = rbc.Belief("black", limit=20)
    with pytest.raises(ValueError, match="more boards than the limit of 20 "):
        belief.opponent_moved(None)
    assert len(belief) == 1 and belief.turn is True
    whole = rbc.Belief("black")
    whole.opponent_moved(None)
    kept = Counter()
    for seed in range(300):
        part = rbc.Belief("black", limit=20, sample=7, seed=seed)
        part.opponent_moved(None)
        assert len(part) == 7 and part.state == "sampled" and set(part) <= set(whole)
        kept.update(part)
    # Each of 21 boards is kept in 100 of 300 samples of 7, give or take five standard deviations.
    assert set(kept) == set(whole) and all(abs(count - 100) < 5 * math.sqrt(300 * 2 / 9) for count in kept.values())
    with pytest.raises(ValueError, match="of a sample agrees"):
        part.sensed(*window(chess.E3, d3="N", e4="P"))
    assert len(part) == 7


def grown(size=200):
    """A belief of some size from a recorded game, the player to move."""
    belief = rbc.Belief("white", histories=True)
    for event, _, _, told in events_of("random_2", True):
        tell(belief, event, told)
        if event == "opp" and len(belief) >= size:
            return belief
    raise AssertionError("it never grows so large")


def test_senses():
    """What each sense tells, from what is seen on every single board."""
    belief = grown()
    fens, histories = list(belief), belief.weights().tolist()
    assert max(histories) > 1 and len(histories) == len(fens) > 200
    for weights, numbers in ((None, [1.0] * len(fens)), ("histories", histories), (histories, histories)):
        centres, best = belief.senses(weights), belief.best_sense(weights)
        for square, centre in enumerate(centres):
            classes, sizes = Counter(), Counter()
            for fen, number in zip(fens, numbers, strict=True):
                seen = tuple(rbc.sense(fen, square))
                classes[seen] += number
                sizes[seen] += 1
            shares = {seen: number / sum(numbers) for seen, number in classes.items()}
            assert (centre.square, centre.classes, centre.worst) == (square, len(classes), max(sizes.values()))
            assert centre.entropy == pytest.approx(-sum(share * math.log2(share) for share in shares.values()))
            assert centre.expected == pytest.approx(sum(share * sizes[seen] for seen, share in shares.items()))
            rim = square % 8 in (0, 7) or square // 8 in (0, 7)
            assert (centre.dominated_by is not None) == rim
            assert not rim or centre.entropy <= centres[centre.dominated_by].entropy + 1e-9
        assert centres[best].dominated_by is None
        assert centres[best].entropy == pytest.approx(max(centre.entropy for centre in centres))


def test_requests():
    """What becomes of each request, from what becomes of it on every single board."""
    belief = grown()
    fens, outlooks = list(belief), belief.requests()
    listed = [*rbc.move_actions(fens[0]), None]
    assert sorted(map(str, listed)) == sorted(str(outlook.request) for outlook in outlooks)
    for outlook in outlooks:
        made = [rbc.make_request(fen, outlook.request) for fen in fens]
        found = Counter((taken, capture) for taken, capture, _ in made)
        shares = {(share.taken, share.capture_square): share for share in outlook.outcomes}
        assert {outcome: share.boards for outcome, share in shares.items()} == found
        assert sum(share.chance for share in outlook.outcomes) == pytest.approx(1)
        assert [share.chance for share in outlook.outcomes] == sorted(share.chance for share in shares.values())[::-1]
        assert outlook.certain_capture == all(capture is not None for _, capture, _ in made)
        kings = sum("k" not in fen.split(" ")[0] for _, _, fen in made)
        assert sum(share.king_captures for share in outlook.outcomes) == kings
        assert outlook.king_capture == pytest.approx(kings / len(fens))
    first = [1.0] + [0.0] * (len(fens) - 1)
    for outlook in belief.requests(first):
        assert (
            outlook.outcomes[0].chance == 1
            and outlook.outcomes[0][:2] == rbc.make_request(fens[0], outlook.request)[:2]
        )


def test_marginals():
    """The chances of pieces and attacks, from python-chess on every single board."""
    belief = grown()
    boards, marginals = [chess.Board(fen) for fen in belief], belief.marginals()
    assert list(marginals.pieces) == list(plywood.facts("rbc")["pieces"])
    for letter, chances in marginals.pieces.items():
        piece = chess.Piece.from_symbol(letter)
        expected = [sum(board.piece_at(square) == piece for board in boards) / len(boards) for square in range(64)]
        assert chances.shape == (64,) and chances.dtype == numpy.float64 and chances == pytest.approx(expected)
    attacked = [sum(board.is_attacked_by(False, square) for board in boards) / len(boards) for square in range(64)]
    assert marginals.attacked == pytest.approx(attacked)
    assert marginals.king_danger == pytest.approx(attacked[boards[0].king(True)])
    certain = belief.marginals(numpy.eye(len(boards))[3])
    assert certain.pieces["k"].tolist() == [float(square == boards[3].king(False)) for square in range(64)]


def test_histories():
    """The number of ways to each board, from all pairs of White's moves."""

    def key(board):
        return board.board_fen(), board.castling_rights

    ways = Counter()
    first = chess.Board()
    for one in [*first.pseudo_legal_moves, chess.Move.null()]:
        second = first.copy()
        second.push(one)
        second.push(chess.Move.null())
        for two in [*second.pseudo_legal_moves, chess.Move.null()]:
            third = second.copy()
            third.push(two)
            ways[key(third)] += 1
    belief = rbc.Belief("black", histories=True)
    belief.opponent_moved(None)
    belief.moved(None, None, None)
    belief.opponent_moved(None)
    weights = belief.weights()
    assert weights.dtype == numpy.uint64
    found = {key(chess.Board(fen)): int(weight) for fen, weight in zip(belief, weights, strict=True)}
    assert {board: ways[board] for board in found} == found and sum(found.values()) > 400
    # Black saw no piece of his taken: what took one is not among them.
    assert set(ways) == set(found)
    assert rbc.Belief("black").weights() is None


def test_draws():
    belief = grown()
    fens = list(belief)
    some = belief.sample(20, 3)
    assert len(set(some)) == 20 and set(some) < set(fens) and some == belief.sample(20, 3) != belief.sample(20, 4)
    assert set(belief.sample(1 << 20)) == set(fens) and belief.sample(0) == belief.draw(0) == []
    only = [0.0] * len(fens)
    only[7] = 0.5
    assert belief.draw(5, weights=only) == [fens[7]] * 5 and belief.draw(5, weights=[0.0] * len(fens)) == []
    drawn = Counter(belief.draw(100_000, 1, "histories"))
    weights = belief.weights()
    for fen, share in zip(fens, weights / weights.sum(), strict=True):
        assert abs(drawn[fen] - 100_000 * share) < 6 * math.sqrt(100_000 * share)


def test_what_may_become_of_requests():
    """All that the reference makes of requests is followed: with hidden pieces anywhere, and for both sides."""
    outcomes = 0
    for seed in range(40):
        chance, board = random.Random(seed), chess.Board()
        for _ in range(60):
            listed = utilities.move_actions(board)
            for request in chance.sample(listed, min(8, len(listed))):
                taken, capture, fen = rbc.make_request(board, request)
                belief = rbc.Belief.from_boards([board], board.turn)
                belief.moved(request, taken, capture)
                assert len(belief) == 1 and fen in belief
                outcomes += 1
            # One that takes something, where there is any, so that many are shortened.
            taking = [move for move in listed if rbc.make_request(board, move)[1] is not None]
            _, _, fen = rbc.make_request(board, chance.choice(taking or listed))
            board = chess.Board(fen)
            if board.king(True) is None or board.king(False) is None:
                break
    passed = rbc.Belief.from_boards(["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"], True)
    passed.moved("e5d6", "e5d6", chess.D5)
    assert list(passed) == ["4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"]
    # A pawn's move to the last row that says nothing means a queen, as in the reference's games.
    queen = rbc.Belief.from_boards(["8/P3k3/8/8/8/8/8/4K3 w - - 0 1"], True)
    queen.moved("a7a8", "a7a8q", None)
    assert list(queen) == ["Q7/4k3/8/8/8/8/8/4K3 b - - 0 1"]
    assert outcomes > 5_000


def test_values():
    belief = rbc.Belief("black", limit=500, sample=400, seed=3, mend=True)
    belief.opponent_moved(None)  # one of 20 moves, or the pass
    assert len(list(belief)) == len(belief) == 21 and all(fen in belief for fen in belief)
    assert [belief[n] for n in range(21)] == list(belief) and belief[-1] == list(belief)[20]
    for beyond in (21, -22, 10**30):
        with pytest.raises(IndexError, match="there are 21"):
            belief[beyond]
    assert 21 * 24 <= belief.memory() < 21 * 24 + 2_000
    for same in (pickle.loads(pickle.dumps(belief)), copy.copy(belief), copy.deepcopy(belief), belief.copy()):
        assert set(same) == set(belief) and (same.color, same.turn, same.view()) == (False, False, belief.view())
        same.moved("e7e5", "e7e5", None)
        same.opponent_moved(None)
        assert len(same) > 21 and len(belief) == 21
        same.moved(None, None, None)
        same.opponent_moved(None)
        assert same.state == "sampled" and len(same) == 400
        again = pickle.loads(pickle.dumps(same))
        assert again.state == "sampled" and set(again) == set(same)
    for unlike in (rbc.Belief("white", histories=True), lost()):
        with pytest.raises(TypeError, match="pickled"):
            pickle.dumps(unlike)
    assert repr(rbc.Belief("white")) == "<Belief of White: 1 board>"
    assert repr(belief) == "<Belief of Black: 21 boards>"
    assert repr(same) == "<Belief of Black: 400 boards, sampled>"
    assert repr(lost()) == "<Belief of Black: lost>"
    listed = iter(belief)
    next(listed)
    belief.moved("e7e5", "e7e5", None)
    assert len(list(listed)) == 20, "as they were"
    position = Position("rbc", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    boards = [position, position.fen(), chess.Board(position.fen()), "3k4/8/8/8/8/8/8/4K2R w K - 0 1"]
    assert len(rbc.Belief.from_boards(iter(boards), "white")) == 2
    assert rbc.Belief.from_boards(boards, "white", histories=True).weights().tolist() in ([3, 1], [1, 3])


def lost():
    """Black's belief after his king was taken."""
    belief = rbc.Belief.from_boards(["4k3/8/8/8/8/8/8/K3R3 w - - 0 1"], "black")
    belief.opponent_moved(chess.E8)
    return belief


def test_lost():
    belief = lost()
    assert belief.state == "lost" and len(belief) == 0 and list(belief) == belief.sample(3) == belief.draw(3) == []
    for event in (lambda: belief.sensed(None, []), lambda: belief.moved(None, None, None), belief.requests):
        with pytest.raises(ValueError, match="the game is over"):
            event()
    assert {centre.classes for centre in belief.senses()} == {0} and belief.marginals().king_danger == 0


def test_colors():
    for white in (True, "white", chess.WHITE):
        assert rbc.Belief(white).color is True and rbc.view(START, white) == rbc.view(START, True)
    for black in (False, "black", chess.BLACK):
        assert rbc.Belief(black).color is False
        assert rbc.end_of_game(START, resigned=black) == (True, "RESIGN")


def test_examples_of_the_docstrings():
    """Those of the module, the class and its methods."""
    done = doctest.testmod(rbc, optionflags=doctest.ELLIPSIS)
    assert done.failed == 0 and done.attempted > 25
