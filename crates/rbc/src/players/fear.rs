//! How much each board of a belief counts: those on which the own king is in danger count more.
//!
//! A belief says what is possible, not what is likely. Taken alike, the few boards on which the opponent has made the one move that
//! matters would drown among those on which he has shuffled a pawn. So boards in danger have shares of their own. The shares are
//! Plywood's own, found by play (docs/rbc-play.md).
//!
//! Not here: beliefs that count histories, and any model of how an opponent really moves.

use super::plan::king_falls;
use crate::belief::Belief;
use crate::board::Board;
use core::ops::ControlFlow;
use plywood_core::Position;
use plywood_core::rng::SplitMix64;
use std::vec::Vec;

/// What hangs over the own king, with the own side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Danger {
    None,
    /// If nothing is done the opponent can make a move after which the king is lost, whatever is done then.
    Threat,
    /// The opponent could take the king at once, if it were his turn.
    Attack,
}

/// The least share of boards with a threat, where there are any, and of boards with an attack.
const SHARES: [f64; 2] = [0.15, 0.15];

/// Boards that are looked at closely. Attacks are looked for on all.
const POOL: usize = 1_000;

/// How much boards count beside one without danger; settled once a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fear {
    threat: f64,
    attack: f64,
}

/// No more than other boards.
pub(super) const FEARLESS: Fear = Fear { threat: 1.0, attack: 1.0 };

/// Boards of a belief, each with how many it stands for and what hangs over the king.
#[derive(Clone, Debug)]
pub(super) struct Pool(Vec<(Board, f64, Danger)>);

impl Pool {
    /// All boards of a small belief; of a large one some, and all with an attack.
    pub(super) fn of(belief: &Belief, seed: u64) -> Self {
        let (attacked, calm): (Vec<Board>, Vec<Board>) = if belief.len() <= POOL {
            belief.boards().partition(is_attacked)
        } else {
            let calm = belief.sample(POOL, seed).into_iter().filter(|board| !is_attacked(board)).collect();
            (belief.boards().filter(is_attacked).collect(), calm)
        };
        let stands_for = (belief.len() - attacked.len()) as f64 / calm.len().max(1) as f64;
        let calm = calm
            .into_iter()
            .map(|board| (board, stands_for, if is_threatened(&board) { Danger::Threat } else { Danger::None }));
        let attacked = attacked.into_iter().map(|board| (board, 1.0, Danger::Attack));
        Self(attacked.chain(calm).collect())
    }

    /// What makes the boards in danger have their shares.
    pub(super) fn fear(&self) -> Fear {
        let sum =
            |danger| self.0.iter().filter(|(.., other)| *other == danger).map(|(_, boards, _)| boards).sum::<f64>();
        let calm = sum(Danger::None) / (1.0 - SHARES.iter().sum::<f64>());
        let [threat, attack] =
            [(Danger::Threat, SHARES[0]), (Danger::Attack, SHARES[1])].map(|(danger, share)| match sum(danger) {
                0.0 => 1.0,
                boards => (share * calm / boards).max(1.0),
            });
        Fear { threat, attack }
    }

    /// Boards with their weights, and whether a threat hangs over them, in random order: all where there are no more than `count`, else so
    /// many draws.
    pub(super) fn draw(&self, count: usize, fear: Fear, rng: &mut SplitMix64) -> Vec<(Board, f32, bool)> {
        let weight = |(_, boards, danger): &(Board, f64, Danger)| match danger {
            Danger::None => *boards,
            Danger::Threat => boards * fear.threat,
            Danger::Attack => boards * fear.attack,
        };
        if self.0.len() > count {
            let sums: Vec<f64> = self
                .0
                .iter()
                .map(weight)
                .scan(0.0, |sum, weight| {
                    *sum += weight;
                    Some(*sum)
                })
                .collect();
            return (0..count)
                .filter_map(|_| self.0.get(rng.weighted(&sums)?))
                .map(|(board, _, danger)| (*board, 1.0, *danger == Danger::Threat))
                .collect();
        }
        let drawn = |entry: &(Board, f64, Danger)| (entry.0, weight(entry) as f32, entry.2 == Danger::Threat);
        let mut boards: Vec<(Board, f32, bool)> = self.0.iter().map(drawn).collect();
        for last in (1..boards.len()).rev() {
            boards.swap(last, rng.below(last + 1));
        }
        boards
    }
}

