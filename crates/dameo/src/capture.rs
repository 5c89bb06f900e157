//! First jumps: who can capture at all, set-wise, and the whole answer where no capture goes further.
//!
//! Most captures take one piece. So the first question is whether any first jump leads on to a second:
//! if none does, the first jumps are the moves, and their number is a few population counts. Only otherwise
//! is a search needed, in `chain`.

use crate::geometry::{Direction, Geometry};
use crate::position::{Move, Scene, Set};
use crate::rules::Rules;
use core::ops::ControlFlow;
use plywood_core::Bitboard;

const ROOK: [Direction; 4] = Direction::ROOK;

/// Whether a man of this scene may jump in direction `d`.
#[inline(always)]
pub(crate) fn man_jumps<R: Rules>(scene: &Scene<R>, d: Direction) -> bool {
    R::MEN_JUMP_BACK || d != Direction::SOUTH.seen_by(scene.side)
}

/// The first jumps of a scene, by direction as in [`Direction::ROOK`].
pub(crate) struct Jumps<R: Rules> {
    /// Enemies with an empty square behind them.
    exposed: [Set<R>; 4],
    /// Squares from which a man can jump.
    ready: [Set<R>; 4],
    /// Enemies that a king can take.
    king_victims: [Set<R>; 4],
    men: Set<R>,
    kings: bool,
}

impl<R: Rules> Jumps<R> {
    #[inline(always)]
    pub(crate) fn of(scene: &Scene<R>) -> Self {
        let none = [Set::<R>::EMPTY; 4];
        let kings = scene.kings.any();
        let mut jumps = Self { exposed: none, ready: none, king_victims: none, men: scene.men, kings };
        for (i, d) in ROOK.into_iter().enumerate() {
            jumps.exposed[i] = scene.enemy & R::Board::step(d.back(), scene.empty);
            if man_jumps(scene, d) {
                jumps.ready[i] = R::Board::step(d.back(), jumps.exposed[i]);
            }
            if kings {
                let reach = R::Board::fill(d, scene.kings, scene.empty);
                jumps.king_victims[i] = R::Board::step(d, reach) & jumps.exposed[i];
            }
        }
        jumps
    }

    /// Whether there is a capture.
    #[inline(always)]
    pub(crate) fn any(&self) -> bool {
        let ready = self.ready[0] | self.ready[1] | self.ready[2] | self.ready[3];
        let king_victims = self.king_victims[0] | self.king_victims[1] | self.king_victims[2] | self.king_victims[3];
        ((ready & self.men) | king_victims).any()
    }

    /// The pieces among which are all that can take two pieces or more; empty when none can.
    ///
    /// A second jump straight back is impossible, over the victim or against the rule of the king's turn;
    /// every other one runs along a line on which neither the first victim nor the square left behind
    /// lies, so the board before the move decides it.
    #[inline(always)]
    pub(crate) fn leaders(&self, scene: &Scene<R>) -> Set<R> {
        let mut leaders = Set::<R>::EMPTY;
        for (i, d) in ROOK.into_iter().enumerate() {
            let onward = self.ready[i] | self.ready[(i + 1) % 4] | self.ready[(i + 3) % 4];
            let landing = self.jumped(i, self.men) & onward;
            leaders |= R::Board::step(d.back(), R::Board::step(d.back(), landing));
        }
        if self.kings && self.some_king_leads(scene) {
            leaders |= scene.kings;
        }
        leaders
    }

    fn some_king_leads(&self, scene: &Scene<R>) -> bool {
        (0..4).any(|i| {
            let landing = self.king_landings(scene, i);
            [i, (i + 1) % 4, (i + 3) % 4].into_iter().any(|e| {
                let reach = R::Board::fill(ROOK[e], landing, scene.empty);
                (R::Board::step(ROOK[e], reach) & self.exposed[e]).any()
            })
        })
    }

    /// The number of longest captures, if men make them and no search is needed to count them.
    ///
    /// All men jump at once, again and again: a wave is where they have landed, by direction of the last
    /// jump. The jumps of a man keep the parity of its file and rank, so each victim lies between two squares
    /// where the man can stand, a capture is a trail whose edges are the victims, and no man lands where a
    /// victim stood. Only a circle, four jumps, can bring a man to an edge or a square that its own move
    /// has changed, or two of its routes to the same victims. So up to three jumps, and always where men
    /// cannot go back, the board before the move decides every jump, and different routes are different
    /// moves. Where two captures would jump on from one square in one direction, the wave would lose one of them:
    /// that is left to the search.
    #[inline(always)]
    pub(crate) fn count_men(&self) -> Option<u64> {
        if self.kings && self.king_victims.iter().any(|victims| victims.any()) {
            return None;
        }
        let mut wave: [Set<R>; 4] = core::array::from_fn(|i| self.jumped(i, self.men));
        let mut length = 1;
        loop {
            let mut next = [Set::<R>::EMPTY; 4];
            let mut clash = Set::<R>::EMPTY;
            for i in 0..4 {
                let (straight, left, right) = (wave[i], wave[(i + 1) % 4], wave[(i + 3) % 4]);
                clash |= ((straight & left) | ((straight | left) & right)) & self.ready[i];
                next[i] = self.jumped(i, straight | left | right);
            }
            if clash.any() {
                return None;
            }
            if (next[0] | next[1] | next[2] | next[3]).is_empty() {
                return Some(wave.iter().map(|landed| u64::from(landed.size())).sum());
            }
            length += 1;
            if R::MEN_JUMP_BACK && length == 3 {
                return None;
            }
            wave = next;
        }
    }

    /// The number of first jumps.
    #[inline(always)]
    pub(crate) fn count(&self, scene: &Scene<R>) -> u64 {
        let men: u32 = self.ready.iter().map(|&ready| (ready & self.men).size()).sum();
        if !self.kings {
            return men.into();
        }
        let kings: u32 = (0..4).map(|i| self.king_landings(scene, i).size()).sum();
        (men + kings).into()
    }

    /// Visits the first jumps as moves.
    pub(crate) fn visit(
        &self,
        scene: &Scene<R>,
        visitor: &mut impl FnMut(Move<Set<R>>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (i, d) in ROOK.into_iter().enumerate() {
            for from in (self.ready[i] & self.men).squares() {
                let victim = R::Board::step(d, Set::<R>::bit(from));
                visitor(scene.make(from, R::Board::offset(d, 2, from), victim))?;
            }
            for victim in self.king_victims[i].squares().map(Set::<R>::bit) {
                // Back from the victim, the first piece is the king.
                let reach = R::Board::fill(d.back(), victim, scene.empty);
                let from = (R::Board::step(d.back(), reach) & scene.kings).lowest();
                for to in (R::Board::fill(d, victim, scene.empty) & scene.empty).squares() {
                    visitor(scene.make(from, to, victim))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Where men on `from` land that can jump in the direction of this index.
    #[inline(always)]
    fn jumped(&self, i: usize, from: Set<R>) -> Set<R> {
        R::Board::step(ROOK[i], R::Board::step(ROOK[i], from & self.ready[i]))
    }

    #[inline(always)]
    fn king_landings(&self, scene: &Scene<R>, i: usize) -> Set<R> {
        R::Board::fill(ROOK[i], self.king_victims[i], scene.empty) & scene.empty
    }
}
