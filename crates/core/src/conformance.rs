//! One set of checks that every game passes, whatever its rules.
//!
//! A game crate calls [`walk`] or [`fuzz`] with one line per game; each position that the walk meets goes
//! through [`check`]. The functions return what is wrong as text instead of panicking, so that a
//! test, a fuzzer and a user's own game can all use them.
//!
//! What is not here: whether the rules are the right ones. That takes an independent reference,
//! which lives in the tests of each game crate.

use crate::perft::{Control, Perft};
use crate::position::{Mode, Position, Unique};
use crate::rng::SplitMix64;
use crate::text::Game;
use crate::zobrist::{Keyed, Zobrist};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use core::hash::Hash;
use core::ops::ControlFlow;

/// Moves in a position above which the checks that are quadratic in the number of moves are left out.
const MANY_MOVES: usize = 600;

/// Checks everything that must hold in any position of any game: `count`, `any` and `visit` agree, no
/// move occurs twice, a visit can be stopped, `count2` is the sum over the children, the key is that
/// of the planes after every move, and texts of positions and moves read back to what they came from.
///
/// # Errors
/// One line that names the invariant and the position.
pub fn check<G: Game>(position: &G) -> Result<(), String> {
    check_moves(position)?;
    check_mode(Unique, position)?;
    check_keys(position, &position.moves())?;
    check_text(position)
}

/// The part of [`check`] that costs little: `count`, `any` and `visit` agree, no move occurs twice, a visit can be stopped.
///
/// # Errors
/// One line that names the invariant and the position.
pub fn check_moves<G: Game>(position: &G) -> Result<(), String> {
    let fail = |what: &str| Err(format!("{}: {what} in {}", G::NAME, position.text()));
    let moves = position.moves();
    if position.count() != moves.len() as u64 {
        return fail(&format!("count is {} but visit gives {}", position.count(), moves.len()));
    }
    if position.any() != (position.count() > 0) {
        return fail("any disagrees with count");
    }
    if distinct(&moves) != moves.len() {
        return fail("a move occurs twice");
    }
    let mut seen = 0;
    let stopped = position.visit(|_| {
        seen += 1;
        ControlFlow::Break(())
    });
    if stopped.is_break() == moves.is_empty() || seen != moves.len().min(1) {
        return fail("a visit does not stop when told");
    }
    Ok(())
}

/// The number of distinct moves; hashing by value would need std, so moves are compared as debug text
/// only when a quadratic comparison would be too slow.
fn distinct<M: Copy + Eq + Hash + core::fmt::Debug>(moves: &[M]) -> usize {
    if moves.len() > MANY_MOVES {
        return moves.iter().map(|mv| format!("{mv:?}")).collect::<BTreeSet<_>>().len();
    }
    (0..moves.len()).filter(|&i| !moves[..i].contains(&moves[i])).count()
}

/// Checks that a counting mode agrees with itself: `count` is the sum of the weights, `count2` the sum over
/// the children, and every edge leads to a legal move.
///
/// # Errors
/// One line that names the invariant and the position.
pub fn check_mode<G: Game, M: Mode<G>>(mode: M, position: &G) -> Result<(), String> {
    let fail = |what: String| Err(format!("{} {}: {what} in {}", G::NAME, M::NAME, position.text()));
    let moves = position.moves();
    let (mut weights, mut two_ply, mut wrong) = (0u64, 0u64, None);
    let _ = mode.visit_cold(position, &mut |mv, weight| {
        weights = weights.saturating_add(weight);
        let child = position.play(&mv);
        if child.ended().is_none() {
            two_ply = weight.saturating_mul(mode.count(&child)).saturating_add(two_ply);
        }
        if weight == 0 || (moves.len() <= MANY_MOVES && !moves.contains(&mv)) {
            wrong = Some((mv, weight));
        }
        ControlFlow::Continue(())
    });
    if let Some((mv, weight)) = wrong {
        return fail(format!("{mv:?} is visited with weight {weight} or is no legal move"));
    }
    if weights != mode.count(position) {
        return fail(format!("count is {} but the weights add up to {weights}", mode.count(position)));
    }
    if two_ply != mode.count2(position) {
        return fail(format!("count2 is {} but the children add up to {two_ply}", mode.count2(position)));
    }
    Ok(())
}

fn check_keys<G: Game>(position: &G, moves: &[G::Move]) -> Result<(), String> {
    let zobrist = Zobrist::standard();
    let keyed = Keyed::new(position.clone(), zobrist);
    for mv in moves {
        let child = keyed.play(mv, zobrist);
        if child.key() != zobrist.key(&child.position().planes()) {
            return Err(format!("{}: the key after {mv:?} is not that of its planes in {}", G::NAME, position.text()));
        }
        if child.position().side_to_move() == position.side_to_move() {
            return Err(format!("{}: {mv:?} does not pass the turn in {}", G::NAME, position.text()));
        }
    }
    Ok(())
}

