//! What must hold in every position of every game, whatever its rules: symmetry and conservation.
//!
//! Not here: where positions come from (`invariants`, `bodies`).

use super::common::identities;
use super::reference::Mv;
use plywood_core::{Bitboard, Game, Position};
use plywood_dameo::{Move, Orthogonal, Rules, geometry::Geometry};
use std::collections::BTreeSet;

type Set<R> = <<R as Rules>::Board as Geometry>::Set;

/// `name` on a board of `size`, mirrored left to right or turned upside down.
fn reflected(name: &str, size: u8, upside_down: bool) -> String {
    let (file, rank) = (name.as_bytes()[0] - b'a', name[1..].parse::<u8>().unwrap());
    let (file, rank) = if upside_down { (file, size + 1 - rank) } else { (size - 1 - file, rank) };
    format!("{}{rank}", (b'a' + file) as char)
}

/// The position mirrored left to right; or upside down, with the colours swapped.
fn reflected_position<G: Game>(position: &G, size: u8, swap: bool) -> G {
    let text = position.text();
    let mut fields = text.split(':');
    let side = fields.next().unwrap();
    let flip = |colour: &str| {
        match (colour, swap) {
            ("W", true) => "B",
            ("B", true) => "W",
            (other, _) => other,
        }
        .to_owned()
    };
    let mut parts = vec![flip(side)];
    for field in fields {
        let pieces = field[1..].split(',').filter(|item| !item.is_empty()).map(|item| {
            let name = item.trim_start_matches('K');
            format!("{}{}", if item.len() > name.len() { "K" } else { "" }, reflected(name, size, swap))
        });
        parts.push(format!("{}{}", flip(&field[..1]), pieces.collect::<Vec<_>>().join(",")));
    }
    G::parse(&parts.join(":")).unwrap()
}

/// A mirror image has the mirrored moves, and so has the board upside down with the colours exchanged.
///
/// # Errors
/// Both positions.
pub(super) fn symmetric<G: Game>(position: &G, size: u8) -> Result<(), String> {
    for swap in [false, true] {
        let turn = |name: &String| reflected(name, size, swap);
        let expected: BTreeSet<Mv> = identities(position)
            .iter()
            .map(|mv| Mv {
                from: turn(&mv.from),
                to: turn(&mv.to),
                captured: mv.captured.iter().map(turn).collect(),
                promotes: mv.promotes,
            })
            .collect();
        let mirrored = reflected_position(position, size, swap);
        if identities(&mirrored) != expected {
            return Err(format!("{} is not symmetric: {} and {}", G::NAME, position.text(), mirrored.text()));
        }
    }
    Ok(())
}

/// A move makes or loses no piece but those that it takes, and only a crowned man becomes a king.
///
/// # Errors
/// The move and the position.
pub(super) fn conserved<R: Rules>(
    position: &Orthogonal<R>,
    mv: &Move<Set<R>>,
    child: &Orthogonal<R>,
) -> Result<(), String> {
    let (own, enemy) = (position.side_to_move(), position.side_to_move().other());
    let taken_kings = (mv.captured & position.kings()).size();
    let fine = child.pieces(own).size() == position.pieces(own).size()
        && child.pieces(enemy) == position.pieces(enemy) & !mv.captured
        && child.pieces(enemy).size() + mv.captured.size() == position.pieces(enemy).size()
        && (child.pieces(own) & child.pieces(enemy)).is_empty()
        && child.kings().size() + taken_kings == position.kings().size() + u32::from(mv.promotes)
        && (child.kings() & !(child.pieces(own) | child.pieces(enemy))).is_empty();
    if fine { Ok(()) } else { Err(format!("{mv:?} loses or makes pieces in {}", position.text())) }
}
