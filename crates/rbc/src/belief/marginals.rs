//! What stands on each square, and what the opponent attacks, over all boards.

use super::weighting::share;
use super::{Belief, Weighting};
use crate::board::{Army, Kind, Piece};
use crate::rays::{leaps, union};
use crate::square::Square;
use plywood_core::{Bitboard, Side};

/// Chances for each square, 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Marginals {
    /// The player's side: his pieces are certain.
    pub side: Side,
    /// `pieces[side][kind][square]`, kinds in the order of [`Kind::ALL`].
    pub pieces: [[[f64; 64]; 6]; 2],
    /// The chance that the opponent attacks the square: that he could capture an own piece there if it were his turn, with
    /// everything else as it stands.
    pub attacked: [f64; 64],
    /// The chance that he could take the own king now, if it were his turn.
    pub king_danger: f64,
}

impl Marginals {
    /// The chance that this piece stands there.
    pub fn chance(&self, square: Square, piece: Piece) -> f64 {
        self.pieces[piece.side.index()][place(piece.kind)][usize::from(square.number())]
    }

    /// The chance that some piece of the opponent stands there.
    pub fn enemy(&self, square: Square) -> f64 {
        self.pieces[self.side.other().index()].iter().map(|squares| squares[usize::from(square.number())]).sum()
    }

    /// Where the opponent's king may stand, with its chances; by the number of the square.
    pub fn enemy_king(&self) -> &[f64; 64] {
        &self.pieces[self.side.other().index()][place(Kind::King)]
    }
}

/// The place of a kind in [`Kind::ALL`].
fn place(kind: Kind) -> usize {
    Kind::ALL.iter().position(|other| *other == kind).unwrap_or(0)
}

/// The sets that are counted: the six kinds of piece, and what is attacked.
const SETS: usize = 7;

impl Belief {
    /// What stands and attacks where, all boards counting alike; all zero but for the own pieces after a lost game.
    ///
    /// # Example
    /// ```
    /// use plywood_core::Side;
    /// use plywood_rbc::{Piece, Square, belief::Belief};
    /// let mut belief = Belief::start(Side::Black);
    /// belief.opponent(None)?;
    /// let marginals = belief.marginals();
    /// // One of 21 boards has a knight there.
    /// let chance = marginals.chance(Square::parse("f3").unwrap(), Piece::of_letter('N').unwrap());
    /// assert!((chance - 1.0 / 21.0).abs() < 1e-12);
    /// # Ok::<(), plywood_rbc::belief::BeliefError>(())
    /// ```
    pub fn marginals(&self) -> Marginals {
        self.marginals_weighted(Weighting::Boards)
    }

    /// The same with the boards weighted.
    pub fn marginals_weighted(&self, weighting: Weighting<'_>) -> Marginals {
        let weights = weighting.weights(self);
        let (side, enemy) = (self.side(), self.side().other());
        let (own, view) = (self.shared.own, self.army());
        let spans = self.by_spans(|boards| {
            let (mut tallies, mut sums) = ([Tally::new(); SETS], [[0.0; 64]; SETS]);
            for (n, packed) in boards {
                let army = self.shared.enemies(packed);
                let sets = sets(&army, own | army.all);
                match &weights {
                    None => tallies.iter_mut().zip(sets).for_each(|(tally, set)| tally.add(set)),
                    Some(weights) => sums.iter_mut().zip(sets).for_each(|(sums, set)| add(sums, set, weights[n])),
                }
            }
            tallies.iter().zip(&mut sums).for_each(|(tally, sums)| tally.add_to(sums));
            sums
        });
        let total = weights.map_or(self.len() as f64, |weights| weights.iter().sum());
        let mut sums = [[0.0; 64]; SETS];
        for span in spans {
            sums.iter_mut().flatten().zip(span.iter().flatten()).for_each(|(sum, more)| *sum += more);
        }
        sums.iter_mut().flatten().for_each(|sum| *sum = share(*sum, total));
        let mut pieces = [[[0.0; 64]; 6]; 2];
        pieces[enemy.index()].copy_from_slice(&sums[..6]);
        for square in (0..64).map(Square::of_bit) {
            if let Some(piece) = self.shared.view.piece_at(square) {
                pieces[side.index()][place(piece.kind)][usize::from(square.number())] = 1.0;
            }
        }
        let king_danger = view.kings.squares().map(|king| sums[6][king as usize]).sum();
        Marginals { side, pieces, attacked: sums[6], king_danger }
    }
}

/// The squares of each kind, in the order of [`Kind::ALL`], and all that is attacked.
#[inline(always)]
fn sets(army: &Army, occupied: u64) -> [u64; SETS] {
    let attacks = union(&army.slides(occupied)) | union(&leaps(army.knights)) | army.pawn_attacks();
    let (diagonal, orthogonal) = (army.diagonal, army.orthogonal);
    let (bishops, rooks, queens) = (diagonal & !orthogonal, orthogonal & !diagonal, diagonal & orthogonal);
    [army.pawns, army.knights, army.kings, bishops, rooks, queens, attacks]
}

fn add(sums: &mut [f64; 64], set: u64, weight: f64) {
    set.squares().for_each(|square| sums[square as usize] += weight);
}

/// The number of sets that hold each square, kept as bits of 64 numbers side by side: a set is added by a few operations on whole words.
#[derive(Clone, Copy)]
struct Tally([u64; 40]);

impl Tally {
    fn new() -> Self {
        Self([0; 40])
    }

    #[inline(always)]
    fn add(&mut self, set: u64) {
        let mut carry = set;
        for plane in &mut self.0 {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
            if carry == 0 {
                return;
            }
        }
    }

    fn add_to(&self, sums: &mut [f64; 64]) {
        for (bit, plane) in self.0.iter().enumerate() {
            add(sums, *plane, (1u64 << bit) as f64);
        }
    }
}
