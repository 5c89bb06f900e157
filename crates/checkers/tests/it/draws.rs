//! The rules of play: who ends a game, when, and how it is switched off.

use plywood_checkers::{
    Antidraughts, Board, Brazilian, Breakthrough, Canadian, Czech, English, Frisian, International, Italian, Killer,
    Pool, Rules, Russian, Russian6, Spanish, Thai,
};
use plywood_core::search::{Play, Record, RuleSet};
use plywood_core::{Game, Outcome, Position, Side};

type Match<R> = Record<Board<R>, <Board<R> as Play>::Referee>;

fn game<R: Rules>(fen: &str, off: &[&str]) -> Match<R> {
    let facts = Board::<R>::RULES;
    let place = |name: &&str| facts.iter().position(|fact| fact.name == *name).expect("no such rule");
    let rules = off.iter().fold(RuleSet::standard(facts), |set, name| set.with(place(name), false));
    Record::new(Board::<R>::parse(fen).unwrap(), Board::<R>::referee(rules))
}

fn play<R: Rules>(record: &mut Match<R>, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = record.position().parse_move(text).unwrap();
        assert!(record.play(&mv), "{text} is refused in {}", record.position().text());
    }
}

/// Plies until the game is over, when the cycle of `moves` is played again and again.
fn plies_to_the_end<R: Rules>(fen: &str, off: &[&str], moves: &str) -> (usize, Outcome) {
    let mut record = game::<R>(fen, off);
    for text in moves.split_whitespace().cycle().take(1000) {
        if let Some(outcome) = record.outcome() {
            return (record.moves().len(), outcome);
        }
        play(&mut record, text);
    }
    panic!("no end in 1000 plies of {fen}");
}

type R<B> = <B as RulesOf>::Rules;

trait RulesOf {
    type Rules: Rules;
}

impl<T: Rules> RulesOf for Board<T> {
    type Rules = T;
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let moves = "a1-b2 h2-g1 b2-a1 g1-h2";
    assert_eq!(plies_to_the_end::<R<Russian>>("W:WKa1,a3:BKh2,h6", &[], moves), (8, Outcome::Draw));
}

#[test]
fn without_repetition_quiet_moves_of_kings_end_the_game() {
    let moves = "a1-b2 h2-g1 b2-a1 g1-h2";
    let fen = "W:WKa1,a3,a5,c1,e1:BKh2,h4,h6,f8,d8";
    assert_eq!(plies_to_the_end::<R<Russian>>(fen, &["repetition"], moves), (30, Outcome::Draw));
    let fen = "W:WK46,48,49,50:BK1,2,3,4";
    let moves = "46-41 1-7 41-46 7-1";
    assert_eq!(plies_to_the_end::<R<International>>(fen, &["repetition"], moves), (50, Outcome::Draw));
    assert_eq!(
        plies_to_the_end::<R<English>>("B:WK32,K31,21:BK1,K2,12", &["repetition"], "1-6 32-27 6-1 27-32"),
        (80, Outcome::Draw)
    );
}

/// Twice the moves a side that the rules of each variant allow; men on both sides, and too many pieces for an ending.
#[test]
fn every_variant_counts_its_own_quiet_moves() {
    fn plies<T: RulesOf>(fen: &str, moves: &str) -> usize {
        plies_to_the_end::<R<T>>(fen, &["repetition"], moves).0
    }
    let (few, moves) = ("W:WKa1,a3,a5:BKh2,h4,h6", "a1-b2 h2-g1 b2-a1 g1-h2");
    let counts = [plies::<Czech>(few, moves), plies::<Pool>(few, moves), plies::<Thai>(few, moves)];
    assert_eq!(counts, [30, 60, 60]);
    assert_eq!(plies::<Brazilian>("W:WKa1,a3,a5,c1,e1:BKh2,h4,h6,f8,d8", moves), 30);
    let (mirrored, moves) = ("W:WKh1,h3,h5:BKa2,a4,a6", "h1-g2 a2-b1 g2-h1 b1-a2");
    assert_eq!([plies::<Spanish>(mirrored, moves), plies::<Italian>(mirrored, moves)], [60, 80]);
    assert_eq!(plies::<Canadian>("W:WKa1,a3,a5:BKl2,l4,l6", "a1-b2 l2-k1 b2-a1 k1-l2"), 50);
    assert_eq!(plies::<Killer>("W:WK46,48,49,50:BK1,2,3,4", "46-41 1-7 41-46 7-1"), 50);
}

/// The fiftieth ply would end the game, were it another quiet move of a king.
#[test]
fn a_capture_and_a_mans_move_are_not_quiet() {
    for (last, outcome) in [("46-41 1-7", Some(Outcome::Draw)), ("46-41 2-8", None), ("46-23 1x45", None)] {
        let mut record = game::<R<International>>("W:WK46,48,49,50:BK1,2,3,4", &["repetition"]);
        (0..12).for_each(|_| play(&mut record, "46-41 1-7 41-46 7-1"));
        play(&mut record, last);
        assert_eq!((record.moves().len(), record.outcome()), (50, outcome), "{last}");
    }
}

#[test]
fn a_king_on_the_main_road_is_given_five_moves_by_three_pieces() {
    let moves = "c1-d2 h8-g7 d2-c1 g7-h8";
    let fen = "W:WKc1,Ka3,Ka5:BKh8";
    assert_eq!(plies_to_the_end::<R<Russian>>(fen, &["repetition"], moves), (10, Outcome::Draw));
    assert_eq!(plies_to_the_end::<R<Russian>>(fen, &["repetition", "main-road"], moves), (30, Outcome::Draw));
}

