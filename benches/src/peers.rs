//! Other people's generators, counting the way their own examples do.

use cozy_chess::Board;

/// Perft 6 from the chess start: 119,060,324 leaves. As in the crate's example, the depth is tested
/// outside the visiting closure; inside, the crate loses two fifths of its speed.
pub fn cozy_perft_6() -> u64 {
    cozy_perft(&Board::default(), 6)
}

fn cozy_perft(board: &Board, depth: u8) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        board.generate_moves(|set| {
            leaves += set.len() as u64;
            false
        });
        return leaves;
    }
    board.generate_moves(|set| {
        for mv in set {
            let mut child = board.clone();
            child.play_unchecked(mv);
            leaves += cozy_perft(&child, depth - 1);
        }
        false
    });
    leaves
}

/// Perft of the crate shakmaty from the chess start.
pub fn shakmaty_perft(depth: u32) -> u64 {
    shakmaty::perft(&shakmaty::Chess::default(), depth)
}

/// Perft of the crate kish (Turkish draughts, landing paths) from the start.
pub fn kish_perft(depth: u64) -> u64 {
    kish::Board::new_default().perft(depth)
}

/// The same with kish's own table.
pub fn kish_hashed(depth: u64, megabytes: usize) -> u64 {
    kish::Board::new_default().perft_tt(depth, megabytes)
}
