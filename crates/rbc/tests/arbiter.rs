//! Whole games under the arbiter: the order of its calls, what ends a game, clocks, faults, and the players of the crate.
//!
//! Expected ends and clocks follow the reference's `LocalGame` as rules/rbc.md describes it; games are written down and replayed, and
//! the truth must be in the beliefs that follow them.

use plywood_core::{Game, Side};
use plywood_rbc::arbiter::{Arbiter, Choice, Fault, Halted, Played, Player, Terms, TimeControl, play};
use plywood_rbc::belief::{Belief, BeliefError, Options, State};
use plywood_rbc::end::{End, Limits};
use plywood_rbc::history::{History, HistoryError};
use plywood_rbc::players::{Attacker, Effort, Plywood, Random, Settings};
use plywood_rbc::{Board, Move, Outcome, Request, Sensed, Square, WinReason, request_text};
use std::cell::Cell;
use std::time::Instant;

/// What a scripted player does in one of his turns.
#[derive(Clone, Copy)]
enum Act {
    /// Asks for this, or passes.
    Ask(&'static str),
    /// Resigns where he should sense.
    ResignAtSense,
    /// Resigns where he should move.
    Resign,
    Leave,
    /// Fails with these words.
    Fail(&'static str),
    /// Asks for this, and fails when told what became of it.
    AskAndFail(&'static str),
}

/// A player who does what is written, and writes down what he is told. His clock is one that he moves himself.
struct Script<'a> {
    acts: Vec<Act>,
    turn: usize,
    told: Vec<String>,
    /// Milliseconds that each of his turns takes, and the clock that they go by.
    slow: i64,
    clock: &'a Cell<i64>,
    /// What he was told of his time, when asked for a move.
    left: Vec<Option<i64>>,
}

impl<'a> Script<'a> {
    fn new(clock: &'a Cell<i64>, acts: impl Into<Vec<Act>>) -> Self {
        Self { acts: acts.into(), turn: 0, told: Vec::new(), slow: 0, clock, left: Vec::new() }
    }

    fn asking(clock: &'a Cell<i64>, requests: &[&'static str]) -> Self {
        Self::new(clock, requests.iter().map(|request| Act::Ask(request)).collect::<Vec<_>>())
    }

    fn act(&self) -> Act {
        self.acts.get(self.turn).copied().unwrap_or(Act::Ask("pass"))
    }
}

impl Player for Script<'_> {
    fn name(&self) -> String {
        "script".into()
    }

    fn game_start(&mut self, side: Side, board: &Board, opponent: &str) -> Result<(), String> {
        assert_eq!(*board, Board::start());
        self.told.push(format!("start {side:?} {opponent}"));
        Ok(())
    }

    fn opponent_moved(&mut self, capture: Option<Square>) -> Result<(), String> {
        self.told.push(format!("opponent {capture:?}"));
        Ok(())
    }

    fn choose_sense(&mut self, requests: &[Request], _: Option<i64>) -> Result<Choice<Option<Square>>, String> {
        assert_eq!(requests.last(), Some(&None), "the pass is the last of the list");
        self.told.push("sense?".into());
        match self.act() {
            Act::ResignAtSense => Ok(Choice::Resign),
            _ => Ok(Choice::Make(Square::parse("a1"))),
        }
    }

    fn sensed(&mut self, seen: &[Sensed]) -> Result<(), String> {
        self.told.push(format!("seen {}", seen.len()));
        Ok(())
    }

    fn choose_move(&mut self, _: &[Request], left: Option<i64>) -> Result<Choice<Request>, String> {
        self.told.push("move?".into());
        self.left.push(left);
        self.clock.set(self.clock.get() + self.slow);
        match self.act() {
            Act::Ask(text) | Act::AskAndFail(text) => Ok(Choice::Make(Move::parse(text))),
            Act::Leave => Ok(Choice::Leave),
            Act::Fail(words) => Err(words.into()),
            Act::Resign | Act::ResignAtSense => Ok(Choice::Resign),
        }
    }