/// Whether the king of the side to move could be taken.
fn is_attacked(board: &Board) -> bool {
    king_falls(&board.after(None))
}

/// Whether the side to move, if it does nothing, meets an attack on its king that nothing parries.
fn is_threatened(board: &Board) -> bool {
    can_mate(&board.after(None))
}

/// Whether the side to move has a move after which the opponent's king is lost.
pub(super) fn can_mate(board: &Board) -> bool {
    let mut threatened = false;
    let _ = board.visit(|mv| {
        let child = board.after(mv.as_ref());
        threatened = is_attacked(&child) && !king_falls(&child) && is_mate(&child);
        if threatened { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    threatened
}

/// Whether every move of the side to move leaves its king to be taken.
fn is_mate(board: &Board) -> bool {
    board
        .visit(
            |mv| if king_falls(&board.after(mv.as_ref())) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) },
        )
        .is_continue()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::belief::Options;
    use plywood_core::{Game, Side};

    fn danger(fen: &str) -> Danger {
        let board = Board::parse(fen).unwrap();
        let belief = Belief::from_boards(board.side(), [board], Options::default()).unwrap();
        Pool::of(&belief, 1).0[0].2
    }

    #[test]
    fn dangers_are_told_apart() {
        let scholar = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
        assert_eq!(danger(scholar), Danger::Threat);
        // The queen on e7 covers f7: after Qxf7 the queen is taken.
        assert_eq!(danger("r1b1kbnr/ppppqppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"), Danger::None);
        assert_eq!(danger("rnbqkbnr/pppp1ppp/3N4/4p3/8/8/PPPPPPPP/R1BQKBNR b KQkq - 0 3"), Danger::Attack);
        assert_eq!(danger("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), Danger::None);
    }

    #[test]
    fn boards_in_danger_have_their_shares_and_more_where_they_are_more() {
        let start = Belief::start(Side::Black);
        let mut belief = start.clone();
        belief.opponent(None).unwrap();
        let calm = Pool::of(&belief, 1);
        assert_eq!((calm.0.len(), calm.fear().attack, calm.fear().threat), (21, 1.0, 1.0));
        let attack = (Board::start(), 1.0, Danger::Attack);
        let share = |pool: &Pool| {
            let fear = pool.fear();
            let weights: Vec<f32> =
                pool.draw(100, fear, &mut SplitMix64::new(1)).iter().map(|(_, weight, _)| *weight).collect();
            let attacked = pool.0.iter().filter(|entry| entry.2 == Danger::Attack).count() as f32 * fear.attack as f32;
            attacked / weights.iter().sum::<f32>()
        };
        let one = Pool([calm.0.clone(), vec![attack]].concat());
        assert!((share(&one) - 0.167).abs() < 0.01, "{}", share(&one));
        let many = Pool([calm.0.clone(), vec![attack; 21]].concat());
        assert!((share(&many) - 0.5).abs() < 0.01, "{}", share(&many));
    }

    /// Drawn with replacement, boards come in proportion to their weights.
    #[test]
    fn draws_follow_the_weights() {
        let other = Board::start().after(None);
        let pool =
            Pool([vec![(Board::start(), 1.0, Danger::None); 300], vec![(other, 1.0, Danger::Attack); 100]].concat());
        let drawn = pool.draw(300, Fear { threat: 1.0, attack: 9.0 }, &mut SplitMix64::new(1));
        let attacked = drawn.iter().filter(|(board, ..)| *board == other).count();
        // 900 of 1200.
        assert!((190..260).contains(&attacked), "{attacked}");
    }
}
