"""Calls that take long let other threads run, answer Ctrl-C, tell how far they are, and stop when they are told to."""

import functools
import os
import resource
import signal
import subprocess
import sys
import threading
import time

import chess
import plywood
import pytest
from plywood import Position, Stopped, rbc

# Both take minutes when nobody stops them.
LONG_CALLS = {
    "perft": lambda **settings: Position("international").perft(20, **settings),
    "perft on threads": lambda **settings: Position("international").perft(20, threads=2, **settings),
    "perft with a table": lambda **settings: Position("international").perft(30, hash=16, **settings),
    "divide": lambda **settings: Position("international").divide(20, **settings),
    "classes": lambda **settings: Position("international").classes(20, **settings),
    "boards": lambda **settings: Position("rbc").perft(12, "boards", **settings),
    "search": lambda **settings: Position("amazons").search(depth=60, **settings),
    "search on threads": lambda **settings: Position("international").search(depth=100, threads=2, **settings),
    "search for a time": lambda **settings: Position("dameo").search(time=100.0, **settings),
    "search with an evaluation": lambda **settings: Position("dameo").search(
        depth=40, evaluate=lambda _: 0, **settings
    ),
}


GIGABYTE = 1024


@functools.cache
def full_belief(threads=1):
    """Black holds a million boards possible and more, and White is to move: an event takes a second, and ends with as many."""
    belief = rbc.Belief("black", limit=2_000_000, sample=1_000_000, threads=threads)
    while len(belief) < 1_000_000:
        belief.opponent_moved(None)
        belief.moved(None, None, None)
    return belief


def over_and_over(call):
    """So that it is under way when the interrupt comes, on any machine."""
    while True:
        call()


# They take longer than an answer may, and tell nobody how far they are.
SILENT_CALLS = {
    "a table for a count": lambda: Position("international").perft(30, hash=2 * GIGABYTE),
    "a table for a search": lambda: Position("international").search(time=20, hash=2 * GIGABYTE),
    "requests of many boards": lambda: over_and_over(lambda: rbc.move_actions_batch([chess.STARTING_FEN] * 400_000)),
    "moves of many boards": lambda: over_and_over(
        lambda: rbc.revise_moves([chess.STARTING_FEN] * 1_000_000, ["e2e4"] * 1_000_000)
    ),
    "squares of many boards": lambda: over_and_over(
        lambda: rbc.capture_squares_of_moves([chess.STARTING_FEN] * 1_000_000, [None] * 1_000_000)
    ),
    "a belief": lambda: over_and_over(lambda: full_belief().copy().opponent_moved(None)),
    "a belief on threads": lambda: over_and_over(lambda: full_belief(2).copy().opponent_moved(None)),
    "boards of a belief": lambda: over_and_over(lambda: rbc.Belief.from_boards(full_belief(), "black")),
    "questions to a belief": lambda: over_and_over(lambda: full_belief().senses()),
}

ALL_CALLS = LONG_CALLS | SILENT_CALLS


@pytest.mark.parametrize(
    ("call", "after"),
    [*((call, 0.4) for call in ALL_CALLS.values()), (LONG_CALLS["boards"], 3.0)],
    ids=[*ALL_CALLS, "boards, deep down"],
)
def test_interrupt(call, after):
    """Ctrl-C is answered within 0.2 s."""
    full_belief()
    sent = []

    def interrupt():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    answered = time.perf_counter() - sent[0]
    timer.join()
    assert answered < 0.2, f"{answered:.3f} s"


@pytest.mark.parametrize("call", ALL_CALLS.values(), ids=ALL_CALLS)
def test_the_lock_is_free(call):
    """Another thread runs on while a call is under way."""
    full_belief()
    ticks, done = [], threading.Event()

    def tick():
        while not done.wait(0.01):
            ticks.append(None)

    ticker = threading.Thread(target=tick)
    ticker.start()
    # Half a second was too short on a busy machine.
    timer = threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    done.set()
    ticker.join()
    # None where the lock is kept; the machine may have more to do.
    assert len(ticks) >= 4


