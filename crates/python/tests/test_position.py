"""The package as its users see it: positions, moves, text, arrays, pictures, and what becomes of wrong use."""

import contextlib
import copy
import doctest
import importlib.util
import itertools
import pickle
import random
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from types import MappingProxyType

import chess
import numpy
import plywood
import pytest
from plywood import BLACK, WHITE, Move, Outcome, Position, Stopped, rbc

GAMES = plywood.games()


def walk(game, length, seed=1):
    """A position after so many random moves, or at the end of the game."""
    chance, position = random.Random(seed), Position(game)
    while position.ply() < length and position.legal_moves:
        position.push(chance.choice(list(position.legal_moves)))
    return position


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_played_and_taken_back(game):
    position = walk(game, 40)
    texts = [str(move) for move in position.move_stack]
    before = []
    while position.ply():
        before.append((position.pop(), position.fen()))
    assert position == Position(game) and position.fen() == Position(game).fen()
    for text, (move, fen) in zip(texts, reversed(before), strict=True):
        assert position.fen() == fen
        assert move == text and text == move and hash(move) == hash(text)
        assert move in position.legal_moves and text in position.legal_moves
        assert position.is_legal(move) and position.parse_move(text) == move
        position.push(text)


@pytest.mark.parametrize("game", GAMES)
def test_lists_are_consistent(game):
    for length in (0, 7, 30):
        position = walk(game, length)
        moves = position.legal_moves
        assert len(moves) == len(list(moves)) == len(moves.texts()) == len(set(map(str, moves)))
        assert [str(move) for move in moves] == moves.texts()
        assert bool(moves) == (len(moves) > 0) == (position.outcome(rules=False) is None)
        assert sorted(position.divide(1)) == sorted(moves.texts()) or game == "rbc"
        assert sum(position.divide(2).values()) == position.perft(2)
        if moves:
            assert moves[0] == next(iter(moves)) and moves[-1] == list(moves)[-1]


@pytest.mark.parametrize("game", GAMES)
def test_lists_are_sequences(game):
    """Whatever a list of the same moves says."""
    moves = walk(game, 7).legal_moves
    plain = list(moves)
    assert isinstance(moves, Sequence)
    for part in (slice(None), slice(2, 9, 3), slice(None, None, -1), slice(-3, None), slice(50, 10**30), slice(3, 1)):
        assert moves[part] == plain[part]
    assert list(reversed(moves)) == plain[::-1]
    for place, move in enumerate(plain[:40]):
        assert moves.index(move) == moves.index(str(move)) == moves.index(move, place, place + 1) == place
        assert moves.count(move) == moves.count(str(move)) == 1
    assert moves.index(plain[-1], -1) == moves.index(plain[-1], -(10**30), 10**30) == len(plain) - 1
    for call in (
        lambda: moves.index("nonsense"),
        lambda: moves.index(5),
        lambda: moves.index(plain[0], 1),
        lambda: moves.index(plain[-1], 0, -1),
        lambda: moves.index(plain[0], 10**30),
    ):
        with pytest.raises(ValueError, match="is not in the list"):
            call()
    assert moves.count("nonsense") == moves.count(5) == 0
    assert set(random.Random(1).sample(moves, min(2, len(moves)))) <= set(plain)
    assert list(pickle.loads(pickle.dumps(moves))) == list(copy.deepcopy(moves)) == plain


@pytest.mark.parametrize("game", GAMES)
def test_text_and_pickle_read_back(game):
    position = walk(game, 25)
    assert eval(repr(position), {"Position": Position}) == position
    same = Position(game, position.fen())
    assert same == position and hash(same) == hash(position)
    for other in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position), position.copy()):
        assert other == position and other is not position and other.move_stack == position.move_stack
        if other.ply():
            other.pop()
            assert other != position or other.fen() == position.fen()
    assert position.copy(stack=False).ply() == 0
    assert position.root() == Position(game)
    for move in position.move_stack:
        assert pickle.loads(pickle.dumps(move)) == move