    fn moved(&mut self, requested: Request, outcome: Outcome) -> Result<(), String> {
        if matches!(self.act(), Act::AskAndFail(_)) {
            return Err("no idea".into());
        }
        self.turn += 1;
        self.told.push(format!("moved {} {:?} {:?}", request_text(requested), outcome.taken, outcome.capture));
        Ok(())
    }

    fn game_end(&mut self, end: Option<End>, history: &History) -> Result<(), String> {
        assert_eq!(history.win_reason, end.map(|end| end.reason));
        self.told.push(format!("end {:?}", end.map(|end| end.reason)));
        Ok(())
    }
}

/// Plays two scripts; the history must replay.
fn played(white: &mut Script<'_>, black: &mut Script<'_>, terms: Terms) -> Played {
    let clock = white.clock;
    let played = play(white, black, terms, &mut || clock.get()).unwrap();
    played.history.replay().unwrap();
    assert_eq!(History::parse(&played.history.json()).unwrap(), played.history);
    played
}

fn end(winner: Option<Side>, reason: WinReason) -> Option<End> {
    Some(End { winner, reason })
}

/// White's queen takes the king in four turns while Black shuffles his a-pawn, or nothing.
const KING_HUNT: [&str; 4] = ["e2e4", "d1h5", "h5f7", "f7e8"];

#[test]
fn a_player_is_called_in_the_order_of_the_reference() {
    let clock = Cell::new(0);
    let (mut white, mut black) = (Script::asking(&clock, &["e2e4", "e4d5"]), Script::asking(&clock, &["d7d5"]));
    black.acts.push(Act::Resign);
    let game = played(&mut white, &mut black, Terms::default());
    assert_eq!(game.end, end(Some(Side::White), WinReason::Resign));
    let turn = ["opponent None", "sense?", "seen 4", "move?"];
    let white_told = [&["start White script"][..], &turn[..], &["moved e2e4 Some(e2e4) None"], &turn[..]].concat();
    assert_eq!(white.told, [&white_told[..], &["moved e4d5 Some(e4d5) Some(d5)", "end Some(Resign)"]].concat());
    let again = ["opponent Some(d5)", "sense?", "seen 4", "move?", "end Some(Resign)"];
    let black_told = [&["start Black script"][..], &turn[..], &["moved d7d5 Some(d7d5) None"], &again[..]].concat();
    assert_eq!(black.told, black_told);
    assert_eq!((game.history.senses.black.len(), game.history.requested_moves.black.len()), (2, 1));
}

#[test]
fn a_king_is_taken_and_the_opponent_is_not_asked_again() {
    let clock = Cell::new(0);
    let (mut white, mut black) = (Script::asking(&clock, &KING_HUNT), Script::asking(&clock, &[]));
    let game = played(&mut white, &mut black, Terms::default());
    assert_eq!(game.end, end(Some(Side::White), WinReason::KingCapture));
    assert_eq!((game.history.requested_moves.white.len(), game.history.requested_moves.black.len()), (4, 3));
    assert_eq!(game.history.capture_squares.white[3], Square::parse("e8"));
    assert_eq!(game.clocks, [None, None]);
}

#[test]
fn who_resigns_loses_whether_he_should_sense_or_move() {
    for (act, senses) in [(Act::ResignAtSense, 0), (Act::Resign, 1)] {
        let clock = Cell::new(0);
        let (mut white, mut black) = (Script::new(&clock, [act]), Script::asking(&clock, &[]));
        let game = played(&mut white, &mut black, Terms::default());
        assert_eq!(game.end, end(Some(Side::Black), WinReason::Resign));
        assert_eq!((game.history.senses.white.len(), game.history.requested_moves.white.len()), (senses, 0));
    }
}

