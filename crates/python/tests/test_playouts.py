"""Random games in one call are those that are played move by move."""

import copy
import os
import pickle
import signal
import threading
import time

import plywood
import pytest
from plywood import Outcome, Playout, Playouts, Position, Stopped


@pytest.mark.parametrize("game", ["russian", "frisian", "dameo", "turkish", "amazons-6x6", "rbc"])
def test_moves_lead_to_the_end(game):
    for number in range(5):
        playout = Position(game).playout(seed=3, game=number, max_plies=300, moves=True)
        again = Position(game)
        for text in playout.moves:
            assert again.outcome() is None
            again.push(text)
        assert again == playout.position and again.outcome() == playout.outcome
        assert playout.plies == len(playout.moves) == again.ply()
        assert (playout.outcome is None) <= (playout.plies == 300)
        assert playout.position.ply() == 0


def test_a_batch_is_its_games():
    position = Position("russian")
    position.push("c3-d4")
    games = [position.playout(seed=9, game=number, max_plies=50) for number in range(60)]
    outcomes = [game.outcome for game in games]
    counts = position.playouts(60, seed=9, max_plies=50)
    assert counts == Playouts(
        games=60,
        white=outcomes.count(Outcome(True)),
        black=outcomes.count(Outcome(False)),
        draws=outcomes.count(Outcome(None)),
        unfinished=outcomes.count(None),
        plies=sum(game.plies for game in games),
    )
    assert counts.mean_plies == counts.plies / 60
    assert counts == position.playouts(60, seed=9, max_plies=50, threads=4)
    # Beyond what is done at once.
    many = position.playouts(2000, seed=9, max_plies=50)
    assert many == position.playouts(2000, seed=9, max_plies=50, threads=3) and many.games == 2000
    assert position.ply() == 1


def test_the_stack_counts():
    """Played back and forth, the position is met for the third time: a draw, whatever is played on."""
    position = Position("russian", "W:WKa1:BKb8")
    for text in ["a1-b2", "b8-a7", "b2-a1", "a7-b8"] * 2:
        position.push(text)
    assert position.outcome() == Outcome(None)
    assert position.playout(moves=True) == Playout(Outcome(None), 0, position, ())
    assert position.copy(stack=False).playout().plies > 0
    position.push("a1-b2")
    assert position.playout() == Playout(Outcome(None), 0, position, None)
    assert position.playouts(5) == Playouts(5, 0, 0, 5, 0, 0)
    free = Position("russian", "W:WKa1:BKb8", rules={name: False for name, _, _ in plywood.facts("russian")["rules"]})
    playout = free.playout(max_plies=500)
    assert playout.outcome != Outcome(None) and playout.position.rules == free.rules


def test_results_are_values():
    playout = Position("dameo").playout(max_plies=10, moves=True)
    counts = Position("dameo").playouts(3, max_plies=10)
    for result in (playout, counts):
        assert pickle.loads(pickle.dumps(result)) == copy.deepcopy(result) == result
    assert repr(counts).startswith("Playouts(games=3, ") and Playouts(0, 0, 0, 0, 0, 0).mean_plies == 0


@pytest.mark.parametrize(
    "settings",
    [{"seed": -1}, {"seed": 2**64}, {"max_plies": -1}, {"max_plies": 100_001}, {"max_plies": 10**30}],
)
def test_bad_arguments(settings):
    position = Position("russian")
    with pytest.raises(ValueError, match=next(iter(settings))):
        position.playout(**settings)
    with pytest.raises(ValueError, match=next(iter(settings))):
        position.playouts(1, **settings)


def test_more_bad_arguments():
    position = Position("russian")
    with pytest.raises(ValueError, match="games"):
        position.playouts(-1)
    with pytest.raises(ValueError, match="threads"):
        position.playouts(1, threads=0)
    with pytest.raises(ValueError, match="game"):
        position.playout(game=2**64)
    with pytest.raises(TypeError):
        position.playout(seed="1")
    with pytest.raises(TypeError):
        position.playouts(10**6, progress=1)


ENDLESS = {"games": 2**63 - 1, "max_plies": 100_000}


@pytest.mark.parametrize("threads", [1, 2])
def test_interrupt(threads):
    """Ctrl-C is answered within 0.2 s, and other threads run on."""
    ticks, sent, done = [], [], threading.Event()

    def tick():
        while not done.wait(0.01):
            ticks.append(None)

    def interrupt():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    ticker, timer = threading.Thread(target=tick), threading.Timer(0.4, interrupt)
    ticker.start()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        Position("international").playouts(threads=threads, **ENDLESS)
    answered = time.perf_counter() - sent[0]
    done.set()
    ticker.join()
    timer.join()
    assert answered < 0.2, f"{answered:.3f} s"
    assert len(ticks) >= 4


def test_progress_stops():
    shares = []

    def look(share):
        shares.append(share)
        return len(shares) == 2

    with pytest.raises(Stopped) as stopped:
        Position("dameo").playouts(progress=look, **ENDLESS)
    partial = stopped.value.partial
    assert isinstance(partial, Playouts) and len(shares) == 2 and all(0 <= share < 1 for share in shares)
    assert partial.games == partial.white + partial.black + partial.draws + partial.unfinished > 0
    with pytest.raises(ZeroDivisionError):
        Position("dameo").playouts(progress=lambda _: 1 / 0, **ENDLESS)


def test_landings():
    """The squares on which the piece lands: no other way ends on h8."""
    move = Position("russian", "W:Wf6:Bc5,e5,c7,e7").parse_move("f6:h8")
    position = Position("russian")
    assert [position.square_name(square) for square in move.landings] == ["d8", "b6", "d4", "h8"]
    step = position.legal_moves[0]
    assert step.landings == (step.to_square,)
    assert Position("rbc").parse_move("pass").landings == ()
