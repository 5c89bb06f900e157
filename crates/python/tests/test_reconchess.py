"""Beside the reference, `reconchess` 1.6.9: games in its LocalGame, its utilities, histories and match program."""

import random
import subprocess
import sys
from pathlib import Path

import chess
import pytest
import reconchess
from conftest import CRATES
from plywood import Position, rbc
from reconchess import LocalGame, utilities

GAMES = 300


def test_version():
    """What follows is said of this version."""
    from importlib.metadata import version

    assert version("reconchess") == "1.6.9"


def fen_of(board):
    return board.fen(en_passant="fen")


def same_utilities(board, chance):
    """The functions of the reference and ours on one board; the moves are those that a game would hand on."""
    listed = utilities.move_actions(board)
    assert rbc.move_actions(board) == listed, "in the same order"
    assert rbc.move_actions(fen_of(board)) == [move.uci() for move in listed]
    asked = chance.sample(listed, min(len(listed), 6)) + [
        move for move in listed if chess.square_rank(move.to_square) in (0, 7)
    ]
    for move in asked:
        assert rbc.revise_move(board, move) == utilities.revise_move(board, move)
        full = rbc.add_pawn_queen_promotion(board, move)
        assert full == utilities.add_pawn_queen_promotion(board, move)
        assert rbc.add_pawn_queen_promotion(fen_of(board), move.uci()) == full.uci()
        taken = utilities.revise_move(board, full)
        assert rbc.revise_move(board, full) == taken
        assert rbc.capture_square_of_move(board, taken) == utilities.capture_square_of_move(board, taken)
    return listed


def play(seed):
    """A random game in the reference's LocalGame, every event of which is compared with ours."""
    chance = random.Random(seed)
    limits = chance.choice([(100, None), (100, 40), (12, None), (None, 60)])
    game = LocalGame(reversible_moves_limit=limits[0], full_turn_limit=limits[1])
    game.store_players("White", "Black")
    position, resigned = Position("rbc"), None
    game.start()
    plies = 0
    while not game.is_over():
        assert rbc.end_of_game(position, reversible_moves_limit=limits[0], full_turn_limit=limits[1]) is None
        assert position.turn == game.turn
        board = game.board
        listed = same_utilities(board, chance) if plies % 4 == 0 else utilities.move_actions(board)
        ours = position.legal_moves.texts()
        assert sorted(ours) == sorted([move.uci() for move in listed] + ["pass"])
        assert game.sense_actions() == list(range(64))
        center = chance.choice([None, *range(64)])
        seen = game.sense(center)
        if center is not None:
            assert rbc.sense(board, center) == seen
            letters = [(square, piece and piece.symbol()) for square, piece in seen]
            assert rbc.sense(position, center) == letters
        if chance.random() < 0.002:
            resigned = game.turn
            game.resign()
            continue
        request = chance.choice([*listed, None]) if chance.random() < 0.9 else bold(board, listed)
        expected = rbc.make_request(position, request)
        _, taken, capture_square = game.move(request)
        assert expected == (taken and taken.uci(), capture_square, fen_of(game.board))
        position.push("pass" if request is None else request.uci())
        assert position.fen() == fen_of(game.board)
        game.end_turn()
        plies += 1
    seconds = tuple(game.seconds_left_by_color[color] for color in chess.COLORS)
    end = rbc.end_of_game(
        position, reversible_moves_limit=limits[0], full_turn_limit=limits[1], seconds=seconds, resigned=resigned
    )
    assert end == (game.get_winner_color(), game.get_win_reason().name)
    game.end()
    return game, plies, end[1]


def bold(board, listed):
    """A move towards the enemy king, so that some games end soon."""
    king = board.king(not board.turn)
    return min(listed, key=lambda move: chess.square_distance(move.to_square, king))


