//! What a board is worth to a player who sees all of it: material, squares, mobility, and the danger of the kings.
//!
//! Values and piece-square tables are those of Tomasz Michniewski's "Simplified Evaluation Function" (Chess Programming Wiki),
//! made for chess with few terms; the terms for mobility and the king's danger, and their weights, are Plywood's own. There is no
//! check in this game: a king that stands attacked when the opponent is to move is lost, and the evaluation says so.
//!
//! Not here: exchanges. The search plays captures out before it asks.

use crate::board::{Army, Board, Kind, east, forward, west};
use crate::generate::around;
use crate::rays::{leaps, size, slides, union};
use plywood_core::search::{self, Score};
use plywood_core::{Bitboard, Side};

/// The king, as a victim: above everything that a capture can win beside him.
pub(crate) const KING: Score = 100_000;

/// What a piece is worth, in hundredths of a pawn.
pub(crate) const fn worth(kind: Kind) -> Score {
    match kind {
        Kind::Pawn => 100,
        Kind::Knight => 320,
        Kind::Bishop => 330,
        Kind::Rook => 500,
        Kind::Queen => 900,
        Kind::King => KING,
    }
}

/// The opponent's king can be taken at once.
const KING_FALLS: Score = KING / 2;

/// The own king stands attacked, with the move to save him.
const KING_ATTACKED: Score = -30;

/// A square that a knight, a slider or the king can go to.
const MOBILITY: Score = 2;

/// An attack on the square of the enemy king or one beside it counts this much times the number of all such
/// attacks: two attackers are worth more than twice one.
const SIEGE: Score = 2;
/// More attacks than this add nothing.
const MOST_SIEGE: Score = 10;

/// With enemy pieces worth less than this, beside pawns, the king may come out.
const ENDGAME: Score = 1_400;

/// A table as it is printed: from a8 to h1, as White sees it.
type Squares = [i8; 64];

#[rustfmt::skip]
const PAWN: Squares = [
     0,   0,   0,   0,   0,   0,   0,   0,
    50,  50,  50,  50,  50,  50,  50,  50,
    10,  10,  20,  30,  30,  20,  10,  10,
     5,   5,  10,  25,  25,  10,   5,   5,
     0,   0,   0,  20,  20,   0,   0,   0,
     5,  -5, -10,   0,   0, -10,  -5,   5,
     5,  10,  10, -20, -20,  10,  10,   5,
     0,   0,   0,   0,   0,   0,   0,   0,
];

#[rustfmt::skip]
const KNIGHT: Squares = [
    -50, -40, -30, -30, -30, -30, -40, -50,
    -40, -20,   0,   0,   0,   0, -20, -40,
    -30,   0,  10,  15,  15,  10,   0, -30,
    -30,   5,  15,  20,  20,  15,   5, -30,
    -30,   0,  15,  20,  20,  15,   0, -30,
    -30,   5,  10,  15,  15,  10,   5, -30,
    -40, -20,   0,   5,   5,   0, -20, -40,
    -50, -40, -30, -30, -30, -30, -40, -50,
];

#[rustfmt::skip]
const BISHOP: Squares = [
    -20, -10, -10, -10, -10, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,  10,  10,   5,   0, -10,
    -10,   5,   5,  10,  10,   5,   5, -10,
    -10,   0,  10,  10,  10,  10,   0, -10,
    -10,  10,  10,  10,  10,  10,  10, -10,
    -10,   5,   0,   0,   0,   0,   5, -10,
    -20, -10, -10, -10, -10, -10, -10, -20,
];

#[rustfmt::skip]
const ROOK: Squares = [
     0,   0,   0,   0,   0,   0,   0,   0,
     5,  10,  10,  10,  10,  10,  10,   5,
    -5,   0,   0,   0,   0,   0,   0,  -5,
    -5,   0,   0,   0,   0,   0,   0,  -5,
    -5,   0,   0,   0,   0,   0,   0,  -5,
    -5,   0,   0,   0,   0,   0,   0,  -5,
    -5,   0,   0,   0,   0,   0,   0,  -5,
     0,   0,   0,   5,   5,   0,   0,   0,
];

#[rustfmt::skip]
const QUEEN: Squares = [
    -20, -10, -10,  -5,  -5, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,   5,   5,   5,   0, -10,
     -5,   0,   5,   5,   5,   5,   0,  -5,
      0,   0,   5,   5,   5,   5,   0,  -5,
    -10,   5,   5,   5,   5,   5,   0, -10,
    -10,   0,   5,   0,   0,   0,   0, -10,
    -20, -10, -10,  -5,  -5, -10, -10, -20,
];

/// The king while the enemy has pieces to hunt him.
#[rustfmt::skip]
const KING_HIDES: Squares = [
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -20, -30, -30, -40, -40, -30, -30, -20,
    -10, -20, -20, -20, -20, -20, -20, -10,
     20,  20,   0,   0,   0,   0,  20,  20,
     20,  30,  10,   0,   0,  10,  30,  20,
];

