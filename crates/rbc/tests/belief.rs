//! Beliefs: the sizes of the recorded games, the truth, and slow references that look at one board at a time.

use plywood_core::perft::Control;
use plywood_core::rng::SplitMix64;
use plywood_core::{Game, Position, Side};
use plywood_rbc::belief::{Belief, BeliefError, Beyond, Centre, Event, Options, State, Weighting, best_sense};
use plywood_rbc::history::{History, Turn};
use plywood_rbc::told::Told;
use plywood_rbc::{Board, HISTORIES, Identity, Kind, Move, Outcome, Piece, Request, Square, check_belief};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Positions in which much can happen: castling, en passant, promotion.
const LIVELY: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "1n2k1n1/P6P/8/8/8/8/p6p/1N2K1N1 w - - 0 1",
    "4k3/8/8/8/pPp5/8/3P4/4K3 b - b3 0 1",
    "r3k2r/8/8/3pP3/3Pp3/8/8/R3K2R w KQkq d6 0 9",
    "4k3/1p1p1p2/8/P1P1P3/p1p1p3/8/1P1P1P2/4K3 w - - 0 1",
];

fn square(name: &str) -> Option<Square> {
    Some(Square::parse(name).unwrap())
}

fn exact(threads: usize) -> Options {
    Options { threads, ..Options::default() }
}

fn counted() -> Options {
    Options { histories: true, ..Options::default() }
}

fn board(fen: &str) -> Board {
    Board::parse(fen).unwrap()
}

fn below(rng: &mut SplitMix64, n: usize) -> usize {
    rng.below(n)
}

fn identities(belief: &Belief) -> BTreeSet<Identity> {
    belief.boards().map(|board| board.identity()).collect()
}

fn turns(game: &str) -> Vec<Turn> {
    let (_, json) = HISTORIES.iter().find(|(name, _)| *name == game).unwrap();
    History::parse(json).unwrap().replay().unwrap()
}

/// Tells the belief of the events of a game, one after the other, until `visit` has had enough.
fn follow(belief: &mut Belief, turns: &[Turn], mut visit: impl FnMut(&str, &Belief, &Board) -> bool) {
    for turn in turns {
        if turn.side != belief.side() {
            belief.opponent(turn.outcome.capture).unwrap();
            if !visit("opp", belief, &turn.after) {
                return;
            }
            continue;
        }
        belief.sensed(turn.sense, &turn.seen).unwrap();
        if !visit("sense", belief, &turn.before) {
            return;
        }
        belief.moved(turn.request, turn.outcome.taken, turn.outcome.capture).unwrap();
        if !visit("move", belief, &turn.after) {
            return;
        }
    }
}

/// The first belief of that size or more with the player to move.
fn grown(game: &str, side: Side, size: usize, options: Options) -> (Belief, Board) {
    let (mut belief, mut found) = (Belief::start_with(side, options), None);
    follow(&mut belief, &turns(game), |event, belief, truth| {
        if event == "opp" && belief.len() >= size {
            found = Some(*truth);
        }
        found.is_none()
    });
    (belief, found.unwrap())
}