#[test]
fn a_game_that_is_left_has_no_winner() {
    let clock = Cell::new(0);
    let (mut white, mut black) = (Script::asking(&clock, &["e2e4"]), Script::new(&clock, [Act::Leave]));
    let game = played(&mut white, &mut black, Terms::default());
    assert_eq!((game.end, game.history.winner_color, game.history.win_reason), (None, None, None));
    assert_eq!(white.told.last().unwrap(), "end None");
    // Nor when the flag fell meanwhile.
    let terms = Terms { time: Some(TimeControl { initial: 1_000, increment: 0 }), ..Terms::default() };
    let mut late = Script { slow: 5_000, ..Script::new(&clock, [Act::Leave]) };
    let game = played(&mut late, &mut Script::asking(&clock, &[]), terms);
    assert_eq!((game.end, game.history.winner_color, game.history.win_reason), (None, None, None));
}

#[test]
fn limits_of_turns_and_of_moves_make_draws() {
    for (limits, reason, plies) in [
        (Limits { turns: Some(3), reversible: Some(100) }, WinReason::TurnLimit, 6),
        (Limits { turns: None, reversible: Some(5) }, WinReason::MoveLimit, 5),
        (Limits { turns: Some(2), reversible: Some(4) }, WinReason::TurnLimit, 4),
        (Limits::default(), WinReason::MoveLimit, 100),
    ] {
        let clock = Cell::new(0);
        let (mut white, mut black) = (Script::asking(&clock, &[]), Script::asking(&clock, &[]));
        let game = played(&mut white, &mut black, Terms { limits, time: None });
        assert_eq!(game.end, end(None, reason), "{limits:?}");
        let moves = game.history.requested_moves;
        assert_eq!(moves.white.len() + moves.black.len(), plies, "{limits:?}");
    }
}

#[test]
fn a_king_taken_outranks_the_limit_of_turns_and_time_outranks_the_king() {
    let limits = Limits { turns: Some(3), reversible: None };
    // The third turn of Black brings the number of the turn to 4: he takes the king with the very move that would end the game.
    let black_hunt = ["e7e5", "d8h4", "h4f2", "f2e1"];
    let clock = Cell::new(0);
    let (mut white, mut black) = (Script::asking(&clock, &[]), Script::asking(&clock, &black_hunt));
    let game = played(&mut white, &mut black, Terms { limits: Limits { turns: Some(4), ..limits }, time: None });
    assert_eq!(game.end, end(Some(Side::Black), WinReason::KingCapture));
    let (mut white, mut black) = (Script::asking(&clock, &[]), Script::asking(&clock, &black_hunt));
    let game = played(&mut white, &mut black, Terms { limits, time: None });
    assert_eq!(game.end, end(None, WinReason::TurnLimit));
    // The flag of who takes the king has fallen.
    let time = Some(TimeControl { initial: 350, increment: 0 });
    let (mut white, mut black) = (Script::asking(&clock, &KING_HUNT), Script::asking(&clock, &[]));
    white.slow = 100;
    let game = played(&mut white, &mut black, Terms { limits: Limits::default(), time });
    assert_eq!(game.end, end(Some(Side::Black), WinReason::Timeout));
    assert_eq!(game.history.capture_squares.white.last(), Some(&Square::parse("e8")));
}

#[test]
fn clocks_run_and_the_increment_comes_before_the_flag() {
    let clock = Cell::new(7_000);
    let (mut white, mut black) = (Script::asking(&clock, &[]), Script::asking(&clock, &[]));
    (white.slow, black.slow) = (1_250, 10);
    let terms = Terms { limits: Limits::default(), time: Some(TimeControl { initial: 1_000, increment: 500 }) };
    let game = played(&mut white, &mut black, terms);
    // White: 1000, 250 after a turn in which he was a quarter of a second over, then -500.
    assert_eq!(white.left, [Some(1_000), Some(250)]);
    assert_eq!(black.left, [Some(1_000)]);
    assert_eq!(game.end, end(Some(Side::Black), WinReason::Timeout));
    assert_eq!(game.clocks, [Some(-500), Some(1_490)]);
    let none = Terms { limits: Limits::default(), time: Some(TimeControl { initial: 0, increment: 500 }) };
    let (mut white, mut black) = (Script::asking(&clock, &[]), Script::asking(&clock, &[]));
    let game = played(&mut white, &mut black, none);
    assert_eq!((game.end, game.history.senses.white.len()), (end(Some(Side::Black), WinReason::Timeout), 0));
}

