"""The tables that prove the rules, through Python: every row of `plywood suite` up to a number of nodes."""

import pytest
from conftest import suite_rows
from plywood import Position, rbc

# Depths with more leaves are left out, as `plywood suite --max-nodes` does; those by class cost a visit a leaf.
MAX_NODES = 2_000_000
MAX_CLASSIFIED = MAX_NODES // 10

ROWS = list(suite_rows())


def rows_of(kind, *, rbc):
    chosen = [(name, row) for name, row in ROWS if row["kind"] == kind and (row["game"] == "rbc") == rbc]
    return {"argvalues": [row for _, row in chosen], "ids": [name for name, _ in chosen]}


def counts(position, mode, nodes):
    for depth, expected in enumerate(nodes, 1):
        if expected is None:
            continue
        if int(expected) > MAX_NODES:
            break
        assert position.perft(depth, mode) == int(expected), f"{mode} depth {depth}"


@pytest.mark.parametrize("row", **rows_of("perft", rbc=False))
def test_perft(row):
    check_perft(row)


@pytest.mark.parametrize("row", **rows_of("perft", rbc=True))
def test_perft_rbc(row):
    check_perft(row)


def check_perft(row):
    position = Position(row["game"], row.get("fen"))
    counts(position, row["count"], row["nodes"])
    for name in ("captures", "promotions", "king_captures"):
        for depth, expected in enumerate(row.get(name, []), 1):
            if row["nodes"][depth - 1] > MAX_CLASSIFIED:
                break
            assert position.classes(depth, row["count"])[name] == expected, f"{name} depth {depth}"


def fits(position, move, entry):
    """Whether a move is what an entry of a table says: a text, or some of its parts, whose squares are files and ranks."""
    if isinstance(entry, str):
        return move == entry
    ours = {"from": move.from_square, "to": move.to_square, "arrow": move.arrow_square}
    if any(ours[key] != position.square_number(entry[key]) for key in ours if key in entry):
        return False
    if "captured" in entry and set(move.captured) != set(map(position.square_number, entry["captured"])):
        return False
    return "promotes" not in entry or entry["promotes"] == (move.promotion is not None)


def check_moves(row):
    position = Position(row["game"], row.get("fen"))
    moves = list(position.legal_moves)
    assert len(moves) == len(position.legal_moves) == row.get("count", len(moves))
    if "terminal" in row:
        assert (not moves) == row["terminal"]
    if "moves" in row:
        assert len(moves) == len(row["moves"])
        for entry in row["moves"]:
            assert len([move for move in moves if fits(position, move, entry)]) == 1, entry
    counts(position, "unique", row.get("perft", []))
    if "paths" in row:
        assert position.perft(1, "paths") == row["paths"]


@pytest.mark.parametrize("row", **rows_of("moves", rbc=False))
def test_moves(row):
    check_moves(row)


@pytest.mark.parametrize("row", **rows_of("case", rbc=False))
def test_cases(row):
    check_moves(row)


def name_of(square):
    return None if square is None else Position("rbc").square_name(square)


@pytest.mark.parametrize("row", **rows_of("moves", rbc=True))
def test_requests(row):
    position = Position("rbc", row["fen"])
    assert len(position.legal_moves) == row["count"] == len(row["moves"])
    assert rbc.move_actions(row["fen"]) == rbc.move_actions(position)
    listed = {*rbc.move_actions(position), "pass"}
    assert listed == set(position.legal_moves.texts())
    for entry in row["moves"]:
        assert entry["request"] in listed
        taken, capture_square, fen = rbc.make_request(position, entry["request"])
        assert (taken, name_of(capture_square)) == (entry["taken"], entry["capture_square"])
        position.push(entry["request"])
        assert position.fen() == fen
        assert position.pop() == entry["request"]


@pytest.mark.parametrize("row", **rows_of("case", rbc=True))
def test_cases_rbc(row):
    requested = row["requested"] or "pass"
    assert ((requested in rbc.move_actions(row["fen"])) or requested == "pass") == row["in_move_actions"]
    if "error" in row:
        with pytest.raises(ValueError):
            rbc.make_request(row["fen"], requested)
        return
    taken, capture_square, fen = rbc.make_request(row["fen"], requested)
    assert (taken, name_of(capture_square), fen) == (row["taken"], row["capture_square"], row["fen_after"])
    end = rbc.end_of_game(fen)
    assert (end is not None) == row["is_over"]
    winner, reason = end or (None, None)
    assert {True: "white", False: "black", None: None}[winner] == row["winner"]
    assert reason == row["win_reason"]


@pytest.mark.parametrize("row", **rows_of("sense", rbc=True))
def test_senses(row):
    square = row.get("square_index")
    if square is None:
        square = Position("rbc").square_number(row["square"])
    if "error" in row:
        with pytest.raises(ValueError):
            rbc.sense(row["fen"], square)
        return
    assert [[name_of(seen), piece] for seen, piece in rbc.sense(row["fen"], square)] == row["result"]