/// The king in an endgame.
#[rustfmt::skip]
const KING_FIGHTS: Squares = [
    -50, -40, -30, -20, -20, -30, -40, -50,
    -30, -20, -10,   0,   0, -10, -20, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -30,   0,   0,   0,   0, -30, -30,
    -50, -30, -30, -30, -30, -30, -30, -50,
];

/// What a board is worth, in hundredths of a pawn, from the side to move. Half of a king is added where the
/// opponent's can be taken; the rest stays within 64 queens.
///
/// # Example
/// ```
/// use plywood_core::{Game, search::Evaluation as _};
/// use plywood_rbc::{Board, Evaluation};
/// assert_eq!(Evaluation.evaluate(&Board::start()), 0);
/// let takes_the_king = Board::parse("4k3/8/8/8/8/8/8/4RK2 w - - 0 1")?;
/// assert!(Evaluation.evaluate(&takes_the_king) > 40_000);
/// # Ok::<(), plywood_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evaluation;

impl search::Evaluation<Board> for Evaluation {
    fn evaluate(&self, board: &Board) -> Score {
        let (own, enemy) = (Force::of(board, board.side()), Force::of(board, board.side().other()));
        let urgent = if own.attacks(enemy.army.kings) {
            KING_FALLS
        } else if enemy.attacks(own.army.kings) {
            KING_ATTACKED
        } else {
            0
        };
        own.worth_against(&enemy) - enemy.worth_against(&own) + urgent
    }
}

/// One side with all that it attacks.
struct Force {
    army: Army,
    /// What sliders and king reach, a direction each.
    slides: [u64; 8],
    leaps: [u64; 8],
    pawn_attacks: u64,
}

impl Force {
    fn of(board: &Board, side: Side) -> Self {
        let army = board.army(side);
        let slides = slides(army.orthogonal, army.diagonal, army.kings, !board.occupied());
        Self { army, slides, leaps: leaps(army.knights), pawn_attacks: army.pawn_attacks() }
    }

    fn attacks(&self, set: u64) -> bool {
        (union(&self.slides) | union(&self.leaps) | self.pawn_attacks) & set != 0
    }

    fn worth_against(&self, enemy: &Self) -> Score {
        self.material_and_squares(enemy) + self.mobility() + self.siege(enemy)
    }

    fn material_and_squares(&self, enemy: &Self) -> Score {
        let army = &self.army;
        let king_table = if pieces_worth(&enemy.army) < ENDGAME { &KING_FIGHTS } else { &KING_HIDES };
        let sets = [
            (army.pawns, worth(Kind::Pawn), &PAWN),
            (army.knights, worth(Kind::Knight), &KNIGHT),
            (army.diagonal & !army.orthogonal, worth(Kind::Bishop), &BISHOP),
            (army.orthogonal & !army.diagonal, worth(Kind::Rook), &ROOK),
            (army.diagonal & army.orthogonal, worth(Kind::Queen), &QUEEN),
            (army.kings, 0, king_table),
        ];
        sets.into_iter().map(|(set, worth, table)| count(set) * worth + placed(set, army.side, table)).sum()
    }

    fn mobility(&self) -> Score {
        let free = !self.army.all;
        (size(&self.slides, free) + size(&self.leaps, free)) as Score * MOBILITY
    }

    fn siege(&self, enemy: &Self) -> Score {
        let zone = around(enemy.army.kings);
        let attacks = size(&self.slides, zone) + size(&self.leaps, zone);
        let attacks = (attacks as Score + count(self.pawn_attacks & zone)).min(MOST_SIEGE);
        attacks * attacks * SIEGE
    }
}

impl Army {
    /// The squares that the pawns look at, whoever stands there.
    #[inline(always)]
    pub(crate) fn pawn_attacks(&self) -> u64 {
        let ahead = forward(self.side, self.pawns);
        west(ahead) | east(ahead)
    }
}

fn count(set: u64) -> Score {
    set.size() as Score
}

/// The worth of all pieces but pawns and king.
fn pieces_worth(army: &Army) -> Score {
    count(army.knights) * worth(Kind::Knight)
        + count(army.diagonal & !army.orthogonal) * worth(Kind::Bishop)
        + count(army.orthogonal & !army.diagonal) * worth(Kind::Rook)
        + count(army.diagonal & army.orthogonal) * worth(Kind::Queen)
}

/// The sum of a table over the squares of a set.
fn placed(set: u64, side: Side, table: &Squares) -> Score {
    // Tables are printed from the eighth rank down: White's squares are turned over, Black's stand as they are.
    let turn = if side == Side::White { 56 } else { 0 };
    set.squares().map(|square| Score::from(table[(square ^ turn) as usize])).sum()
}
