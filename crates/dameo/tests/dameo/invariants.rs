//! What must hold in every position of every game.

use crate::checks::{conserved, symmetric};
use crate::common::{GAMES, on_game};
use plywood_core::conformance::{check, check_mode, check_perft, fuzz, walk};
use plywood_core::{Game, Mode, Position, Unique};
use plywood_dameo::{Move, Orthogonal, Paths, Rules, geometry::Geometry};
use proptest::prelude::*;

type Set<R> = <<R as Rules>::Board as Geometry>::Set;

fn everything<G: Game>(position: &G) -> Result<(), String>
where
    Paths: Mode<G>,
{
    check(position)?;
    check_mode(Paths, position)
}

#[test]
fn conformance_of_dameo() {
    (0..20).for_each(|seed| walk(plywood_dameo::Dameo::start(), seed, 300, everything).unwrap());
}

#[test]
fn conformance_of_bigdameo4() {
    (0..10).for_each(|seed| walk(plywood_dameo::BigDameo4::start(), seed, 300, everything).unwrap());
}

#[test]
fn conformance_of_bigdameo3() {
    (0..10).for_each(|seed| walk(plywood_dameo::BigDameo3::start(), seed, 300, everything).unwrap());
}

#[test]
fn conformance_of_croda() {
    (0..20).for_each(|seed| walk(plywood_dameo::Croda::start(), seed, 300, everything).unwrap());
}

#[test]
fn conformance_of_turkish() {
    (0..20).for_each(|seed| walk(plywood_dameo::Turkish::start(), seed, 300, everything).unwrap());
}

#[test]
fn perft_is_the_same_with_threads_and_tables() {
    for name in GAMES {
        on_game!(name, G => {
            check_perft(Unique, &G::start(), 4).unwrap();
            check_perft(Paths, &G::start(), 4).unwrap();
        });
    }
    let kings = "W:WKa1,Kh5,d3,c2:BKb7,Kg8,f6,d6,e6";
    check_perft(Paths, &plywood_dameo::Dameo::parse(kings).unwrap(), 4).unwrap();
    check_perft(Paths, &plywood_dameo::Turkish::parse(kings).unwrap(), 4).unwrap();
}

#[test]
fn the_rules_know_neither_left_nor_colour() {
    for name in GAMES {
        let size = if name.starts_with("big") { 10 } else { 8 };
        for seed in 100..115 {
            on_game!(name, G => walk(G::start(), seed, 200, |position: &G| symmetric(position, size)).unwrap());
        }
    }
}

/// No move makes or loses a piece but those that it takes.
fn every_move_conserves<R: Rules>(position: &Orthogonal<R>) -> Result<(), String> {
    position.moves().iter().try_for_each(|mv| conserved(position, mv, &position.play(mv)))
}

#[test]
fn pieces_are_conserved() {
    for name in GAMES {
        for seed in 200..240 {
            on_game!(name, G => walk(G::start(), seed, 300, every_move_conserves).unwrap());
        }
    }
}

/// Plays a move that may be nonsense.
fn play_anything<R: Rules>(seed: u64, mv: Move<Set<R>>) {
    let _ = walk(Orthogonal::<R>::start(), seed, 30, |position| {
        let child = position.play(&mv);
        let _ = (child.count(), position.is_legal(&mv), position.move_text(&mv), position.facts(&mv));
        let _ = position.classify(&mv);
        Ok::<(), ()>(())
    });
}

proptest! {
    #[test]
    fn any_position_text_gives_a_value_or_an_error(text in "\\PC*") {
        for name in GAMES {
            on_game!(name, G => { let _ = G::parse(&text); });
        }
    }

    #[test]
    fn almost_right_positions_read_back(text in "[WB]:W(K?[a-j][1-9],){0,8}K?[a-j]10?:B(K?[a-j][1-9],){0,8}Ka10?") {
        for name in GAMES {
            on_game!(name, G => if let Ok(position) = G::parse(&text) {
                prop_assert_eq!(G::parse(&position.text()), Ok(position));
                if let Err(error) = everything(&position) { prop_assert!(false, "{}", error); }
            });
        }
    }

    #[test]
    fn any_move_text_gives_a_value_or_an_error(any in "\\PC*", near in "[a-j](10|[1-9])([-x:][a-j](10|[1-9])){0,4}") {
        for name in GAMES {
            on_game!(name, G => for text in [&any, &near] {
                let position = G::start();
                if let Ok(mv) = position.parse_move(text) {
                    prop_assert!(position.is_legal(&mv));
                }
            });
        }
    }

    #[test]
    fn any_bytes_pass_the_fuzz_target(data in prop::collection::vec(any::<u8>(), 0..24)) {
        for name in GAMES {
            on_game!(name, G => prop_assert_eq!(fuzz::<G>(&data), Ok(())));
        }
    }

    #[test]
    fn nonsense_moves_do_not_panic(seed: u64, from: u8, to: u8, captured: u128, promotes: bool) {
        play_anything::<plywood_dameo::rules::DameoRules>(seed, Move { captured: captured as u64, from, to, promotes });
        play_anything::<plywood_dameo::rules::TurkishRules>(seed, Move { captured: captured as u64, from, to, promotes });
        play_anything::<plywood_dameo::rules::BigDameo3Rules>(seed, Move { captured, from, to, promotes });
    }
}
