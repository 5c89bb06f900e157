//! Invariants that need no second program: symmetry, conservation, and texts of any kind.

use crate::reference::Slow;
use plywood_amazons::{Amazons, Amazons6x6, Amazons7x4};
use plywood_core::rng::SplitMix64;
use plywood_core::{Game, Position, Side};
use proptest::prelude::*;

/// The same position with files (or ranks) counted from the other end, or the sides swapped.
fn turned(fen: &str, flip: bool, mirror: bool, swap: bool) -> String {
    let (rows, side) = fen.split_once(' ').unwrap();
    let mut rows: Vec<String> = rows.split('/').map(str::to_string).collect();
    if flip {
        rows.reverse();
    }
    if mirror {
        rows = rows.iter().map(|row| mirrored(row)).collect();
    }
    let side = if swap { if side == "w" { "b" } else { "w" } } else { side };
    let swap_case = |c: char| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    let rows = rows.join("/");
    format!("{} {side}", if swap { rows.chars().map(swap_case).collect() } else { rows })
}

fn mirrored(row: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for letter in row.chars() {
        match parts.last_mut() {
            Some(last) if letter.is_ascii_digit() && is_number(last) => last.push(letter),
            _ => parts.push(letter.to_string()),
        }
    }
    parts.reverse();
    parts.concat()
}

fn is_number(part: &str) -> bool {
    part.bytes().all(|c| c.is_ascii_digit())
}

fn symmetric<G: Game>(width: usize, height: usize, seed: u64) -> Result<(), TestCaseError> {
    let mut rng = SplitMix64::new(seed);
    let fen = Slow::random(width, height, 5, rng.next_u64() % 200, &mut rng).text();
    let position = G::parse(&fen).unwrap();
    prop_assert_eq!(position.text(), fen.clone());
    for (flip, mirror, swap) in [(true, false, false), (false, true, false), (true, true, true)] {
        let other = G::parse(&turned(&fen, flip, mirror, swap)).unwrap();
        prop_assert_eq!((other.count(), other.count2()), (position.count(), position.count2()), "{}", fen);
    }
    Ok(())
}

proptest! {
    #[test]
    fn mirrors_and_colours_change_no_count(seed: u64) {
        symmetric::<Amazons>(10, 10, seed)?;
        symmetric::<Amazons6x6>(6, 6, seed)?;
        symmetric::<Amazons7x4>(7, 4, seed)?;
    }

    #[test]
    fn a_move_keeps_the_amazons_and_adds_one_arrow(seed: u64) {
        let mut rng = SplitMix64::new(seed);
        let position = Amazons6x6::parse(&Slow::random(6, 6, 4, 100, &mut rng).text()).unwrap();
        for mv in position.moves() {
            let after = position.play(&mv);
            for side in Side::BOTH {
                prop_assert_eq!(after.amazons(side).count_ones(), position.amazons(side).count_ones());
            }
            prop_assert_eq!(after.arrows().count_ones(), position.arrows().count_ones() + 1);
            prop_assert_eq!(after.empty().count_ones() + 1, position.empty().count_ones());
            prop_assert!(position.is_legal(&mv));
        }
    }

    #[test]
    fn any_text_is_a_position_or_an_error(text in "\\PC{0,80}") {
        if let Ok(position) = Amazons::parse(&text) {
            prop_assert_eq!(Amazons::parse(&position.text()).unwrap(), position);
        }
    }

    #[test]
    fn almost_a_position_is_one_or_an_error(text in "[Qq*pP0-9/ wb\\[\\]-]{0,60}") {
        let _ = Amazons::parse(&text);
        let _ = Amazons7x4::parse(&text);
    }

    #[test]
    fn any_text_is_a_move_or_an_error(text in "\\PC{0,20}", near in "[a-k0-9/() -]{0,12}") {
        for text in [text, near] {
            if let Ok(mv) = Amazons::start().parse_move(&text) {
                prop_assert!(Amazons::start().is_legal(&mv));
            }
        }
    }
}
