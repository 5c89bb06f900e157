//! What stands on each square, and what the opponent attacks, over all boards.

use super::{Belief, Weighting};
use crate::board::{Kind, Piece};
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
        let kind = Kind::ALL.iter().position(|kind| *kind == piece.kind).unwrap_or(0);
        self.pieces[piece.side.index()][kind][usize::from(square.number())]
    }

    /// The chance that some piece of the opponent stands there.
    pub fn enemy(&self, square: Square) -> f64 {
        self.pieces[self.side.other().index()].iter().map(|squares| squares[usize::from(square.number())]).sum()
    }

    /// Where the opponent's king may stand, with its chances; by the number of the square.
    pub fn enemy_king(&self) -> &[f64; 64] {
        &self.pieces[self.side.other().index()][2]
    }
}

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
    /// // Two of 21 boards have a knight there.
    /// let chance = marginals.chance(Square::parse("f3").unwrap(), Piece::of_letter('N').unwrap());
    /// assert!((chance - 1.0 / 21.0).abs() < 1e-12);
    /// # Ok::<(), plywood_rbc::belief::BeliefError>(())
    /// ```
    pub fn marginals(&self) -> Marginals {
        self.marginals_weighted(Weighting::Boards)
    }

    /// The same with the boards weighted.
    pub fn marginals_weighted(&self, weighting: Weighting<'_>) -> Marginals {
        let (side, enemy) = (self.side(), self.side().other());
        let mut sums = Marginals { side, pieces: [[[0.0; 64]; 6]; 2], attacked: [0.0; 64], king_danger: 0.0 };
        let mut total = 0.0;
        for (n, board) in self.boards().enumerate() {
            let weight = weighting.of(self, n);
            total += weight;
            for square in (0..64).map(Square::of_bit) {
                let Some(piece) = board.piece_at(square).filter(|piece| piece.side == enemy) else { continue };
                let kind = Kind::ALL.iter().position(|kind| *kind == piece.kind).unwrap_or(0);
                sums.pieces[enemy.index()][kind][usize::from(square.number())] += weight;
            }
            let army = board.army(enemy);
            let attacks = union(&army.slides(board.occupied())) | union(&leaps(army.knights)) | army.pawn_attacks();
            attacks.squares().for_each(|square| sums.attacked[square as usize] += weight);
            if attacks & board.army(side).kings != 0 {
                sums.king_danger += weight;
            }
        }
        let share = |sum: &mut f64| *sum = if total > 0.0 { *sum / total } else { 0.0 };
        sums.pieces.iter_mut().flatten().flatten().for_each(share);
        sums.attacked.iter_mut().for_each(share);
        share(&mut sums.king_danger);
        for square in (0..64).map(Square::of_bit) {
            if let Some(piece) = self.shared.view.piece_at(square) {
                let kind = Kind::ALL.iter().position(|kind| *kind == piece.kind).unwrap_or(0);
                sums.pieces[side.index()][kind][usize::from(square.number())] = 1.0;
            }
        }
        sums
    }
}