def test_random_games(tmp_path):
    reasons, plies = {}, 0
    for seed in range(GAMES):
        game, length, reason = play(seed)
        reasons[reason] = reasons.get(reason, 0) + 1
        plies += length
        path = tmp_path / f"{seed}.json"
        game.get_game_history().save(str(path))
        assert rbc.load_history(path) == length
    print(f"{GAMES} games, {plies} turns, ends: {reasons}")
    assert set(reasons) == {"KING_CAPTURE", "MOVE_LIMIT", "TURN_LIMIT", "RESIGN"}


def test_clocks():
    """A clock that has fallen outranks a king that is taken, as in the reference."""
    taken = "4R3/8/8/8/8/8/8/4K3 b - - 0 1"
    game = LocalGame(seconds_per_player=-1)
    game.board = chess.Board(taken)
    seconds = tuple(game.seconds_left_by_color[color] for color in chess.COLORS)
    assert rbc.end_of_game(taken, seconds=seconds) == (game.get_winner_color(), game.get_win_reason().name)
    assert rbc.end_of_game(taken, seconds=(0.0004, 5.0)) == (True, "KING_CAPTURE")
    assert rbc.end_of_game(taken) == (True, "KING_CAPTURE")


def test_recorded_games():
    """The histories that come with the package of the rules."""
    folder = CRATES / "rbc/data/games"
    paths = sorted(folder.glob("*.json"))
    assert paths
    for path in paths:
        history = reconchess.GameHistory.from_file(str(path))
        assert rbc.load_history(path) == history.num_turns()


def test_false_histories_are_found(tmp_path):
    game, _, _ = play(0)
    path = tmp_path / "game.json"
    game.get_game_history().save(str(path))
    text = path.read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="turn"):
        rbc.replay_history(text.replace('"e2e4"', '"e2e3"').replace('"value": "P"', '"value": "Q"', 1))
    with pytest.raises(ValueError):
        rbc.replay_history("{}")


def random_boards(count):
    chance = random.Random(3)
    board, boards = chess.Board(), []
    while len(boards) < count:
        moves = list(board.pseudo_legal_moves)
        if not moves or board.ply() >= 96 or board.king(True) is None or board.king(False) is None:
            board = chess.Board()
            continue
        board.push(chance.choice(moves))
        boards.append(board.copy(stack=False))
    return boards


def test_batches():
    boards = random_boards(300)
    fens = [fen_of(board) for board in boards]
    lists = rbc.move_actions_batch(boards)
    assert lists == [utilities.move_actions(board) for board in boards]
    assert rbc.move_actions_batch(fens) == [[move.uci() for move in moves] for moves in lists]
    moves = [moves[0] if moves else None for moves in lists]
    assert rbc.revise_moves(boards, moves) == [
        move and utilities.revise_move(board, move) for board, move in zip(boards, moves, strict=True)
    ]
    squares = [
        utilities.capture_square_of_move(board, move)
        for board, move in zip(boards, rbc.revise_moves(boards, moves), strict=True)
    ]
    assert rbc.capture_squares_of_moves(boards, rbc.revise_moves(boards, moves)) == squares
    with pytest.raises(ValueError, match="300 boards and 1 moves"):
        rbc.revise_moves(boards, moves[:1])


def test_refusals():
    board = chess.Board()
    for call in (
        lambda: rbc.revise_move(board, chess.Move.from_uci("a1a4")),
        lambda: rbc.revise_move(board, chess.Move(12, 12)),
        lambda: rbc.revise_move(board, "a1a1"),
        lambda: rbc.make_request(board, "e2e5"),
        lambda: rbc.play_taken(board, "e2d3"),
        lambda: rbc.move_actions("nonsense"),
        lambda: rbc.move_actions(Position("dameo")),
        lambda: rbc.sense(board, 64),
        lambda: rbc.sense(board, -1),
    ):
        with pytest.raises(ValueError):
            call()
    for call in (lambda: rbc.move_actions(5), lambda: rbc.revise_move(board, 5), lambda: rbc.sense(board, "a1")):
        with pytest.raises(TypeError):
            call()
    for nothing in (None, "pass", "0000", chess.Move.null(), Position("rbc").parse_move("pass")):
        assert rbc.revise_move(board, nothing) is None
        assert rbc.make_request(board, nothing)[:2] == (None, None)
        assert rbc.revise_moves([board], [nothing]) == rbc.capture_squares_of_moves([board], [nothing]) == [None]
    assert rbc.sense(board, None) == LocalGame().sense(None) == []
    assert rbc.view(board, True).startswith("8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ ")