#[test]
fn a_clock_that_is_not_agreed_on_is_not_asked() {
    let clock = Cell::new(0);
    let (mut white, mut black) = (Script::asking(&clock, &["e2e4"]), Script::new(&clock, [Act::Resign]));
    let game = play(&mut white, &mut black, Terms::default(), &mut || panic!("there is no clock")).unwrap();
    assert_eq!(game.clocks, [None, None]);
}

#[test]
fn faults_name_side_and_turn_and_are_no_lost_turns() {
    let halted = |white: Act, black: Act| -> Halted {
        let clock = Cell::new(0);
        let mut white = Script::new(&clock, [Act::Ask("e2e4"), white]);
        let mut black = Script::new(&clock, [black]);
        play(&mut white, &mut black, Terms::default(), &mut || 0).unwrap_err()
    };
    let refused = halted(Act::Ask("e4e6"), Act::Ask("e7e5"));
    assert_eq!(refused.to_string(), "White turn 2: request e4e6 is not in the list of the side to move");
    assert!(matches!(refused.error.fault, Fault::Refused(_)));
    assert_eq!((refused.history.requested_moves.white.len(), refused.history.win_reason), (1, None));
    refused.history.replay().unwrap();
    let failed = halted(Act::Ask("pass"), Act::Fail("no idea"));
    assert_eq!(failed.to_string(), "Black turn 1: the player failed: no idea");
    failed.history.replay().unwrap();
}

/// Who fails when he is told of his move has made it: the history goes on to the end that it brought, and the game no further.
#[test]
fn a_fault_after_the_move_halts_the_game_with_the_move_made() {
    let clock = Cell::new(0);
    let mut white =
        Script::new(&clock, [Act::Ask("e2e4"), Act::Ask("d1h5"), Act::Ask("h5f7"), Act::AskAndFail("f7e8")]);
    let mut black = Script::asking(&clock, &["a7a6", "a6a5", "a5a4"]);
    let mut game = Arbiter::new(Terms::default(), ["a", "b"], 0);
    for _ in 0..3 {
        game.turn(&mut white, &mut || 0).unwrap();
        game.turn(&mut black, &mut || 0).unwrap();
    }
    assert!(game.turn(&mut white, &mut || 0).is_err());
    assert_eq!(game.history().win_reason, Some(WinReason::KingCapture));
    let before = game.history().clone();
    game.turn(&mut black, &mut || 0).unwrap();
    assert_eq!(*game.history(), before);
    before.replay().unwrap();
}

#[test]
fn a_bare_push_to_the_last_row_is_a_queen_and_stays_bare_in_the_history() {
    let clock = Cell::new(0);
    let way = ["a2a4", "a4a5", "a5a6", "a6b7", "b7a8"];
    let (mut white, mut black) = (Script::asking(&clock, &way), Script::asking(&clock, &[]));
    black.acts = vec![Act::Ask("pass"); 5];
    black.acts.push(Act::Resign);
    let game = played(&mut white, &mut black, Terms::default());
    assert_eq!(game.history.requested_moves.white[4], Move::parse("b7a8"));
    assert_eq!(game.history.taken_moves.white[4], Move::parse("b7a8q"));
}

#[test]
fn whole_random_games_replay_and_the_truth_is_what_both_believe() {
    for seed in 0..60 {
        let game = play(&mut Random::new(seed), &mut Random::new(!seed), Terms::default(), &mut || 0).unwrap();
        assert!(game.end.is_some());
        let turns = game.history.replay().unwrap();
        for side in Side::BOTH {
            let mut belief = Belief::start_with(side, Options { limit: Some(20_000), ..Options::default() });
            let mut boards = turns.iter().filter(|turn| turn.side == side).flat_map(|turn| [turn.before, turn.after]);
            for (_, told) in game.history.told(side).unwrap() {
                match told.tell(&mut belief) {
                    Ok(()) if belief.state() != State::Lost => {}
                    Ok(()) | Err(BeliefError::Limit { .. }) => break,
                    Err(error) => panic!("seed {seed}, {side:?}: {error}"),
                }
                if told.event() != "opp" {
                    let truth = boards.next().unwrap();
                    assert!(belief.contains(&truth), "seed {seed}, {side:?}: {} is not in the belief", truth.text());
                }
            }
        }
    }
}

