//! The games by family, each with the modes in which it is checked.

use crate::Entry;
use crate::texts::{read_blind, read_game, read_hub};
use plywood_amazons as amazons;
use plywood_checkers::{self as checkers, Sequences, rules as draughts};
use plywood_core::conformance::{check_mode, fuzz, walk};
use plywood_core::{Game, Mode};
use plywood_dameo::{self as dameo, Paths};
use plywood_rbc::{Board, Canon, Requests, Taken};

/// The diagonal draughts family.
pub const CHECKERS: &[Entry] = &[
    sequenced::<draughts::Russian6Rules>(),
    sequenced::<draughts::Brazilian6Rules>(),
    sequenced::<draughts::English6Rules>(),
    sequenced::<draughts::EnglishRules>(),
    sequenced::<draughts::RussianRules>(),
    sequenced::<draughts::PoolRules>(),
    sequenced::<draughts::BrazilianRules>(),
    sequenced::<draughts::InternationalRules>(),
    sequenced::<draughts::CanadianRules>(),
    sequenced::<draughts::ItalianRules>(),
    sequenced::<draughts::SpanishRules>(),
    sequenced::<draughts::CzechRules>(),
    sequenced::<draughts::FrisianRules>(),
    sequenced::<draughts::FryskRules>(),
    sequenced::<draughts::KillerRules>(),
    sequenced::<draughts::BreakthroughRules>(),
    sequenced::<draughts::AntidraughtsRules>(),
    sequenced::<draughts::ThaiRules>(),
];

/// Dameo and its relatives.
pub const DAMEO: &[Entry] = &[
    pathed::<dameo::Dameo>(),
    pathed::<dameo::BigDameo4>(),
    pathed::<dameo::BigDameo3>(),
    pathed::<dameo::Croda>(),
    pathed::<dameo::Turkish>(),
];

/// The Amazons on every board.
pub const AMAZONS: &[Entry] = &[
    plain::<amazons::Amazons>(),
    plain::<amazons::Amazons9x9>(),
    plain::<amazons::Amazons8x8>(),
    plain::<amazons::Amazons7x7>(),
    plain::<amazons::Amazons7x4>(),
    plain::<amazons::Amazons6x6>(),
    plain::<amazons::Amazons6x5>(),
    plain::<amazons::Amazons6x4>(),
    plain::<amazons::Amazons5x6>(),
    plain::<amazons::Amazons5x5>(),
    plain::<amazons::Amazons5x4>(),
    plain::<amazons::Amazons4x7>(),
    plain::<amazons::Amazons4x6>(),
    plain::<amazons::Amazons4x5>(),
    plain::<amazons::Amazons4x4>(),
];

/// Reconnaissance Blind Chess.
pub const RBC: &[Entry] = &[Entry {
    check: |data| {
        fuzz::<Board>(data)?;
        on_the_way::<Board>(data, |board| {
            check_mode(Requests::default(), board)?;
            check_mode(Canon::default(), board)?;
            check_mode(Taken, board)
        })
    },
    read: read_blind,
}];

const fn plain<G: Game>() -> Entry {
    Entry { check: fuzz::<G>, read: read_game::<G> }
}

const fn pathed<G: Game>() -> Entry
where
    Paths: Mode<G>,
{
    Entry {
        check: |data| {
            fuzz::<G>(data)?;
            on_the_way::<G>(data, |position| check_mode(Paths, position))
        },
        read: read_game::<G>,
    }
}

const fn sequenced<R: checkers::Rules>() -> Entry {
    Entry {
        check: |data| {
            fuzz::<checkers::Board<R>>(data)?;
            on_the_way::<checkers::Board<R>>(data, |position| check_mode(Sequences, position))
        },
        read: read_hub::<R>,
    }
}

/// Reads the bytes as `fuzz` does, and calls `see` on every position of a walk of its own from there.
fn on_the_way<G: Game>(data: &[u8], see: impl FnMut(&G) -> Result<(), String>) -> Result<(), String> {
    let Some((&first, rest)) = data.split_first() else { return Ok(()) };
    let text = core::str::from_utf8(rest).ok().filter(|_| first % 2 == 0);
    let start = match text.map(G::parse) {
        Some(Ok(position)) => position,
        Some(Err(_)) => return Ok(()),
        None => G::start(),
    };
    let seed = rest.iter().fold(u64::from(first), |seed, &byte| seed.rotate_left(5).wrapping_mul(31) ^ u64::from(byte));
    walk(start, seed, usize::from(first >> 1), see)
}