def test_moves_of_positions_are_moves():
    """The functions take the moves of a `Position` as they are."""
    position = Position("rbc", "4k3/8/8/8/4q3/8/8/4R2K w - - 0 1")
    request = position.parse_move("e1e8")
    assert rbc.revise_move(position, request) == "e1e4"
    assert rbc.make_request(position, request)[:2] == ("e1e4", chess.E4)
    assert rbc.capture_square_of_move(position, position.parse_move("e1e4")) == chess.E4
    belief = rbc.Belief.from_boards([position], True)
    belief.moved(request, "e1e4", chess.E4)
    assert len(belief) == 1


def test_bot_passes_where_the_pass_is_best():
    """The queen of b3 takes the king wherever it goes, and cannot take it where it is."""
    fen = "7k/8/8/8/8/1q6/8/K7 w - - 0 1"
    board = chess.Board(fen)
    assert str(Position("rbc", fen).search(nodes=2_000, hash=1).best_move) == "pass"
    for seed in range(3):
        bot = rbc.Bot(seed=seed)
        bot.handle_game_start(True, board, "nobody")
        assert bot.choose_move(rbc.move_actions(board), 900.0) is None


@pytest.mark.parametrize("name", ["boards", "samples", "nodes"])
def test_bot_refuses_numbers_at_once(name):
    for wrong in (0, -1, 10**30):
        with pytest.raises(ValueError, match="number"):
            rbc.Bot(**{name: wrong})
    with pytest.raises(TypeError):
        rbc.Bot(**{name: "5"})


def test_limits_of_the_reference():
    """The default of its LocalGame is no number of turns."""
    game = LocalGame()
    limits = {"full_turn_limit": game.full_turn_limit, "reversible_moves_limit": game.reversible_moves_limit}
    assert rbc.end_of_game(chess.Board(), **limits) is None


def test_bot_plays():
    """Against the reference's random and attacking bots, with our moves checked by its LocalGame."""
    from reconchess.bots.random_bot import RandomBot

    for seed in range(3):
        random.seed(seed)
        bot = rbc.Bot(seed=seed, samples=3, nodes=200, boards=2_000)
        players = (bot, RandomBot()) if seed % 2 else (RandomBot(), bot)
        winner, reason, history = reconchess.play_local_game(*players)
        assert reason is not None and rbc.replay_history(history_text(history)) == history.num_turns()
        assert winner is (seed % 2 == 1)


def history_text(history):
    import json

    return json.dumps(history, cls=reconchess.history.GameHistoryEncoder)


def test_belief_that_is_wrong_is_mended():
    """A player who remembers one board only goes on to the end, and one who remembers a dozen."""
    from reconchess.bots.random_bot import RandomBot

    mended = 0
    for seed in range(6):
        random.seed(seed)
        bot = rbc.Bot(seed=seed, samples=1, nodes=20, boards=12 if seed % 3 else 1)
        _, reason, _ = reconchess.play_local_game(*[bot, RandomBot()][:: 1 if seed % 2 else -1])
        assert reason is not None
        mended += bot.belief.mended
    assert mended > 6


def test_match_program(tmp_path):
    """`rc-bot-match` with our player on both sides, to the end of the game."""
    program = Path(sys.executable).with_name("rc-bot-match")
    done = subprocess.run(
        [program, "plywood.rbc", "plywood.rbc"], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Game Over!" in done.stdout and "ERROR" not in done.stdout
    (saved,) = tmp_path.glob("Bot-Bot-*.json")
    turns = rbc.load_history(saved)
    print(f"{turns} turns, {saved.name.split('-')[2]}")
    assert turns > 2