#[test]
fn a_game_played_turn_by_turn_is_the_same() {
    let whole = play(&mut Random::new(3), &mut Random::new(4), Terms::default(), &mut || 0).unwrap();
    let mut players = [Random::new(3), Random::new(4)];
    let mut game = Arbiter::new(Terms::default(), ["random", "random"], 0);
    while game.end().is_none() {
        let side = game.board().side();
        game.turn(&mut players[side.index()], &mut || 0).unwrap();
    }
    assert_eq!(*game.history(), whole.history);
    game.turn(&mut players[0], &mut || 0).unwrap();
    assert_eq!(*game.history(), whole.history, "a game that is over goes on");
}

/// A small effort: games of a test build must be short.
fn plywood(seed: u64) -> Plywood {
    Plywood::new(Settings { effort: Effort::Nodes(6_000), boards: 4_000, seed }).unwrap()
}

/// How often `plywood` wins and loses against players made by seeds, with both colours.
fn score<P: Player>(games: u64, opponent: impl Fn(u64) -> P) -> [u32; 2] {
    let mut score = [0; 2];
    for seed in 0..games {
        let (mut own, mut other) = (plywood(seed), opponent(seed));
        let side = Side::BOTH[(seed % 2) as usize];
        let game = match side {
            Side::White => play(&mut own, &mut other, Terms::default(), &mut || 0),
            Side::Black => play(&mut other, &mut own, Terms::default(), &mut || 0),
        };
        let game = game.unwrap();
        game.history.replay().unwrap();
        match game.end.and_then(|end| end.winner) {
            Some(winner) if winner == side => score[0] += 1,
            Some(_) => score[1] += 1,
            None => {}
        }
    }
    score
}

#[test]
fn plywood_beats_the_simple_players() {
    let [won, lost] = score(10, Random::new);
    assert!(won >= 9 && lost == 0, "against random: won {won}, lost {lost} of 10");
    let [won, lost] = score(10, Attacker::new);
    assert!(won >= 8 && lost <= 1, "against attacker: won {won}, lost {lost} of 10");
}

#[test]
fn equal_seeds_play_equal_games() {
    let game = |seed| play(&mut plywood(seed), &mut Attacker::new(seed), Terms::default(), &mut || 0).unwrap().history;
    assert_eq!(game(5), game(5));
    assert_ne!(game(5), game(6));
    // The same player again begins anew.
    let mut same = plywood(5);
    let mut again = || play(&mut same, &mut Attacker::new(5), Terms::default(), &mut || 0).unwrap().history;
    assert_eq!(again(), game(5));
    assert_eq!(again(), game(5));
}

/// A belief of a dozen boards has lost the truth after a few turns of a random opponent; the player must go on, and say so.
#[test]
fn a_belief_that_lost_the_truth_is_mended_and_the_game_goes_on() {
    let mut mended = 0;
    for seed in 0..12 {
        let mut own = Plywood::new(Settings { effort: Effort::Nodes(500), boards: 12, seed }).unwrap();
        let game = play(&mut own, &mut Random::new(seed), Terms::default(), &mut || 0).unwrap();
        game.history.replay().unwrap();
        assert!(game.end.is_some_and(|end| end.reason != WinReason::Resign));
        mended += own.statistics().mended;
    }
    assert!(mended > 12, "{mended}");
}

