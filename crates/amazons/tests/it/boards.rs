//! What several tests need: something to do for each of the fifteen boards, move lists as text, and the comparison with
//! the reference.

use super::reference::Slow;
use plywood_core::Game;

/// Calls `$f::<Board>(width, height)` for every board.
#[macro_export]
macro_rules! on_every_board {
    ($f:ident) => {{
        $f::<plywood_amazons::Amazons>(10, 10);
        $f::<plywood_amazons::Amazons9x9>(9, 9);
        $f::<plywood_amazons::Amazons8x8>(8, 8);
        $f::<plywood_amazons::Amazons7x7>(7, 7);
        $f::<plywood_amazons::Amazons7x4>(7, 4);
        $f::<plywood_amazons::Amazons6x6>(6, 6);
        $f::<plywood_amazons::Amazons6x5>(6, 5);
        $f::<plywood_amazons::Amazons6x4>(6, 4);
        $f::<plywood_amazons::Amazons5x6>(5, 6);
        $f::<plywood_amazons::Amazons5x5>(5, 5);
        $f::<plywood_amazons::Amazons5x4>(5, 4);
        $f::<plywood_amazons::Amazons4x7>(4, 7);
        $f::<plywood_amazons::Amazons4x6>(4, 6);
        $f::<plywood_amazons::Amazons4x5>(4, 5);
        $f::<plywood_amazons::Amazons4x4>(4, 4);
    }};
}

/// All legal moves as sorted texts.
pub(crate) fn move_texts<G: Game>(position: &G) -> Vec<String> {
    let mut texts: Vec<String> = position.moves_with_text().into_iter().map(|(_, text)| text).collect();
    texts.sort();
    texts
}

/// The crate and the reference say the same of a position: moves, counts, and two plies.
pub(crate) fn agree<G: Game>(position: &G, slow: &Slow) {
    let text = position.text();
    let expected = slow.move_texts();
    assert_eq!(move_texts(position), expected, "{text}");
    assert_eq!(position.count(), expected.len() as u64, "{text}");
    assert_eq!(position.any(), !expected.is_empty(), "{text}");
    let mut from_children = 0;
    for mv in position.moves() {
        from_children += position.play(&mv).count();
    }
    assert_eq!(position.count2(), from_children, "{text}");
}