def name_of(file, rank):
    return f"{chr(ord('a') + file)}{rank + 1}"


def algebraic(position):
    """The squares that are played on by file and rank."""
    facts, squares = plywood.facts(position.game), {}
    for file, rank in itertools.product(range(facts["files"]), range(facts["ranks"])):
        with contextlib.suppress(ValueError):
            squares[file, rank] = position.square_number(name_of(file, rank))
    return squares


@pytest.mark.parametrize("game", GAMES)
def test_squares_are_named_as_in_moves(game):
    position = walk(game, 7)
    for square in range(plywood.facts(game)["squares"]):
        assert position.square_number(position.square_name(square)) == square
    for move in position.legal_moves:
        if move.from_square is not None:
            assert move.from_name == position.square_name(move.from_square) and str(move).startswith(move.from_name)
            assert move.to_name == position.square_name(move.to_square) and move.to_name in str(move)


def test_squares_with_numbers():
    """Checkers of the ACF: 9 is on b6, where Black's men stand, and 9-14 is a move."""
    position = Position("english")
    assert position.square_number("9") == position.square_number("b6") == 20 and position.square_name(20) == "9"
    assert position.piece_at("9") == position.piece_at("b6") == position.piece_at(20) == "b"
    assert position.parse_move("9-14").from_name == "9"
    for wrong in ("0", "33", "a1x", ""):
        with pytest.raises(ValueError):
            position.square_number(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_boards_agree_with_each_other(game):
    position, facts = walk(game, 12), plywood.facts(game)
    boards, planes, words = position.bitboards(), position.planes(), position.bitboard_words()
    assert "".join(boards) == facts["pieces"]
    assert planes.shape == (len(boards), facts["ranks"], facts["files"]) and planes.dtype == numpy.uint8
    assert words.shape == (len(boards), 2) and words.dtype == numpy.uint64
    for (letter, board), plane, (low, high) in zip(boards.items(), planes, words, strict=True):
        assert board == int(low) | int(high) << 64 and board.bit_count() == plane.sum()
        squares = algebraic(position)
        assert sorted(squares.values()) == list(range(facts["squares"]))
        for (file, rank), square in squares.items():
            assert plane[rank, file] == board >> square & 1
            if board >> square & 1:
                names = position.square_name(square), name_of(file, rank)
                assert position.piece_at(square) == letter and all(position.piece_at(name) == letter for name in names)
    planes[:] = 0  # may be written to, without harm
    assert position.bitboards() == boards
    rows = str(position).split("\n")
    assert len(rows) == facts["ranks"]
    assert sum(row.count(letter) for row in rows for letter in boards) == sum(map(int.bit_count, boards.values()))
    assert len(position.unicode().split("\n")) == facts["ranks"] + 1


@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_xml(game):
    position, facts = walk(game, 9), plywood.facts(game)
    root = ElementTree.fromstring(position._repr_svg_())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    squares = [element for element in root if element.tag.endswith("rect")]
    assert len(squares) == facts["files"] * facts["ranks"] + 1
    before = position.copy()
    before.pop()
    marked = any(element.get("fill") == "#f6f669" for element in squares)
    assert marked == (before.bitboards() != position.bitboards())
    assert ElementTree.fromstring(position.svg(size=100)).get("width") == "100"


def squares_of(picture):
    """The colours of the squares by where they are."""
    rects = [element for element in ElementTree.fromstring(picture) if element.tag.endswith("rect")][1:]
    return {(int(rect.get("x")), int(rect.get("y"))): rect.get("fill") for rect in rects}


@pytest.mark.parametrize("game", GAMES)
def test_pictures_from_both_sides(game):
    """The board is turned, not mirrored: pieces, colours and names."""
    position, facts = walk(game, 9), plywood.facts(game)
    white, black = position.svg(), position.svg(orientation=BLACK)
    assert white == position.svg(orientation=WHITE) == position._repr_svg_() != black
    width, height = 40 * (facts["files"] - 1) + 40, 40 * (facts["ranks"] - 1) + 40
    turned = {(width - x, height - y): colour for (x, y), colour in squares_of(white).items()}
    assert squares_of(black) == turned

    def texts(picture):
        found = [element for element in ElementTree.fromstring(picture) if element.tag.endswith("text")]
        return {(int(text.get("x")), int(text.get("y"))): text.text for text in found if text.get("font-size") != "34"}

    if position.square_name(0).isdigit():
        numbers = {(20 + 40 * file, 20 + 40 * rank): square for (file, rank), square in algebraic(position).items()}
        expected = {place: position.square_name(square) for place, square in numbers.items()}
        assert {(x - 7, height - (y - 10)): text for (x, y), text in texts(white).items()} == expected
        assert {(width - (x - 7), y - 10): text for (x, y), text in texts(black).items()} == expected
        return
    ranks = [[text for (x, _), text in sorted(texts(picture).items()) if x == 10] for picture in (white, black)]
    files = [[text for (x, _), text in sorted(texts(picture).items()) if x != 10] for picture in (white, black)]
    assert ranks[0] == ranks[1][::-1] == [str(rank) for rank in range(facts["ranks"], 0, -1)]
    assert files[0] == files[1][::-1] == [name_of(file, 0)[0] for file in range(facts["files"])]


def test_pictures_of_requests():
    """What became of a request is marked, and nothing where it failed."""
    marked, taken = "#f6f669", "#e06666"

    def colours(fen, request):
        position = Position("rbc", fen)
        position.push(request)
        return {colour: place for place, colour in squares_of(position.svg()).items() if colour in (marked, taken)}

    assert colours(None, "e2d3") == colours(None, "pass") == {}
    assert set(colours(None, "e2e4")) == {marked}
    stopped = "4k3/8/8/8/4q3/8/8/4R2K w - - 0 1"
    assert colours(stopped, "e1e8")[marked] in {(20 + 4 * 40, 20 + 4 * 40), (20 + 4 * 40, 20 + 7 * 40)}
    position = Position("rbc", stopped)
    position.push("e1e8")  # stops on e4
    picture = squares_of(position.svg())
    assert [place for place, colour in picture.items() if colour == marked] == [(180, 180), (180, 300)]


def test_examples_of_the_documentation():
    failed, tried = doctest.testmod(plywood)
    assert tried >= 5 and not failed


def test_facts_and_start():
    assert len(GAMES) == len(set(GAMES)) >= 39
    assert Position("dameo").turn is WHITE and Position("english").turn is BLACK
    assert plywood.facts("russian")["first"] is True
    assert Position("amazons-10x10") == Position("amazons")
    assert repr(Position("dameo").legal_moves).startswith("<LegalMoves (")
    assert str(Position("rbc")).split("\n")[0] == "r n b q k b n r"
    assert plywood.__version__


@pytest.mark.parametrize("game", GAMES)
def test_keys(game):
    """Equal positions share a key, whatever was played before; others do not, in so small a sample."""
    position = walk(game, 9)
    assert position.key() == Position(game, position.fen()).key() and 0 <= position.key() < 1 << 64
    keys = set()
    for move in position.legal_moves:
        position.push(move)
        keys.add((position.key(), position.fen().split(" ")[0]))
        position.pop()
    assert len({key for key, _ in keys}) == len({fen for _, fen in keys})


def test_rules_are_any_mapping():
    frozen = MappingProxyType({"repetition": False})
    assert Position("international", rules=frozen).rules == {"repetition": False}
    for wrong in (["repetition"], {"repetition": 5}, {5: True}, "repetition", 5):
        with pytest.raises(TypeError):
            Position("international", rules=wrong)


def test_outcomes():
    assert Position("dameo").outcome() is None and Position("dameo").result() == "*"
    lost = Position("russian", "W:W:Bd4")
    assert lost.outcome() == Outcome(BLACK) and lost.result() == "0-1" and lost.is_game_over()
    assert not lost.legal_moves
    assert hash(Outcome(None)) == hash(Outcome(None)) and pickle.loads(pickle.dumps(Outcome(True))) == Outcome(True)
    kings = Position("international", "W:WK1:BK50,K3")
    shuffle = [("1-6", "50-45"), ("6-1", "45-50")] * 2
    for white, black in shuffle:
        assert kings.outcome() is None
        kings.push(white)
        kings.push(black)
    assert kings.outcome(rules=False) is None and kings.outcome() == Outcome(None)
    assert Position("international", "W:WK1:BK50,K3", rules={"repetition": False}).rules == {"repetition": False}
    kings.pop()
    assert kings.outcome() is None
    frisian = Position("frisian", "W:WK46,50:B1,2")
    for move in ("46-41", "1-6", "41-46", "2-7", "46-41", "7-12", "41-46"):  # a king's fourth quiet move in a row
        frisian.push(move)
    assert frisian.outcome() is None and frisian.search(depth=2).best_move in frisian.legal_moves
    worn_out = Position("rbc", "k7/8/8/8/8/8/8/6QK w - - 100 90")
    assert worn_out.result() == "1/2-1/2" and worn_out.result(rules=False) == "*"


def test_moves_of_other_positions():
    position = Position("amazons")
    first = position.legal_moves[0]
    position.push(first)
    with pytest.raises(ValueError):
        position.push(first)
    position.pop()
    position.push(first)
    position.pop()
    again = Position("amazons")
    again.push(first)  # the same move of an equal position
    assert again.peek() == first
    with pytest.raises(ValueError, match="a move of amazons in a position of dameo"):
        Position("dameo").push(first)
    assert first not in Position("dameo").legal_moves and first != Position("dameo").legal_moves[0]
    # The same text, but another capture: it is another move.
    one, other = Position("russian", "W:Wc3:Bd4"), Position("russian", "W:WKc3:Bd4")
    assert one.legal_moves[0] in one.legal_moves
    assert one.legal_moves[0] != "nonsense" and one.legal_moves[0] != 5
    assert isinstance(other.legal_moves[0], Move)


def board_with(**fields):
    """A board of `chess` that somebody has written nonsense into."""
    board = chess.Board()
    for name, value in fields.items():
        setattr(board, name, value)
    return board


@pytest.mark.parametrize(
    "call",
    [
        lambda: Position("dameoo"),
        lambda: Position("dameo", ""),
        lambda: Position("dameo", "W:Wz9"),
        lambda: Position("dameo", "\0"),
        lambda: Position("dameo", "W:W" * 10_000),
        lambda: Position("rbc", "8/8/8/8/8/8/8/8 x - - 0 1"),
        lambda: Position("dameo", rules={"nonsense": True}),
        lambda: Position("dameo").push(""),
        lambda: Position("dameo").push("a1-a9"),
        lambda: Position("dameo").push("é" * 100),
        lambda: Position("dameo").parse_move("0-0"),
        lambda: Position("dameo").perft(-1),
        lambda: Position("dameo").perft(10**30),
        lambda: Position("dameo").perft(65),
        lambda: Position("dameo").perft(2, "nonsense"),
        lambda: Position("dameo").perft(2, threads=0),
        lambda: Position("dameo").perft(2, threads=10**9),
        lambda: Position("dameo").perft(2, hash=-1),
        lambda: Position("dameo").perft(2, hash=10**9),
        lambda: Position("dameo").divide(0),
        lambda: Position("rbc").divide(1, "boards"),
        lambda: Position("dameo").search(),
        lambda: Position("dameo").search(depth=0),
        lambda: Position("dameo").search(depth=129),
        lambda: Position("dameo").search(nodes=0),
        lambda: Position("dameo").search(time=float("nan")),
        lambda: Position("dameo").search(time=-1),
        lambda: Position("dameo").search(depth=1, multipv=0),
        lambda: Position("dameo").search(depth=1, hash=10**12),
        lambda: Position("dameo").search(depth=1, moves=["a1-a9"]),
        lambda: Position("russian", "W:W:Bd4").search(depth=1),
        lambda: Position("dameo").piece_at(64),
        lambda: Position("dameo").piece_at("z1"),
        lambda: Position("dameo").square_name(-1),
        lambda: Position("dameo").search(depth=1, moves=[]),
        lambda: Position("dameo").search(depth=2, evaluate=lambda _: float("nan")),
        lambda: Position("dameo").search(time=10**400),
        lambda: Position("dameo").svg(0),
        lambda: Position("dameo").svg(size=-1),
        lambda: Position("dameo").svg(10**30),
        lambda: Position("dameo").piece_at(-(10**30)),
        lambda: Position("dameo").square_name(10**30),
        lambda: Position("dameo").perft(2, threads=-(10**30)),
        lambda: Position("dameo").search(depth=1, multipv=10**30),
        lambda: Position("dameo").search(depth=10**30),
        lambda: Position("dameo").search(nodes=10**30),
        lambda: rbc.Belief(True, seed=-1),
        lambda: rbc.Belief(True, seed=1 << 64),
        lambda: rbc.Belief(True, limit=-1),
        lambda: rbc.Belief(True).sample(-1),
        lambda: rbc.Belief(True).sensed(0, [(10**30, None)]),
        lambda: rbc.Belief(False).opponent_moved(64),
        lambda: rbc.Belief(True).moved(None, None, -1),
        lambda: rbc.sense(chess.Board(), 10**30),
        lambda: rbc.end_of_game(chess.Board(), reversible_moves_limit=-1),
        lambda: rbc.end_of_game(chess.Board(), full_turn_limit=1 << 32),
        lambda: rbc.end_of_game(chess.Board(), seconds=(float("nan"), 5)),
        lambda: rbc.end_of_game(chess.Board(), seconds=(5, float("nan"))),
        lambda: rbc.revise_move(chess.Board(), chess.Move(12, 28, 10**30)),
        lambda: rbc.revise_move(chess.Board(), chess.Move(-1, 28)),
        lambda: rbc.move_actions(board_with(halfmove_clock=-1)),
        lambda: rbc.move_actions(board_with(fullmove_number=10**30)),
        lambda: rbc.move_actions(board_with(ep_square=-1)),
        lambda: rbc.move_actions(board_with(pawns=-1)),
    ],
)
def test_faults_are_value_errors(call):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "call",
    [
        lambda: Position(),
        lambda: Position(5),
        lambda: Position("dameo").push(None),
        lambda: Position("dameo").push(5),
        lambda: Position("dameo").perft("3"),
        lambda: Position("dameo").search(depth=1, progress=5),
        lambda: Position("dameo").search(depth=1, moves=[5]),
        lambda: Position("dameo").search(depth=1, moves=5),
        lambda: Position("dameo").search(depth=1, moves="a1-a2"),
        lambda: Position("dameo").search(depth=1, evaluate=5),
        lambda: Position("dameo").search(time="1"),
        lambda: Position("dameo").perft(1, progress=5),
        lambda: Position("dameo").perft(3, progress=5),
        lambda: Position("dameo").divide(1, progress=5),
        lambda: Position("dameo").classes(1, progress=5),
        lambda: Position("dameo").legal_moves["a1-a2"],
        lambda: Position("dameo").legal_moves[1.0],
        lambda: Position("dameo").svg("100"),
        lambda: rbc.Belief(True).sensed(0, [(0, 5)]),
        lambda: rbc.Belief(True).sensed(0, [("a1", None)]),
        lambda: rbc.Belief(True, seed="1"),
        lambda: rbc.add_pawn_queen_promotion(chess.Board(), 5),
        lambda: rbc.move_actions(chess.BaseBoard()),
        lambda: rbc.end_of_game(chess.Board(), full_turn_limit=1.5),
        lambda: rbc.end_of_game(chess.Board(), seconds=("1", None)),
    ],
)
def test_wrong_types_are_type_errors(call):
    with pytest.raises(TypeError):
        call()