def test_questions_do_not_wait_for_events():
    """A belief answers while an event is under way, as it was before; then as it is after."""
    belief = full_belief().copy()
    size, (fen,) = len(belief), belief.sample(1)
    worker = threading.Thread(target=belief.opponent_moved, args=(None,))
    worker.start()
    time.sleep(0.1)
    began = time.perf_counter()
    answers = len(belief), fen in belief, len(belief.sample(2)), next(iter(belief)) in belief
    took = time.perf_counter() - began
    assert worker.is_alive() and answers == (size, True, 2, True)
    assert took < 0.2, f"{took:.3f} s"
    worker.join()
    assert fen not in belief  # it is the other side's turn


def test_an_interrupted_event_has_not_happened():
    belief = full_belief().copy()
    before = belief.sample(1000), len(belief), belief.state
    threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        belief.opponent_moved(None)
    assert before == (belief.sample(1000), len(belief), belief.state)
    with pytest.raises(ValueError, match="turn"):
        belief.moved(None, None, None)


def test_events_of_several_threads():
    """Each event takes effect once, one after the other, or is refused."""
    belief = rbc.Belief("white", limit=5_000, sample=2_500)
    events = [belief.moved, lambda *_: belief.opponent_moved(None)]
    happened = [0, 0]

    def work(kind):
        for _ in range(30):
            try:
                events[kind](None, None, None)
                happened[kind] += 1
            except ValueError:
                pass

    threads = [threading.Thread(target=work, args=(kind,)) for kind in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert happened[0] - happened[1] in (0, 1) and happened[0] >= 1
    assert {fen.split(" ")[1] for fen in belief} == {"w" if happened[0] == happened[1] else "b"}


@pytest.mark.parametrize("game", plywood.games())
def test_the_deepest(game):
    """The greatest depths have stack enough, in counts and in searches."""
    for mode in plywood.facts(game)["modes"]:
        try:
            assert Position(game).perft(64, mode, progress=lambda _: True) >= 0
        except (Stopped, ValueError) as fault:  # the count may also be too large for its number
            assert "interrupted" in str(fault) or "exceeds" in str(fault)
    result = Position(game).search(depth=128, nodes=20_000, threads=2)
    assert result.best_move in Position(game).legal_moves
    assert Position(game).search(depth=128, nodes=20_000, exact=True).best_move is not None


class Refusal(Exception):
    pass


def test_progress_of_a_count():
    shares = []
    assert Position("international").perft(9, progress=shares.append) == 41_022_423
    assert shares == sorted(shares) and all(0 <= share <= 1 for share in shares)


@pytest.mark.parametrize("name", ["perft", "perft on threads", "divide", "classes", "boards"])
def test_callbacks_that_stop_a_count(name):
    with pytest.raises(Stopped) as caught:
        LONG_CALLS[name](progress=lambda share: True)
    assert caught.value.partial is not None and "interrupted" in str(caught.value)


@pytest.mark.parametrize("name", [name for name in LONG_CALLS if name != "search with an evaluation"])
def test_callbacks_that_raise(name):
    def refuse(news):
        raise Refusal("no")

    with pytest.raises(Refusal, match="no"):
        LONG_CALLS[name](progress=refuse)


def test_progress_of_a_search():
    reports = []
    result = Position("dameo").search(depth=5, progress=reports.append)
    assert [report.depth for report in reports] == [1, 2, 3, 4, 5]
    assert reports[-1].score == result.score and reports[-1].nodes == result.nodes == max(r.nodes for r in reports)
    assert result.depth == 5 and result.bound == "exact" and result.mate is None and result.seconds > 0
    assert result.pv[0] == result.best_move and result.best_move in Position("dameo").legal_moves
    stopped = Position("dameo").search(depth=60, progress=lambda report: report.depth >= 3)
    assert 3 <= stopped.depth < 60 and stopped.best_move is not None


def test_searches():
    position = Position("russian", "W:Wc3:Bd4")
    assert position.search(depth=4).mate is not None
    best = Position("international").search(depth=6, multipv=3, exact=True)
    assert [line.rank for line in best.lines] == [1, 2, 3]
    assert best.lines[0].score >= best.lines[1].score >= best.lines[2].score
    assert len({str(line.best_move) for line in best.lines}) == 3
    for seconds in (0.05, 0.1, 0.2):  # cut short somewhere in a depth
        cut = Position("amazons-6x6").search(time=seconds, multipv=3, exact=True)
        assert len({line.depth for line in cut.lines}) == 1 and cut.best_move == cut.lines[0].best_move
        assert [line.score for line in cut.lines] == sorted((line.score for line in cut.lines), reverse=True)
    only = Position("international").search(depth=4, moves=["32-28", Position("international").legal_moves[1]])
    assert str(only.best_move) in {"32-28", str(Position("international").legal_moves[1])}
    exact = Position("dameo").search(depth=3, exact=True).score
    assert exact == Position("dameo").search(depth=3, exact=True, threads=2).score
    assert Position("dameo").search(nodes=5_000).nodes <= 5_000 + 64
    assert Position("dameo").search(time=0.2).seconds < 0.5
    assert Position("rbc").search(depth=3).best_move in Position("rbc").legal_moves


def test_evaluations():
    def men(position):
        boards = position.bitboards()
        white, black = ((boards[man] | boards[king]).bit_count() for man, king in ("wW", "bB"))
        return 100 * (white - black if position.turn else black - white)

    result = Position("russian").search(depth=4, evaluate=men)
    assert result.score % 100 == 0 and result.best_move in Position("russian").legal_moves
    assert Position("russian").search(depth=4, evaluate=lambda _: 10**12).best_move is not None
    with pytest.raises(ZeroDivisionError):
        Position("russian").search(depth=4, evaluate=lambda _: 1 / 0)
    with pytest.raises(TypeError):
        Position("russian").search(depth=4, threads=2, evaluate=lambda _: None)


def test_positions_may_be_played_on_meanwhile():
    """A callback that plays on the very position that is counted."""
    position = Position("international")

    def play(_):
        position.push(position.legal_moves[0])
        return position.ply() > 2

    with pytest.raises(Stopped):
        position.perft(20, progress=play)
    assert position.ply() == 3


def test_threads_share_a_position():
    position, errors = Position("dameo"), []

    def work():
        for _ in range(2_000):
            try:
                position.push(position.legal_moves[0])
                position.pop()
            except (ValueError, IndexError):
                pass
            except BaseException as error:
                errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_memory_stays():
    """What a loop makes is freed: moves, lists, stacks, searches, faults."""

    def round_of_everything():
        position = Position("amazons")
        for _ in range(10):
            position.push(next(iter(position.legal_moves)))
        position.outcome()
        position.copy().pop()
        position.svg()
        position.planes()
        position.perft(1)
        position.search(nodes=50, hash=1)
        for bad in ("nonsense", None):
            try:
                position.push(bad)
            except (ValueError, TypeError):
                pass

    def used():
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    if not sys.platform.startswith("linux"):
        pytest.skip("reads /proc")
    for _ in range(300):
        round_of_everything()
    before = used()
    for _ in range(1_000):
        round_of_everything()
    assert used() - before < 4 << 20


def test_exit_with_counts_under_way():
    """A process that ends while daemon threads count does not crash. One in twelve did, when a thread looked up just then."""
    program = (
        "import threading, time, plywood\n"
        "for _ in range(10):\n"
        "    threading.Thread(target=lambda: plywood.Position('international').perft(20), daemon=True).start()\n"
        "    time.sleep(0.005)\n"
        "time.sleep(0.2)\n"
    )
    for _ in range(10):
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=20, check=False)
        assert done.returncode == 0, done.stderr
