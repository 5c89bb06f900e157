//! Invariants that need no second program: symmetry, conservation, and texts of any kind.

use crate::checks::{conserved, turned_counts};
use crate::reference::Slow;
use plywood_amazons::{Amazons, Amazons6x6, Amazons7x4};
use plywood_core::rng::SplitMix64;
use plywood_core::{Game, Position};
use proptest::prelude::*;

fn symmetric<G: Game>(width: usize, height: usize, seed: u64) -> Result<(), TestCaseError> {
    let mut rng = SplitMix64::new(seed);
    let fen = Slow::random(width, height, 5, rng.next_u64() % 200, &mut rng).text();
    let position = G::parse(&fen).unwrap();
    prop_assert_eq!(position.text(), fen);
    turned_counts(&position).map_err(TestCaseError::fail)
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
            conserved(&position, &mv, &position.play(&mv)).map_err(TestCaseError::fail)?;
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