def test_indices():
    position = Position("dameo")
    for call in (position.pop, position.peek, lambda: position.legal_moves[52], lambda: position.legal_moves[-53]):
        with pytest.raises(IndexError):
            call()
    for call in (lambda: position.legal_moves[10**30], lambda: position.legal_moves[-(10**30)]):
        with pytest.raises(IndexError):
            call()
    with pytest.raises(AttributeError):
        position.turn = BLACK


def test_random_text_never_panics():
    chance = random.Random(5)
    letters = "WBKwbkqrnQ0123456789abcdefghij,:-x/ .é\n\0"
    for _ in range(3_000):
        game = chance.choice(GAMES)
        text = "".join(chance.choices(letters, k=chance.randrange(30)))
        try:
            position = Position(game, text)
        except ValueError:
            position = Position(game)
        try:
            position.push(text)
        except ValueError:
            pass


def test_the_build_for_the_processor():
    """A shipped wheel takes the faster build where it runs; every wheel works without."""
    from plywood import _plywood, _processor

    assert (_processor.best() or "plywood._plywood") in _plywood.__name__
    assert [level in _processor.BUILDS for level in ("_v3", "_v4")] == [True, True]
    assert not _processor.BUILDS["_v3"] - _processor.BUILDS["_v4"]


def test_numbers_without_end():
    """Infinite ones and those beyond any word are as far as numbers go."""
    board = chess.Board()
    assert rbc.end_of_game(board, full_turn_limit=float("inf"), reversible_moves_limit=float("inf")) is None
    assert rbc.end_of_game(board, seconds=(float("inf"), 10**400)) is None
    assert rbc.end_of_game(board, seconds=(-(10**400), 5)) == (False, "TIMEOUT")
    position = Position("russian")
    assert position.search(depth=2, evaluate=lambda _: 10**400).best_move in position.legal_moves
    assert position.search(depth=2, evaluate=lambda _: float("-inf")).best_move in position.legal_moves