/// A player who may search for long, but has next to no time left, is much quicker than one without a clock.
#[test]
fn a_clock_makes_the_player_hurry() {
    let mut player = Plywood::new(Settings { effort: Effort::Nodes(600_000), boards: 4_000, seed: 1 }).unwrap();
    let board = Board::start();
    player.game_start(Side::Black, &board, "nobody").unwrap();
    let requests = board.army(Side::Black).requests();
    for _ in 0..2 {
        player.opponent_moved(None).unwrap();
        player.moved(None, Outcome { taken: None, capture: None }).unwrap();
    }
    player.opponent_moved(None).unwrap();
    assert!(player.belief().len() > 1_000);
    let mut quickest = |left| {
        let times = (0..3).map(|_| {
            let start = Instant::now();
            player.choose_move(&requests, left).unwrap();
            start.elapsed()
        });
        times.min().unwrap()
    };
    let (free, hurried) = (quickest(None), quickest(Some(1)));
    assert!(hurried * 2 < free, "{hurried:?} with a clock, {free:?} without");
}

#[test]
fn random_players_choose_what_is_listed_and_all_of_it() {
    let requests = Board::start().army(Side::White).requests();
    let (mut player, mut seen, mut senses) = (Random::new(1), Vec::new(), [0; 64]);
    for _ in 0..3_500 {
        let Ok(Choice::Make(Some(square))) = player.choose_sense(&requests, None) else { panic!("no sense") };
        senses[usize::from(square.number())] += 1;
        let Ok(Choice::Make(request)) = player.choose_move(&requests, None) else { panic!("no request") };
        assert!(requests.contains(&request));
        seen.push(request);
    }
    assert!(senses.iter().all(|&n| n > 0));
    // 35 requests, 100 expected of each with a deviation of 10.
    for request in requests {
        let n = seen.iter().filter(|other| **other == request).count();
        assert!((50..150).contains(&n), "{}: {n}", request_text(request));
    }
}

/// Against a player who only passes every raid comes through, with either colour, in five turns at most.
#[test]
fn raids_take_the_king_of_who_does_not_look_out() {
    for seed in 0..24 {
        let clock = Cell::new(0);
        let mut victim = Script::asking(&clock, &[]);
        let game = if seed % 2 == 0 {
            play(&mut Attacker::new(seed), &mut victim, Terms::default(), &mut || 0)
        } else {
            play(&mut victim, &mut Attacker::new(seed), Terms::default(), &mut || 0)
        };
        let game = game.unwrap();
        let side = Side::BOTH[(seed % 2) as usize];
        assert_eq!(game.end, end(Some(side), WinReason::KingCapture), "seed {seed}");
        assert!(game.history.requested_moves.of(side).len() <= 5, "seed {seed}");
    }
}

#[test]
fn a_replay_shows_the_turns_before_the_fault() {
    let game = play(&mut Random::new(1), &mut Random::new(2), Terms::default(), &mut || 0).unwrap();
    let mut history = game.history;
    history.capture_squares.white[3] = Square::parse("a1");
    let mut seen = 0;
    let error = history.replay_each(|_| seen += 1).unwrap_err();
    assert!(matches!(error, HistoryError::Turn { side: Side::White, turn: 4, .. }), "{error}");
    assert_eq!(seen, 6);
}

/// What a history tells a player is what he was told when it was played.
#[test]
fn a_history_tells_what_the_player_was_told() {
    let clock = Cell::new(0);
    let (mut white, mut black) = (Script::asking(&clock, &KING_HUNT), Script::asking(&clock, &["a7a6"]));
    let game = played(&mut white, &mut black, Terms::default());
    let told = |side| {
        let list = game.history.told(side).unwrap();
        list.iter().map(|(turn, told)| format!("{turn} {} {}", told.event(), told.detail())).collect::<Vec<_>>()
    };
    assert_eq!(told(Side::White)[..5], ["1 sense a1", "1 move e2e4>e2e4", "2 opp -", "2 sense a1", "2 move d1h5>d1h5"]);
    assert_eq!(told(Side::Black)[..4], ["1 opp -", "1 sense a1", "1 move a7a6>a7a6", "2 opp -"]);
    assert_eq!(told(Side::Black).last().unwrap(), "4 opp e8");
    let mut belief = Belief::start(Side::Black);
    game.history.told(Side::Black).unwrap().iter().for_each(|(_, told)| told.tell(&mut belief).unwrap());
    assert_eq!((belief.state(), belief.len()), (State::Lost, 0));
}
