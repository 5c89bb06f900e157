"""Beside `chess` 1.11: the moves taken of RBC are its pseudo-legal moves.

Castling is left to the reference's own test: the list of `chess` looks at checks, which RBC does not know.
"""

import random

import chess
from plywood import Position, rbc
from reconchess.utilities import is_psuedo_legal_castle

GAMES = 60


def castlings(board):
    home = chess.E1 if board.turn else chess.E8
    moves = (chess.Move(home, home + step) for step in (2, -2))
    return {move for move in moves if board.king(board.turn) == home and is_psuedo_legal_castle(board, move)}


def test_moves_taken():
    compared = 0
    for seed in range(GAMES):
        chance, board, position = random.Random(seed), chess.Board(), Position("rbc")
        while board.king(chess.WHITE) is not None and board.king(chess.BLACK) is not None and board.ply() < 150:
            expected = {move for move in board.generate_pseudo_legal_moves() if not board.is_castling(move)}
            expected |= castlings(board)
            texts = {move.uci() for move in expected}
            assert set(position.divide(1, "taken")) - {"-"} == texts
            assert all(position.is_legal(text) for text in texts)
            compared += 1
            if not expected:
                break
            move = chance.choice(sorted(expected, key=str))
            assert rbc.play_taken(board, move) == rbc.play_taken(position, move.uci())
            board.push(move)
            position.push(move.uci())
            assert position.fen() == board.fen(en_passant="fen")
    print(f"{compared} positions")
    assert compared > 3_000