def test_moves_to_search_may_be_any_iterable():
    position = Position("dameo")
    wanted = position.legal_moves[3:5]
    for moves in (wanted, tuple(wanted), iter(wanted), map(str, wanted), set(wanted)):
        assert position.search(depth=2, moves=moves).best_move in wanted
    assert position.search(depth=2, moves=position.legal_moves) == position.search(depth=2)


def test_results_are_values():
    """Equal when the same was found, whatever it took."""
    position = Position("international")
    result = position.search(depth=4, multipv=3, exact=True)
    again = position.search(depth=4, multipv=3, exact=True, threads=2)
    assert result == result.lines[0] and result != result.lines[1] and result != 5
    assert (result.score, result.pv) == (again.score, again.pv) and result == again and hash(result) == hash(again)
    assert result != position.search(depth=3) and result != Position("canadian").search(depth=4)
    for same in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
        assert same == result and hash(same) == hash(result) and same.lines == result.lines and same.pv == result.pv
        kept = ("score", "mate", "bound", "depth", "selective_depth", "rank", "nodes", "best_move")
        assert all(getattr(same, name) == getattr(result, name) for name in kept)
        assert abs(same.seconds - result.seconds) < 1e-6 and repr(same) == repr(result)
    assert len({result, again, *result.lines}) == 3


def test_what_was_counted_is_kept():
    assert Stopped().partial is None and Stopped("text").partial is None
    with pytest.raises(Stopped) as caught:
        Position("international").perft(20, progress=lambda _: True)
    kept = pickle.loads(pickle.dumps(caught.value))
    assert kept.partial == caught.value.partial and isinstance(kept.partial, int) and str(kept) == str(caught.value)


def test_small_counts_ask_the_system_nothing():
    """How much memory there is matters only to those who want a table."""
    if not sys.platform.startswith("linux"):
        pytest.skip("reads /proc")

    def reads():
        with open("/proc/self/io", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("syscr"))

    position, calls = Position("english"), 100
    before = reads()
    for _ in range(calls):
        position.perft(1)
        position.perft(1, threads=1, hash=0)
    assert reads() - before < calls