/// Checks that the texts of a position and of all its moves read back to what they came from, and that no two moves share one.
///
/// # Errors
/// One line that names the text.
pub fn check_text<G: Game>(position: &G) -> Result<(), String> {
    let text = position.text();
    match G::parse(&text) {
        Ok(back) if back == *position => {}
        Ok(back) => return Err(format!("{}: {text} reads back as {}", G::NAME, back.text())),
        Err(error) => return Err(format!("{}: {text} does not read back: {error}", G::NAME)),
    }
    let moves = position.moves_with_text();
    let texts: BTreeSet<&str> = moves.iter().map(|(_, text)| text.as_str()).collect();
    if texts.len() != moves.len() {
        return Err(format!("{}: two moves share a text in {text}", G::NAME));
    }
    for (mv, move_text) in moves.iter().take(MANY_MOVES) {
        match position.parse_move(move_text) {
            Ok(back) if back == *mv => {}
            Ok(back) => return Err(format!("{}: move {move_text} reads back as {back:?} in {text}", G::NAME)),
            Err(error) => return Err(format!("{}: move {move_text} does not read back in {text}: {error}", G::NAME)),
        }
    }
    Ok(())
}

/// Plays random moves from `start`, at most `plies`, and calls `see` on every position on the way, the
/// first and the last included. Equal seeds give equal walks.
///
/// # Errors
/// The first error of `see`.
pub fn walk<P, E>(start: P, seed: u64, plies: usize, mut see: impl FnMut(&P) -> Result<(), E>) -> Result<(), E>
where
    P: Position,
{
    let mut rng = SplitMix64::new(seed);
    let mut position = start;
    for _ in 0..plies {
        see(&position)?;
        let count = position.count() as usize;
        if count == 0 || position.ended().is_some() {
            return Ok(());
        }
        position = nth_child(&position, rng.below(count));
    }
    see(&position)
}

/// The position after move number `n` in generation order, from 0; the same position when it has no such move.
pub fn nth_child<P: Position>(position: &P, n: usize) -> P {
    let (mut left, mut child) = (n, None);
    let _ = position.visit_cold(&mut |mv| {
        if left == 0 {
            child = Some(position.play(&mv));
            return ControlFlow::Break(());
        }
        left -= 1;
        ControlFlow::Continue(())
    });
    child.unwrap_or_else(|| position.clone())
}

/// Checks that plain, parallel and hashed perft give the same number in `mode`, to `depth`.
///
/// # Errors
/// One line that names what differs.
pub fn check_perft<G: Game, M: Mode<G>>(mode: M, position: &G, depth: u32) -> Result<(), String> {
    let plain = slow_perft(mode, position, depth);
    let table = crate::perft::Table::new(1 << 20, 7).map_err(|e| format!("{e}"))?;
    let tables = [None, Some(&table)];
    for threads in [1, 2] {
        for table in tables {
            let runner = Perft::new(threads).map_err(|e| format!("{e}"))?;
            let count = runner.count(mode, position, depth, table, &Control::new());
            if count != Ok(plain) {
                return Err(format!(
                    "{} {}: {count:?} instead of {plain} at depth {depth} with {threads} threads (table: {}) in {}",
                    G::NAME,
                    M::NAME,
                    table.is_some(),
                    position.text()
                ));
            }
        }
    }
    Ok(())
}

/// Perft as its definition says, one position after another: the oracle for the fast ones.
pub fn slow_perft<P: Position, M: Mode<P>>(mode: M, position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    if position.ended().is_none() {
        let _ = mode.visit_cold(position, &mut |mv, weight| {
            nodes = weight.saturating_mul(slow_perft(mode, &position.play(&mv), depth - 1)).saturating_add(nodes);
            ControlFlow::Continue(())
        });
    }
    nodes
}

/// Turns any bytes into a check: the first byte chooses between reading the rest as a position text
/// and walking from the start; every position met is [`check`]ed.
///
/// # Errors
/// The first invariant that does not hold.
pub fn fuzz<G: Game>(data: &[u8]) -> Result<(), String> {
    let Some((&first, rest)) = data.split_first() else {
        return Ok(());
    };
    let start = if first % 2 == 0 {
        match core::str::from_utf8(rest).map(G::parse) {
            Ok(Ok(position)) => position,
            _ => return Ok(()),
        }
    } else {
        G::start()
    };
    let seed = rest.iter().fold(u64::from(first), |seed, &byte| seed.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte));
    walk(start, seed, usize::from(first >> 1), check)
}