/// Every size up to 200,000 boards; `cargo run --release -p plywood-benches -- belief-sizes` goes on as far as memory allows.
#[test]
fn sizes_of_the_recorded_games() {
    let rows: Vec<Value> =
        include_str!("../data/beliefs.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let count = |threads| rows.iter().map(|row| check_belief(row, 200_000, threads).unwrap()).sum::<usize>();
    assert_eq!((rows.len(), count(1), count(2)), (6, 155, 155));
    let mut wrong = rows[0].clone();
    wrong["rows"][4][2] = 14.into();
    let fault = check_belief(&wrong, 100, 1).unwrap_err();
    assert_eq!(fault, r#"event 5 is ["move","f2e3>-",15], expected ["move","f2e3>-",14]"#);
}

/// A slow belief: every single history, as the board that it leads to. Nothing is shared with the fast one but the rules of one board.
#[derive(Clone)]
struct Histories(Vec<Board>);

impl Histories {
    fn opponent(&mut self, side: Side, capture: Option<Square>) {
        let mut next = Vec::new();
        for board in self.0.iter().filter(|board| board.ended().is_none()) {
            let _ = board.visit(|taken| {
                let after = board.play(&taken);
                if taken.and_then(|mv| board.capture_square(&mv)) == capture && after.has_king(side) {
                    next.push(after);
                }
                ControlFlow::Continue(())
            });
        }
        self.0 = next;
    }

    fn sensed(&mut self, square: Option<Square>, seen: &[(Square, Option<Piece>)]) {
        self.0.retain(|board| square.is_none_or(|square| board.sense(square) == seen));
    }

    fn moved(&mut self, request: Request, outcome: Outcome) {
        self.0.retain(|board| board.outcome(request) == Ok(outcome));
        self.0.iter_mut().for_each(|board| *board = board.after(outcome.taken.as_ref()));
    }

    fn counts(&self) -> BTreeMap<Identity, u64> {
        let mut counts = BTreeMap::new();
        self.0.iter().for_each(|board| *counts.entry(board.identity()).or_default() += 1);
        counts
    }
}

/// A random game from a board: each turn with what the other player, who looks where something moved more often than not, sees and asks for.
fn random_turns(start: Board, rng: &mut SplitMix64, most: usize) -> Vec<Turn> {
    let (mut board, mut turns, mut moved) = (start, Vec::<Turn>::new(), None);
    while board.ended().is_none() && turns.len() < most {
        let anywhere = Square::new(below(rng, 64) as u8);
        let sense = [anywhere, moved, moved, None][below(rng, 4)];
        let seen = sense.map(|square| board.sense(square)).unwrap_or_default();
        let list = board.army(board.side()).requests();
        let captures: Vec<Request> =
            list.iter().copied().filter(|&request| board.outcome(request).unwrap().capture.is_some()).collect();
        let eager = below(rng, 3) == 0 && !captures.is_empty();
        let list = if eager { captures } else { list };
        let request = list[below(rng, list.len())];
        let outcome = board.outcome(request).unwrap();
        let after = board.after(outcome.taken.as_ref());
        moved = outcome.taken.map(|mv| mv.to);
        turns.push(Turn { side: board.side(), sense, seen, before: board, request, outcome, after });
        board = after;
    }
    turns
}

#[test]
fn beliefs_are_what_all_histories_leave() {
    let (mut compared, mut merged) = (0, 0);
    for game in 0..240 {
        let start = board(LIVELY[game % LIVELY.len()]);
        let mut rng = SplitMix64::new(game as u64);
        let turns = random_turns(start, &mut rng, 12);
        for side in Side::BOTH {
            let mut slow = Histories(vec![start]);
            let mut belief = Belief::from_boards(side, [start], counted()).unwrap();
            for turn in &turns {
                if turn.side == side {
                    belief.sensed(turn.sense, &turn.seen).unwrap();
                    slow.sensed(turn.sense, &turn.seen);
                    compare(&belief, &slow);
                    belief.moved(turn.request, turn.outcome.taken, turn.outcome.capture).unwrap();
                    slow.moved(turn.request, turn.outcome);
                } else {
                    belief.opponent(turn.outcome.capture).unwrap();
                    slow.opponent(side, turn.outcome.capture);
                }
                compare(&belief, &slow);
                compared += 1;
                merged += usize::from(slow.0.len() > belief.len());
                if slow.0.len() > 3_000 {
                    break;
                }
            }
        }
    }
    assert!(compared > 1_500 && merged > 500, "{compared} events, {merged} with a board reached in several ways");
}

fn compare(belief: &Belief, slow: &Histories) {
    let weights = belief.weights().unwrap();
    let fast: Vec<(Identity, u64)> = belief.boards().map(|board| board.identity()).zip(weights).collect();
    let boards: BTreeMap<Identity, u64> = fast.iter().copied().collect();
    assert_eq!(boards.len(), fast.len(), "a board twice");
    assert_eq!(boards, slow.counts());
    assert!(slow.0.iter().step_by(97).all(|board| belief.contains(board) && board.side() == belief.turn()));
}

/// Thousands of games, each until a player's belief is large: the true board is always in it.
#[test]
fn the_truth_stays_in_the_belief() {
    let (mut events, mut lost, mut won) = (0, 0, 0);
    for game in 0..2_000 {
        let start = board(LIVELY[game % LIVELY.len()]);
        let turns = random_turns(start, &mut SplitMix64::new(7_000 + game as u64), 60);
        for side in Side::BOTH {
            let mut belief = Belief::from_boards(side, [start], Options::default()).unwrap();
            follow(&mut belief, &turns, |_, belief, truth| {
                events += 1;
                won += usize::from(!truth.has_king(side.other()));
                if !truth.has_king(side) {
                    lost += 1;
                    assert_eq!((belief.state(), belief.len(), belief.contains(truth)), (State::Lost, 0, false));
                    return false;
                }
                assert!(belief.contains(truth), "{} is not in the belief of game {game}", truth.text());
                belief.len() < 200
            });
        }
    }
    assert!(events > 15_000 && lost > 100 && won > 100, "{events} events, {lost} kings lost, {won} won");
}

#[test]
fn fused_events_are_the_two_events() {
    for game in 0..200 {
        let start = board(LIVELY[game % LIVELY.len()]);
        let turns = random_turns(start, &mut SplitMix64::new(900 + game as u64), 20);
        let side = Side::BOTH[game / 6 % 2];
        let mut belief = Belief::from_boards(side, [start], counted()).unwrap();
        for pair in turns.windows(2).filter(|pair| pair[1].side == side) {
            if belief.turn() == side {
                continue;
            }
            let mut fused = belief.clone();
            let (capture, turn) = (pair[0].outcome.capture, &pair[1]);
            fused.opponent_and_sensed(capture, turn.sense, &turn.seen).unwrap();
            belief.opponent(capture).unwrap();
            belief.sensed(turn.sense, &turn.seen).unwrap();
            let all = |belief: &Belief| -> BTreeMap<Identity, u64> {
                belief.boards().map(|board| board.identity()).zip(belief.weights().unwrap()).collect()
            };
            assert_eq!((all(&fused), fused.len()), (all(&belief), belief.len()));
            assert_eq!(fused.view(), belief.view());
            belief.moved(turn.request, turn.outcome.taken, turn.outcome.capture).unwrap();
            if belief.len() > 2_000 {
                break;
            }
        }
    }
}

#[test]
fn the_same_boards_in_the_same_order_for_any_number_of_threads() {
    for (game, side, size) in [("random_1", Side::White, 20_000), ("random_2", Side::Black, 60_000)] {
        let all: Vec<(Belief, Board)> =
            (1..=4).map(|threads| grown(game, side, size, Options { threads, ..counted() })).collect();
        let (one, _) = &all[0];
        let weights: Vec<f64> = (0..one.len()).map(|n| 1.0 / (1.0 + n as f64)).collect();
        for (other, _) in &all[1..] {
            assert!(one.boards().eq(other.boards()) && one.weights().unwrap().eq(other.weights().unwrap()));
            for weighting in [Weighting::Boards, Weighting::Histories, Weighting::Given(&weights)] {
                assert_eq!(one.senses_weighted(weighting), other.senses_weighted(weighting));
                assert_eq!(one.requests_weighted(weighting), other.requests_weighted(weighting));
                assert_eq!(one.marginals_weighted(weighting), other.marginals_weighted(weighting));
            }
        }
        let mut sampled = (1..=4).map(|threads| {
            let beyond = Beyond::Sample { to: 300, seed: 5 };
            let (mut belief, _) = grown(game, side, 1_000, Options { threads, ..counted() });
            belief.set_options(Options { limit: Some(2_000), beyond, threads, histories: true });
            belief.moved(None, None, None).unwrap();
            belief.opponent(None).unwrap();
            assert_eq!((belief.len(), belief.state()), (300, State::Sampled));
            belief.boards().collect::<Vec<Board>>()
        });
        let first = sampled.next().unwrap();
        assert!(sampled.all(|other| other == first));
    }
}

/// Orders of magnitude cross the number of parts and rounds: boards do not depend on how a set was cut.
#[test]
fn a_large_belief_has_no_board_twice() {
    let (belief, truth) = grown("random_1", Side::White, 150_000, exact(2));
    assert_eq!(identities(&belief).len(), belief.len());
    assert!(belief.contains(&truth));
    assert!(belief.memory() < belief.len() * 30 + 100_000, "{} bytes for {} boards", belief.memory(), belief.len());
}

#[test]
fn a_limit_refuses_and_leaves_everything_as_it_was() {
    let options = Options { limit: Some(20), ..Options::default() };
    let mut belief = Belief::start_with(Side::Black, options);
    let error = belief.opponent(None).unwrap_err();
    let event = Event::Opponent { capture: None };
    assert_eq!(error, BeliefError::Limit { event, boards: 1, limit: 20 });
    assert_eq!(
        error.to_string(),
        "the opponent's move (capture none): there would be more boards than the limit of 20 (before it 1)"
    );
    assert_eq!((belief.len(), belief.turn(), belief.state()), (1, Side::White, State::Exact));
    assert!(belief.boards().eq([Board::start()]));
    belief.set_options(Options { limit: Some(21), ..options });
    belief.opponent(None).unwrap();
    assert_eq!((belief.len(), belief.state()), (21, State::Exact));
}

#[test]
fn a_sample_is_a_part_of_the_whole_and_every_board_is_as_likely() {
    let exact = {
        let mut belief = Belief::start(Side::Black);
        belief.opponent(None).unwrap();
        identities(&belief)
    };
    let drawn = |seed: u64| {
        let beyond = Beyond::Sample { to: 7, seed };
        let options = Options { limit: Some(20), beyond, ..Options::default() };
        let mut belief = Belief::start_with(Side::Black, options);
        belief.opponent(None).unwrap();
        assert_eq!((belief.len(), belief.state()), (7, State::Sampled));
        belief
    };
    let mut times: BTreeMap<Identity, f64> = exact.iter().map(|&board| (board, 0.0)).collect();
    for seed in 0..900 {
        let sample = identities(&drawn(seed));
        assert!(sample.len() == 7 && sample.is_subset(&exact) && sample == identities(&drawn(seed)));
        sample.iter().for_each(|board| *times.get_mut(board).unwrap() += 1.0);
    }
    // 900 draws with a chance of a third each: 300, and a standard deviation of 14.
    assert!(times.values().all(|&times| (times - 300.0).abs() < 5.0 * 14.2), "{times:?}");
    // What a sample refutes may still be true, and the error says so.
    let mut belief = drawn(1);
    let held = identities(&belief);
    let missing = exact.difference(&held).map(|board| board.board(Side::Black));
    let looks =
        missing.flat_map(|board| (0..64).filter_map(Square::new).map(move |square| (square, board.sense(square))));
    let refutes = |(square, seen): &(Square, Vec<_>)| belief.boards().all(|board| board.sense(*square) != *seen);
    let (square, seen) = looks.into_iter().find(refutes).expect("a window that tells a missing board from all seven");
    let error = belief.sensed(Some(square), &seen).unwrap_err();
    assert!(matches!(error, BeliefError::Contradiction { boards: 7, sampled: true, .. }), "{error}");
}

/// What is dropped while a large belief is made does not change the sample: it is the one that the seed draws from the whole.
#[test]
fn a_large_belief_is_sampled_on_the_way() {
    let game = turns("random_1");
    let (mut belief, _) = grown("random_1", Side::White, 20_000, exact(2));
    // White's belief has 23,371 boards at his fifth turn.
    let (own, opponent) = (&game[8], &game[9]);
    assert_eq!((belief.len(), own.side), (23_371, Side::White));
    belief.sensed(own.sense, &own.seen).unwrap();
    belief.moved(own.request, own.outcome.taken, own.outcome.capture).unwrap();
    let after = |limit| {
        let mut belief = belief.clone();
        let beyond = Beyond::Sample { to: 1_000, seed: 3 };
        belief.set_options(Options { limit, beyond, threads: 2, histories: false });
        belief.opponent(opponent.outcome.capture).unwrap();
        belief
    };
    let (whole, early) = (after(None), after(Some(1_500)));
    assert_eq!((whole.len(), whole.state()), (202_695, State::Exact));
    for limit in [1_500, 20_000, 50_000, 100_000, 202_694] {
        let sample = after(Some(limit));
        assert_eq!((sample.len(), sample.state()), (1_000, State::Sampled), "limit {limit}");
        assert_eq!(identities(&sample), identities(&early), "limit {limit}");
    }
    assert!(identities(&early).is_subset(&identities(&whole)));
    // Each square should be as often occupied as in the whole, but for chance: a standard deviation is 0.016 at most.
    let (all, some) = (whole.marginals(), early.marginals());
    for square in (0..64).filter_map(Square::new) {
        assert!((all.enemy(square) - some.enemy(square)).abs() < 0.08, "{square}");
    }
}

#[test]
fn events_out_of_turn() {
    let mut belief = Belief::start(Side::White);
    let error = belief.opponent(None).unwrap_err();
    assert!(matches!(error, BeliefError::Turn { turn: Side::White, .. }), "{error}");
    assert_eq!(error.to_string(), "the opponent's move (capture none): it is White's turn to move");
    assert!(matches!(belief.opponent_and_sensed(None, None, &[]), Err(BeliefError::Turn { .. })));
    let request = Move::parse("e2e4");
    belief.moved(request, request, None).unwrap();
    assert!(matches!(belief.moved(None, None, None), Err(BeliefError::Turn { turn: Side::Black, .. })));
    assert!(matches!(belief.sensed(None, &[]), Err(BeliefError::Turn { .. })));
    assert!(matches!(belief.requests(), Err(BeliefError::Turn { .. })));
    assert_eq!(belief.len(), 1);
}

#[test]
fn what_cannot_be_is_refused() {
    let belief = Belief::start(Side::White);
    let fault = |request: &str, taken: Option<&str>, capture: Option<&str>| {
        let mut after = belief.clone();
        let mv = |text: &str| Move::parse(text).unwrap();
        let error =
            after.moved(Some(mv(request)), taken.map(mv), capture.and_then(Square::parse)).expect_err("it cannot be");
        assert!(after.boards().eq(belief.boards()) && after.turn() == Side::White);
        assert!(matches!(error, BeliefError::Impossible { .. } | BeliefError::Contradiction { .. }), "{error}");
        error
    };
    let unlisted = fault("e2e5", None, None);
    let text = "the move e2e5 (taken none, capture none): e2e5 is not in the list of requests";
    assert_eq!(unlisted.to_string(), text);
    // Never, whatever the opponent has: another piece, another way, a capture behind it, a knight that stays.
    for (request, taken, capture) in [
        ("e2e4", Some("d2d4"), None),
        ("e2e4", Some("e2e4"), Some("e4")),
        ("e2d3", Some("e2d3"), None),
        ("e2d3", Some("e2d3"), Some("d4")),
        ("b1c3", None, None),
        ("b1c3", Some("b1c3"), Some("c4")),
    ] {
        assert!(matches!(fault(request, taken, capture), BeliefError::Impossible { .. }), "{request} {taken:?}");
    }
    // Possible somewhere, but not here.
    for (request, taken, capture) in [
        ("e2e4", Some("e2e3"), None),
        ("e2e4", None, None),
        ("e2d3", Some("e2d3"), Some("d3")),
        ("b1c3", Some("b1c3"), Some("c3")),
    ] {
        let error = fault(request, taken, capture);
        assert!(matches!(error, BeliefError::Contradiction { boards: 1, sampled: false, .. }), "{error}");
    }
    let mut belief = Belief::start(Side::Black);
    for capture in ["e4", "e2"] {
        let error = belief.opponent(square(capture)).unwrap_err();
        assert!(matches!(error, BeliefError::Impossible { .. }), "{error}");
    }
    // An own piece stands there, the king among them, but nothing can have reached it.
    for capture in ["e7", "e8"] {
        let error = belief.opponent(square(capture)).unwrap_err();
        assert!(matches!(error, BeliefError::Contradiction { boards: 1, sampled: false, .. }), "{error}");
    }
    assert_eq!((belief.state(), belief.clone().as_sample().state()), (State::Exact, State::Sampled));
    assert!(belief.boards().eq([Board::start()]));
}

#[test]
fn what_cannot_be_seen_is_refused() {
    let mut belief = Belief::start(Side::Black);
    belief.opponent(None).unwrap();
    let centre = Square::parse("d7").unwrap();
    let seen = Board::start().after(None).sense(centre);
    let with = |name: &str, letter: Option<char>| {
        let piece = letter.map(|letter| Piece::of_letter(letter).unwrap());
        let mut seen = seen.clone();
        seen.iter_mut().filter(|(square, _)| square.to_string() == name).for_each(|entry| entry.1 = piece);
        seen
    };
    let mut twice = seen.clone();
    twice[8] = twice[0];
    let mut kings = with("c6", Some('K'));
    kings.iter_mut().filter(|(square, _)| square.to_string() == "e6").for_each(|entry| entry.1 = Piece::of_letter('K'));
    for wrong in [with("d8", None), with("d8", Some('Q')), with("d6", Some('p')), twice, seen[1..].to_vec(), kings] {
        for square in [Some(centre), None, square("a1")] {
            let error = belief.sensed(square, &wrong).unwrap_err();
            assert!(matches!(error, BeliefError::Impossible { .. }), "{error}");
        }
    }
    let error = belief.sensed(Some(centre), &with("d6", Some('Q'))).unwrap_err();
    assert!(matches!(error, BeliefError::Contradiction { boards: 21, sampled: false, .. }), "{error}");
    let rim = Square::parse("e1").unwrap();
    let mut pawn = Board::start().sense(rim);
    pawn[3].1 = Piece::of_letter('P');
    assert!(matches!(belief.sensed(Some(rim), &pawn), Err(BeliefError::Impossible { .. })));
    // In any order, and nothing at all.
    let mut reversed = seen.clone();
    reversed.reverse();
    belief.sensed(Some(centre), &reversed).unwrap();
    belief.sensed(None, &[]).unwrap();
    assert_eq!(belief.len(), 21);
}

#[test]
fn a_lost_game_is_over() {
    let start = board("4k3/8/8/8/8/8/4q3/4K3 b - - 0 1");
    let mut belief = Belief::from_boards(Side::White, [start], Options::default()).unwrap();
    belief.opponent(square("e1")).unwrap();
    assert_eq!((belief.state(), belief.len(), belief.is_empty()), (State::Lost, 0, true));
    assert!(!belief.view().has_king(Side::White));
    for error in [belief.moved(None, None, None), belief.sensed(None, &[]), belief.opponent(None)] {
        assert!(matches!(error, Err(BeliefError::Over { .. })), "{error:?}");
    }
    assert!(belief.requests().is_err() && belief.senses().iter().all(|centre| centre.classes == 0));
    assert!(belief.marginals().attacked.iter().all(|chance| *chance == 0.0) && belief.sample(3, 1).is_empty());
    assert!(belief.draw(3, 1, Weighting::Boards).is_empty());
}

/// A capture that may have been the king leaves both: the boards on which the game is over, and the others. They go when it goes on.
#[test]
fn an_own_king_capture_is_kept() {
    let boards = ["4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "4q3/7k/8/8/8/8/8/K3R3 w - - 0 1"].map(board);
    let mut belief = Belief::from_boards(Side::White, boards, Options::default()).unwrap();
    let request = Move::parse("e1e8");
    let outlook = belief.requests().unwrap().into_iter().find(|outlook| outlook.request == request).unwrap();
    assert_eq!((outlook.king_capture, outlook.certain_capture, outlook.outcomes[0].king_captures), (0.5, true, 1));
    belief.moved(request, request, square("e8")).unwrap();
    assert_eq!((belief.len(), belief.state()), (2, State::Exact));
    assert_eq!(belief.boards().filter(|board| board.has_king(Side::Black)).count(), 1);
    let mut alone = Belief::from_boards(Side::White, boards[..1].to_vec(), Options::default()).unwrap();
    alone.moved(request, request, square("e8")).unwrap();
    assert!(matches!(alone.opponent(None), Err(BeliefError::Contradiction { boards: 1, sampled: false, .. })));
    belief.opponent(None).unwrap();
    assert!(belief.boards().all(|board| board.has_king(Side::Black)));
}

/// With the king on his home square go the rights to castle with him; a capture on one's own king's square takes nobody's.
#[test]
fn castling_rights_after_an_own_capture() {
    for (fen, request, rights) in [
        ("r3k2r/8/8/8/4R3/8/8/4K3 w kq - 0 1", "e4e8", "-"),
        ("r3k2r/8/8/8/8/8/8/K3n2R w kq - 0 1", "h1e1", "kq"),
        ("r3k2r/8/8/8/R7/8/8/4K3 w kq - 0 1", "a4a8", "k"),
        ("4k3/8/8/4r3/8/8/8/R3K2R b KQ - 0 1", "e5e1", "-"),
    ] {
        let start = board(fen);
        let mut belief = Belief::from_boards(start.side(), [start], Options::default()).unwrap();
        let request = Move::parse(request);
        belief.moved(request, request, request.map(|mv| mv.to)).unwrap();
        let after = belief.get(0).unwrap();
        assert_eq!(after.text().split(' ').nth(2), Some(rights), "{fen}");
        assert_eq!(after.identity(), start.after(request.as_ref()).identity());
    }
}

/// Boards that differed only in the piece that was taken, or in en passant, become one.
#[test]
fn boards_that_have_become_the_same_are_one() {
    let boards = ["4k3/8/8/8/8/8/4n3/K3R3 w - - 0 1", "4k3/8/8/8/8/8/4b3/K3R3 w - - 0 1"].map(board);
    let mut belief = Belief::from_boards(Side::White, boards, counted()).unwrap();
    let request = Move::parse("e1e4");
    belief.moved(request, Move::parse("e1e2"), square("e2")).unwrap();
    assert_eq!((belief.len(), belief.weights().unwrap().collect::<Vec<_>>()), (1, vec![2]));
    let boards = ["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"].map(board);
    let mut belief = Belief::from_boards(Side::White, boards, counted()).unwrap();
    assert_eq!(belief.len(), 2);
    belief.moved(None, None, None).unwrap();
    assert_eq!((belief.len(), belief.weights().unwrap().collect::<Vec<_>>()), (1, vec![2]));
    // The raw square is not another board where no pawn stands ready.
    let boards = ["4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"].map(board);
    assert_eq!(Belief::from_boards(Side::White, boards, Options::default()).unwrap().len(), 1);
}

#[test]
fn en_passant_is_remembered_for_each_pawn_that_may_capture() {
    // Black may have pushed either pawn, or passed; White's pawns stand between and beside them.
    let start = board("4k3/2p1p3/8/1P1P1P2/8/8/8/4K3 b - - 0 1");
    let mut belief = Belief::from_boards(Side::White, [start], Options::default()).unwrap();
    belief.opponent(None).unwrap();
    let passed: BTreeSet<Option<Square>> = belief.boards().map(|board| board.en_passant()).collect();
    assert_eq!(passed, [None, square("c6"), square("e6")].into());
    for (request, capture) in [("b5c6", "c5"), ("d5c6", "c5"), ("d5e6", "e5"), ("f5e6", "e5")] {
        let mut after = belief.clone();
        let request = Move::parse(request);
        after.moved(request, request, square(capture)).unwrap();
        assert_eq!(after.len(), 1, "{request:?}");
        let mut failed = belief.clone();
        failed.moved(request, None, None).unwrap();
        assert_eq!(
            failed.len(),
            belief.len()
                - 1
                - usize::from(belief.boards().any(|board| { board.piece_at(request.unwrap().to).is_some() }))
        );
    }
}

#[test]
fn from_boards_refuses_what_does_not_fit_together() {
    let fault = |side, fens: &[&str]| {
        let boards: Vec<Board> = fens.iter().map(|fen| board(fen)).collect();
        match Belief::from_boards(side, boards, Options::default()) {
            Err(BeliefError::Boards(fault)) => fault,
            other => panic!("{other:?}"),
        }
    };
    let plain = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert!(fault(Side::White, &[]).contains("no boards"));
    assert!(fault(Side::White, &["4k3/8/8/8/8/8/8/8 w - - 0 1"]).contains("king is missing"));
    for other in [
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R b K - 0 1",
        "4k3/8/8/8/8/8/8/4K1R1 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KN1R w K - 0 1",
    ] {
        assert!(fault(Side::White, &[plain, other]).contains("differ"), "{other}");
    }
    // An own double push is known.
    fault(Side::White, &["4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1"]);
    let boards = [plain, plain, "3k4/8/8/8/8/8/8/4K2R w K - 0 1"].map(board);
    let belief = Belief::from_boards(Side::White, boards, counted()).unwrap();
    assert_eq!((belief.len(), belief.weights().unwrap().sum::<u64>()), (2, 3));
    let limited = Options { limit: Some(1), ..Options::default() };
    assert!(matches!(Belief::from_boards(Side::White, boards, limited), Err(BeliefError::Limit { .. })));
}

#[test]
fn a_stopped_event_leaves_the_belief_as_it_was() {
    let (mut belief, _) = grown("random_1", Side::White, 2_000, exact(2));
    let before: Vec<Board> = belief.boards().collect();
    let control = Arc::new(Control::new());
    control.stop();
    belief.set_control(Arc::clone(&control));
    let event = Event::Moved { request: None, taken: None, capture: None };
    assert_eq!(belief.moved(None, None, None), Err(BeliefError::Stopped { event }));
    assert!(belief.boards().eq(before) && belief.turn() == Side::White);
    belief.set_control(Arc::default());
    belief.moved(None, None, None).unwrap();
    // And one that is stopped on the way, seen by its progress.
    let control = Arc::new(Control::new());
    belief.set_control(Arc::clone(&control));
    belief.opponent(None).unwrap();
    belief.moved(None, None, None).unwrap();
    let (size, mut copy) = (belief.len(), belief.clone());
    let result = std::thread::scope(|scope| {
        control.set_progress(0.0);
        scope.spawn(|| {
            while control.progress() < 0.05 {
                std::thread::yield_now();
            }
            control.stop();
        });
        // Where the event is over before the other thread has its turn there is another.
        loop {
            copy = belief.clone();
            if let Err(error) = copy.opponent(None) {
                return error;
            }
        }
    });
    assert_eq!(result, BeliefError::Stopped { event: Event::Opponent { capture: None } });
    assert_eq!((copy.len(), copy.turn()), (size, Side::Black));
    assert!(copy.boards().eq(belief.boards()));
}

/// Some beliefs of some hundred boards, with the player to move.
fn some_beliefs() -> Vec<Belief> {
    let mut beliefs = vec![grown("random_1", Side::White, 200, counted()).0];
    beliefs.push(grown("random_2", Side::Black, 200, counted()).0);
    for game in 0..120 {
        let start = board(LIVELY[game % LIVELY.len()]);
        let turns = random_turns(start, &mut SplitMix64::new(40_000 + game as u64), 10);
        let side = Side::BOTH[game / 6 % 2];
        let mut belief = Belief::from_boards(side, [start], counted()).unwrap();
        let mut last = belief.clone();
        follow(&mut belief, &turns, |_, belief, _| {
            if belief.turn() == side && !belief.is_empty() {
                last = belief.clone();
            }
            belief.len() < 300
        });
        if last.turn() == side && last.len() < 1_000 {
            beliefs.push(last);
        }
    }
    assert!(beliefs.len() > 80);
    beliefs
}

/// All alike, by histories, and by numbers from outside, with the same as a list.
fn weightings(belief: &Belief) -> Vec<(Vec<f64>, bool)> {
    let histories = belief.weights().unwrap().map(|weight| weight as f64).collect();
    let given = (0..belief.len()).map(|n| (n % 5) as f64 * 0.25).collect();
    vec![(vec![1.0; belief.len()], false), (histories, false), (given, true)]
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9 * (1.0 + a.abs())
}

/// Runs `check` with each weighting and the numbers it stands for.
fn with_weightings(belief: &Belief, mut check: impl FnMut(Weighting<'_>, &[f64])) {
    let lists = weightings(belief);
    check(Weighting::Boards, &lists[0].0);
    check(Weighting::Histories, &lists[1].0);
    if lists[2].0.iter().sum::<f64>() > 0.0 {
        check(Weighting::Given(&lists[2].0), &lists[2].0);
    }
}

#[test]
fn senses_are_what_single_boards_say() {
    for belief in some_beliefs() {
        with_weightings(&belief, |weighting, weights| {
            let total: f64 = weights.iter().sum();
            for centre in belief.senses_weighted(weighting) {
                let mut classes: HashMap<Vec<_>, (usize, f64)> = HashMap::new();
                for (board, weight) in belief.boards().zip(weights) {
                    let class = classes.entry(board.sense(centre.square)).or_default();
                    (class.0, class.1) = (class.0 + 1, class.1 + weight);
                }
                let sizes = classes.values().map(|class| class.0);
                assert_eq!((centre.classes, centre.worst), (classes.len(), sizes.max().unwrap()));
                let shares = classes.values().map(|&(boards, weight)| (boards as f64, weight / total));
                let expected: f64 = shares.clone().map(|(boards, share)| boards * share).sum();
                let entropy: f64 = shares.filter(|(_, p)| *p > 0.0).map(|(_, p)| -p * p.log2()).sum();
                assert!(near(centre.expected, expected) && near(centre.entropy, entropy), "{centre:?}");
            }
        });
    }
}

#[test]
fn the_best_sense_is_not_on_the_rim_and_ties_go_to_the_lowest_square() {
    let belief = Belief::start(Side::White);
    let centres = belief.senses();
    let rim: Vec<&Centre> = centres.iter().filter(|centre| centre.dominated_by.is_some()).collect();
    assert_eq!(rim.len(), 28);
    for centre in rim {
        let window = |square: Square| Board::start().sense(square).into_iter().map(|(square, _)| square);
        let (clipped, whole): (BTreeSet<_>, BTreeSet<_>) =
            (window(centre.square).collect(), window(centre.dominated_by.unwrap()).collect());
        assert!(clipped.is_subset(&whole) && clipped != whole);
    }
    // One board: every sense tells nothing.
    assert_eq!(Some(best_sense(&centres)), square("b2"));
    let (belief, _) = grown("random_1", Side::White, 200, exact(1));
    let centres = belief.senses();
    let best = best_sense(&centres);
    assert!(centres.iter().all(|centre| centre.entropy <= centres[usize::from(best.number())].entropy + 1e-12));
}

#[test]
fn outlooks_are_what_single_boards_say() {
    let (mut several, mut kings) = (0, 0);
    for belief in some_beliefs() {
        with_weightings(&belief, |weighting, weights| {
            let total: f64 = weights.iter().sum();
            let outlooks = belief.requests_weighted(weighting).unwrap();
            let list: Vec<Request> = outlooks.iter().map(|outlook| outlook.request).collect();
            assert_eq!(list, belief.army().requests());
            for outlook in outlooks {
                let mut slow: HashMap<Outcome, (usize, f64, usize)> = HashMap::new();
                let mut king = 0.0;
                for (board, weight) in belief.boards().zip(weights) {
                    let outcome = board.outcome(outlook.request).unwrap();
                    let falls = !board.after(outcome.taken.as_ref()).has_king(belief.side().other());
                    let falls = falls && board.has_king(belief.side().other());
                    let entry = slow.entry(outcome).or_default();
                    *entry = (entry.0 + 1, entry.1 + weight, entry.2 + usize::from(falls));
                    king += if falls { weight / total } else { 0.0 };
                }
                assert_eq!(outlook.outcomes.len(), slow.len(), "{outlook:?}");
                for share in &outlook.outcomes {
                    let (boards, weight, falls) = slow[&share.outcome];
                    assert_eq!((share.boards, share.king_captures), (boards, falls), "{outlook:?}");
                    assert!(near(share.chance, weight / total), "{outlook:?}");
                }
                assert!(near(outlook.king_capture, king), "{outlook:?}");
                assert_eq!(outlook.certain_capture, slow.keys().all(|outcome| outcome.capture.is_some()));
                assert!(outlook.outcomes.is_sorted_by(|a, b| a.chance >= b.chance));
                several += usize::from(slow.len() > 1);
                kings += usize::from(king > 0.0);
            }
        });
    }
    assert!(several > 2_000 && kings > 20, "{several} {kings}");
}

#[test]
fn marginals_are_what_single_boards_say() {
    for belief in some_beliefs() {
        let (side, enemy) = (belief.side(), belief.side().other());
        with_weightings(&belief, |weighting, weights| {
            let total: f64 = weights.iter().sum();
            let marginals = belief.marginals_weighted(weighting);
            for square in (0..64).filter_map(Square::new) {
                let share = |is: &dyn Fn(&Board) -> bool| -> f64 {
                    let sum: f64 = belief.boards().zip(weights).filter(|(board, _)| is(board)).map(|(_, w)| w).sum();
                    sum / total
                };
                for piece in Side::BOTH.into_iter().flat_map(|side| Kind::ALL.map(|kind| Piece { side, kind })) {
                    let stands = share(&|board| board.piece_at(square) == Some(piece));
                    assert!(near(marginals.chance(square, piece), stands), "{piece:?} on {square}");
                }
                let there = share(&|board| board.piece_at(square).is_some_and(|piece| piece.side == enemy));
                assert!(near(marginals.enemy(square), there));
            }
        });
        let marginals = belief.marginals();
        let danger = belief.boards().filter(|board| takes_king(board, side)).count();
        assert!(near(marginals.king_danger, danger as f64 / belief.len() as f64));
        // Wherever an own piece stands the opponent attacks it if he could capture it with the turn.
        for square in (0..64).filter_map(Square::new).filter(|&square| belief.view().piece_at(square).is_some()) {
            let captures = belief.boards().filter(|board| captures_on(board, square)).count();
            assert!(near(marginals.attacked[usize::from(square.number())], captures as f64 / belief.len() as f64));
        }
    }
}

/// Whether the side that is not to move could capture on `square` if it were.
fn captures_on(board: &Board, square: Square) -> bool {
    let turned = board.after(None);
    turned.moves().into_iter().flatten().any(|mv| turned.capture_square(&mv) == Some(square))
}

fn takes_king(board: &Board, side: Side) -> bool {
    let turned = board.after(None);
    turned.moves().iter().any(|mv| !turned.play(mv).has_king(side))
}

#[test]
fn samples_are_boards_of_the_belief() {
    let (belief, _) = grown("random_1", Side::White, 200, counted());
    let all = identities(&belief);
    let sample = belief.sample(50, 9);
    let distinct: BTreeSet<Identity> = sample.iter().map(Board::identity).collect();
    assert!(sample.len() == 50 && distinct.len() == 50 && distinct.is_subset(&all));
    assert_eq!(belief.sample(50, 9), sample);
    assert_ne!(belief.sample(50, 10), sample);
    assert_eq!(belief.sample(10_000, 1).len(), belief.len());
    // One board with all the weight, and one with three times the weight of another.
    let mut weights = vec![0.0; belief.len()];
    weights[7] = 1.0;
    let drawn = belief.draw(20, 4, Weighting::Given(&weights));
    assert!(drawn.len() == 20 && drawn.iter().all(|board| Some(*board) == belief.get(7)));
    weights[9] = 3.0;
    let drawn = belief.draw(4_000, 4, Weighting::Given(&weights));
    let often = drawn.iter().filter(|board| Some(**board) == belief.get(9)).count();
    // 3,000, and a standard deviation of 27.
    assert!(often.abs_diff(3_000) < 140, "{often}");
    weights.fill(f64::NAN);
    assert!(belief.draw(3, 1, Weighting::Given(&weights)).is_empty());
    // Each pair of 21 boards is as likely to be drawn.
    let mut belief = Belief::start(Side::Black);
    belief.opponent(None).unwrap();
    let mut times = BTreeMap::<Identity, f64>::new();
    for seed in 0..2_100 {
        belief.sample(2, seed).iter().for_each(|board| *times.entry(board.identity()).or_default() += 1.0);
    }
    // 200 times each, and a standard deviation of 13.5.
    assert!(times.len() == 21 && times.values().all(|&times| (times - 200.0).abs() < 5.0 * 13.5), "{times:?}");
}

/// All that a player is told in a recorded game, with the true board after it.
fn told(game: &str, side: Side) -> Vec<(Told, Board)> {
    let of_turn = |turn: Turn| {
        if turn.side == side {
            let sensed = (Told::Sensed(turn.sense, turn.seen), turn.before);
            vec![sensed, (Told::Moved(turn.request, turn.outcome), turn.after)]
        } else {
            vec![(Told::Opponent(turn.outcome.capture), turn.after)]
        }
    };
    turns(game).into_iter().flat_map(of_turn).collect()
}

/// Beliefs of a few boards lose the truth again and again. What they go on with agrees with the news and with the own pieces.
#[test]
fn a_refuted_sample_is_mended() {
    let pieces = |board: &Board| board.text().split(' ').next().unwrap().to_owned();
    let mut mended = 0;
    for (seed, (game, _)) in (0..).zip(HISTORIES) {
        for side in Side::BOTH {
            let beyond = Beyond::Sample { to: 6, seed };
            let mut belief = Belief::start_with(side, Options { limit: Some(12), beyond, ..Options::default() });
            for (told, truth) in told(game, side) {
                match told.tell(&mut belief) {
                    Err(BeliefError::Contradiction { sampled: true, .. }) => {
                        let again = belief.mended(&told, seed).unwrap();
                        belief = belief.mended(&told, seed).unwrap();
                        assert!(again.boards().eq(belief.boards()));
                        assert!(belief.state() == State::Sampled && (1..=12).contains(&belief.len()));
                        mended += 1;
                    }
                    followed => followed.unwrap(),
                }
                if belief.state() == State::Lost {
                    assert!(!truth.has_king(side));
                    break;
                }
                let (own, clock) = (pieces(&truth.view(side)), truth.full_moves());
                for board in belief.boards() {
                    assert_eq!((pieces(&board.view(side)), board.full_moves()), (own.clone(), clock));
                    if let Told::Sensed(Some(center), seen) = &told {
                        assert_eq!(board.sense(*center), *seen);
                    }
                }
            }
        }
    }
    assert!(mended > 20, "{mended}");
    let lost = {
        let board = board("4k3/8/8/8/8/8/8/K3R3 w - - 0 1");
        let mut belief = Belief::from_boards(Side::Black, [board], Options::default()).unwrap();
        belief.opponent(square("e8")).unwrap();
        belief
    };
    assert!(matches!(lost.mended(&Told::Opponent(None), 1), Err(BeliefError::Boards(_))));
}

/// A clone is a belief of its own, though it shares the boards.
#[test]
fn a_clone_stays_as_it_is() {
    let (belief, _) = grown("random_2", Side::White, 2_000, counted());
    let before: Vec<(Board, u64)> = belief.boards().zip(belief.weights().unwrap()).collect();
    let mut clone = belief.clone();
    clone.moved(None, None, None).unwrap();
    clone.opponent(None).unwrap();
    assert!(clone.len() > belief.len());
    assert!(belief.boards().zip(belief.weights().unwrap()).eq(before));
}
