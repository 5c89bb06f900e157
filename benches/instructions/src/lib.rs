//! The positions on which the primitives are measured: in time by the Criterion benches of `plywood-benches`, in
//! instructions by the bench of this crate.
//!
//! Not here: what is measured, and what it should cost (`../instructions.txt`).

use plywood_core::search::Play;
use plywood_core::{Game, Keyed, Zobrist, conformance};

/// Positions of one random walk, early and late; the same ones in every run.
pub fn positions<G: Game>() -> Vec<G> {
    let mut positions = Vec::new();
    let kept: Result<(), ()> = conformance::walk(G::start(), 7, 60, |position: &G| {
        positions.push(position.clone());
        Ok(())
    });
    assert!(kept.is_ok());
    positions
}

/// Each of the [`positions`] with each of its moves.
pub fn moves<G: Game>() -> Vec<(G, G::Move)> {
    let pairs = |position: G| position.moves().into_iter().map(move |mv| (position.clone(), mv));
    positions().into_iter().flat_map(pairs).collect()
}

/// What a move does to the planes.
pub struct Step<G: Game> {
    /// The planes before it.
    pub before: G::Planes,
    /// Those after it.
    pub after: G::Planes,
}

/// What each move of each of the [`positions`] does to the planes.
pub fn steps<G: Game>() -> Vec<Step<G>> {
    let step = |(position, mv): (G, G::Move)| Step { before: position.planes(), after: position.play(&mv).planes() };
    moves().into_iter().map(step).collect()
}

/// The keys of the [`positions`] and of the positions after their moves.
pub fn keys<G: Game>() -> Vec<u128> {
    let zobrist = Zobrist::standard();
    moves::<G>().into_iter().map(|(position, mv)| Keyed::new(position.play(&mv), zobrist).key()).collect()
}

/// The [`positions`] with the evaluation of their game.
pub fn valued<G: Play>() -> (Vec<G>, G::Evaluation) {
    (positions(), G::Evaluation::default())
}
