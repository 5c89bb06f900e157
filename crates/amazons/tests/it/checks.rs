//! What must hold in every position: symmetry and conservation.
//!
//! Not here: where positions come from (`properties`, `bodies`).

use plywood_amazons::{Board, Move, Set, Setup};
use plywood_core::{Game, Side};

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

/// Mirrors and exchanged colours change no count.
///
/// # Errors
/// The position.
pub(super) fn turned_counts<G: Game>(position: &G) -> Result<(), String> {
    let fen = position.text();
    for (flip, mirror, swap) in [(true, false, false), (false, true, false), (true, true, true)] {
        let other = G::parse(&turned(&fen, flip, mirror, swap)).map_err(|fault| format!("{fen}: {fault}"))?;
        if (other.count(), other.count2()) != (position.count(), position.count2()) {
            return Err(format!("{} is not symmetric: {fen} and {}", G::NAME, other.text()));
        }
    }
    Ok(())
}

/// A move keeps the amazons and adds one arrow.
///
/// # Errors
/// The move and the position.
pub(super) fn conserved<S: Set, const W: usize, const H: usize>(
    before: &Board<S, W, H>,
    mv: &Move,
    after: &Board<S, W, H>,
) -> Result<(), String>
where
    Board<S, W, H>: Setup,
{
    let amazons = |side| before.amazons(side).size() == after.amazons(side).size();
    let fine = Side::BOTH.into_iter().all(amazons)
        && after.arrows().size() == before.arrows().size() + 1
        && after.empty().size() + 1 == before.empty().size();
    if fine { Ok(()) } else { Err(format!("{mv:?} loses or makes pieces in {}", before.text())) }
}