/// 30 moves each with four pieces; unlike the endings against a lone king, they begin anew where a man is crowned.
#[test]
fn few_pieces_without_capture_or_promotion_are_a_draw() {
    let (fen, off, moves) = ("W:WKa1,a7:BKh2,h6", &["repetition", "quiet-moves"][..], "a1-b2 h2-g1 b2-a1 g1-h2");
    assert_eq!(plies_to_the_end::<R<Russian>>(fen, off, moves), (60, Outcome::Draw));
    let mut record = game::<R<Russian>>(fen, off);
    (0..5).for_each(|_| play(&mut record, moves));
    play(&mut record, "a7-b8");
    for _ in 0..15 {
        assert_eq!(record.outcome(), None);
        play(&mut record, "h2-g1 a1-b2 g1-h2 b2-a1");
    }
    assert_eq!(record.outcome(), Some(Outcome::Draw));
}

#[test]
fn endings_against_a_lone_king_are_counted_from_the_capture_that_makes_them() {
    // 16 moves each for three pieces, never begun anew by a man's move.
    let moves = "46-41 1-7 41-46 7-1";
    assert_eq!(plies_to_the_end::<R<International>>("W:WK46,48,49:BK1", &["repetition"], moves), (32, Outcome::Draw));
    assert_eq!(plies_to_the_end::<R<International>>("W:WK46,49:BK1", &["repetition"], moves), (10, Outcome::Draw));
    // The king is off the long road a1-h8: then 15 moves each for three kings, on it 5.
    let moves = "c1-d2 h2-g1 d2-c1 g1-h2";
    let off = &["repetition", "quiet-moves", "four-five-pieces"];
    assert_eq!(plies_to_the_end::<R<Russian>>("W:WKc1,Ka3,Ka5:BKh2", off, moves), (30, Outcome::Draw));
    let moves = "a3-b2 h4-g3 b2-a3 g3-h4";
    assert_eq!(plies_to_the_end::<R<Pool>>("W:WKa3,Ka5,Ka7:BKh4", &["repetition"], moves), (26, Outcome::Draw));
}

#[test]
fn a_lone_king_of_the_seed_game_loses_at_once() {
    let fen = "B:WKa1,c1:BKf6";
    assert_eq!(game::<R<Russian6>>(fen, &[]).outcome(), Some(Outcome::Win(Side::White)));
    assert_eq!(game::<R<Russian6>>(fen, &["lone-king-loses"]).outcome(), None);
    // Without a king against it, or with a man beside it, it has not.
    assert_eq!(game::<R<Russian6>>("B:Wc1,e1:BKf6", &[]).outcome(), None);
    assert_eq!(game::<R<Russian6>>("B:WKa1,c1:BKf6,b6", &[]).outcome(), None);
}

#[test]
fn five_moves_by_kings_end_the_seed_game() {
    let moves = "a1-b2 f2-e1 b2-a1 e1-f2";
    let fen = "W:WKa1,a3:BKf2,f4";
    assert_eq!(plies_to_the_end::<R<Russian6>>(fen, &["repetition"], moves), (10, Outcome::Draw));
}

#[test]
fn a_frisian_king_rests_after_three_moves_while_its_side_has_a_man() {
    let three = "46-41 2-8 41-46 8-12 46-41 3-9";
    let mut record = game::<R<Frisian>>("W:WK46,47,48:B2,3", &[]);
    play(&mut record, three);
    let fourth = record.position().parse_move("41-46").unwrap();
    assert!(!record.play(&fourth));
    assert!(record.legal_moves().iter().all(|mv| mv.from != fourth.from));
    // Another piece moves: then it may again.
    play(&mut record, "47-42 9-13 41-46");
    // Without a man there is no limit, nor without the rule.
    for (fen, off) in [("W:WK46:B2,3", ""), ("W:WK46,47,48:B2,3", "king-limit")] {
        let off: Vec<&str> = [off].into_iter().filter(|name| !name.is_empty()).collect();
        let mut record = game::<R<Frisian>>(fen, &off);
        play(&mut record, three);
        play(&mut record, "41-46");
    }
}

#[test]
fn a_frisian_king_that_must_rest_may_capture_and_is_free_again() {
    let mut record = game::<R<Frisian>>("W:WK46,47,48:B3,6", &[]);
    play(&mut record, "46-41 3-9 41-46 9-13 46-41 13-19");
    // Its three quiet moves are made, but the capture of the man on 19 is compulsory for it too.
    play(&mut record, "41x10 6-11 10-15");
}

#[test]
fn short_endings_of_frisian_kings() {
    let moves = "46-41 1-7 41-46 7-1";
    assert_eq!(plies_to_the_end::<R<Frisian>>("W:WK46:BK1", &[], moves), (4, Outcome::Draw));
    assert_eq!(plies_to_the_end::<R<Frisian>>("W:WK46,K47:BK1", &[], "47-42 1-7 42-47 7-1").0, 14);
}

#[test]
fn goals_other_than_blocking() {
    assert_eq!(game::<R<Antidraughts>>("W:W:B20", &[]).outcome(), Some(Outcome::Win(Side::White)));
    assert_eq!(game::<R<Breakthrough>>("B:WK46:B20", &[]).outcome(), Some(Outcome::Win(Side::White)));
    assert!(Breakthrough::RULES.is_empty());
}

#[test]
fn a_game_that_is_over_takes_no_move() {
    let mut record = game::<R<Russian6>>("B:WKa1,c1:BKf6", &[]);
    let mv = record.position().moves()[0];
    assert!(!record.play(&mv));
    assert_eq!(record.position().side_to_move(), Side::Black);
}
