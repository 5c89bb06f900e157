//! A player who senses anywhere and asks for anything.

use crate::arbiter::{Choice, Player};
use crate::board::Board;
use crate::moves::Request;
use crate::requests::Outcome;
use crate::sense::Sensed;
use crate::square::Square;
use plywood_core::Side;
use plywood_core::rng::SplitMix64;
use std::string::String;

/// Senses on one of the 64 squares and asks for one of the listed requests, the pass among them, each with the same
/// probability: the weakest opponent that plays by the rules.
#[derive(Clone, Debug)]
pub struct Random {
    rng: SplitMix64,
}

impl Random {
    /// Equal seeds choose equally.
    pub fn new(seed: u64) -> Self {
        Self { rng: SplitMix64::new(seed) }
    }
}

/// One of the listed requests, each with the same probability; the pass where nothing is listed.
pub(super) fn any_request(requests: &[Request], rng: &mut SplitMix64) -> Request {
    requests.get(rng.below(requests.len())).copied().flatten()
}

impl Player for Random {
    fn name(&self) -> String {
        "random".into()
    }

    fn game_start(&mut self, _: Side, _: &Board, _: &str) -> Result<(), String> {
        Ok(())
    }

    fn opponent_moved(&mut self, _: Option<Square>) -> Result<(), String> {
        Ok(())
    }

    fn choose_sense(&mut self, _: &[Request], _: Option<i64>) -> Result<Choice<Option<Square>>, String> {
        Ok(Choice::Make(Square::new(self.rng.below(64) as u8)))
    }

    fn sensed(&mut self, _: &[Sensed]) -> Result<(), String> {
        Ok(())
    }

    fn choose_move(&mut self, requests: &[Request], _: Option<i64>) -> Result<Choice<Request>, String> {
        Ok(Choice::Make(any_request(requests, &mut self.rng)))
    }

    fn moved(&mut self, _: Request, _: Outcome) -> Result<(), String> {
        Ok(())
    }
}
