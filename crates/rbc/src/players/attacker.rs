//! A player who knows a few quick raids on the king by heart.
//!
//! The raids are the shortest ways of a knight to a square beside e8 that attacks it, and two of queen and bishop; that such a player beats
//! whoever does not look out is known from the reference's `AttackerBot`, whose idea this is.

use super::own::Own;
use super::random::any_request;
use crate::arbiter::{Choice, Player};
use crate::board::{Board, Kind, Piece};
use crate::evaluation::worth;
use crate::moves::{Move, Request};
use crate::requests::Outcome;
use crate::sense::Sensed;
use crate::square::Square;
use plywood_core::Side;
use plywood_core::rng::SplitMix64;
use std::string::String;
use std::vec::Vec;

/// The raids, as White makes them; Black's are the same with the ranks turned over. Each ends on the king's home.
const RAIDS: [&[&str]; 6] = [
    &["b1c3", "c3b5", "b5c7", "c7e8"],
    &["b1c3", "c3e4", "e4d6", "d6e8"],
    &["b1c3", "c3d5", "d5f6", "f6e8"],
    &["g1f3", "f3g5", "g5e6", "e6g7", "g7e8"],
    &["e2e4", "f1c4", "d1h5", "h5f7", "f7e8"],
    &["e2e3", "f1b5", "b5d7", "d7e8"],
];

/// Makes one of six fixed raids on the king's home, chosen at random, until one of its moves does not come off or a piece is lost. Then, or
/// when the raid has ended beside the king, takes the king where he was last seen if it can, else the best piece in sight, else
/// makes any request.
#[derive(Clone, Debug)]
pub struct Attacker {
    rng: SplitMix64,
    own: Own,
    /// What is left of the raid, the next move last.
    raid: Vec<Move>,
    king: Option<Square>,
    /// The opponent's pieces in the last sense.
    sight: Vec<(Square, Piece)>,
}

impl Attacker {
    /// Equal seeds choose equally.
    pub fn new(seed: u64) -> Self {
        let own = Own::at_start(&plywood_core::Game::start(), Side::White);
        Self { rng: SplitMix64::new(seed), own, raid: Vec::new(), king: None, sight: Vec::new() }
    }

    /// The request that takes what is worth most of what is in sight.
    fn best_capture(&self, requests: &[Request]) -> Request {
        let enemy_king = Piece { side: self.own.side.other(), kind: Kind::King };
        let king = self.king.map(|square| (square, enemy_king));
        let board = self.own.with(king.into_iter().chain(self.sight.iter().copied()));
        let gain = |request: &Request| {
            let capture = board.outcome(*request).ok()?.capture?;
            Some(worth(board.piece_at(capture)?.kind))
        };
        let captures = requests.iter().filter_map(|request| Some((gain(request)?, *request)));
        captures.max_by_key(|&(gain, _)| gain).and_then(|(_, request)| request)
    }
}

/// The same square or move as Black has it.
fn turned(square: Square) -> Option<Square> {
    Square::new(square.number() ^ 56)
}

fn raid(texts: &[&str], side: Side) -> Vec<Move> {
    let moves = texts.iter().rev().filter_map(|text| Move::parse(text));
    match side {
        Side::White => moves.collect(),
        Side::Black => moves.filter_map(|mv| Some(Move::new(turned(mv.from)?, turned(mv.to)?))).collect(),
    }
}

impl Player for Attacker {
    fn name(&self) -> String {
        "attacker".into()
    }

    fn game_start(&mut self, side: Side, board: &Board, _: &str) -> Result<(), String> {
        self.own = Own::at_start(board, side);
        self.raid = raid(RAIDS[self.rng.below(RAIDS.len())], side);
        self.king = Square::parse(if side == Side::White { "e8" } else { "e1" });
        self.sight.clear();
        Ok(())
    }

    fn opponent_moved(&mut self, capture: Option<Square>) -> Result<(), String> {
        if self.own.board.side() != self.own.side {
            self.own.opponent_moved(capture);
        }
        if capture.is_some() {
            self.raid.clear();
        }
        Ok(())
    }

    /// Around the king, or, when he has gone, somewhere on the opponent's half.
    fn choose_sense(&mut self, _: &[Request], _: Option<i64>) -> Result<Choice<Option<Square>>, String> {
        let far = 8 + self.rng.below(24) as u8;
        let anywhere = Square::new(if self.own.side == Side::White { far ^ 56 } else { far });
        Ok(Choice::Make(self.king.or(anywhere)))
    }

    fn sensed(&mut self, seen: &[Sensed]) -> Result<(), String> {
        let enemies = seen.iter().filter_map(|&(square, piece)| Some((square, piece?)));
        self.sight = enemies.filter(|(_, piece)| piece.side != self.own.side).collect();
        if self.king.is_some_and(|king| seen.iter().any(|&(square, _)| square == king)) {
            self.king = None;
        }
        let king = self.sight.iter().find(|(_, piece)| piece.kind == Kind::King);
        self.king = king.map(|&(square, _)| square).or(self.king);
        Ok(())
    }

    fn choose_move(&mut self, requests: &[Request], _: Option<i64>) -> Result<Choice<Request>, String> {
        let planned = self.raid.pop().map(Some).filter(|request| requests.contains(request));
        if let Some(request) = planned {
            return Ok(Choice::Make(request));
        }
        self.raid.clear();
        let capture = self.best_capture(requests);
        Ok(Choice::Make(capture.or_else(|| any_request(requests, &mut self.rng))))
    }

    fn moved(&mut self, requested: Request, outcome: Outcome) -> Result<(), String> {
        self.own.moved(outcome.taken);
        if outcome.taken != requested {
            self.raid.clear();
        }
        Ok(())
    }
}
